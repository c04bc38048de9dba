//! Laws with branches: overlap and duration against theories that know no branch, the rest by hand.

use std::f64::consts::PI;
use std::sync::Arc;

use approx::assert_relative_eq;
use collisionbench::case::Case;
use collisionbench::collide::observe::Observable;
use collisionbench::data::Files;
use collisionbench::error::SourceFile;
use collisionbench::law::normal::{
    BreaksAt, Dmt, Eepa, Jkr, JkrHertzRadius, Luding, OverlapArea, Reload, Sjkr, Thornton, ThorntonNing, Unloading,
    WaltonBraun,
};
use collisionbench::law::scene::validity::{Light, elastic_duration, elastic_overlap, first_yield_speed};
use collisionbench::law::scene::{Body, ParameterValue, Scene, SceneParameter};
use collisionbench::law::{Normal, undamped};
use collisionbench::theory::{Prediction, find};
use collisionbench::units::Dimension;

use super::{absent, detail, line, material, note, scene_under, sphere, wall};

/// A ball of 1 mm of 5 GPa on a rigid wall: `E* = 5 GPa` with nu = 0.
fn ball(yield_stress: Option<f64>) -> [Body; 2] {
    [sphere(1e-3, material(2500.0, 5e9, 0.0, yield_stress)), wall(None)]
}

const E: f64 = 5e9;
const R: f64 = 1e-3;

fn jkr(w: f64) -> Normal {
    Normal::Jkr(Jkr { work_of_adhesion: w, breaks_at: BreaksAt::Displacement })
}

fn dmt(w: f64) -> Normal {
    Normal::Dmt(Dmt { work_of_adhesion: w })
}

fn laws() -> Vec<(&'static str, Normal)> {
    let w = 0.2;
    let grows = Unloading::Grows { limit: 5e5, depth: 1e-3, reload: Reload::Kept };
    let luding = |unloading| Normal::Luding(Luding { loading_stiffness: 1e5, adhesion_stiffness: 5e3, unloading });
    let eepa = |loading_stiffness, pull_off_force| {
        Normal::Eepa(Eepa { loading_stiffness, plasticity_ratio: 0.4, adhesion_ratio: 0.02, pull_off_force })
    };
    let plastic = ThorntonNing { work_of_adhesion: w, yield_pressure: 2e8, breaks_at: BreaksAt::Force };
    vec![
        ("attracted-hertz-impact", dmt(w)),
        ("attracted-hertz-impact", Normal::Sjkr(Sjkr { cohesion_energy_density: 1e6, area: OverlapArea::FirstOrder })),
        ("attracted-hertz-impact", Normal::JkrHertzRadius(JkrHertzRadius { work_of_adhesion: w })),
        ("jkr-impact", jkr(w)),
        ("thornton-impact", Normal::Thornton(Thornton { yield_pressure: 1e8 })),
        ("thornton-ning-impact", Normal::ThorntonNing(plastic)),
        (
            "walton-braun-impact",
            Normal::WaltonBraun(WaltonBraun { loading_stiffness: 1e5, unloading_stiffness: 3e5, stiffening: 1e3 }),
        ),
        ("luding-impact", luding(Unloading::Constant(3e5))),
        ("luding-impact", luding(grows)),
        ("eepa-impact", eepa(Some(1e5), 0.0)),
        ("eepa-impact", eepa(None, 1e-4)),
    ]
}

fn predicted(oracle: &str, scene: &Scene, observable: Observable) -> Option<f64> {
    let Prediction::Covers { values, .. } = find(oracle).unwrap().predict(scene) else { panic!("{oracle}") };
    values.into_iter().find(|(what, _)| *what == observable).map(|(_, estimate)| estimate.value)
}

