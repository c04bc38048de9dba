//! Friction: what resists sliding along the contact.
//!
//! A law is driven by increments: where the normal load goes, and how far the surfaces slide past each other on the
//! way. It owns its memory (plain numbers) and answers with the tangential force. Everything here has one tangential
//! direction: `u > 0` and `T > 0` point the same way, and the body that is displaced by `u` feels `-T`.
//!
//! | law | memory | source |
//! |---|---|---|
//! | [`Coulomb`] | none | Coulomb 1785 |
//! | [`CundallStrack`] | the force | Cundall & Strack 1979 |
//! | [`TotalSpring`] | the stretch of a spring | Mindlin 1949; LAMMPS, LIGGGHTS, MUSEN |
//! | [`IncrementalSpring`] | the force | Mindlin 1949; YADE, Woo, PFC with `M_s = 0` |
//! | [`RescaledSpring`] | the force and the stiffness | the same shortened on unloading: Kratos, PFC with `M_s = 1` |
//! | [`SevenBranches`] | the force and the last two reversals | Thornton & Yin 1991 |
//! | [`MemoryDiagram`] | a stack of rings | Jaeger 1993, Ciavarella 1998: exact |

mod coulomb;
mod cundall_strack;
mod memory_diagram;
mod mindlin;
pub(crate) mod rings;
mod seven_branches;
mod spheres;
mod vector;

pub use coulomb::Coulomb;
pub use cundall_strack::CundallStrack;
pub use memory_diagram::MemoryDiagram;
pub use mindlin::{IncrementalSpring, RescaledSpring, TotalSpring};
pub use seven_branches::{Branch, SevenBranches};
pub use spheres::{Pressed, Spheres};
pub use vector::{Along, Resistance, Slide, VectorMemory, VectorSpring, turned};

/// A law for the tangential force, with its memory.
pub trait Memory {
    /// Presses on to `to` while the surfaces slide by `du` (m), both evenly; the tangential force then, N.
    ///
    /// Never more than `to.limit`, which for [`MemoryDiagram`] has to be that of the elastic force. A contact that has opened (`to.delta = 0`) forgets everything.
    fn advance(&mut self, to: &Pressed, du: f64) -> f64;

    /// The tangential force now, N.
    fn force(&self) -> f64;
}
