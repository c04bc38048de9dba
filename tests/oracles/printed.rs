//! Numbers printed with the theory, and identities it must obey.

use std::f64::consts::PI;

use collisionbench::law::Ends;
use collisionbench::theory::constant_restitution::{Ratio, collide};
use collisionbench::theory::elastic::{
    ElasticImpact, landau_lifshitz_coefficient, landau_lifshitz_duration, landau_lifshitz_excess, power_law_impact,
};
use collisionbench::theory::scales::{SpringImpact, rounded};
use collisionbench::theory::viscous::{hunt_crossley_impact, hunt_crossley_number, hunt_crossley_restitution};

use super::table::{Row, meets, read, theory};

fn near(found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance * expected.abs(),
        "{found:e} is not {expected:e}: {:.2e}",
        found / expected - 1.0
    );
}

/// One unit of everything: the collision comes out in the theory's own scales.
fn unit(n: f64) -> SpringImpact {
    SpringImpact { m: 1.0, K: 1.0, n, v: 1.0 }
}

/// e, z when the contact may pull, z when it may not, alpha when it may not.
const RATIOS: [(f64, f64, f64, f64); 7] = [
    (0.99, 3.1991048912562849e-3, 3.2056468495432236e-3, 7.1680442674366887e-3),
    (0.9, 0.033518449105676372, 0.034265204126232761, 0.076619325689162738),
    (0.7, 0.11280845069358129, 0.12221474778772474, 0.27328048390634456),
    (0.5, 0.21545376196624678, 0.25527563764865181, 0.57081367878199015),
    (0.3, 0.35785713050331665, 0.49723939469929436, 1.1118610876384708),
    (0.1, 0.59115503379889751, 1.2431878510137803, 2.7798525436686935),
    (0.01, 0.82608505461395710, 4.8069418017796574, 10.748648632664634),
];

#[test]
fn restitution_to_ratio_and_back() {
    for (e, full, clipped, alpha) in RATIOS {
        // The last printed digit, and what ln e loses when e is read as a double.
        let tolerance = 1e-15 + 2e-16 / (1.0 - e);
        near(Ratio::full(e).z, full, tolerance);
        near(Ratio::clipped(e).z, clipped, tolerance);
        near(5.0_f64.sqrt() * Ratio::clipped(e).z, alpha, tolerance);
        near(Ratio::new(full).restitution(true), e, 1e-14);
        near(Ratio::new(clipped).restitution(false), e, 1e-14);
    }
}

/// The coefficient of one definition under the other: requested, achieved.
#[test]
fn full_coefficient_in_a_code_that_never_pulls() {
    for (requested, achieved) in [
        (0.99, 0.9900203),
        (0.9, 0.9020261),
        (0.7, 0.7182014),
        (0.5, 0.5502832),
        (0.3, 0.3971405),
        (0.1, 0.2527294),
        (0.01, 0.1728812),
    ] {
        let found = Ratio::full(requested).restitution(false);
        assert!((found - achieved).abs() <= 0.5000001e-7, "{requested}: {found}");
    }
    near(Ratio::full(1e-300).restitution(false), (-2.0_f64).exp(), 1e-2);
    assert!(Ratio::full(1e-300).restitution(false) > (-2.0_f64).exp());
}

