//! The progress bar of a run or a fit, on standard error.

use std::fmt::Write;
use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::signals::{is_program, listen};
use crate::bench::{Event, Listener};
use crate::error::cut;
use crate::fit::calibrate::Watch;
use crate::halt;

/// Shows how far a run or a calibration is, and passes on the wish to stop.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
}

/// Progress bars of a run before and after its size is known.
const READING: &str = "  {bar:30} {pos}/{len} {msg}";
const RUNNING: &str = "  {bar:30} {pos}/{len} {msg}{left}";
/// Progress bar of a fit, with the elapsed time, since a stage may have a single piece.
const FITTING: &str = "  {bar:30} {pos}/{len} {msg} {elapsed}";

/// No estimate before a second, or before a twentieth is done.
fn left(state: &ProgressState, out: &mut dyn Write) {
    if state.elapsed() > Duration::from_secs(1) && state.fraction() > 0.05 {
        let _ = write!(out, ", {} left", HumanDuration(state.eta()));
    }
}

/// Whether there is a terminal to draw on.
fn is_drawn() -> bool {
    is_program() && std::io::stderr().is_terminal()
}

impl Progress {
    /// Of a run, which can be interrupted from here on.
    pub(super) fn of_run() -> Self {
        let progress = Self::new(READING);
        progress.say("reading cases");
        progress.bar.tick();
        progress
    }

    /// Of calibrations, which can be interrupted from here on.
    pub(super) fn of_fit() -> Self {
        let progress = Self::new(FITTING);
        if is_drawn() {
            progress.bar.enable_steady_tick(Duration::from_millis(200));
        }
        progress
    }

    fn new(style: &str) -> Self {
        listen();
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if is_drawn() {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        let progress = Self { bar };
        progress.style(style);
        progress
    }

    fn style(&self, template: &str) {
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style.with_key("left", left));
        }
    }

    pub(super) fn say(&self, what: &'static str) {
        self.bar.set_message(what);
    }

    pub(super) fn done(&self) {
        self.bar.finish_and_clear();
    }
}

impl Watch for Progress {
    fn begins(&self, what: &'static str, pieces: usize) {
        self.bar.reset();
        self.bar.set_length(pieces as u64);
        self.say(what);
    }

    fn piece(&self) {
        self.bar.inc(1);
    }

    fn stop(&self) -> bool {
        halt::is_asked()
    }
}

impl Listener for Progress {
    fn hear(&self, event: Event<'_>) {
        match event {
            Event::Planned { collisions } => {
                self.bar.set_length(collisions as u64);
                self.style(RUNNING);
                self.say("collisions");
            }
            Event::Collision => self.bar.inc(1),
            Event::Found { collisions } => self.bar.inc(collisions as u64),
            Event::Judged { case, tally } => {
                let bad = tally.fail + tally.error + tally.closed;
                if bad > 0 {
                    self.bar.println(format!("  FAIL  {}: {bad} of {} checks", cut(case, 80), tally.total()));
                }
            }
        }
    }

    fn stop(&self) -> bool {
        halt::is_asked()
    }
}
