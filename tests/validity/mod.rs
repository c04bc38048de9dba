//! The validity sheet against numbers worked out by hand.

#![allow(non_snake_case, reason = "symbols as in the formulas")]

mod branched;

use std::f64::consts::PI;

use approx::assert_relative_eq;
use collisionbench::law::damping::KINDS as DAMPINGS;
use collisionbench::law::normal::KINDS as NORMALS;
use collisionbench::law::scene::validity::{
    Bad, CRITERIA, Light, Thresholds, ValidityRecord, elastic_duration, elastic_overlap, first_yield_speed, sheet,
    thornton_restitution,
};
use collisionbench::law::scene::{Body, Material, Scene, Shape};
use collisionbench::law::{Contact, Damping, Ends, Normal, Numbers, Pair};

fn material(density: f64, young_modulus: f64, poisson_ratio: f64, yield_stress: Option<f64>) -> Material {
    Material {
        name: "m".to_string(),
        density: Some(density),
        young_modulus: Some(young_modulus),
        poisson_ratio: Some(poisson_ratio),
        yield_stress,
    }
}

fn sphere(radius: f64, material: Material) -> Body {
    let mass = material.density.unwrap() * 4.0 / 3.0 * PI * radius.powi(3);
    let shape = Shape::Sphere { radius, inertia_factor: 0.4 };
    Body { name: "ball".to_string(), shape, mass, material: Some(material), rigid: false, held: false }
}

fn wall(material: Option<Material>) -> Body {
    let shape = Shape::Wall { normal: [0.0, 0.0, 1.0] };
    let rigid = material.is_none();
    Body { name: "plate".to_string(), shape, mass: f64::INFINITY, material, rigid, held: false }
}

type Law<'a> = (&'a str, &'a [(&'static str, f64)]);

const HERTZ: Law<'_> = ("hertz", &[]);

fn scene(bodies: [Body; 2], speed: f64, normal: Law<'_>, damping: Option<Law<'_>>) -> Scene {
    let kind = NORMALS.iter().find(|kind| kind.card.name == normal.0).unwrap();
    let normal = (kind.build)(&Numbers::new(normal.1.to_vec())).unwrap();
    scene_under(bodies, speed, normal, damping)
}

fn scene_under(bodies: [Body; 2], speed: f64, normal: Normal, damping: Option<Law<'_>>) -> Scene {
    let named = |law: Law<'_>| Numbers::new(law.1.to_vec());
    let damping = damping.unwrap_or(("none", &[]));
    let damping = (DAMPINGS.iter().find(|kind| kind.card.name == damping.0).unwrap().build)(&named(damping)).unwrap();
    let contact = Contact { normal, damping, ends: Ends::ForceClamped, friction: None };
    let pair = Pair::new(&bodies[0].side(), &bodies[1].side());
    let branched = contact.branches(&pair).unwrap().is_some();
    let force = (!branched).then(|| contact.force(&pair).unwrap());
    Scene {
        name: "-".to_string(),
        parameters: Vec::new(),
        bodies,
        speed,
        contact,
        pair,
        before: None,
        force,
        kinematics: collisionbench::law::scene::ImpactKinematics::HEAD_ON,
        path: None,
        shear: None,
        rows: Vec::new(),
        system: None,
    }
}

/// Chung & Ooi's glass: E* = 25 GPa, R* = 5 mm.
fn glass(speed: f64, yield_stress: Option<f64>) -> Scene {
    let ball = sphere(0.01, material(2800.0, 48e9, 0.2, yield_stress));
    scene([ball.clone(), ball], speed, HERTZ, None)
}

fn line(scene: &Scene, word: &str) -> ValidityRecord {
    let found = sheet(scene).into_iter().find(|line| line.word == word);
    found.unwrap_or_else(|| panic!("no line `{word}`"))
}

fn note(line: &ValidityRecord) -> &str {
    line.note.as_deref().unwrap_or_default()
}

fn absent(scene: &Scene, word: &str) -> bool {
    assert!(CRITERIA.iter().any(|criterion| criterion.word == word), "{word}");
    sheet(scene).iter().all(|line| line.word != word)
}

fn detail(line: &ValidityRecord, name: &str) -> f64 {
    line.details.iter().find(|d| d.name == name).unwrap_or_else(|| panic!("no {name}")).value
}

