//! Where exactly a switch fired.

use ode_solvers::dop_shared::System;

use super::march::march;
use super::{Bracket, Control, Crossing, Flow, OdeError, Run, State, root};

/// A flow without its switches, perhaps along one of its own components instead of `s`.
struct Plain<'a, F, const S: usize> {
    flow: &'a F,
    /// The component that is the independent variable, and its direction.
    along: Option<(usize, f64)>,
}

impl<F: Flow<N, S>, const N: usize, const S: usize> System<f64, State<N>> for Plain<'_, F, S> {
    fn system(&self, _: f64, y: &State<N>, dy: &mut State<N>) {
        self.flow.derivative(y, dy);
        if let Some((component, direction)) = self.along {
            *dy *= direction / dy[component];
        }
    }
}

/// Steps a single leg between two accepted states may take: one in practice.
const MOST_STEPS: u32 = 1000;

fn leg<F: Flow<N, S>, const N: usize, const S: usize>(
    system: Plain<'_, F, S>,
    from: State<N>,
    length: f64,
    control: &Control,
) -> Result<State<N>, OdeError> {
    if length == 0.0 {
        return Ok(from);
    }
    // The longest step is meant for `s`: along a component a few may stand for one.
    let longest_step = control.longest_step.max(length / 16.0).min(length);
    let control = Control { length, longest_step, most_steps: MOST_STEPS, ..*control };
    let (ended, results) = march(system, from, &control);
    ended?;
    Ok(results.get().1.last().copied().unwrap_or(from))
}

/// The state a given length of the independent variable after `from`.
///
/// # Errors
/// As [`integrate`](super::integrate).
pub fn advance<F: Flow<N, S>, const N: usize, const S: usize>(
    flow: &F,
    from: State<N>,
    length: f64,
    control: &Control,
) -> Result<State<N>, OdeError> {
    leg(Plain { flow, along: None }, from, length, control)
}

/// The state at which a switch is zero, found on the length of a step taken again from the last state before it.
///
/// Needs nothing but the switch function, and is as exact as the integrator.
///
/// # Errors
/// As [`integrate`](super::integrate).
pub fn locate<F: Flow<N, S>, const N: usize, const S: usize>(
    flow: &F,
    run: &Run<N, S>,
    crossing: Crossing,
    control: &Control,
) -> Result<State<N>, OdeError> {
    Ok(place(flow, run, crossing, control)?.1)
}

/// As [`locate`], with the length of the step that leads there: of several events in one step the first is the shortest.
///
/// # Errors
/// As [`integrate`](super::integrate).
pub fn place<F: Flow<N, S>, const N: usize, const S: usize>(
    flow: &F,
    run: &Run<N, S>,
    crossing: Crossing,
    control: &Control,
) -> Result<(f64, State<N>), OdeError> {
    let Crossing { switch, before } = crossing;
    let (from, to) = (run.states[before], run.states[before + 1]);
    let length = run.at[before + 1] - run.at[before];
    let bracket = Bracket { a: 0.0, fa: flow.switches(&from)[switch], b: length, fb: flow.switches(&to)[switch] };
    let mut found = (length, to);
    let at = root::<OdeError>(
        |length| {
            let y = advance(flow, from, length, control)?;
            found = (length, y);
            Ok(flow.switches(&y)[switch])
        },
        bracket,
        f64::EPSILON * length,
    )?;
    if found.0 == at { Ok(found) } else { Ok((at, advance(flow, from, at, control)?)) }
}

/// The state at which one component has a given value, by integrating along that component: `dy/dy_i = f/f_i`.
///
/// One step, for an event that is passed at a speed other than zero. Henon 1982, Physica D 5, 412.
///
/// # Errors
/// As [`integrate`](super::integrate); a component that stands still or turns round on the way ends as
/// [`OdeError::StepUnderflow`].
pub fn onto_plane<F: Flow<N, S>, const N: usize, const S: usize>(
    flow: &F,
    from: State<N>,
    component: usize,
    value: f64,
    control: &Control,
) -> Result<State<N>, OdeError> {
    let length = value - from[component];
    let system = Plain { flow, along: Some((component, length.signum())) };
    let mut y = leg(system, from, length.abs(), control)?;
    y[component] = value;
    Ok(y)
}