#[test]
fn special_values_and_their_neighbourhood() {
    near(Ratio::new(1.0).restitution(false), 0.135335283236612691894, 1e-15);
    near(Ratio::new(0.5_f64.sqrt()).restitution(false), 0.207879576350761908547, 1e-15);
    assert_eq!(Ratio::new(0.0).restitution(true), 1.0);
    assert_eq!(Ratio::new(0.0).restitution(false), 1.0);
    assert_eq!(Ratio::new(1.0).restitution(true), 0.0);
    assert_eq!(Ratio::new(3.0).restitution(true), 0.0);
    assert_eq!((Ratio::full(1.0).z, Ratio::clipped(1.0).z), (0.0, 0.0));
    // ln e = -2 - 4/3 (z-1) + ... about z = 1 (from s_max = 1 - (z-1)/3 + ...), on both sides and in both directions.
    for offset in [-1e-6, -1e-9, -1e-13, 1e-13, 1e-9, 1e-6_f64] {
        let expected = -2.0 - 4.0 / 3.0 * offset;
        assert!((Ratio::new(1.0 + offset).restitution(false).ln() - expected).abs() < 1e-15 + offset * offset);
        assert!((Ratio::clipped(expected.exp()).z - 1.0 - offset).abs() < 1e-15 + offset * offset, "{offset:e}");
    }
    // -ln e = pi z + ... about z = 0.
    for loss in [1e-3, 1e-6, 1e-9_f64] {
        let e = 1.0 - loss;
        near(Ratio::clipped(e).z, -e.ln() / PI, loss);
        near(Ratio::full(e).z, -e.ln() / PI, loss);
    }
}

#[test]
fn restitution_falls_with_the_ratio_and_every_restitution_is_reached() {
    let mut last = 1.0;
    for step in 1..4000 {
        let z = (f64::from(step) * 0.005 - 12.0).exp();
        let e = Ratio::new(z).restitution(false);
        assert!(e < last, "z = {z}");
        last = e;
    }
    for step in 1..2000 {
        let e = (-f64::from(step) * 0.3).exp();
        for pulls in [true, false] {
            let tolerance = 1e-15 * (10.0 - 3.0 * e.ln());
            near(Ratio::achieving(e, pulls).restitution(pulls), e, tolerance);
        }
    }
}

fn hertz_impact(E_star: f64, R_star: f64, m_star: f64, speed: f64) -> ElasticImpact {
    power_law_impact(&SpringImpact::hertz(E_star, R_star, m_star, speed))
}

/// Every digit printed with the theory's elastic constants.
#[test]
fn elastic_constants() {
    let spheres = hertz_impact(1.0, 1.0, 1.0, 1.0);
    near(spheres.duration / spheres.max_overlap, 2.94327518432470465738178730008, 1e-15);
    near(spheres.duration, 2.86826569920, 1e-11);
    near(power_law_impact(&unit(1.5)).duration, 3.2180654597190430845359300456, 1e-15);
    near(landau_lifshitz_coefficient(), 2.21421010414349413086760450156, 1e-15);
    // Identical spheres, with Young's modulus and nu = 0: E* = E/2.
    near(landau_lifshitz_duration(1.0, 0.5, 1.0, 1.0), 2.92166774853061455925879697218, 1e-15);
    // A sphere of unit radius, density and E* on a wall.
    let wall = hertz_impact(1.0, 1.0, 4.0 / 3.0 * PI, 1.0);
    near(wall.duration, 5.08691900849489054834915006699, 1e-15);
}

#[test]
fn landau_lifshitz_off_its_range() {
    for (q, factor) in [(1.1, 1.00499), (1.5, 1.08997), (2.0, 1.26220), (3.0, 1.66784), (5.0, 2.52617), (10.0, 4.69950)]
    {
        assert!((landau_lifshitz_excess(q) - factor).abs() <= 0.5000001e-5, "{q}: {}", landau_lifshitz_excess(q));
        near(landau_lifshitz_excess(1.0 / q), landau_lifshitz_excess(q), 1e-15);
        // The factor is the form over Hertz, computed as such.
        let mass = |r: f64| 4.0 / 3.0 * PI * r * r * r;
        let true_one = hertz_impact(1.0, q / (1.0 + q), mass(1.0) * mass(q) / (mass(1.0) + mass(q)), 1.0).duration;
        near(landau_lifshitz_duration(1.0, 1.0, 1.0 + q, 1.0), true_one * landau_lifshitz_excess(q), 2e-15);
    }
    assert_eq!(landau_lifshitz_excess(1.0), 1.0);
}

