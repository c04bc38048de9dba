//! The second way: equal steps with a return mapping in each, as DEM codes have it. It has no events and no direction of its own.

use collisionbench::law::shear::{Form, FrictionLimit};

use super::motion::{MEMORY, Mode, N, Q, Regime, SPEED, SPIN, State, Vector, World, put, vector};

/// Velocity and spins as the bodies part, in this many steps of a collision's usual length; `None` where it does not end.
pub fn stepped(world: &World, count: usize) -> Option<[Vector; 3]> {
    let (leg, q) = world.law.touch();
    let total = world.form == Form::Total;
    let mode = if total { Mode::CutStretch } else { Mode::CutForce };
    let mut regime = Regime { leg, mode, sign: 1.0, clamped: false, inward: true };
    let mut y = world.start(q);
    let h = 2.5 / count as f64;
    for _ in 0..20 * count {
        let plus = |k: &State, f: f64| -> State { std::array::from_fn(|i| y[i] + f * k[i]) };
        regime.sign = sign(world, &regime, &y);
        let a = world.rate(&regime, &y);
        let b = world.rate(&regime, &plus(&a, 0.5 * h));
        let next = plus(&b, h);
        let end = world.law.below(&regime.leg);
        let at = world.now(&regime, &next);
        let cut = !regime.inward && (world.clamps || world.ends_at_zero_force) && !regime.clamped && at.normal <= 0.0;
        if !regime.inward && next[Q] <= end.0 || cut {
            let whole = world.now(&regime, &y).normal;
            let part = if cut { whole / (whole - at.normal) } else { (y[Q] - end.0) / (y[Q] - next[Q]) };
            y = std::array::from_fn(|i: usize| y[i] + part * (next[i] - y[i]));
            match end.1 {
                _ if cut && world.ends_at_zero_force => return Some(parted(&y)),
                _ if cut => regime.clamped = true,
                None => return Some(parted(&y)),
                Some((leg, q)) => (regime.leg, y[Q]) = (leg, q),
            }
            continue;
        }
        y = next;
        map(world, &mut regime, &mut y);
        if regime.inward {
            if let Some((above, leg, _)) = world.law.above(&regime.leg).filter(|(above, ..)| y[Q] > *above) {
                let beyond = regime.leg.curve.at(y[Q]).overlap - regime.leg.curve.at(above).overlap;
                (regime.leg, y[Q]) = (leg, beyond / world.unit);
            }
            if world.now(&regime, &y).w < 0.0 {
                regime.inward = false;
                (regime.leg, y[Q]) = world.law.turned(&regime.leg, y[Q]);
                if world.form == Form::Rescaled {
                    let stretch = vector(&y, MEMORY) / world.now(&regime, &y).k;
                    put(&mut y, MEMORY, &stretch);
                    regime.mode = Mode::CutStretch;
                }
            }
        } else if world.now(&regime, &y).w > 0.0 {
            return None;
        }
    }
    None
}

fn sign(world: &World, regime: &Regime, y: &State) -> f64 {
    if regime.clamped {
        return 0.0;
    }
    let normal = world.now(regime, y).normal;
    match world.limit {
        FrictionLimit::Total => f64::from(u8::from(normal > 0.0)),
        FrictionLimit::Absolute => 1.0f64.copysign(normal),
        _ => 1.0,
    }
}

fn map(world: &World, regime: &mut Regime, y: &mut State) {
    regime.sign = sign(world, regime, y);
    let at = world.now(regime, y);
    let (size, limit) = (at.trial.norm(), at.limit);
    if size > limit {
        let inside = if world.caps() { at.c } else { 0.0 };
        let spring = at.trial * (limit / size) - at.slip * inside;
        put(y, MEMORY, &(if regime.mode == Mode::CutStretch { spring / at.k } else { spring }));
    }
}

fn parted(y: &[f64; N]) -> [Vector; 3] {
    [SPEED, SPIN[0], SPIN[1]].map(|at| vector(y, at))
}