#[test]
fn overlap_and_duration_are_those_of_the_published_test() {
    // Chung & Ooi 2011, test 1: 274.1 um, 40.34 us.
    let scene = glass(20.0, None);
    assert_relative_eq!(elastic_overlap(&scene).unwrap(), 274.1e-6, max_relative = 2e-4);
    assert_relative_eq!(elastic_duration(&scene).unwrap(), 40.34e-6, max_relative = 2e-4);
    // A linear spring: half a period, v sqrt(m/K).
    let spring = scene_with(("hooke", &[("stiffness", 4e6)]), None);
    let m_star = 0.5 * 2800.0 * 4.0 / 3.0 * PI * 1e-6;
    assert_relative_eq!(elastic_duration(&spring).unwrap(), PI * (m_star / 4e6_f64).sqrt(), max_relative = 1e-14);
    assert_relative_eq!(elastic_overlap(&spring).unwrap(), 20.0 * (m_star / 4e6_f64).sqrt(), max_relative = 1e-14);
}

fn scene_with(normal: Law<'_>, damping: Option<Law<'_>>) -> Scene {
    let ball = sphere(0.01, material(2800.0, 48e9, 0.2, Some(1e9)));
    scene([ball.clone(), ball], 20.0, normal, damping)
}

#[test]
fn peak_pressure_is_set_against_first_yield() {
    // 2 E*/pi sqrt(delta/R*) with E* = 25 GPa, delta = 274.1 um, R* = 5 mm: sqrt(0.05482) = 0.234137, 3.72640 GPa.
    let yields = line(&glass(20.0, Some(1e9)), "peak-pressure");
    assert_relative_eq!(detail(&yields, "peak pressure"), 3.7264e9, max_relative = 2e-4);
    assert_relative_eq!(yields.value.unwrap(), 3.7264 / 1.6, max_relative = 2e-4);
    assert_eq!(yields.light, Some(Light::Red));
    let holds = line(&glass(20.0, Some(2.4e9)), "peak-pressure");
    assert_relative_eq!(holds.value.unwrap(), 3.7264 / 3.84, max_relative = 2e-4);
    assert_eq!(holds.light, Some(Light::Green));
}

#[test]
fn the_speed_of_first_yield_is_where_the_pressure_gets_there() {
    // A sphere on a wall, E* = 100 GPa, rho = 8000, 1.6 Y = 1 GPa: V_y = 1.5605 sqrt(1e45/(1e44 8000)) = 0.055172 m/s
    // (the coefficient as Thornton prints it, four decimals).
    let steel = material(8000.0, 100e9, 0.0, Some(1e9 / 1.6));
    let on_wall = |speed| scene([sphere(0.005, steel.clone()), wall(None)], speed, HERTZ, None);
    let V_y = first_yield_speed(&on_wall(1.0)).unwrap();
    assert_relative_eq!(V_y, 1.5605 * (1e45_f64 / (1e44 * 8000.0)).sqrt(), max_relative = 4e-5);
    let at = |part: f64| line(&on_wall(part * V_y), "peak-pressure");
    assert_relative_eq!(at(1.0).value.unwrap(), 1.0, max_relative = 1e-14);
    assert_eq!(at(1.0 - 1e-9).light, Some(Light::Green));
    assert_eq!(at(1.0 + 1e-9).light, Some(Light::Red));
    // Pressure goes with v^(2/5).
    assert_relative_eq!(at(32.0).value.unwrap(), 4.0, max_relative = 1e-14);
    assert_eq!(detail(&at(32.0), "speed of first yield"), V_y);
}

#[test]
fn the_elastic_plastic_restitution_is_one_at_first_yield_and_falls_with_the_fourth_root() {
    assert_relative_eq!(thornton_restitution(1.0), 1.0, max_relative = 1e-15);
    assert_relative_eq!(thornton_restitution(3.0), 1.0, max_relative = 1e-15);
    // Far beyond: sqrt(6 sqrt3/5)/(2 sqrt(6/5))^(1/4) (V_y/V)^(1/4), printed as 1.1849, cut and not rounded.
    let far = (1.2 * 3f64.sqrt()).sqrt() / (2.0 * 1.2f64.sqrt()).powf(0.25);
    assert_eq!((1e4 * far).floor(), 11849.0);
    assert_relative_eq!(thornton_restitution(1e-8), 1e-2 * far, max_relative = 1e-8);
    // r = 1/2: sqrt(2.0784610 * 0.9583333) * (0.5/(0.5 + 2 sqrt(1.15)))^(1/4) = 1.4113411 * 0.6594100.
    assert_relative_eq!(thornton_restitution(0.5), 0.930_65, max_relative = 1e-4);
}

