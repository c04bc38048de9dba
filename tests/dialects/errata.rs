//! The pages, statement by statement: each erratum of theory.md, section 8, that has a number.

#![allow(non_snake_case, reason = "a formula in code reads like the paper")]

use std::f64::consts::PI;

use collisionbench::codes::{CODES, Parameters, Reading, pfc};
use collisionbench::law::Ends;
use nalgebra::Vector3;

use super::pages::pfc_inheritance::{self as inheritance, Shear};
use super::{close, glass, measured, named, near, pages, speak, spheres};

/// Duration of an elastic Hertz collision, s: `C (m*^2/(R* E*^2 v))^(1/5)`; theory.md, section 1, at 30 digits.
fn hertz_time(pair: &collisionbench::law::Pair, v: f64) -> f64 {
    2.868_265_699_195_331_4 * (pair.m_star.powi(2) / (pair.R_star * pair.E_star.unwrap().powi(2) * v)).powf(0.2)
}

#[test]
fn every_erratum_of_the_theory_is_listed_once() {
    let ids = |name: &str| named(name).errata.iter().map(|e| e.id.to_string()).collect::<Vec<_>>();
    let expected = |letter: char, count: usize| (1..=count).map(|i| format!("{letter}{i}")).collect::<Vec<_>>();
    for (name, letter, count) in [
        ("woo", 'W', 10),
        ("mercurydpm", 'M', 4),
        ("hybird", 'H', 8),
        ("pfc", 'P', 6),
        ("musen", 'X', 6),
        ("liggghts", 'G', 2),
        ("kratos", 'K', 3),
        ("yade", 'Y', 2),
        ("edem", 'E', 2),
        ("mfix", 'F', 1),
        ("simbody", 'S', 1),
    ] {
        assert_eq!(ids(name), expected(letter, count), "{name}");
    }
    for erratum in CODES.iter().flat_map(|d| d.errata) {
        assert!(!erratum.says.is_empty() && !erratum.is.is_empty(), "{}", erratum.id);
    }
}

#[test]
fn w1_the_collision_time_is_for_equal_spheres() {
    for (q, excess) in
        [(1.0, 1.0), (1.1, 1.00499), (1.5, 1.08997), (2.0, 1.26220), (3.0, 1.66784), (5.0, 2.52617), (10.0, 4.69950)]
    {
        near(pages::woo::collision_time_excess(q), excess, 6e-6, &format!("q = {q}"));
        let pair = spheres(70e9, 0.22, 2500.0, [2e-3, 2e-3 * q]);
        let printed = pages::woo::collision_time(2500.0, pair.E_star.unwrap(), 2e-3, 2e-3 * q, 0.7);
        close(printed / hertz_time(&pair, 0.7), pages::woo::collision_time_excess(q), 1e-13, "printed over true");
    }
}

#[test]
fn w2_w3_w9_moduli_stiffness_and_radius() {
    let (E, R, delta) = (3.8e10, 1e-3f64, 1e-6f64);
    let force = 4.0 / 3.0 * E * R.sqrt() * delta * delta.sqrt();
    let a = pages::woo::contact_radius(force, R, E);
    close(a * a, R * delta, 1e-14, "a^2 = R delta");
    close(force * R / a.powi(3), pages::woo::effective_modulus(E), 1e-13, "K = F R/a^3");
    close(pages::woo::effective_modulus_as_printed(E) / pages::woo::effective_modulus(E), 9.0 / 16.0, 1e-15, "W2");
    let kn0 = 4.0 / 3.0 * E * R.sqrt();
    close(pages::woo::secant_stiffness(kn0, delta), force / delta, 1e-14, "secant");
    let slope = kn0 * ((delta * 1.0001).powf(1.5) - (delta * 0.9999).powf(1.5)) / (2e-4 * delta);
    close(pages::woo::tangent_stiffness(kn0, delta), slope, 1e-8, "tangent");
    close(pages::woo::tangent_stiffness(kn0, delta) / pages::woo::secant_stiffness(kn0, delta), 1.5, 1e-15, "W3");
    let cut = pages::woo::geometric_contact_radius(2e-3, 2e-3, delta);
    close(cut * cut, 2.0 * R * delta, 1e-3, "W9");
}

