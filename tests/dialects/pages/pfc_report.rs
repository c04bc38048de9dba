//! A collision as PFC reports it: callback events and energy partitions, read off a trajectory.

use collisionbench::collide::trajectory::{Sample, ShearChange, TangentialResult, Trajectory};
use collisionbench::law::scene::Scene;
use collisionbench::law::shear::WhileSliding;

use super::pfc_model::{Energies, Event};

/// The callback events of a collision with their times, s since first touch.
pub fn events(trajectory: &Trajectory) -> Vec<(f64, Event)> {
    let mut events = vec![(0.0, Event::ContactActivated)];
    let changes = trajectory.tangential.iter().flat_map(|tangential| &tangential.events);
    events.extend(changes.filter_map(|event| match event.change {
        ShearChange::Slips => Some((event.time.value, Event::SlipInitiated)),
        ShearChange::Sticks => Some((event.time.value, Event::SlipEnded)),
        ShearChange::Unloaded => None,
    }));
    events
}

/// The energy partitions of a collision, at the samples of its tangential half or, head-on, of its normal half.
///
/// Strain is a state; slip and dashpot accumulate from sample to sample by the trapezoid of PFC's eqs. (16) and (17), so
/// their last values approach `energy_slip` and `energy_dashpot` as the samples get denser.
pub fn energies(scene: &Scene, trajectory: &Trajectory) -> Vec<(f64, Energies)> {
    let tangential = trajectory.tangential.as_ref();
    let mut energies: Vec<(f64, Energies)> = Vec::new();
    let mut last: Option<State> = None;
    for sample in &trajectory.samples {
        let now = State::of(scene, sample, tangential);
        let mut sum = energies.last().map_or(Energies::default(), |&(_, energies)| energies);
        if let Some(before) = last {
            sum.dashpot += 0.5 * (sample.time - before.time) * (before.dashpot + now.dashpot);
            sum.slip += now.slip_since(&before);
        }
        sum.strain = now.strain;
        energies.push((sample.time, sum));
        last = Some(now);
    }
    energies
}

/// A contact at one sample.
#[derive(Default)]
struct State {
    /// s
    time: f64,
    /// J
    strain: f64,
    /// Power of both dashpots, W
    dashpot: f64,
    sliding: bool,
    /// Of the spring, N
    force: [f64; 2],
    /// m/s
    velocity: [f64; 2],
    /// N/m
    k_s: f64,
}

impl State {
    fn of(scene: &Scene, sample: &Sample, tangential: Option<&TangentialResult>) -> Self {
        let normal = (sample.force - sample.force_elastic) * sample.speed;
        let own = Self {
            time: sample.time,
            strain: scene.force.map_or(0.0, |force| force.energy(sample.overlap)),
            dashpot: normal,
            ..Self::default()
        };
        let along = tangential.and_then(|tangential| {
            let after = tangential.samples.partition_point(|along| along.time < sample.time);
            tangential.samples.get(after).filter(|along| along.time == sample.time)
        });
        let (Some(along), Some(shear)) = (along, scene.shear) else { return own };
        let k_s = shear.stiffness(sample.overlap);
        let cut = along.sliding && shear.dashpot.sliding == WhileSliding::Dropped;
        let C =
            if cut || sample.overlap <= 0.0 { 0.0 } else { shear.dashpot.C * sample.overlap.powf(shear.dashpot.beta) };
        let velocity = along.slip;
        let force = [along.force[0] - C * velocity[0], along.force[1] - C * velocity[1]];
        let stored = if k_s > 0.0 { 0.5 * dot(force, force) / k_s } else { 0.0 };
        let dashpot = normal + C * dot(velocity, velocity);
        Self { strain: own.strain + stored, dashpot, sliding: along.sliding, force, velocity, k_s, ..own }
    }

    /// Eq. (16): the mean force times what of the displacement is not elastic, J; none while the surfaces stick.
    fn slip_since(&self, before: &Self) -> f64 {
        let k_s = 0.5 * (self.k_s + before.k_s);
        if !(self.sliding && before.sliding) || k_s <= 0.0 {
            return 0.0;
        }
        let dt = self.time - before.time;
        let part = |i: usize| {
            let slid = 0.5 * dt * (before.velocity[i] + self.velocity[i]) - (self.force[i] - before.force[i]) / k_s;
            0.5 * (before.force[i] + self.force[i]) * slid
        };
        part(0) + part(1)
    }
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}
