//! Friction: what resists sliding along the contact.
//!
//! A law is driven by increments: where the normal load goes, and how far the surfaces slide past each other on the
//! way. It owns its memory (plain numbers) and answers with the tangential force. Everything here has one tangential
//! direction: `u > 0` and `T > 0` point the same way, and the body that is displaced by `u` feels `-T`.

pub mod spheres;

pub use spheres::{Pressed, Spheres};
