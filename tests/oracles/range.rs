//! The whole range a case file can reach: every number finite, every stated uncertainty small, nothing slow.

use collisionbench::collide::estimate::Estimate;
use collisionbench::law::Ends;
use collisionbench::theory::constant_restitution::{Ratio, collide};
use collisionbench::theory::scales::SpringImpact;
use collisionbench::theory::viscous::hunt_crossley_impact;

const EXPONENTS: [f64; 7] = [1.0, 1.000001, 1.1, 1.5, 2.0, 3.0, 4.0];

fn sure(what: &str, estimate: Estimate, limit: f64) {
    let Estimate { value, uncertainty } = estimate;
    assert!(value.is_finite() && value >= 0.0, "{what}: {value:e}");
    assert!(uncertainty <= limit * value, "{what}: {value:e} +- {uncertainty:e}");
}

/// Restitutions from `1 - 1e-12` to 1e-120: below 1e-12 in all but what a near-critical contact that pulls makes ill
/// conditioned.
#[test]
fn requested_restitutions() {
    let mut restitutions: Vec<f64> = (0..12).map(|i| 1.0 - 10.0_f64.powi(i - 12)).collect();
    restitutions.extend((1..60).map(|i| 0.01_f64.powi(i)));
    restitutions.extend([0.5, 0.2, 0.136, (-2.0_f64).exp(), 0.135, 0.05]);
    for e in restitutions {
        for n in EXPONENTS {
            let impact = SpringImpact { m: 1e-3, K: 1e7, n, v: 0.5 };
            for ends in Ends::ALL {
                let what = format!("e = {e:e}, n = {n}, {}", ends.word());
                let ratio = Ratio::achieving(e, ends.pulls());
                let collision = collide(&impact, &ratio, ends);
                // -d(ln e)/d(ln z) = ln e (1 + ln^2 e/pi^2): what z, as a double, can say about e.
                let weak = if ends.pulls() { 1e-15 * e.ln().abs().powi(3) } else { 1e-15 * e.ln().abs() };
                let met = (collision.restitution.value / e - 1.0).abs();
                assert!(met <= 1e-14 + weak && met * e <= collision.restitution.uncertainty, "{what}: {met:e}");
                sure(&what, collision.restitution, 1e-13 + 3.0 * weak);
                sure(&what, collision.max_overlap, 1e-14);
                sure(&what, collision.max_force, 1e-14);
                sure(&what, collision.max_force_elastic, 1e-14);
                sure(&what, collision.time_of_max_overlap, 1e-12);
                sure(&what, collision.to_zero_force, 1e-12);
                let zero_overlap = collision.to_zero_overlap.unwrap_or_else(|| panic!("{what}"));
                sure(&what, zero_overlap, 1e-12 + 3.0 * weak);
                let times = [collision.time_of_max_overlap, collision.to_zero_force, zero_overlap].map(|t| t.value);
                assert!(times[0] < times[1] && times[1] <= times[2] * (1.0 + 1e-14), "{what}: {times:?}");
            }
        }
    }
}

/// Coefficients over forty decades; times, forces and overlaps change steadily.
#[test]
fn given_coefficients() {
    for n in EXPONENTS {
        let impact = SpringImpact { m: 1.0, K: 1.0, n, v: 1.0 };
        let mut last = f64::INFINITY;
        for step in 0..400 {
            let z = 10.0_f64.powf(-20.0 + 0.1 * f64::from(step));
            let collision = collide(&impact, &Ratio::new(z), Ends::ForceClamped);
            let what = format!("z = {z:e}, n = {n}");
            sure(&what, collision.time_of_max_overlap, 1e-12);
            sure(&what, collision.to_zero_force, 1e-12);
            sure(&what, collision.max_force, 1e-13);
            assert!(collision.max_overlap.value <= last * (1.0 + 1e-15), "{what}");
            assert!(collision.max_force.value >= collision.max_force_elastic.value * (1.0 - 1e-14), "{what}");
            last = collision.max_overlap.value;
        }
    }
}

#[test]
fn hunt_crossley_from_nothing_to_everything() {
    let mut last = [1.0, f64::INFINITY];
    for step in 1..600 {
        let y = 10.0_f64.powf(-20.0 + 0.1 * f64::from(step));
        let collision = hunt_crossley_impact(&SpringImpact { m: 1.0, K: 1.0, n: 1.5, v: 1.0 }, y);
        let now = [collision.restitution, collision.max_overlap];
        assert!(now.iter().all(|x| x.is_finite() && *x > 0.0), "{y:e}");
        assert!(now.iter().zip(last).all(|(now, last)| *now <= last * (1.0 + 4e-16)), "{y:e}: {now:?} after {last:?}");
        assert!(collision.max_force >= collision.max_force_elastic * (1.0 - 1e-14), "{y:e}");
        last = now;
    }
}