#[test]
fn w7_the_pressure_integrates_to_the_force() {
    let (a, force) = (2e-5, 3.0);
    let p0 = pages::woo::peak_pressure(force, a);
    close(2.0 / 3.0 * p0 * PI * a * a, force, 1e-15, "2/3 p0 pi a^2");
    // r = a sin(x): midpoint rule on a smooth integrand.
    let n = 2000;
    let sum: f64 = (0..n)
        .map(|i| {
            let x = 0.5 * PI * (f64::from(i) + 0.5) / f64::from(n);
            pages::woo::pressure(p0, a * x.sin(), a) * 2.0 * PI * a * x.sin() * a * x.cos() * 0.5 * PI / f64::from(n)
        })
        .sum();
    close(sum, force, 1e-6, "integral over the contact");
    assert_eq!(pages::woo::pressure(p0, 1.01 * a, a), 0.0);
}

#[test]
fn w4_w5_three_ways_to_measure_a_restitution() {
    use super::pages::woo::restitution::{
        from_energies, from_energies_as_printed, from_heights, from_speeds, from_speeds_as_printed,
    };
    for e in [0.9, 0.5, 0.1] {
        let (v0, g) = (2.0, 9.81);
        let v1 = e * v0;
        close(from_speeds(v0, v1), e, 1e-15, "speeds");
        close(from_energies(0.5 * v0 * v0, 0.5 * v1 * v1), e, 1e-15, "energies");
        close(from_heights(0.5 * v0 * v0 / g, 0.5 * v1 * v1 / g), e, 1e-15, "heights");
        close(from_speeds_as_printed(v0, v1), 1.0 / e, 1e-15, "W4");
    }
    near(from_energies_as_printed(1.0, 0.81), 0.435890, 5e-7, "W5");
    close(from_energies_as_printed(1.0, 0.5), from_energies(1.0, 0.5), 1e-15, "the two agree at 1/sqrt(2)");
}

#[test]
fn w6_a_blocked_body_has_infinite_mass() {
    let mut pair = glass();
    let said = Parameters::numbers(&[("en", 0.5)]);
    let free = 8.4e-5;
    assert_eq!(pages::woo::effective_mass(free, 1.0, [false, true]), free);
    assert_eq!(pages::woo::effective_mass(1.0, free, [true, false]), free);
    close(pages::woo::effective_mass(2.0, 3.0, [false, false]), 1.2, 1e-15, "reduced mass");
    // The dashpot gets the page's mass, the motion the true one.
    let true_mass = pair.m_star;
    pair.m_star = pages::woo::effective_mass_as_printed(free, 1.0, [false, true]);
    let contact = speak("woo", &said, Reading::AsDocumented, &pair).contact;
    let force = contact.force(&pair).unwrap();
    assert_eq!(force.C, 0.0);
    let e = collisionbench::collide::restitution(&force, true_mass, 1.0, 1e-12).unwrap();
    near(e, 1.0, 1e-11, "no damping");
}

#[test]
fn h1_h2_h8_the_collision_time_and_its_step() {
    // theory.md, section 1: r = 1 mm, E/(1-nu^2) = 7.36e10 Pa, 2500 kg/m3, 1 m/s.
    let (M, rho, R_star, u) = (7.36e10, 2500.0, 0.5e-3, 1.0);
    close(pages::hybird::collision_time_as_printed(M, rho, R_star, u), 279.0, 2e-3, "literal");
    close(pages::hybird::collision_time_with_ratio(M, rho, R_star, u), 5.66e-7, 1e-3, "ratio put right");
    close(pages::hybird::collision_time(M, rho, R_star, u), 6.01e-6, 1e-3, "true");
    let pair = spheres(M, 0.0, rho, [1e-3; 2]);
    let truth = hertz_time(&pair, u);
    close(pages::hybird::collision_time(M, rho, R_star, u), truth, 1e-13, "against Hertz");
    near(truth / pages::hybird::collision_time_with_ratio(M, rho, R_star, u), 10.62, 6e-3, "H2");
    let step = pages::hybird::time_step(truth);
    close(
        pages::hybird::time_step(pages::hybird::collision_time_as_printed(M, rho, R_star, u)) / step,
        4.64e7,
        1e-2,
        "H8",
    );
    assert!(pages::hybird::collision_time(M, rho, R_star, 4.0) < truth, "the fastest collision is the shortest");
}