#[test]
fn a_yield_stress_that_is_not_given_is_neither_green_nor_a_number() {
    let none = line(&glass(0.01, None), "peak-pressure");
    assert_eq!((none.value, none.light), (None, Some(Light::Amber)));
    assert!(note(&none).contains("yield_stress") && note(&none).contains("ball"), "{}", note(&none));
    assert!(detail(&none, "peak pressure") > 0.0);
    // Known for one body of two: what is known is shown, and green is not said.
    let bodies = |Y| [sphere(0.01, material(2800.0, 48e9, 0.2, Y)), sphere(0.01, material(2800.0, 48e9, 0.2, None))];
    let half = line(&scene(bodies(Some(9e9)), 1.0, HERTZ, None), "peak-pressure");
    assert!(half.value.unwrap() < 1.0);
    assert_eq!(half.light, Some(Light::Amber));
    let broken = line(&scene(bodies(Some(1e6)), 1.0, HERTZ, None), "peak-pressure");
    assert_eq!(broken.light, Some(Light::Red));
    // A rigid body does not yield; the softer of two counts.
    let on_rigid = scene([sphere(0.01, material(2800.0, 48e9, 0.2, Some(9e9))), wall(None)], 1.0, HERTZ, None);
    assert_eq!(line(&on_rigid, "peak-pressure").light, Some(Light::Green));
    let two = |Y1, Y2| {
        let bodies = [Y1, Y2].map(|Y| sphere(0.01, material(2800.0, 48e9, 0.2, Some(Y))));
        line(&scene(bodies, 1.0, HERTZ, None), "peak-pressure").value.unwrap()
    };
    assert_eq!(two(2e9, 1e9), two(1e9, 1e9));
    assert_relative_eq!(two(1e9, 1e9), 2.0 * two(2e9, 2e9), max_relative = 1e-15);
}

#[test]
fn a_law_without_a_pressure_says_so() {
    let spring = line(&scene_with(("hooke", &[("stiffness", 4e6)]), None), "peak-pressure");
    assert_eq!((spring.value, spring.light), (None, None));
    assert!(spring.details.is_empty() && note(&spring).contains("Hertz"));
}

#[test]
fn dundurs_beta_is_named_and_judged_by_its_size() {
    let similar = line(&glass(1.0, None), "dundurs-beta");
    assert_eq!((similar.value, similar.light), (Some(0.0), Some(Light::Green)));
    // A rigid wall: (1 - 2 nu)/(2 (1 - nu)); alumina, nu = 0.23: 0.54/1.54 = 0.350649.
    let alumina = material(4000.0, 380e9, 0.23, None);
    let first = scene([sphere(0.0025, alumina.clone()), wall(None)], 1.0, HERTZ, None);
    let found = line(&first, "dundurs-beta");
    assert_relative_eq!(found.value.unwrap(), 0.54 / 1.54, max_relative = 1e-14);
    assert_eq!(found.light, Some(Light::Amber));
    // The other way round it is negative, and as large.
    let mut rigid = sphere(0.0025, alumina.clone());
    rigid.rigid = true;
    let turned = line(&scene([rigid, wall(Some(alumina))], 1.0, HERTZ, None), "dundurs-beta");
    assert_relative_eq!(turned.value.unwrap(), 0.54 / 1.54, max_relative = 1e-14);
    assert_relative_eq!(detail(&turned, "beta"), -0.54 / 1.54, max_relative = 1e-14);
    let mut nameless = glass(1.0, None).bodies;
    nameless[1].material = None;
    let unknown = line(&scene(nameless, 1.0, ("hooke", &[("stiffness", 1e6)]), None), "dundurs-beta");
    assert_eq!((unknown.value, unknown.light), (None, None));
    assert!(!note(&unknown).is_empty());
}

