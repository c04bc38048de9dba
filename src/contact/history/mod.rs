//! Friction: what resists sliding along the contact.
//!
//! A law is driven by increments: where the normal load goes, and how far the surfaces slide past each other on the
//! way. It owns its memory (plain numbers) and answers with the tangential force: `u` and `T` point the same way, and the
//! body that is displaced by `u` feels `-T`. A spring with a slider has as many directions as it is made for; the laws of
//! Mindlin & Deresiewicz have one.
//!
//! | law | memory | source |
//! |---|---|---|
//! | [`SpringSlider`] | the stretch or the force of a spring, or nothing | Coulomb, Cundall & Strack, Mindlin in three forms |
//! | [`SevenBranches`] | the force and the last two reversals | Thornton & Yin 1991 |
//! | [`MemoryDiagram`] | a stack of rings | Jaeger 1993, Ciavarella 1998: exact |

mod memory_diagram;
pub(crate) mod rings;
mod seven_branches;
mod spring;
mod vector;

pub use super::spheres::{Pressed, Spheres};
pub use memory_diagram::MemoryDiagram;
pub use seven_branches::SevenBranches;
pub use spring::{Resistance, SpringSlider, sized};
pub use vector::{Along, Slide, VectorMemory, turned};

/// A law for the tangential force, with its memory.
pub trait Memory {
    /// Presses on to `to` while the surfaces slide by `du` (m), both evenly; the tangential force then, N.
    ///
    /// Never more than `to.limit`, which for [`MemoryDiagram`] has to be that of the elastic force. A contact that has opened (`to.delta = 0`) forgets everything.
    fn advance(&mut self, to: &Pressed, du: f64) -> f64;
}
