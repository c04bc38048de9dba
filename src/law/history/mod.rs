//! Friction: the tangential laws with their memory.
//!
//! A law is advanced by increments: the new normal load, and the slide of the surfaces in the same step. It owns its memory
//! (plain numbers) and returns the tangential force: `u` and `T` have the same direction, and the body that is displaced by `u`
//! experiences `-T`. A spring with a slider has any fixed number of tangential directions; the law of Mindlin &
//! Deresiewicz has one.
//!
//! | law | memory | source |
//! |---|---|---|
//! | [`SpringSlider`] | elongation or force of a spring, or empty | Coulomb, Cundall & Strack, Mindlin in three forms |
//! | [`MemoryDiagram`] | a stack of rings | Jaeger 1993, Ciavarella 1998: exact |

mod memory_diagram;
mod spring;
mod vector;

pub use super::spheres::{Pressed, Spheres};
pub use memory_diagram::MemoryDiagram;
pub use spring::{Resistance, SpringSlider, sized};
pub use vector::{Along, Slide, VectorMemory, turned};