#[test]
fn overlap_and_duration_are_those_of_the_theories() {
    let (mut compared, mut stuck) = (0, 0);
    for (oracle, normal) in laws() {
        for speed in [1e-3, 3e-3, 0.1, 1.0, 10.0] {
            let scene = scene_under(ball(None), speed, normal.clone(), None);
            let of = |observable| predicted(oracle, &scene, observable);
            assert_relative_eq!(
                elastic_overlap(&scene).unwrap(),
                of(Observable::MaxOverlap).unwrap(),
                max_relative = 1e-11
            );
            let contact = scene.branches().unwrap().unwrap();
            let course = undamped::collide(&*contact.law, scene.pair.m_star, speed, None).unwrap();
            assert!((course.restitution - of(Observable::Restitution).unwrap()).abs() < 1e-10, "{oracle} {speed}");
            match of(Observable::Duration) {
                Some(duration) => {
                    assert_relative_eq!(elastic_duration(&scene).unwrap(), duration, max_relative = 1e-8);
                    compared += 1;
                }
                None if of(Observable::Sticks) == Some(1.0) => {
                    assert_eq!(elastic_duration(&scene), None, "{oracle} {speed}");
                    assert!(note(&line(&scene, "wave-travel")).contains("stick"));
                    stuck += 1;
                }
                None => {}
            }
        }
    }
    assert!(compared > 25 && stuck == 2, "{compared} {stuck}");
}

#[test]
fn a_second_impact_begins_with_what_the_first_has_left() {
    for (oracle, normal) in laws() {
        let (Normal::WaltonBraun(_) | Normal::Thornton(_)) = normal else { continue };
        for before in [0.5, 2.0] {
            let mut scene = scene_under(ball(None), 1.0, normal.clone(), None);
            let first = elastic_overlap(&scene).unwrap();
            scene.before = Some(before);
            let expected = predicted(oracle, &scene, Observable::MaxOverlap).unwrap();
            assert_relative_eq!(elastic_overlap(&scene).unwrap(), expected, max_relative = 1e-11);
            assert!((elastic_overlap(&scene).unwrap() / first - 1.0).abs() > 1e-4, "{oracle}");
        }
    }
}

/// Speed at which a JKR contact of 1 mm reaches `x` times its smallest radius `a_c`, by Johnson's energy, and `a_c`.
fn jkr_speed(w: f64, x: f64, m: f64) -> [f64; 2] {
    let a_c = (PI * w * R * R / (8.0 * E)).cbrt();
    let shape = |x: f64| x.powi(5) / 5.0 - 2.0 * x.powf(3.5) + 3.0 * x * x;
    let energy = 8.0 * E * a_c.powi(5) / (3.0 * R * R) * (shape(x) - shape(4f64.powf(2.0 / 3.0)));
    [(2.0 * energy / m).sqrt(), a_c]
}

#[test]
fn the_pressure_of_jkr_is_that_of_its_own_radius_less_its_pull() {
    let m = ball(None)[0].mass;
    let [speed, a_c] = jkr_speed(0.2, 6.0, m);
    let pulled = scene_under(ball(None), speed, jkr(0.2), None);
    let a = 6.0 * a_c;
    assert_relative_eq!(line(&pulled, "contact-radius").value.unwrap(), a / R, max_relative = 1e-10);
    let pressure = |pull: f64| 2.0 * E * a / (PI * R) - pull * (2.0 * 0.2 * E / (PI * a)).sqrt();
    let found = detail(&line(&pulled, "peak-pressure"), "peak pressure");
    assert_relative_eq!(found, pressure(1.0), max_relative = 1e-10);
    assert!((found / pressure(0.0) - 1.0).abs() > 0.02, "that of Hertz is distinguished");
    // A yield stress whose 1.6-fold is that pressure: first yield is at this speed.
    let yields = scene_under(ball(Some(pressure(1.0) / 1.6)), speed, jkr(0.2), None);
    assert_relative_eq!(line(&yields, "peak-pressure").value.unwrap(), 1.0, max_relative = 1e-10);
    assert_relative_eq!(first_yield_speed(&yields).unwrap(), speed, max_relative = 1e-9);
    // Without a neck: the same radius at another speed.
    let normal = Normal::JkrHertzRadius(JkrHertzRadius { work_of_adhesion: 0.2 });
    let flat = scene_under(ball(Some(pressure(1.0) / 1.6)), 1.0, normal, None);
    let V_y = first_yield_speed(&flat).unwrap();
    let delta: f64 = a * a / R;
    let work = 8.0 / 15.0 * E * R.sqrt() * delta.powf(2.5)
        - (8.0 * PI * 0.2 * E).sqrt() * R.powf(0.75) * delta.powf(1.75) / 1.75;
    assert_relative_eq!(V_y, (2.0 * work / m).sqrt(), max_relative = 1e-9);
}

