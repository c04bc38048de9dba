//! Progress events of a run, and the trait that receives them.

use crate::bench::check::Tally;

/// A progress event of a run.
#[derive(Debug)]
pub enum Event<'a> {
    /// The run is planned; it has this many collisions.
    Planned { collisions: usize },
    /// One collision is computed.
    Collision,
    /// So many were computed in an earlier run.
    Found { collisions: usize },
    /// A case is judged.
    Judged { case: &'a str, tally: Tally },
}

/// Receives the events of a run and may stop it. Called from several threads at once.
pub trait Listener: Sync {
    fn hear(&self, event: Event<'_>);

    /// Whether the run should stop as soon as it can.
    fn stop(&self) -> bool {
        false
    }
}

/// A listener that ignores all events and never stops a run.
#[derive(Debug, Clone, Copy)]
pub struct Silent;

impl Listener for Silent {
    fn hear(&self, _: Event<'_>) {}
}
