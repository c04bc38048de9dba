//! What no contact changes: the momentum of two bodies, their angular momentum without friction, and the momentum of a sphere along a
//! wall. What does change them acts in every impact (gravity that was left on, drag), or is a force without a reaction.
//!
//! Oblique impacts without friction at two speeds. A force that is always there changes a velocity by what the time of contact allows
//! for, `a T`; a drag by a part of it, `gamma T v`; a force that lacks its reaction by a part of the speed.

use super::probes::{Bench, ContactRequest, Reading, on_wall, scene, slower, unlike_spheres};
use super::{Hypothesis, Inference, Place, Trust, choose, largest};
use crate::collide::bounce::Bounce;
use crate::collide::flight::{cross, dot, since_touch, states, sub};
use crate::law::scene::{Body, Scene};

/// Title of the line.
pub(super) const CONSERVED: &str = "conserved";

/// What a pair keeps, and a sphere at a wall.
pub(super) const OF_PAIRS: &str = "momentum and, without friction, angular momentum";
pub(super) const AT_WALLS: &str = "momentum along the wall and, without friction, spin";

/// Steps in a contact, and twice as many.
const STEPS: f64 = 200.0;

/// Of the impact, degrees from the normal.
const ANGLE: f64 = 60.0;

/// The second impact is as much slower: its contact lasts 1.74 times as long.
const SLOWER: f64 = 1.0 / 16.0;

/// Error of a speed in parts of that of the impact, besides that of the printed digits.
const FLOOR: f64 = 1e-9;

/// Relative errors of a velocity that grows with the time, and with the speed: the impacts are as deep as they are fast.
const TIMES: f64 = 0.01;
const SPEEDS: f64 = 0.05;

/// Largest error of a change that does not depend on the step, in parts of it.
const KNOWN: f64 = 0.03;

/// Gain of kinetic energy of an undamped impact with friction that is none of an error of the steps.
const GAIN: f64 = 1e-2;

/// What was found of both places.
pub(super) struct Motion {
    pairs: Inference,
    walls: Inference,
    /// Whether the forces on a pair are action and reaction, as far as it is known.
    pub balanced: bool,
}

/// Kinetic energy after an undamped impact with friction over that before, at angles from the normal (degrees).
#[derive(Debug, Clone, Default)]
pub(super) struct Energies {
    pub pairs: Vec<(f64, f64)>,
    pub walls: Vec<(f64, f64)>,
}

impl Motion {
    /// The lines, after the energies of the impacts with friction are known.
    pub(super) fn findings(self, energies: &Energies) -> Vec<Inference> {
        vec![with_energy(self.pairs, &energies.pairs), with_energy(self.walls, &energies.walls)]
    }
}

fn with_energy(mut line: Inference, energies: &[(f64, f64)]) -> Inference {
    let said: Vec<String> = energies.iter().map(|(angle, part)| format!("{angle} deg {part:.5}")).collect();
    if !said.is_empty() {
        line.evidence += &format!("; with friction kinetic energy after over before: {}", said.join(", "));
    }
    let Some((angle, part)) = energies.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1)) else { return line };
    if part > 1.0 + GAIN {
        let gains = format!("energy is gained with friction: {:.2} % at {angle} deg", 100.0 * (part - 1.0));
        let says = match line.says.as_str() {
            "" | OF_PAIRS | AT_WALLS => gains,
            other => format!("{other}; {gains}"),
        };
        return Inference { strength: Trust::Number, says, ..line };
    }
    line
}

pub(super) fn find(bench: &Bench<'_>) -> Motion {
    let of = |place, bodies: [Body; 2]| match run(bench, place, &bodies) {
        Ok(runs) => judge(place, &runs),
        Err(why) => (Inference::unknown(CONSERVED, place, why), true),
    };
    let (pairs, balanced) = of(Place::Pairs, unlike_spheres());
    Motion { pairs, walls: of(Place::Walls, on_wall()).0, balanced }
}

/// One impact.
struct Run {
    /// m/s
    speed: f64,
    /// From the start to the last state, s.
    time: f64,
    /// Of the centre of mass, at a wall of the sphere along it, m/s: what it has gained.
    gained: [Reading; 3],
    /// What the angular momentum has lost, in parts; at a wall the momentum along it.
    lost: Reading,
    /// Surface speed by a spin that friction has not made, m/s.
    spin: Reading,
    /// Momentum of body 2 over that of body 1, both gained along the line of centres; none at a wall.
    reaction: Option<Reading>,
}

