//! The loading path of a normal law with branches: pressed and let go, nothing slides.
//!
//! On a branch the elastic energy is the integral of the force, so that the work between two overlaps is exact; what a change
//! of branch lacks is plastic, what is left where the contact breaks is adhesive.

use super::drive::{Followed, NORMAL, OVERLAP, PIECES, WORK, exact};
use super::lacks;
use super::tension::pulled;
use crate::contact::Branched;
use crate::contact::branches::History;
use crate::halt;
use crate::scene::path::{Leg, LoadingPath, Press};
use crate::solve::SolveError;
use crate::trajectory::{Estimate, Ledger, Losses, PathEnd, PathState, Trace};

/// Halvings with which an overlap is found for a force.
const HALVINGS: usize = 200;

/// Follows a path with a law that touches nothing yet.
///
/// # Errors
/// When a leg drives anything but overlap or normal force, or no overlap gives the force that is asked for.
pub(in crate::solve) fn follow(path: &LoadingPath, contact: &Branched, by: &str) -> Result<Trace, SolveError> {
    let law = &*contact.law;
    let (branch, q) = law.touch(0.0);
    let mut history = History::new(0.0, law.spot(&branch, q).overlap);
    let (mut followed, mut tension) = (Followed::default(), 0.0_f64);
    let work = |history: &History| history.energies(law).into_iter().sum::<f64>() + history.adhesive;
    for (number, (leg, closes)) in path.driven().enumerate() {
        if let Some(cause) = halt::asked() {
            return Err(SolveError::Refused(cause.word().to_string()));
        }
        let Leg::Drive { press: Some(press), shear: None } = leg else {
            let why = "a path without a tangential law drives `overlap` or `normal_force` only";
            return Err(lacks(&format!("leg {}: {why}", number + 1)));
        };
        let from = history.last;
        let to = match press {
            Press::Overlap(delta) => delta,
            Press::Force(N) => pressed(contact, &history, N)
                .ok_or_else(|| lacks(&format!("leg {}: no overlap gives a normal force of {N:e} N", number + 1)))?,
        };
        for k in 1..=PIECES {
            let part = k as f64 / PIECES as f64;
            let at = if k == PIECES { to } else { from + (to - from) * part };
            if at < history.last {
                tension = tension.max(pulled(law, &history, at).unwrap_or_default());
            }
            history.advance(law, at);
            let energy = Ledger { work: work(&history), strain: Some(history.energies(law)[0]), ..Ledger::default() };
            followed.states.push(PathState {
                overlap: history.last,
                normal: history.force(law),
                energy,
                ..PathState::default()
            });
        }
        followed.end_leg(number, path.legs.len(), closes);
    }
    let residual = history.branch.and_then(|branch| {
        let (turned, _) = law.turned(&branch, law.place(&branch, history.last));
        law.residual(&turned)
    });
    let [length, energy, force] = [OVERLAP, WORK, NORMAL].map(|number| followed.rounding(number));
    let losses = Losses {
        plastic: Estimate::new(history.energies(law)[1], energy),
        adhesive: Some(Estimate::new(history.adhesive, energy)),
        pull_off: (tension > 0.0).then(|| Estimate::new(tension, force)),
        residual_overlap: residual.map(|overlap| Estimate::new(overlap, length)),
    };
    let trace = exact(followed);
    Ok(Trace { by: by.to_string(), end: PathEnd { losses: Some(losses), ..trace.end }, ..trace })
}

/// The overlap at which a contact presses with `N`, m: deeper where it presses less now, else on the way out.
fn pressed(contact: &Branched, history: &History, N: f64) -> Option<f64> {
    let law = &*contact.law;
    let force = |overlap: f64| {
        let mut there = *history;
        there.advance(law, overlap);
        there.force(law)
    };
    let deeper = history.force(law) < N;
    let mut far = history.last;
    let mut step = if deeper { f64::MIN_POSITIVE.sqrt().max(1e-9 * far.abs()) } else { -1e-9 * far.abs() };
    while (force(far) < N) == deeper {
        far += step;
        step *= 2.0;
        if !far.is_finite() || far < -history.last.abs() {
            return None;
        }
    }
    let mut near = history.last;
    for _ in 0..HALVINGS {
        let middle = 0.5 * (near + far);
        if (force(middle) < N) == deeper { near = middle } else { far = middle }
    }
    Some(far)
}
