//! Progress of a run, on a terminal's standard error.

use std::fmt::Write;
use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::signals::Stop;
use crate::bench::{Event, Listener};
use crate::error::cut;
use crate::fit::calibrate::Watch;
use crate::judge::Tally;

/// Shows how far a run is, and passes on the wish to stop.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
    stop: Stop,
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    if std::io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::stderr());
    }
    if let Ok(style) = ProgressStyle::with_template("  {bar:30} {pos}/{len} {msg}") {
        bar.set_style(style);
    }
    bar
}

/// How a run shows itself once it knows how much there is to do.
const RUNNING: &str = "  {bar:30} {pos}/{len} {msg}{left}";

/// No estimate before a second, or before a twentieth is done.
fn left(state: &ProgressState, out: &mut dyn Write) {
    if state.elapsed() > Duration::from_secs(1) && state.fraction() > 0.05 {
        let _ = write!(out, ", {} left", HumanDuration(state.eta()));
    }
}

/// Shows how far a calibration is, and passes on the wish to stop.
#[derive(Debug)]
pub(super) struct Pieces {
    bar: ProgressBar,
    stop: Stop,
}

impl Pieces {
    pub(super) fn new(stop: Stop) -> Self {
        let bar = bar();
        if std::io::stderr().is_terminal() {
            // A part of the work may be of one piece: the time shows that it goes on.
            if let Ok(style) = ProgressStyle::with_template("  {bar:30} {pos}/{len} {msg} {elapsed}") {
                bar.set_style(style);
            }
            bar.enable_steady_tick(std::time::Duration::from_millis(200));
        }
        Self { bar, stop }
    }

    pub(super) fn done(&self) {
        self.bar.finish_and_clear();
    }
}

impl Watch for Pieces {
    fn begins(&self, what: &'static str, pieces: usize) {
        self.bar.reset();
        self.bar.set_length(pieces as u64);
        self.bar.set_message(what);
    }

    fn piece(&self) {
        self.bar.inc(1);
    }

    fn stop(&self) -> bool {
        self.stop.asked()
    }
}

impl Progress {
    pub(super) fn new(stop: Stop) -> Self {
        let bar = bar();
        bar.set_message("reading cases");
        bar.tick();
        Self { bar, stop }
    }

    pub(super) fn say(&self, what: &'static str) {
        self.bar.set_message(what);
    }

    pub(super) fn done(&self) {
        self.bar.finish_and_clear();
    }
}

impl Listener for Progress {
    fn hear(&self, event: Event<'_>) {
        match event {
            Event::Planned { collisions, .. } => {
                self.bar.set_length(collisions as u64);
                if let Ok(style) = ProgressStyle::with_template(RUNNING) {
                    self.bar.set_style(style.with_key("left", left));
                }
                self.say("collisions");
            }
            Event::Collision => self.bar.inc(1),
            Event::Judged { case, checks } => {
                let tally = Tally::of(checks);
                let bad = tally.fail + tally.error + tally.closed;
                if bad > 0 {
                    self.bar.println(format!("  FAIL  {}: {bad} of {} checks", cut(case, 80), tally.total()));
                }
            }
        }
    }

    fn stop(&self) -> bool {
        self.stop.asked()
    }
}