#[test]
fn the_contact_radius_is_set_against_the_effective_radius() {
    // sqrt(274.1 um/5 mm) = 0.23414.
    let found = line(&glass(20.0, None), "contact-radius");
    assert_relative_eq!(found.value.unwrap(), 0.23414, max_relative = 1e-4);
    assert_eq!(found.light, Some(Light::Amber));
    // delta goes with v^(4/5), so the ratio with v^(2/5).
    let slow = line(&glass(20.0 / 32.0, None), "contact-radius");
    assert_relative_eq!(slow.value.unwrap(), 0.23414 / 4.0, max_relative = 1e-4);
    assert_eq!(slow.light, Some(Light::Green));
    assert_eq!(line(&glass(20.0 * 32.0, None), "contact-radius").light, Some(Light::Red));
    // With a reference gap the bodies overlap by less than the law counts.
    let numbers = |gap| [("exponent", 1.5), ("force", 100.0), ("at_overlap", 1e-6), ("reference_gap", gap)];
    let gap = scene_with(("power-law", &numbers(2e-5)), None);
    let overlap = elastic_overlap(&gap).unwrap() - 2e-5;
    assert_relative_eq!(line(&gap, "contact-radius").value.unwrap(), (overlap / 0.005).sqrt(), max_relative = 1e-14);
    let far = scene_with(("power-law", &numbers(1.0)), None);
    assert_eq!(line(&far, "contact-radius").value, Some(0.0));
}

#[test]
fn a_wave_must_have_time_to_cross_the_slower_body() {
    // 40.34 us against 20 mm/sqrt(48e9/2800) = 20 mm/4140.4 m/s = 4.8305 us: 8.351.
    let found = line(&glass(20.0, None), "wave-travel");
    assert_relative_eq!(found.value.unwrap(), 8.351, max_relative = 3e-4);
    assert_eq!(found.light, Some(Light::Amber));
    // The duration goes with v^(-1/5).
    assert_eq!(line(&glass(20.0 / 32.0, None), "wave-travel").light, Some(Light::Green));
    assert_eq!(line(&glass(20.0 * 4f64.powi(6), None), "wave-travel").light, Some(Light::Red));
    // The slower of two materials over the smaller of two radii: four times the density is half the speed.
    let spring: Law<'_> = ("hooke", &[("stiffness", 1e6)]);
    let ball = |radius, density| sphere(radius, material(density, 48e9, 0.2, None));
    let travel = |bodies| detail(&line(&scene(bodies, 1.0, spring, None), "wave-travel"), "travel time");
    let of_small = 0.02 / (48e9_f64 / 2800.0).sqrt();
    assert_relative_eq!(travel([ball(0.01, 2800.0), ball(0.01, 2800.0)]), of_small, max_relative = 1e-14);
    assert_relative_eq!(travel([ball(0.01, 2800.0), ball(0.02, 2800.0)]), of_small, max_relative = 1e-14);
    assert_relative_eq!(travel([ball(0.02, 2800.0), ball(0.01, 2800.0)]), of_small, max_relative = 1e-14);
    assert_relative_eq!(travel([ball(0.01, 11_200.0), ball(0.02, 2800.0)]), 2.0 * of_small, max_relative = 1e-14);
    assert_relative_eq!(travel([ball(0.01, 2800.0), ball(0.02, 11_200.0)]), 2.0 * of_small, max_relative = 1e-14);
    // A sphere that grows without bounds becomes a wall.
    let plate = wall(Some(material(2800.0, 48e9, 0.2, None)));
    assert_eq!(travel([ball(0.01, 2800.0), plate]), travel([ball(0.01, 2800.0), ball(1e9, 2800.0)]));
    let mut nameless = wall(Some(material(2800.0, 48e9, 0.2, None)));
    nameless.material = nameless.material.map(|material| Material { density: None, ..material });
    let unknown = line(&scene([ball(0.01, 2800.0), nameless], 1.0, spring, None), "wave-travel");
    assert_eq!((unknown.value, unknown.light), (None, None));
    assert!(note(&unknown).contains("plate"), "{}", note(&unknown));
}

