//! An independent judge of collisions in space: a sphere on a wall or two free spheres, three spins each, slip in two directions.
//!
//! It shares no code with the program: of a scene it reads what the case gives, numbers of laws, bodies, limits and levers. Forces are
//! written here by the published formulas, and motion is that of Cartesian vectors in axes that stand still. It integrates twice, from event
//! to event and to different tolerances, and so knows where it decides. [`steps`] is a second way, without events and without a direction of
//! its own: equal steps, each with a return mapping.

pub mod laws;
pub mod march;
pub mod motion;
pub mod steps;
pub mod world;

use march::{Accuracy, Parted, Undecided};
use motion::World;

/// How many numbers are compared.
pub const COUNT: usize = 13;

/// What they are: velocity of body 1 relative to body 2 and spins as the bodies part, along `n`, `t`, `b` of first touch; duration; largest
/// overlap; works of the normal dashpot and of the tangential force.
pub const NAMES: [&str; COUNT] =
    ["v_n", "v_t", "v_b", "w1_n", "w1_t", "w1_b", "w2_n", "w2_t", "w2_b", "duration", "overlap", "dashpot", "friction"];

/// The numbers of a collision, how far off they may be, and the scale that each is judged by.
#[derive(Debug, Clone)]
pub struct Judged {
    pub value: [f64; COUNT],
    pub off: [f64; COUNT],
    pub scale: [f64; COUNT],
}

impl Judged {
    /// Its own uncertainty over the scale, the largest of all numbers.
    pub fn bar(&self) -> f64 {
        (0..COUNT).map(|i| self.off[i] / self.scale[i]).fold(0.0, f64::max)
    }
}

const ROUGH: Accuracy = Accuracy { tolerance: 1e-11, longest: 0.05, led: 1e-13 };
const FINE: Accuracy = Accuracy { tolerance: 1e-12, longest: 0.03, led: 1e-15 };

/// What rounding leaves, over the scale.
const ROUNDING: f64 = 1e-12;

fn values(parted: &Parted) -> [f64; COUNT] {
    let ([v, one, two], Parted { time, deepest, dashed, work, .. }) = (parted.velocities(), *parted);
    [v.x, v.y, v.z, one.x, one.y, one.z, two.x, two.y, two.z, time, deepest, dashed, work]
}

/// The collision by two integrations, the difference of which says how far off it may be.
///
/// # Errors
/// Where an integration does not come to an end, or the bodies approach again.
pub fn judge(world: &World) -> Result<Judged, Undecided> {
    let [rough, fine] = [ROUGH, FINE].map(|accuracy| world.collide(accuracy));
    let fine = fine?;
    let (other, value) = (values(&rough?), values(&fine));
    let scale = scales(world, fine.time, fine.deepest);
    let off = std::array::from_fn(|i| 3.0 * (value[i] - other[i]).abs() + ROUNDING * scale[i]);
    Ok(Judged { value, off, scale })
}

fn scales(world: &World, time: f64, deepest: f64) -> [f64; COUNT] {
    let fast = world.speed[0].hypot(world.speed[1]);
    let [one, two] = [0, 1].map(|i| {
        let radius = if world.radius[i].is_finite() { world.radius[i] } else { world.radius[0] };
        world.spin[i].iter().fold(fast / radius, |most, spin| most.max(spin.abs()))
    });
    let energy = 0.5 * world.m * fast * fast;
    [fast, fast, fast, one, one, one, two, two, two, time, deepest, energy, energy]
}