fn run(bench: &Bench<'_>, place: Place, bodies: &[Body; 2]) -> Result<Vec<Run>, String> {
    let fast = scene(bodies, &ContactRequest::ELASTIC, ANGLE.to_radians()).ok_or("")?;
    let scenes = [fast.clone(), slower(fast, SLOWER)];
    let name = format!("conserved-{place}");
    let (coarse_dt, coarse) = bench.run(&format!("{name}-coarse"), &scenes, STEPS, &[0.5])?;
    let (fine_dt, fine) = bench.run(&format!("{name}-fine"), &scenes, 2.0 * STEPS, &[0.5])?;
    let both = scenes.iter().zip(coarse.iter().flatten().zip(fine.iter().flatten()));
    let runs: Option<Vec<Run>> =
        both.map(|(scene, (a, b))| of(scene, [(coarse_dt, a), (fine_dt, b)], bench.epsilon())).collect();
    runs.filter(|runs| runs.len() == 2).ok_or_else(|| "a pair without damping did not part".to_string())
}

/// What one state shows of a run.
struct Shown {
    time: f64,
    gained: [f64; 3],
    lost: f64,
    spin: f64,
    reaction: Option<f64>,
}

fn shown(scene: &Scene, dt: f64, bounce: &Bounce) -> Option<Shown> {
    let time = bounce.seen.measured.duration_to_zero_overlap? + since_touch(scene, &bounce.end)? + 0.5 * dt;
    let [one, two] = &bounce.end;
    let [n, t, b] = scene.kinematics.frame;
    let masses = scene.bodies.each_ref().map(|body| body.mass);
    let spin = scene.bodies[0].radius() * dot(one.spin, one.spin).sqrt();
    if scene.bodies[1].is_wall() {
        let [along, across] = [t, b].map(|axis| dot(one.velocity, axis));
        let lost = 1.0 - along / scene.kinematics.tangential_speed;
        let gained = std::array::from_fn(|i| (along - scene.kinematics.tangential_speed) * t[i] + across * b[i]);
        return Some(Shown { time, gained, lost, spin, reaction: None });
    }
    let whole = masses[0] + masses[1];
    let gained = std::array::from_fn(|i| (masses[0] * one.velocity[i] + masses[1] * two.velocity[i]) / whole);
    let (apart, relative) = (sub(one.position, two.position), sub(one.velocity, two.velocity));
    let reach = scene.bodies[0].radius() + scene.bodies[1].radius();
    let turns = dot(cross(apart, relative), b) / (reach * scene.kinematics.tangential_speed);
    let started = states(scene, 0.0);
    let along = |i: usize| masses[i] * dot(sub(bounce.end[i].velocity, started[i].velocity), n);
    let spins = spin + scene.bodies[1].radius() * dot(two.spin, two.spin).sqrt();
    Some(Shown { time, gained, lost: 1.0 - turns, spin: spins, reaction: Some(-along(1) / along(0)) })
}

fn of(scene: &Scene, [coarse, fine]: [(f64, &Bounce); 2], epsilon: f64) -> Option<Run> {
    let known = fine.1.known.iter().map(|known| known.velocity).sum::<f64>();
    let rounding = epsilon * (fine.1.steps as f64).sqrt();
    let off = (FLOOR + rounding) * super::probes::SPEED.max(scene.speed) + 4.0 * known;
    let (a, b) = (shown(scene, coarse.0, coarse.1)?, shown(scene, fine.0, fine.1)?);
    let speed = libm::hypot(scene.speed, scene.kinematics.tangential_speed);
    Some(Run {
        speed,
        // As the velocities are: for short steps.
        time: 2.0 * b.time - a.time,
        gained: std::array::from_fn(|i| Reading::new(a.gained[i], b.gained[i], off)),
        lost: Reading::new(a.lost, b.lost, 2.0 * off / scene.kinematics.tangential_speed + 1e-6),
        spin: Reading::new(a.spin, b.spin, off),
        reaction: a.reaction.zip(b.reaction).map(|(a, b)| Reading::new(a, b, off / scene.speed + 1e-6)),
    })
}

/// The coefficient `c` of `values = c * with`, from both runs, and how far they are off it in units of the error; `size` is that of
/// the vector whose part the values are. What changes with the step has no coefficient.
fn fitted(values: [Reading; 2], with: [f64; 2], size: [f64; 2], room: f64) -> (f64, f64) {
    let weight = |i: usize| 1.0 / (values[i].off * values[i].off);
    let top: f64 = (0..2).map(|i| weight(i) * values[i].value * with[i]).sum();
    let below: f64 = (0..2).map(|i| weight(i) * with[i] * with[i]).sum();
    let c = top / below;
    let off = |i: usize| match values[i].off > KNOWN * size[i] {
        true => f64::INFINITY,
        false => (values[i].value - c * with[i]).abs() / (values[i].off + room * size[i]),
    };
    (c, largest([off(0), off(1)]))
}