#[test]
fn a_density_follows_from_the_mass_of_a_solid_sphere_only() {
    let mut ball = sphere(0.01, material(2800.0, 48e9, 0.2, None));
    if let Some(material) = &mut ball.material {
        material.density = None;
    }
    let solid = scene([ball.clone(), wall(None)], 1.0, HERTZ, None);
    let given = scene([sphere(0.01, material(2800.0, 48e9, 0.2, None)), wall(None)], 1.0, HERTZ, None);
    let value = |scene: &Scene| line(scene, "wave-travel").value;
    assert_relative_eq!(value(&solid).unwrap(), value(&given).unwrap(), max_relative = 1e-14);
    ball.shape = Shape::Sphere { radius: 0.01, inertia_factor: 2.0 / 3.0 };
    let shell = line(&scene([ball, wall(None)], 1.0, HERTZ, None), "wave-travel");
    assert_eq!((shell.value, shell.light), (None, None));
    assert!(note(&shell).contains("ball"));
    // Rigid bodies have no waves.
    let mut rigid = sphere(0.01, material(2800.0, 48e9, 0.2, None));
    rigid.rigid = true;
    assert!(absent(&scene([rigid, wall(None)], 1.0, ("hooke", &[("stiffness", 1e6)]), None), "wave-travel"));
}

#[test]
fn a_viscoelastic_material_must_relax_before_the_bodies_have_met() {
    // A v/delta = 1 us * 20 m/s/274.1 um = 0.07297.
    let found = line(&scene_with(HERTZ, Some(("kuwabara-kono", &[("relaxation_time", 1e-6)]))), "quasi-static");
    assert_relative_eq!(found.value.unwrap(), 0.07297, max_relative = 2e-4);
    assert_relative_eq!(detail(&found, "relaxation time"), 1e-6, max_relative = 1e-14);
    assert_eq!(found.light, Some(Light::Green));
    let light = |A| line(&scene_with(HERTZ, Some(("kuwabara-kono", &[("relaxation_time", A)]))), "quasi-static").light;
    assert_eq!(light(2e-6), Some(Light::Amber));
    assert_eq!(light(2e-5), Some(Light::Red));
    assert!(absent(&glass(1.0, None), "quasi-static"));
    assert!(absent(&scene_with(HERTZ, Some(("tsuji", &[("restitution", 0.5)]))), "quasi-static"));
}

#[test]
fn nothing_is_known_of_the_thickness_of_a_wall() {
    let ball = sphere(0.01, material(2800.0, 48e9, 0.2, None));
    let plate = scene([ball.clone(), wall(Some(material(2800.0, 48e9, 0.2, None)))], 1.0, HERTZ, None);
    let found = line(&plate, "thin-plate");
    assert_eq!((found.value, found.light), (None, None));
    assert!(note(&found).contains("plate"));
    assert!(absent(&scene([ball, wall(None)], 1.0, HERTZ, None), "thin-plate"), "a rigid wall does not bend");
    assert!(absent(&glass(1.0, None), "thin-plate"));
}

#[test]
fn a_value_on_a_limit_is_on_the_better_side_of_it() {
    let above = Thresholds { bad: Bad::Above, amber: Some(0.1), red: Some(0.3) };
    let next = |x: f64| f64::from_bits(x.to_bits() + 1);
    let before = |x: f64| f64::from_bits(x.to_bits() - 1);
    assert_eq!([0.0, 0.1].map(|v| above.light(v)), [Some(Light::Green); 2]);
    assert_eq!([next(0.1), 0.3].map(|v| above.light(v)), [Some(Light::Amber); 2]);
    assert_eq!([next(0.3), f64::INFINITY].map(|v| above.light(v)), [Some(Light::Red); 2]);
    let below = Thresholds { bad: Bad::Below, amber: Some(10.0), red: Some(2.0) };
    assert_eq!([10.0, f64::INFINITY].map(|v| below.light(v)), [Some(Light::Green); 2]);
    assert_eq!([before(10.0), 2.0].map(|v| below.light(v)), [Some(Light::Amber); 2]);
    assert_eq!([before(2.0), 0.0].map(|v| below.light(v)), [Some(Light::Red); 2]);
    assert_eq!(above.light(f64::NAN), None);
    let only_red = Thresholds { bad: Bad::Above, amber: None, red: Some(1.0) };
    assert_eq!([1.0, next(1.0)].map(|v| only_red.light(v)), [Some(Light::Green), Some(Light::Red)]);
}