/// Test 1 of Chung & Ooi as printed: 10.697 kN and 274.1 um at 20 m/s, 40.34 us.
#[test]
fn glass_spheres_of_chung_and_ooi() {
    let (radius, density, young_modulus, nu) = (0.01, 2800.0, 48e9, 0.2);
    let mass = density * 4.0 / 3.0 * PI * radius * radius * radius;
    let glass = hertz_impact(young_modulus / (2.0 * (1.0 - nu * nu)), 0.5 * radius, 0.5 * mass, 20.0);
    assert!((glass.max_force - 10.697e3).abs() < 0.5, "{}", glass.max_force);
    assert!((glass.max_overlap - 274.1e-6).abs() < 0.05e-6);
    assert!((glass.duration - 40.34e-6).abs() < 0.005e-6);
}

/// Direct integration in `delta = q^4` by Taylor series at 50 digits, in the collision's own scales: ratios at and
/// about the turns of the formulas, where the theory tables have no rows.
#[test]
fn near_the_turns_of_the_formulas() {
    let rows = read("oracles/tsuji_turns.csv");
    let clipped = |row: &Row| collide(&unit(1.5), &Ratio::new(row.get("z")), Ends::ForceClamped);
    meets(&rows, "e_clipped", 1e-13, |row| clipped(row).restitution);
    meets(&rows, "delta_max", 1e-13, |row| clipped(row).max_overlap);
    meets(&rows, "F_max", 1e-13, |row| clipped(row).max_force);
    meets(&rows, "t_delta_max", 1e-12, |row| clipped(row).time_of_max_overlap);
    meets(&rows, "t_force_zero", 1e-12, |row| clipped(row).to_zero_force);
    meets(&rows, "t_overlap_zero", 1e-12, |row| clipped(row).to_zero_overlap.unwrap());
    let (separate, stay): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| row.get("z") < 1.0);
    let full: Vec<Row> = separate.into_iter().filter(|row| !row.get("e_full").is_nan()).collect();
    assert!(full.len() >= 5);
    let pulling = |row: &Row| collide(&unit(1.5), &Ratio::new(row.get("z")), Ends::ZeroOverlap);
    meets(&full, "e_full", 1e-13, |row| pulling(row).restitution);
    meets(&full, "t_full", 1e-13, |row| pulling(row).to_zero_overlap.unwrap());
    for row in stay {
        assert_eq!(pulling(&row).restitution.value, 0.0);
        assert_eq!(pulling(&row).to_zero_overlap, None);
        meets(&[row], "t_force_zero", 1e-12, |row| pulling(row).to_zero_force);
    }
}

/// The power law at its ends: `n = 1` is the linear spring, and the undamped limit of the damped theory is elastic.
#[test]
fn power_law() {
    near(power_law_impact(&unit(1.0)).duration, PI, 1e-15);
    near(power_law_impact(&unit(1.0)).max_force, 1.0, 1e-15);
    // n = 3: the lemniscate, t = 2^(1/4) Gamma(1/4)^2/(2 sqrt(2 pi)), Gamma(1/4) = 3.62560990822190831193...
    let quarter = 3.625_609_908_221_908_3_f64;
    near(
        power_law_impact(&unit(3.0)).duration,
        2.0_f64.powf(0.25) * quarter * quarter / (2.0 * (2.0 * PI).sqrt()),
        1e-15,
    );
    for n in [1.0, 1.1, 1.3, 1.5, 1.7, 2.0, 4.0] {
        let elastic = power_law_impact(&unit(n));
        for ends in Ends::ALL {
            let damped = collide(&unit(n), &Ratio::new(0.0), ends);
            near(damped.to_zero_overlap.unwrap().value, elastic.duration, 4e-15);
            near(damped.to_zero_force.value, elastic.duration, 4e-15);
            near(2.0 * damped.time_of_max_overlap.value, elastic.duration, 4e-15);
            near(damped.max_overlap.value, elastic.max_overlap, 4e-15);
            near(damped.max_force.value, elastic.max_force, 4e-15);
            assert_eq!(damped.restitution.value, 1.0);
        }
        near(elastic.max_force, elastic.max_overlap.powf(n), 4e-15);
    }
}