#[test]
fn h4_h5_h6_stiffness_and_the_linear_dashpot() {
    let pair = glass();
    let factor = pages::hybird::secant_stiffness_factor(70e9, 0.22, pair.R_star);
    let hertzian = Parameters::new(vec![("restitution", 1.0)], &[("contactModel", "HERTZIAN")]);
    let force = speak("hybird", &hertzian, Reading::AsDocumented, &pair).contact.force(&pair).unwrap();
    close(factor, force.K, 1e-14, "k_H/sqrt(xi) is the secant");

    let linear = Parameters::new(vec![("restitution", 0.5), ("linearStiff", 1e6)], &[("contactModel", "LINEAR")]);
    let spoken = speak("hybird", &linear, Reading::AsDocumented, &pair);
    let derived = |name: &str| spoken.derived.iter().find(|d| d.name == name).unwrap().value;
    let (gamma, omega) = (derived("gamma_L"), derived("omega_L"));
    close(gamma, pages::hybird::decay_rate(derived("alpha_L"), 1e6, pair.m_star), 1e-14, "gamma_L is a rate");
    close(derived("alpha_L"), gamma / omega, 1e-14, "alpha_L is the ratio");
    // theory.md, section 2: z (full) of e = 0.5.
    close(derived("alpha_L"), 0.21545376196624678, 1e-14, "z");
    close(pages::hybird::linear_restitution(gamma, omega).unwrap(), 0.5, 1e-14, "for the full force");
    let z = gamma / omega;
    close(
        pages::hybird::linear_collision_time(gamma, omega).unwrap(),
        PI / (omega * (1.0 - z * z).sqrt()),
        1e-14,
        "t_coll",
    );
    assert_eq!(pages::hybird::linear_restitution(omega, omega), None, "overdamped");
    assert_eq!(pages::hybird::linear_collision_time(2.0 * omega, omega), None, "overdamped");
    near(measured(&spoken.contact, &pair, 1.0), 0.550283169627, 1e-9, "H6: the code clamps");
}

#[test]
fn p3_the_reference_gap_needs_one_gap() {
    let (h_n, g) = (1e9, 1e-6);
    let jump = pages::pfc::force_as_printed(h_n, 1.5, -g, -g) - pages::pfc::force_as_printed(h_n, 1.5, -g, -g * 0.999);
    close(jump, h_n * g.powf(1.5), 1e-14, "the printed force starts with a jump");
    assert_eq!(pages::pfc::force_as_printed(h_n, 1.5, g, 0.5 * g), 0.0, "and is missing over a positive gap");
    close(pages::pfc::force(h_n, 1.5, g, 0.5 * g), h_n * (0.5 * g).powf(1.5), 1e-14, "one gap");

    let pair = glass();
    let said = Parameters::numbers(&[("rgap", 1e-6)]);
    let refused = named("pfc").contact(&said, Reading::AsDocumented, &pair).unwrap_err();
    assert_eq!(refused.key, Some("rgap"));
    let force = speak("pfc", &said, Reading::Corrected, &pair).contact.force(&pair).unwrap();
    assert_eq!(force.reference_gap, 1e-6);
    close(force.K, 4.0 / 3.0 * pair.E_star.unwrap() * pair.R_star.sqrt(), 1e-14, "h_n");
}

#[test]
fn p6_the_ratio_of_a_hertz_contact() {
    let pair = glass();
    let z: f64 = 0.21545376196624678;
    let e = |ratio: f64| {
        measured(
            &speak("pfc", &Parameters::numbers(&[("dp_nratio", ratio)]), Reading::AsDocumented, &pair).contact,
            &pair,
            1.0,
        )
    };
    near(e(z), 0.466252, 5e-7, "beta_n = z");
    near(e((5.0f64 / 6.0).sqrt() * z), 0.5, 1e-9, "beta_n = sqrt(5/6) z");
    let spoken = speak("pfc", &Parameters::numbers(&[("dp_nratio", z)]), Reading::AsDocumented, &pair);
    near(spoken.restitution_requested.unwrap(), 0.5, 1e-14, "what a critical damping ratio promises");
}