/// A steel ball of 10 mm on 10 mm of glass at 1 m/s, by hand: `E* = 56.06 GPa`, `K = 5.285e9 N/m^(3/2)`, an overlap of 16.08 um
/// and 47.34 us without loss; `D = 6130 N m`, `rho h = 25 kg/m2`.
#[test]
fn a_plate_is_held_against_the_contact_and_its_bending_waves() {
    let steel = material(7850.0, 210e9, 0.3, None);
    let glass = material(2500.0, 70e9, 0.22, None);
    let plate: &[(&'static str, f64)] =
        &[("thickness", 0.01), ("young_modulus", 70e9), ("poisson_ratio", 0.22), ("density", 2500.0)];
    let mut bent = scene([sphere(5e-3, steel), wall(Some(glass))], 1.0, HERTZ, None);
    let law = DAMPINGS.iter().find(|kind| kind.card.name == "zener-plate").unwrap();
    bent.contact.damping = (law.build)(&Numbers::new(plate.to_vec())).unwrap();
    let lines = sheet(&bent);
    let of = |word: &str| lines.iter().find(|line| line.word == word).unwrap();
    let (overlap, duration) = (elastic_overlap(&bent).unwrap(), elastic_duration(&bent).unwrap());
    assert_relative_eq!(of("plate-thickness").value.unwrap(), (5e-3 * overlap).sqrt() / 0.01, max_relative = 1e-12);
    assert_eq!(of("plate-thickness").light, Some(Light::Green));
    // k^4 = rho h omega^2/D.
    let omega = PI / duration;
    let k = (25.0 * omega * omega / (70e9 * 1e-6 / (12.0 * (1.0 - 0.0484)))).powf(0.25);
    assert_relative_eq!(of("bending-wave").value.unwrap(), 2.0 * PI / k / 0.01, max_relative = 1e-12);
    assert_eq!(of("bending-wave").light, Some(Light::Amber));
    // A packet of waves travels at twice the speed of its phase; its fast components arrive early, so that its own way counts whole.
    let mut width = |edge: Option<f64>| {
        if let Damping::ZenerPlate(plate) = &mut bent.contact.damping {
            plate.edge_distance = edge;
        }
        line(&bent, "plate-width")
    };
    let unknown = width(None);
    let edge = detail(&unknown, "smallest distance to an edge");
    assert_relative_eq!(edge, 2.0 * omega / k * duration, max_relative = 1e-12);
    assert_eq!((unknown.value, unknown.light), (None, None));
    assert!(note(&unknown).contains("edge_distance"));
    let [near, mid, far] = [0.49, 0.99, 1.01].map(|part| width(Some(part * edge)));
    assert_relative_eq!(near.value.unwrap(), 0.49, max_relative = 1e-12);
    assert_eq!([near, mid, far].map(|line| line.light.unwrap()), [Light::Red, Light::Amber, Light::Green]);
    assert!(absent(&bent, "thin-plate"));
}

#[test]
fn the_limits_are_the_stated_ones() {
    let limits: Vec<(&str, Option<Thresholds>)> = CRITERIA.iter().map(|c| (c.word, c.limits)).collect();
    let above = |amber, red| Some(Thresholds { bad: Bad::Above, amber, red });
    assert_eq!(
        limits,
        [
            ("peak-pressure", above(None, Some(1.0))),
            ("plastic-radius", above(Some(4.0), Some(16.0))),
            ("tabor-dmt", above(Some(0.1), Some(5.0))),
            ("tabor-jkr", Some(Thresholds { bad: Bad::Below, amber: Some(5.0), red: Some(0.1) })),
            ("dundurs-beta", above(Some(1e-3), None)),
            ("contact-radius", above(Some(0.1), Some(0.3))),
            ("wave-travel", Some(Thresholds { bad: Bad::Below, amber: Some(10.0), red: Some(2.0) })),
            ("quasi-static", above(Some(0.1), Some(1.0))),
            ("plate-thickness", above(Some(0.1), Some(0.5))),
            ("bending-wave", Some(Thresholds { bad: Bad::Below, amber: Some(10.0), red: Some(6.0) })),
            ("plate-width", Some(Thresholds { bad: Bad::Below, amber: Some(1.0), red: Some(0.5) })),
            ("thin-plate", None),
        ]
    );
    assert!(CRITERIA.iter().all(|criterion| !criterion.source.is_empty() && !criterion.assumes.is_empty()));
}