/// The line, and whether it leaves the forces action and reaction.
fn judge(place: Place, runs: &[Run]) -> (Inference, bool) {
    let [fast, slow] = runs else { return (Inference::unknown(CONSERVED, place, ""), true) };
    let (times, speeds) = ([fast.time, slow.time], [fast.speed, slow.speed]);
    let gained = |i: usize| [fast.gained[i], slow.gained[i]];
    let largest_of = |run: &Run| run.gained.iter().map(|g| g.value.abs()).fold(0.0, f64::max) / run.speed;
    let evidence = format!(
        "oblique impacts without friction at {:.3} and {:.3} m/s: velocity gained {:.2e} and {:.2e} of the speed, {} lost {:.2e} \
         and {:.2e}, surface speed by spin {:.2e} and {:.2e} m/s",
        fast.speed,
        slow.speed,
        largest_of(fast),
        largest_of(slow),
        if place == Place::Pairs { "angular momentum" } else { "momentum" },
        fast.lost.value,
        slow.lost.value,
        fast.spin.value,
        slow.spin.value
    );
    let lost = [fast.lost, slow.lost];
    let spins = largest([fast, slow].map(|run| run.spin.distance(0.0)));
    let still = largest((0..3).flat_map(gained).map(|gained| gained.distance(0.0)));
    let kept = largest([still, spins, lost[0].distance(0.0), lost[1].distance(0.0)]);
    let sizes = [fast, slow].map(|run| run.gained.iter().map(|g| g.value * g.value).sum::<f64>().sqrt());
    let fields: [(f64, f64); 3] = std::array::from_fn(|i| fitted(gained(i), times, sizes, TIMES));
    let field = fields.map(|(c, _)| c);
    let size = dot(field, field).sqrt();
    let (rate, dragged) = fitted(lost, times, lost.map(|lost| lost.value.abs()), TIMES);
    let lost_none = largest(lost.map(|lost| lost.distance(0.0)));
    let turns_on = if place == Place::Pairs { lost_none } else { 0.0 };
    // At a wall a drag is what changes the momentum along it.
    let others = if place == Place::Pairs { still } else { 0.0 };
    let mut all = vec![
        Hypothesis { says: if place == Place::Pairs { OF_PAIRS } else { AT_WALLS }.to_string(), off: kept },
        Hypothesis {
            says: gravity(place, field, size),
            off: largest(fields.map(|(_, off)| off).into_iter().chain([spins, turns_on])),
        },
        Hypothesis {
            says: format!("not momentum: a drag takes {rate:.4} of it in a second from every body, in contact or not"),
            off: largest([dragged, others, spins]),
        },
    ];
    let mut unbalanced = None;
    if let (Some(a), Some(b)) = (fast.reaction, slow.reaction) {
        let parts: [(f64, f64); 3] = std::array::from_fn(|i| fitted(gained(i), speeds, sizes, SPEEDS));
        let share = 0.5 * (a.value + b.value);
        let says = match share.abs() < 1e-3 {
            true => "not momentum: action without reaction, body 2 feels no force".to_string(),
            false => format!("not momentum: the force on body 2 is {share:.4} of that on body 1, and not its reaction"),
        };
        let constant = (a.value - b.value).abs() / (a.off + b.off + 2e-3);
        let off = largest(parts.map(|(_, off)| off).into_iter().chain([constant, lost_none]));
        unbalanced = Some(says.clone());
        all.push(Hypothesis { says, off });
    }
    // What changes nothing explains everything that is kept.
    if kept <= super::FITS {
        all.truncate(1);
    }
    let mut found = choose(CONSERVED, place, &all, &evidence);
    // Of a tie the words of both stand there.
    let balanced = unbalanced.is_none_or(|says| !found.says.contains(&says));
    if found.says.is_empty() {
        let part = largest_of(fast).max(lost[0].value.abs());
        let what = if spins > super::APART { "spin is made without friction" } else { "not momentum" };
        let says = format!("{what}: {part:.2e} of it changes at {:.3} m/s", fast.speed);
        found = Inference::number(CONSERVED, place, says, found.evidence);
    }
    (found, balanced)
}

fn gravity(place: Place, field: [f64; 3], size: f64) -> String {
    let along = field.map(|c| {
        let part = c / size;
        if part.abs() < 1e-3 { 0.0 } else { (1e4 * part).round() / 1e4 }
    });
    let [x, y, z] = along;
    let wall = if place == Place::Walls { " along the wall" } else { "" };
    format!(
        "not momentum: every body is accelerated by {size:.4} m/s2{wall}, in the direction ({x}, {y}, {z}): gravity is left on"
    )
}
