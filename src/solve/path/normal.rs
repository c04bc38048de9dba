//! The loading path of a normal law with branches: pressed and let go, nothing slides.
//!
//! On a branch the elastic energy is the integral of the force, so that the work between two overlaps is exact; what a change
//! of branch lacks is plastic, what is left where the contact breaks is adhesive.

use super::drive::{PIECES, ROUNDING};
use super::lacks;
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
pub(super) fn follow(path: &LoadingPath, contact: &Branched, by: &str) -> Result<Trace, SolveError> {
    let law = &*contact.law;
    let (branch, q) = law.touch(0.0);
    let mut history = History::new(0.0, law.spot(&branch, q).overlap);
    let (mut states, mut ends, mut loops): (Vec<PathState>, Vec<usize>, Vec<f64>) =
        (Vec::new(), Vec::new(), Vec::new());
    let mut at_cycle = 0.0;
    let work = |history: &History| history.energies(law).into_iter().sum::<f64>() + history.adhesive;
    for (number, (leg, closes)) in path.driven().enumerate() {
        if let Some(cause) = halt::asked() {
            return Err(SolveError::Refused(cause.word().to_string()));
        }
        let Leg::Drive { press: Some(press), shear: None } = leg else {
            let why = "a path without a tangential law drives `overlap` or `normal_force` only";
            return Err(lacks(&format!("leg {}: {why}", number + 1)));
        };
        if number == path.legs.len() {
            at_cycle = work(&history);
        }
        let from = history.last;
        let to = match press {
            Press::Overlap(delta) => delta,
            Press::Force(N) => pressed(contact, &history, N)
                .ok_or_else(|| lacks(&format!("leg {}: no overlap gives a normal force of {N:e} N", number + 1)))?,
        };
        for k in 1..=PIECES {
            let part = k as f64 / PIECES as f64;
            history.advance(law, if k == PIECES { to } else { from + (to - from) * part });
            let energy = Ledger { work: work(&history), strain: Some(history.energies(law)[0]), ..Ledger::default() };
            states.push(PathState {
                overlap: history.last,
                normal: history.force(law),
                energy,
                ..PathState::default()
            });
        }
        ends.push(states.len() - 1);
        if closes {
            loops.push(work(&history) - at_cycle);
            at_cycle = work(&history);
        }
    }
    let largest = |of: fn(&PathState) -> f64| states.iter().map(|state| of(state).abs()).fold(0.0, f64::max);
    let energy = ROUNDING * states.iter().map(|state| state.energy.largest()).fold(0.0, f64::max);
    let known = |value, scale: f64| Estimate::new(value, ROUNDING * scale);
    let of_energy = |value| Estimate::new(value, energy);
    let last = states.last().copied().unwrap_or_default();
    let (none, deepest) = (Estimate::new(0.0, 0.0), largest(|state| state.overlap));
    let residual = history.branch.and_then(|branch| {
        let (turned, _) = law.turned(&branch, law.place(&branch, history.last));
        law.residual(&turned)
    });
    let [strain, plastic] = history.energies(law);
    let losses = Losses {
        plastic: of_energy(plastic),
        adhesive: Some(of_energy(history.adhesive)),
        residual_overlap: residual.map(|overlap| known(overlap, deepest)),
    };
    let end = PathEnd {
        overlap: known(last.overlap, deepest),
        normal: known(last.normal, largest(|state| state.normal)),
        slide: none,
        tangential: none,
        stick_radius: None,
        rolled: none,
        turned: none,
        work: of_energy(last.energy.work),
        strain: Some(of_energy(strain)),
        slip: None,
        rolling: none,
        created: None,
        residual: None,
        losses: Some(losses),
    };
    let loops = loops.into_iter().map(of_energy).collect();
    Ok(Trace { by: by.to_string(), states, ends, loops, end })
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