#[test]
fn the_pull_of_dmt_hastens_first_yield() {
    // p_y = 200 MPa: a_y = pi p_y R/(2 E) = 62.83 um, delta_y = 3.948 um.
    let scene = scene_under(ball(Some(1.25e8)), 0.5, dmt(0.2), None);
    let delta_y = (PI * 2e8 / (2.0 * E)).powi(2) * R;
    let work = 8.0 / 15.0 * E * R.sqrt() * delta_y.powf(2.5) - 2.0 * PI * 0.2 * R * delta_y;
    let V_y = (2.0 * work / scene.pair.m_star).sqrt();
    assert_relative_eq!(first_yield_speed(&scene).unwrap(), V_y, max_relative = 1e-12);
    let light = |speed| line(&Scene { speed, ..scene.clone() }, "peak-pressure").light;
    assert_eq!([light(V_y * (1.0 - 1e-9)), light(V_y * (1.0 + 1e-9))], [Some(Light::Green), Some(Light::Red)]);
    let without = scene_under(ball(Some(1.25e8)), 0.5, dmt(1e-12), None);
    assert!(first_yield_speed(&without).unwrap() > 1.0001 * V_y, "that of Hertz is distinguished");
}

#[test]
fn a_contact_that_yields_is_held_against_the_radius_of_first_yield() {
    // V^2 = V_y^2 + (F^2 - F_y^2)/(pi p_y R* m*) with F = F_y + pi p_y R* (delta - delta_y).
    let p = 1e8;
    let normal = Normal::Thornton(Thornton { yield_pressure: p });
    let at = |ratio: f64| {
        let mut scene = scene_under(ball(None), 1.0, normal.clone(), None);
        let m = scene.pair.m_star;
        let (delta_y, F_y) = (PI * PI * p * p * R / (4.0 * E * E), PI.powi(3) * p.powi(3) * R * R / (6.0 * E * E));
        let F = F_y + PI * p * R * delta_y * (ratio * ratio - 1.0);
        scene.speed = (0.8 * F_y * delta_y / m + (F * F - F_y * F_y) / (PI * p * R * m)).sqrt();
        (line(&scene, "plastic-radius"), (0.8 * F_y * delta_y / m).sqrt())
    };
    for ratio in [1.0, 3.9, 4.1, 15.9, 16.1] {
        let (line, V_y) = at(ratio);
        assert_relative_eq!(line.value.unwrap(), ratio, max_relative = 1e-9);
        assert_relative_eq!(detail(&line, "speed of first yield"), V_y, max_relative = 1e-12);
        let light = if ratio < 4.0 {
            Light::Green
        } else if ratio < 16.0 {
            Light::Amber
        } else {
            Light::Red
        };
        assert_eq!(line.light, Some(light), "{ratio}");
    }
    let known = |Y: f64| line(&scene_under(ball(Some(Y)), 0.01, normal.clone(), None), "plastic-radius");
    assert_relative_eq!(detail(&known(p / 1.6), "p_y over the yield stress"), 1.6, max_relative = 1e-12);
    assert_eq!(
        [p, p / 1.6, p / 2.8, p / 4.0].map(|Y| known(Y).light.unwrap()),
        [Light::Amber, Light::Green, Light::Green, Light::Amber]
    );
    // A law that yields does not assume that the bodies stay elastic; one that does not yield has no such radius.
    let plastic = scene_under(ball(Some(1e6)), 1.0, normal, None);
    assert!(absent(&plastic, "peak-pressure"));
    assert!(absent(&scene_under(ball(None), 1.0, jkr(0.2), None), "plastic-radius"));
}

