//! What happens during a run, for whoever listens.

use crate::judge::Check;

/// One thing that happened.
#[derive(Debug)]
pub enum Event<'a> {
    /// The plan stands; this many collisions are to be computed.
    Planned { collisions: usize },
    /// One collision is computed.
    Collision,
    /// A case is judged.
    Judged { case: &'a str, checks: &'a [Check] },
}

/// Somebody who wants to know. Called from several threads at once.
pub trait Listener: Sync {
    fn hear(&self, event: Event<'_>);

    /// Whether the run should stop as soon as it can.
    fn stop(&self) -> bool {
        false
    }
}

/// Nobody.
#[derive(Debug, Clone, Copy)]
pub struct Silent;

impl Listener for Silent {
    fn hear(&self, _: Event<'_>) {}
}