/// `lambda v - ln(1 + lambda v) = -lambda e v - ln(1 - lambda e v)`, taken at its word where nothing cancels, and by
/// its first terms where everything does.
#[test]
fn hunt_crossley_equation() {
    for y in [0.05, 0.3, 0.999, 1.0, 1.001, 3.0, 20.0_f64] {
        let e = hunt_crossley_restitution(y);
        let (left, right) = (y - y.ln_1p(), -e * y - (-e * y).ln_1p());
        // Where e y is nearly 1 the right side has lost what 1 - e y has.
        let tolerance = 4e-16 / (y * y).min(1.0) / (1.0 - e * y);
        assert!((left - right).abs() < tolerance * left.max(1.0), "{y}: {:e}", left - right);
    }
    for y in [1e-12, 1e-8, 1e-5_f64] {
        // e = 1 - 2/3 y + 4/9 y^2 - ..., alternating, so the next term (below y^3) bounds what is left out.
        let e = hunt_crossley_restitution(y);
        assert!((e - (1.0 - y * (2.0 / 3.0 - 4.0 / 9.0 * y))).abs() < 3e-16 + y.powi(3), "{y}");
    }
    // Very strong damping: e v = 1/lambda.
    near(1e6 * hunt_crossley_restitution(1e6), 1.0, 1e-15);
    for e in [1e-6, 0.01, 0.1, 0.5, 0.9, 0.99, 0.9999] {
        near(hunt_crossley_restitution(hunt_crossley_number(e)), e, 4e-15);
    }
    assert_eq!(hunt_crossley_number(1.0), 0.0);
    assert_eq!(hunt_crossley_restitution(0.0), 1.0);
}

/// Direct integration by Taylor series at 40 digits, in the collision's own scales, n = 3/2 and 2.
#[test]
fn hunt_crossley_integrated() {
    let rows = read("oracles/hunt_crossley.csv");
    let collision = |row: &Row| hunt_crossley_impact(&unit(row.get("n")), row.get("lambda"));
    meets(&rows, "e", 1e-13, |row| rounded(collision(row).restitution, 8.0));
    meets(&rows, "delta_max", 1e-13, |row| rounded(collision(row).max_overlap, 8.0));
    meets(&rows, "F_max", 1e-13, |row| rounded(collision(row).max_force, 16.0));
}

/// With vanishing damping the collision is the elastic one; with strong damping the first force is the largest.
#[test]
fn hunt_crossley_limits() {
    for n in [1.0, 1.5, 2.0] {
        let elastic = power_law_impact(&unit(n));
        let collision = hunt_crossley_impact(&unit(n), 1e-9);
        near(collision.max_overlap, elastic.max_overlap, 2e-9);
        near(collision.max_force, elastic.max_force, 2e-9);
        let strong = hunt_crossley_impact(&unit(n), 50.0);
        assert!(strong.max_force > strong.max_force_elastic && strong.max_overlap < elastic.max_overlap);
    }
}

/// Restitution does not change with the exponent, nor with speed, mass or stiffness.
#[test]
fn restitution_is_the_ratio_s_alone() {
    let row = &theory("tsuji_clipped")[4];
    let ratio = Ratio::new(row.get("zeta"));
    for impact in [unit(1.0), unit(2.7), SpringImpact { m: 3e-9, K: 7e11, n: 1.5, v: 12.0 }] {
        near(collide(&impact, &ratio, Ends::ZeroForce).restitution.value, row.get("e"), 1e-13);
    }
}