#[test]
fn tabors_number_says_which_adhesion_is_nearer() {
    // mu^3 = R* w^2/(E*^2 z0^3): with R* = 1 mm, w = 0.05 J/m2, E* = 5 GPa the neck is 4.642 nm high (1e-25 m3).
    let neck = (1e-3_f64 * 0.05 * 0.05 / (E * E)).cbrt();
    assert_relative_eq!(neck, 1e-25_f64.cbrt(), max_relative = 1e-12);
    // The separation is in no force: a case gives it beside the law, and the scene keeps what the case says.
    let at = |law, name: &str, z0: Option<f64>| {
        let mut scene = scene_under(ball(None), 0.1, law, None);
        scene.parameters.extend(z0.map(|z0| {
            let value = ParameterValue::Number(z0, Dimension::Length);
            let path = format!("contact.normal.{name}.equilibrium_separation");
            Arc::new(SceneParameter { path, value, text: String::new(), swept: false })
        }));
        line(&scene, &format!("tabor-{name}"))
    };
    let dmt_at = |z0| at(dmt(0.05), "dmt", z0);
    let jkr_at = |z0| at(Normal::Jkr(Jkr { work_of_adhesion: 0.05, breaks_at: BreaksAt::Force }), "jkr", z0);
    for (mu, lights) in
        [(0.099, [Light::Green, Light::Red]), (1.0, [Light::Amber, Light::Amber]), (5.001, [Light::Red, Light::Green])]
    {
        for (line, light) in [dmt_at(Some(neck / mu)), jkr_at(Some(neck / mu))].into_iter().zip(lights) {
            assert_relative_eq!(line.value.unwrap(), mu, max_relative = 1e-12);
            assert_eq!(line.light, Some(light), "{mu}");
        }
    }
    for unknown in [dmt_at(None), jkr_at(None)] {
        assert_eq!((unknown.value, unknown.light), (None, None));
        assert!(note(&unknown).contains("equilibrium_separation"));
    }
    assert!(absent(&scene_under(ball(None), 0.1, jkr(0.05), None), "tabor-dmt"));
}

/// `gamma1 + gamma2` and `2 sqrt(gamma1 gamma2)`; of like surfaces both are `2 gamma`.
#[test]
fn the_work_of_adhesion_follows_from_two_surfaces() {
    let work = |rule: &str, other: &str| {
        let text = format!(
            "title = \"T\"\n[material.a]\ndensity = \"2500 kg/m3\"\nyoung_modulus = \"70 GPa\"\npoisson_ratio = 0.2\n\
             surface_energy = \"20 mJ/m2\"\n[material.b]\ndensity = \"2500 kg/m3\"\nyoung_modulus = \"70 GPa\"\n\
             poisson_ratio = 0.2\nsurface_energy = \"{other}\"\n[body.one]\nsphere = {{ radius = \"1 mm\" }}\nmaterial = \"a\"\n\
             [body.two]\nsphere = {{ radius = \"1 mm\" }}\nmaterial = \"b\"\n[impact]\nspeed = \"1 m/s\"\n[contact.normal.dmt]\n\
             mixing_rule = \"{rule}\"\n[run.reference]\n[[expect]]\nthat = \"reference\"\nagrees_with = \"conserved\"\n\
             momentum_residual = {{ within = \"1e-11 absolute\" }}\n"
        );
        let file = SourceFile { name: "case.toml".into(), text };
        let case = Case::read(file.into(), "case", &Files::Embedded).unwrap_or_else(|error| panic!("{error}"));
        let Normal::Dmt(law) = &case.scenes[0].contact.normal else { panic!() };
        law.work_of_adhesion
    };
    for (rule, other, w) in [
        ("arithmetic", "20 mJ/m2", 0.04),
        ("geometric", "20 mJ/m2", 0.04),
        ("arithmetic", "80 mJ/m2", 0.1),
        ("geometric", "80 mJ/m2", 0.08),
    ] {
        assert_relative_eq!(work(rule, other), w, max_relative = 1e-14);
    }
}
