//! Oblique impacts of Luding's spring at a wall against closed forms.

use std::f64::consts::FRAC_PI_2;

use collisionbench::law::scene::Scene;

use super::branched_slide::{K1, K2, mass, scene, solved};

/// Luding's spring with this stiffness of its attraction, N/m, between surfaces that stick and slide.
fn luding(adhesion: f64, degrees: f64) -> Scene {
    let normal = format!(
        "[contact.normal.luding]\nloading_stiffness = \"{K1} N/m\"\nunloading_stiffness = \"{K2} N/m\"\n\
         adhesion_stiffness = \"{adhesion} N/m\"\n"
    );
    scene(&normal, "[contact.tangential.cundall-strack]\nstiffness = \"800 N/m\"\nfriction = 0.3\n", 2.0, degrees)
}

/// Friction does not touch the normal motion at a wall: a spring of k1 and then of k2 has lost its force after a quarter of a
/// period of each, before it begins to pull.
#[test]
fn the_force_of_an_oblique_contact_is_zero_before_it_pulls() {
    let quarter = |k: f64| FRAC_PI_2 * (mass() / k).sqrt();
    for adhesion in [0.0, 1.0, 1000.0] {
        let (trajectory, _) = solved(&luding(adhesion, 30.0));
        let (zero, expected) = (trajectory.zero_force.unwrap().time, quarter(K1) + quarter(K2));
        assert!((zero.value - expected).abs() <= zero.uncertainty, "{adhesion}: {zero:?}, not {expected}");
        assert!(zero.uncertainty < 1e-11 * expected, "{adhesion}: {zero:?}");
        assert!(trajectory.end.unwrap().time.value > 1.01 * expected, "{adhesion}: the unloaded contact goes on");
    }
}

/// Near the speed at which bodies stick the energy that is left says more than the integrated speed, obliquely too:
/// `e^2 = k1/k2 - k_c (k2 - k1)^2/(k1 k2 (k2 + k_c))` is `(4000 - k_c)/2/(5000 + k_c)` here.
#[test]
fn an_oblique_contact_that_nearly_sticks_parts_as_fast_as_its_energy_says() {
    let adhesion: f64 = 3_999.999_999_6;
    let expected = (0.5 * (4000.0 - adhesion) / (5000.0 + adhesion)).sqrt();
    let (trajectory, tangential) = solved(&luding(adhesion, 30.0));
    let expected = expected * 2.0 * 30f64.to_radians().cos();
    let end = trajectory.end.unwrap().speed;
    for (parting, unsure) in
        [end, tangential.separation, tangential.velocity[0]].map(|speed| (speed.value.abs(), speed.uncertainty))
    {
        assert!((parting - expected).abs() <= unsure, "{parting} +- {unsure}, not {expected}");
        assert!(unsure < 1e-3 * expected, "{parting} +- {unsure}");
    }
}

/// A spring along the contact that is next to nothing beside the normal one, so that friction, force and contact end within rounding
/// of each other: none of these angles is given up. Friction does not touch the normal motion at a wall: `e^2 = k1/k2 = 1 - lambda`.
#[test]
fn a_force_that_ends_with_its_contact_is_one_event_at_every_angle() {
    let normal = "[contact]\nfriction_limit = \"total\"\n[contact.normal.eepa]\nslope = \"linear\"\nloading_stiffness = \"1e11 N/m\"\n\
                  plasticity_ratio = 0.1853\nadhesion_ratio = 0\n";
    let along = "[contact.tangential.mindlin]\nform = \"total-spring\"\nfriction = 0.68\n";
    for number in 0..300 {
        let degrees = 20.0 + 0.2 * f64::from(number);
        let (trajectory, _) = solved(&scene(normal, along, 2.0, degrees));
        let expected = (1.0 - 0.1853_f64).sqrt() * 2.0 * degrees.to_radians().cos();
        let end = trajectory.end.unwrap().speed;
        assert!((end.value + expected).abs() <= end.uncertainty, "{degrees}: {end:?}, not {expected}");
    }
}