#[test]
fn pfc_stiffness_is_hertz() {
    let (G, nu) = (28.7e9, 0.22);
    let pair = spheres(2.0 * G * (1.0 + nu), nu, 2500.0, [2e-3, 3e-3]);
    let bar = pages::pfc::mean_radius(2e-3, 3e-3);
    close(bar, 2.0 * pair.R_star, 1e-15, "R-bar = 2 R*");
    let hertz = 4.0 / 3.0 * pair.E_star.unwrap() * pair.R_star.sqrt();
    close(pages::pfc::h_n(G, nu, bar), hertz, 1e-14, "h_n");
    // Given at the contact, whatever the bodies are made of.
    let other = spheres(1e9, 0.4, 2500.0, [2e-3, 3e-3]);
    let said = Parameters::numbers(&[("hz_shear", G), ("hz_poiss", nu)]);
    close(
        speak("pfc", &said, Reading::AsDocumented, &other).contact.force(&other).unwrap().K,
        hertz,
        1e-14,
        "own modulus",
    );
    assert_eq!(pages::pfc::mean_radius(2e-3, f64::INFINITY), 4e-3, "a facet");
}

#[test]
fn inheritance_round_trips_and_the_average_does_not() {
    // The page's example: 1 GPa and 0.3 against 2 GPa and 0.2.
    let (one, two) = (Shear { G: 1e9, nu: 0.3 }, Shear { G: 2e9, nu: 0.2 });
    let (E, G) = inheritance::effective(one, two);
    close(E, 1.81818e9, 1e-5, "E*");
    close(G, 3.84615e8, 1e-5, "G*");
    let inherited = inheritance::inherited(one, two);
    close(inherited.G, 1.3333e9, 1e-4, "G");
    near(inherited.nu, 0.26667, 5e-6, "nu");
    close(inherited.E_star(), E, 1e-14, "round trip");
    close(inherited.G_star(), G, 1e-14, "round trip");

    let averaged = inheritance::averaged(one, two);
    assert_eq!(averaged, Shear { G: 1.5e9, nu: 0.25 });
    near(averaged.E_star() / E, 1.1, 1e-12, "h_n 10 % up");
    near(averaged.G_star() / G, 1.1143, 5e-5, "k_s 11.43 % up at equal overlap");
    // k_s = 8 G* a and a is (F/E*)^(1/3).
    near(averaged.G_star() / G * 1.1f64.powf(-1.0 / 3.0), 1.0794, 5e-5, "7.94 % up at equal force");

    assert_eq!(inheritance::inherited(one, one).nu, 0.3);
    close(inheritance::inherited(one, one).G, 1e9, 1e-14, "like pieces");
    assert_eq!(inheritance::friction(0.0, 0.5), 0.0);
}

#[test]
fn strain_energy_is_exact_for_every_exponent() {
    for alpha in [1.0f64, 1.25, 1.5, 2.0] {
        let (h, delta) = (2e8, 3e-6f64);
        let force = h * delta.powf(alpha);
        let stored = h * delta.powf(alpha + 1.0) / (alpha + 1.0);
        let k_n = pages::pfc::tangent_stiffness(h, alpha, delta);
        close(pages::pfc::strain_energy(force, k_n, alpha), stored, 1e-14, &format!("alpha_h = {alpha}"));
    }
}

#[test]
fn the_dashpot_of_pfc_is_capped_and_dissipates() {
    use super::pages::pfc::{dashpot_energy, dashpot_force};
    assert_eq!(dashpot_force(10.0, -2.0, 5.0, false), -20.0);
    assert_eq!(dashpot_force(10.0, -2.0, 5.0, true), -5.0, "the total is not tensile");
    assert_eq!(dashpot_force(10.0, 2.0, 5.0, true), 20.0);
    assert!(dashpot_energy(dashpot_force(10.0, -2.0, 5.0, true), -2.0, 1e-7) > 0.0);
    assert!(dashpot_energy(dashpot_force(10.0, 2.0, 5.0, true), 2.0, 1e-7) > 0.0);
}

#[test]
fn ball_on_facet_in_pfc_4_and_5() {
    let (E, nu, r, overlap) = (70e9, 0.22, 2e-3, 1e-6);
    let E_two = 0.5 * E / (1.0 - nu * nu);
    let pfc5 = |E_star: f64| 4.0 / 3.0 * E_star * f64::sqrt(r) * f64::powf(overlap, 1.5);
    let pfc4 = pages::pfc::ball_wall_force_of_pfc4(E_two, r, overlap);
    close(pfc4, 2.0 * pfc5(E_two), 1e-14, "twice PFC 5 with a like facet");
    close(pfc4, pfc5(E / (1.0 - nu * nu)), 1e-14, "a rigid facet");
}

