//! A contact whose tangential spring sees the overlap, and not the contact radius.

use std::sync::Arc;

use collisionbench::law::branches::{Branch, Branches, Exit, Spot};
use collisionbench::law::shear::FrictionLimit;

#[derive(Debug)]
pub struct Narrow(pub Arc<dyn Branches>);

impl Branches for Narrow {
    fn touch(&self, largest: f64) -> (Branch, f64) {
        self.0.touch(largest)
    }
    fn spot(&self, branch: &Branch, q: f64) -> Spot {
        self.0.spot(branch, q)
    }
    fn place(&self, branch: &Branch, overlap: f64) -> f64 {
        self.0.place(branch, overlap)
    }
    fn below(&self, branch: &Branch) -> Exit {
        self.0.below(branch)
    }
    fn energy(&self, branch: &Branch, q: f64) -> f64 {
        self.0.energy(branch, q)
    }
    fn well(&self) -> f64 {
        self.0.well()
    }
    fn added_to_limit(&self, limit: FrictionLimit, branch: &Branch, q: f64) -> [f64; 2] {
        self.0.added_to_limit(limit, branch, q)
    }
}
