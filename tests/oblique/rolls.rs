//! A rolling spring with a dashpot under a linear contact, whose force and time are closed forms.

use std::f64::consts::PI;

use collisionbench::law::scene::Bodies;
use collisionbench::law::shear::{Form, FrictionLimit, RollingForce};
use collisionbench::law::{Ends, PowerForce};

use crate::oblique::scenes::{SOFT, ball, change, limited, scene, tsuji, wall};
use crate::oblique::tangential;

/// A linear dashpot pushes at touch already: the rolling dashpot acts in full from the start, beside an unloaded spring. Without
/// slip and without friction the spin is that of a damped oscillator, for the time of the linear contact until its force is zero.
#[test]
fn a_rolling_dashpot_acts_from_a_touch_with_a_force() {
    let bodies = [ball(&SOFT, 2e-3), wall(&SOFT)];
    let mut linear = scene(bodies, tsuji(0.5), Ends::ZeroForce, Form::Frictionless, 0.0, [1.0, 0.0]);
    linear.kinematics.spin[0][2] = 400.0;
    let Bodies { m_star: m, inertia: [inertia, _], .. } = Bodies::of(&linear);
    let (K, zeta) = (1e3, 0.3f64);
    let omega = (K / m).sqrt();
    linear.force = Some(PowerForce {
        K,
        alpha: 1.0,
        C: 2.0 * zeta * m * omega,
        beta: 0.0,
        reference_gap: 0.0,
        ends: Ends::ZeroForce,
    });
    let root = (1.0 - zeta * zeta).sqrt();
    let time = (PI - (2.0 * zeta * root).atan2(1.0 - 2.0 * zeta * zeta)) / (omega * root);
    for damped in [0.0, 0.3, 0.9] {
        let rate = 1.0 / time;
        let (a, b) = (damped * rate, rate * (1.0 - damped * damped).sqrt());
        let rolling =
            RollingForce::SpringDashpot { stiffness: rate * rate * inertia, damping: 2.0 * a * inertia, friction: 1e7 };
        let rolls = limited(change(linear.clone(), |shear| shear.rolling = rolling), FrictionLimit::Total);
        let expected = 400.0 * (-a * time).exp() * ((b * time).cos() - a / b * (b * time).sin());
        let spin = tangential(&rolls).spin[0][2].value;
        assert!((spin - expected).abs() < 1e-6 * 400.0, "{damped}: {spin} {expected}");
    }
}

/// A rolling dashpot beyond its limit at touch: the surfaces roll at `mu_r N R*` and the spring takes what the dashpot leaves of it,
/// until spring and dashpot together stay below it. The spin in small steps, under the force of a linear contact in closed form.
#[test]
fn a_rolling_dashpot_beyond_its_limit_at_touch_does_not_drive() {
    let bodies = [ball(&SOFT, 2e-3), wall(&SOFT)];
    let mut linear = scene(bodies, tsuji(0.5), Ends::ZeroForce, Form::Frictionless, 0.0, [1.0, 0.0]);
    linear.kinematics.spin[0][2] = 400.0;
    let Bodies { m_star: m, inertia: [inertia, _], .. } = Bodies::of(&linear);
    let (K, zeta) = (1e3, 0.3f64);
    let (omega, root) = ((K / m).sqrt(), (1.0 - zeta * zeta).sqrt());
    let C = 2.0 * zeta * m * omega;
    linear.force = Some(PowerForce { K, alpha: 1.0, C, beta: 0.0, reference_gap: 0.0, ends: Ends::ZeroForce });
    let time = (PI - (2.0 * zeta * root).atan2(1.0 - 2.0 * zeta * zeta)) / (omega * root);
    let push = |t: f64| {
        let (sin, cos) = (omega * root * t).sin_cos();
        let x = sin / (omega * root);
        (-zeta * omega * t).exp() * (K * x + C * (cos - zeta * omega * x))
    };
    for (beyond, rate) in [(1.05, 1.0), (1.5, 3.0), (3.0, 1.0), (3.0, 10.0), (30.0, 2.0)] {
        let (stiffness, damping) = (inertia * (rate / time).powi(2), 0.4 * inertia * rate / time);
        let friction = damping * 400.0 / (beyond * C * 2e-3);
        let rolling = RollingForce::SpringDashpot { stiffness, damping, friction };
        let rolls = limited(change(linear.clone(), |shear| shear.rolling = rolling), FrictionLimit::Total);
        let stepped = |count: u32| {
            let dt = time / f64::from(count);
            let (mut spin, mut angle) = (400.0, 0.0);
            for k in 0..count {
                let limit = friction * 2e-3 * push((f64::from(k) + 0.5) * dt);
                angle += spin * dt;
                let torque = (stiffness * angle + damping * spin).clamp(-limit, limit);
                angle = (torque - damping * spin) / stiffness;
                spin -= torque / inertia * dt;
            }
            spin
        };
        // First order: Richardson.
        let [coarse, fine] = [100_000, 200_000].map(stepped);
        let (expected, found) = (2.0 * fine - coarse, tangential(&rolls));
        let spin = found.spin[0][2].value;
        assert!((spin - expected).abs() < 1e-5 * 400.0, "{beyond} {rate}: {spin} {expected} {coarse} {fine}");
        let work = 0.5 * inertia * (400.0f64.powi(2) - spin * spin);
        assert!(found.energy_rolling.value > 0.0 && (found.energy_rolling.value - work).abs() < 1e-6 * work);
    }
}