#[test]
fn the_property_table_has_every_row() {
    use pfc::PROPERTIES;
    let row = |keyword: &str| PROPERTIES.iter().find(|p| p.keyword == keyword).unwrap();
    let keywords: Vec<&str> = PROPERTIES.iter().map(|p| p.keyword).collect();
    assert_eq!(
        keywords,
        [
            "rgap",
            "hz_shear",
            "hz_poiss",
            "fric",
            "hz_mode",
            "hz_alpha",
            "hz_slip",
            "hz_force",
            "dp_nratio",
            "dp_sratio",
            "dp_alpha",
            "dp_mode",
            "dp_force"
        ]
    );
    assert_eq!(
        (row("hz_poiss").range, row("hz_poiss").default, row("hz_poiss").inheritable),
        ("(-1, 0.5]", "0.0", Some(true))
    );
    assert_eq!((row("hz_alpha").range, row("hz_alpha").default), ("[0, +inf)", "1.5"));
    assert_eq!((row("dp_nratio").range, row("dp_mode").default, row("dp_mode").choices.len()), ("[0.0, 1.0]", "0", 4));
    assert!(!row("dp_force").modifiable && !row("hz_slip").modifiable && row("hz_force").modifiable);
    // What the dialect reads stands in the table.
    for key in named("pfc").keys.iter().filter(|k| !["unit_of_length", "damp"].contains(&k.name)) {
        row(key.name);
    }
}

/// w = 3, r1 = r2 = 1, d = 1.9: turning as one body about its centre of mass.
fn turning() -> pages::musen::Geometry {
    let w = Vector3::new(0.0, 0.0, 3.0);
    let centres = [Vector3::new(-0.95, 0.0, 0.0), Vector3::new(0.95, 0.0, 0.0)];
    pages::musen::Geometry { centres, radii: [1.0, 1.0], velocities: centres.map(|c| w.cross(&c)), spins: [w, w] }
}

#[test]
fn x1_a_pair_that_turns_as_one_body_does_not_slip() {
    let pair = turning();
    near(pair.relative_velocity().norm(), 0.0, 1e-14, "correct");
    near(pair.relative_velocity_as_printed().norm(), 11.4, 1e-13, "as printed");
    assert_eq!(pair.contact_point(), Vector3::zeros());
    assert_eq!(pair.arms()[1], Vector3::new(-0.95, 0.0, 0.0));
    near(pair.overlap(), 0.1, 1e-15, "overlap");
}

#[test]
fn x2_angular_momentum() {
    let pair = turning();
    let F_t = Vector3::new(0.0, 1.0, 0.0);
    let along = pair.normal().cross(&F_t);
    let rate = |moments| pair.angular_momentum_rate(F_t, moments).dot(&along);
    near(rate(pair.moments_as_printed(F_t)), -1.9, 1e-14, "as printed");
    near(rate(pair.moments_with_sign(F_t)), 0.1, 1e-14, "sign put right");
    near(rate(pair.moments(F_t)), 0.0, 1e-14, "shortened arms");
}

#[test]
fn musen_normal_force_is_hertz() {
    let pair = glass();
    let delta = 2e-6;
    let E_star = pages::musen::equivalent_modulus(70e9, 0.22, 70e9, 0.22);
    let R_star = pages::musen::equivalent_radius(2e-3, 3e-3);
    close(E_star, pair.E_star.unwrap(), 1e-14, "E*");
    close(R_star, pair.R_star, 1e-14, "R*");
    let force = 4.0 / 3.0 * E_star * R_star.sqrt() * delta * f64::sqrt(delta);
    close(pages::musen::normal_force(E_star, R_star, delta), force, 1e-14, "F_n");
    close(pages::musen::normal_stiffness(E_star, R_star, delta), 1.5 * force / delta, 1e-14, "k_n is the tangent");
    let spoken = speak("musen", &Parameters::default(), Reading::Corrected, &pair);
    close(spoken.contact.force(&pair).unwrap().elastic(delta), force, 1e-14, "the dialect");
    assert_eq!(spoken.contact.ends, Ends::ZeroOverlap);
}
