//! Questions of users and manuals (`tests/cli/questions/questions.toml`), stated as cases: the numbers are those of the list.

use std::fs;

use collisionbench::collide::observe::Observable::{
    self, Duration, EnergyLost, MaxOverlap, Restitution, TangentialRestitution,
};
use collisionbench::collide::path::reference;
use collisionbench::law::scene::Scene;
use serde::Deserialize;

use super::{scenes, seen};

#[derive(Deserialize)]
struct List {
    question: Vec<Question>,
}

#[derive(Deserialize)]
struct Question {
    number: u32,
    right: Vec<Right>,
}

#[derive(Deserialize)]
struct Right {
    what: String,
    value: f64,
    tolerance: Tolerance,
}

/// Relative, or in words.
#[derive(Deserialize)]
#[serde(untagged)]
enum Tolerance {
    Relative(f64),
    #[allow(dead_code, reason = "an absolute one of zero")]
    Words(String),
}

/// What a case makes of a number of the list: the question, the beginning of what is right, and how it is read off.
struct Stated(u32, &'static str, String, fn(&Scene) -> f64);

const BALL: &str = "[body.ball]\nsphere = { radius = \"5 mm\", mass = \"1 g\" }\n[body.plate]\nwall = { normal = \"+z\" }\nrigid = true\n";

fn number(scene: &Scene, observable: Observable) -> f64 {
    seen(scene, observable).unwrap_or_else(|| panic!("no {observable:?}")).value
}

fn e(scene: &Scene) -> f64 {
    number(scene, Restitution)
}

fn e_t(scene: &Scene) -> f64 {
    number(scene, TangentialRestitution)
}

/// What a solid sphere loses of its tangential velocity along it and across it, m/s: across it from the energy,
/// `E/m = v_n^2 (1-e^2)/2 + v_t j_along - 7/4 j^2`.
fn taken(scene: &Scene) -> [f64; 2] {
    let (v_n, v_t, e) = (scene.speed, scene.kinematics.tangential_speed, e(scene));
    let along = v_t * (1.0 - e_t(scene));
    let lost = number(scene, EnergyLost) / scene.bodies[0].mass - 0.5 * v_n * v_n * (1.0 - e * e);
    let square = (v_t * along - lost) / 1.75;
    [along, (square - along * along).sqrt()]
}

/// The size of the tangential velocity after over that before.
fn whole_e_t(scene: &Scene) -> f64 {
    let ([along, across], v_t) = (taken(scene), scene.kinematics.tangential_speed);
    (v_t - along).hypot(across) / v_t
}

/// Of the tangential impulse to the slip before, degrees.
fn impulse_angle(scene: &Scene) -> f64 {
    let [along, across] = taken(scene);
    across.atan2(along).to_degrees()
}

fn slide(scene: &Scene) -> f64 {
    reference(scene, scene.path.as_ref().unwrap()).unwrap().end.slide.value
}

fn asked(scene: &Scene) -> f64 {
    scene.contact.damping.restitution().unwrap_or(f64::NAN)
}

fn lambda(scene: &Scene) -> f64 {
    scene.contact.damping.numbers().get("lambda").unwrap_or(f64::NAN)
}

fn lasts(scene: &Scene) -> f64 {
    let elastic = scenes(&format!("{BALL}[impact]\nspeed = \"1 m/s\"\n{}", normal(scene))).unwrap();
    number(scene, Duration) / number(&elastic[0], Duration)
}

/// The elastic law of a scene again.
fn normal(scene: &Scene) -> String {
    match scene.contact.normal.card().name {
        "hooke" => "[contact.normal.hooke]\nstiffness = \"1e5 N/m\"\n".to_string(),
        _ => "[contact.normal.power-law]\nexponent = 1.5\nforce = \"1 kN\"\nat_overlap = \"1 mm\"\n".to_string(),
    }
}

fn rubber(rule: &str) -> String {
    format!(
        "[material.rubber]\nyoung_modulus = \"1 MPa\"\npoisson_ratio = 0.49\ndissipation = \"0.6 s/m\"\ndensity = \"1100 kg/m3\"\n\
         [material.steel]\nyoung_modulus = \"200 GPa\"\npoisson_ratio = 0.3\ndissipation = \"0 s/m\"\n\
         [body.ball]\nsphere = {{ radius = \"5 mm\" }}\nmaterial = \"rubber\"\n[body.plate]\nwall = {{ normal = \"+z\" }}\nmaterial = \"steel\"\n\
         [impact]\nspeed = \"0.5 m/s\"\n[contact]\nends = \"zero-overlap\"\n[contact.normal.hertz]\n[contact.damping.hunt-crossley]\nmixing_rule = \"{rule}\"\n"
    )
}

fn mixed(rule: &str) -> String {
    format!(
        "[material.one]\nrestitution = 0.9\ndensity = \"1100 kg/m3\"\n[material.two]\nrestitution = 0.5\n\
         [body.ball]\nsphere = {{ radius = \"5 mm\" }}\nmaterial = \"one\"\n[body.plate]\nwall = {{ normal = \"+z\" }}\nmaterial = \"two\"\n\
         [impact]\nspeed = \"1 m/s\"\n[contact]\nends = \"zero-overlap\"\n[contact.normal.hooke]\nstiffness = \"1e5 N/m\"\n\
         [contact.damping.linear-dashpot]\nmixing_rule = \"{rule}\"\n"
    )
}

fn local(normal: &str, alpha: f64) -> String {
    format!("{BALL}[impact]\nspeed = \"1 m/s\"\n{normal}[contact.damping.local-damping]\nalpha = {alpha}\n")
}

/// Beside a linear spring and dashpot of this ratio or restitution.
fn damped_twice(ends: &str, dashpot: &str) -> String {
    format!(
        "[material.steel]\ndensity = \"7800 kg/m3\"\n[body.one]\nsphere = {{ radius = \"5 mm\" }}\nmaterial = \"steel\"\n\
         [body.two]\nsphere = {{ radius = \"5 mm\" }}\nmaterial = \"steel\"\n[impact]\nspeed = \"1 m/s\"\n[contact]\nends = \"{ends}\"\n\
         [contact.normal.hooke]\nstiffness = \"1e5 N/m\"\n[contact.damping.linear-dashpot]\n{dashpot}\n\
         [contact.damping.local-damping]\nalpha = 0.2\n"
    )
}

/// The same in the words of a code, which has a spring of Hertz: its dashpot turns the impact into that of a linear spring.
fn damped_twice_in(code: &str, words: &str) -> String {
    format!(
        "[material.glass]\ndensity = \"2500 kg/m3\"\nyoung_modulus = \"60 GPa\"\npoisson_ratio = 0.25\n[body.one]\nsphere = {{ radius = \"5 mm\" }}\n\
         material = \"glass\"\n[body.two]\nsphere = {{ radius = \"5 mm\" }}\nmaterial = \"glass\"\n[impact]\nspeed = \"1 m/s\"\n\
         [contact.{code}]\n{words}\n"
    )
}

/// Along -x against a wall whose normal is turned by an angle.
fn turned(along: &str, degrees: f64) -> String {
    let (sin, cos) = degrees.to_radians().sin_cos();
    format!(
        "[body.ball]\nsphere = {{ radius = \"5 mm\", mass = \"1 g\" }}\n[body.plate]\nwall = {{ normal = [{cos}, {sin}, 0.0] }}\nrigid = true\n\
         [impact]\nspeed = \"1 m/s\"\nangle = \"{degrees} deg\"\n{}\
         [contact.normal.power-law]\nexponent = 1.5\nforce = \"1 kN\"\nat_overlap = \"1 mm\"\n\
         [contact.damping.local-damping]\nalpha = 0.2\nalong = \"{along}\"\n[contact.tangential.none]\n",
        if degrees == 0.0 { "" } else { "direction = [-1.0, 0.0, 0.0]\n" }
    )
}

/// A component of the velocity of the ball after the impact over its speed before.
fn component(scene: &Scene, axis: usize) -> f64 {
    let ([n, t, _], v_t) = (scene.kinematics.frame, scene.kinematics.tangential_speed);
    let along = if v_t == 0.0 { 0.0 } else { v_t * e_t(scene) };
    (e(scene) * scene.speed * n[axis] + along * t[axis]) / scene.speed.hypot(v_t)
}

fn v_x(scene: &Scene) -> f64 {
    component(scene, 0)
}

fn v_y(scene: &Scene) -> f64 {
    component(scene, 1)
}

fn tanh(direction: &str, of: &str) -> String {
    format!(
        "{BALL}[impact]\nnormal_speed = \"0.1 m/s\"\ntangential_speed = \"0.05 m/s\"\ndirection = {direction}\n\
         [contact]\nends = \"zero-overlap\"\nfriction_limit = \"absolute\"\n\
         [contact.normal.power-law]\nexponent = 1.5\nforce = \"1 kN\"\nat_overlap = \"1 mm\"\n[contact.damping.tsuji]\nrestitution = 0.9\n\
         [contact.tangential.regularised]\nfriction = 0.3\nslip_speed = \"0.1 m/s\"\nof = \"{of}\"\n"
    )
}

fn kratos(friction: &str) -> String {
    format!(
        "[material.glass]\nyoung_modulus = \"70 GPa\"\npoisson_ratio = 0.25\ndensity = \"2500 kg/m3\"\n\
         [body.ball]\nsphere = {{ radius = \"5 mm\" }}\nmaterial = \"glass\"\n[body.plate]\nwall = {{ normal = \"+z\" }}\nrigid = true\n\
         [impact]\nspeed = \"1 m/s\"\nangle = \"60 deg\"\n[contact]\nlever = \"radius\"\n[contact.normal.hertz]\n\
         [contact.tangential.mindlin]\nform = \"rescaled\"\n{friction}\n"
    )
}

fn creeps(function: &str) -> String {
    format!(
        "{BALL}[contact.normal.hooke]\nstiffness = \"1e5 N/m\"\n[contact.tangential.regularised]\nfriction = 0.5\nslip_speed = \"1 mm/s\"\n\
         function = \"{function}\"\n[path]\n[[path.leg]]\nnormal_force = \"1 N\"\n[[path.leg]]\ntangential_load = 0.05\nhold = \"1 s\"\n"
    )
}

fn impact(mass: &str, speed: &str, contact: &str) -> String {
    format!(
        "[body.ball]\nsphere = {{ radius = \"50 mm\", mass = \"{mass}\" }}\n[body.plate]\nwall = {{ normal = \"+z\" }}\nrigid = true\n\
         [impact]\nspeed = \"{speed}\"\n{contact}"
    )
}

const BOW: &str = "[contact.normal.power-law]\nexponent = 1.5\nforce = \"1 kN\"\nat_overlap = \"1 mm\"\n\
                   [contact.damping.step-dashpot]\ncoefficient = \"50 N s/m\"\ndepth = \"0.1 mm\"\n";
const ADAMS: &str = "[contact.normal.power-law]\nexponent = 2.2\nforce = \"1e5 N\"\nat_overlap = \"1 mm\"\n\
                     [contact.damping.step-dashpot]\ncoefficient = \"1e4 N s/m\"\ndepth = \"0.1 mm\"\n";

const ADAMS_FRICTION: &str = "friction = 0.3\nslip_speed = \"0.1 m/s\"\nfunction = \"adams\"\ndynamic_friction = 0.1\ndynamic_speed = \"1 m/s\"\n";
const SIMBODY_FRICTION: &str =
    "friction = 0.8\nslip_speed = \"0.01 m/s\"\nfunction = \"simbody\"\ndynamic_friction = 0.5\n";
/// The stiction tolerance is 1 m/s: the speeds are over it.
const DRAKE_FRICTION: &str = "friction = 0.5\nslip_speed = \"1 m/s\"\nfunction = \"drake\"\ndynamic_friction = 0.3\n";

fn slides(speed: &str, friction: &str) -> String {
    format!(
        "{BALL}[impact]\nnormal_speed = \"1 m/s\"\ntangential_speed = \"{speed}\"\n[contact.normal.hooke]\nstiffness = \"1e5 N/m\"\n\
         [contact.tangential.regularised]\n{friction}"
    )
}

/// Held for a second at a share of the static limit.
fn drifts(friction: &str, load: f64) -> String {
    format!(
        "{BALL}[contact.normal.hooke]\nstiffness = \"1e5 N/m\"\n[contact.tangential.regularised]\n{friction}\
         [path]\n[[path.leg]]\nnormal_force = \"1 N\"\n[[path.leg]]\ntangential_load = {load}\nhold = \"1 s\"\n"
    )
}

fn rubs(rule: &str) -> String {
    format!(
        "[material.one]\nfriction = 0.3\ndensity = \"1100 kg/m3\"\n[material.two]\nfriction = 0.8\n\
         [body.ball]\nsphere = {{ radius = \"5 mm\" }}\nmaterial = \"one\"\n[body.plate]\nwall = {{ normal = \"+z\" }}\nmaterial = \"two\"\n\
         [impact]\nspeed = \"1 m/s\"\nangle = \"60 deg\"\n[contact.normal.hooke]\nstiffness = \"1e5 N/m\"\n\
         [contact.tangential.coulomb]\nmixing_rule = \"{rule}\"\n"
    )
}

fn friction(scene: &Scene) -> f64 {
    scene.contact.friction.as_ref().map_or(f64::NAN, |friction| friction.tangential.friction())
}

fn in_water(speed: &str) -> String {
    format!(
        "[material.glass]\ndensity = \"2500 kg/m3\"\n[body.ball]\nsphere = {{ radius = \"1 mm\" }}\nmaterial = \"glass\"\n[body.plate]\nwall = {{ normal = \"+z\" }}\nrigid = true\n\
         [impact]\nspeed = \"{speed}\"\n[contact]\nends = \"zero-overlap\"\n[contact.normal.hooke]\nstiffness = \"1e5 N/m\"\n\
         [contact.damping.linear-dashpot]\nrestitution = {{ stokes = [0.97, -35, \"1 mPa s\"] }}\n"
    )
}

fn stated() -> Vec<Stated> {
    let hooke = "[contact.normal.hooke]\nstiffness = \"1e5 N/m\"\n";
    let hertz = "[contact.normal.power-law]\nexponent = 1.5\nforce = \"1 kN\"\nat_overlap = \"1 mm\"\n";
    let rings = |speed: &str| {
        format!(
            "{BALL}[impact]\nspeed = \"{speed}\"\n[contact]\nends = \"zero-overlap\"\n{hooke}[contact.damping.linear-dashpot]\n\
             restitution = {{ power = [0.34, \"1 cm/s\", -0.234] }}\n"
        )
    };
    let heavy = |damping: &str| {
        format!(
            "[body.ball]\nsphere = {{ radius = \"5 mm\", mass = \"10 g\" }}\n[body.plate]\nwall = {{ normal = \"+z\" }}\nrigid = true\n\
             [impact]\nspeed = \"0.3 m/s\"\n{damping}[contact]\nends = \"zero-overlap\"\n[contact.normal.power-law]\nexponent = 1.5\n\
             force = \"1e5 N\"\nat_overlap = \"1 m\"\n[contact.damping.tsuji]\nalpha = 0.6\n"
        )
    };
    let weight = "gravity = \"9.81 m/s2\"\n";
    let falls = format!(
        "{BALL}[impact]\nnormal_speed = \"1 m/s\"\ntangential_speed = \"3.6 m/s\"\n{hooke}[contact.tangential.coulomb]\n\
         friction = 0.5\ndynamic_friction = 0.2\nfriction_decay = \"0.5 s/m\"\n"
    );
    let z = -(0.9_f64.ln()) / 0.9_f64.ln().hypot(std::f64::consts::PI);
    let decaying = "friction = 0.5\ndynamic_friction = 0.4\nfriction_decay = \"500 s/m\"";
    vec![
        Stated(5, "lambda = 3/2 c, shares by plane", rubber("deformation"), lambda),
        Stated(5, "restitution, shares by plane", rubber("deformation"), e),
        Stated(5, "lambda as Simbody", rubber("simbody"), lambda),
        Stated(5, "restitution as Simbody", rubber("simbody"), e),
        Stated(6, "restitution", local(hertz, 0.2), e),
        Stated(10, "e_t along (1, 0.3), as the code has it", tanh("[1.0, 0.3, 0.0]", "direction"), whole_e_t),
        Stated(10, "angle of the impulse", tanh("[1.0, 0.3, 0.0]", "direction"), impulse_angle),
        Stated(10, "e_t along (1, 0.3), if it were", tanh("[1.0, 0.3, 0.0]", "each-component"), whole_e_t),
        Stated(10, "angle of that impulse", tanh("[1.0, 0.3, 0.0]", "each-component"), impulse_angle),
        Stated(10, "e_t along an axis", tanh("[1.0, 0.0, 0.0]", "direction"), e_t),
        Stated(11, "e_t, 0.5 / 0.4 / 500", kratos(decaying), e_t),
        Stated(11, "e_t, 0.5 / 0.5", kratos("friction = 0.5"), e_t),
        Stated(11, "e_t, 0.4 / 0.4", kratos("friction = 0.4"), e_t),
        Stated(13, "speed of creep with tanh", creeps("tanh"), slide),
        Stated(13, "speed of creep with x/sqrt", creeps("root"), slide),
        Stated(14, "restitution at 0.1 m/s", impact("1 kg", "0.1 m/s", BOW), e),
        Stated(21, "restitution", local(hooke, 0.7), e),
        Stated(21, "duration over that without damping, linear", local(hooke, 0.7), lasts),
        Stated(21, "duration over that without damping, Hertz", local(hertz, 0.7), lasts),
        Stated(22, "restitution until zero overlap", damped_twice("zero-overlap", "restitution = 0.9"), e),
        Stated(22, "restitution until the force", damped_twice("zero-force", &format!("ratio = {z}")), e),
        Stated(
            22,
            "restitution until zero overlap",
            damped_twice_in("lammps", "damping = \"coeff_restitution\"\ne = 0.9\ndamping_cundall = 0.2"),
            e,
        ),
        Stated(
            22,
            "restitution until the force",
            damped_twice_in("yade", &format!("betan = {}\ndamping = 0.2", (5.0_f64 / 6.0).sqrt() * z)),
            e,
        ),
        Stated(23, "b = 0", turned("axes", 0.0), v_x),
        Stated(23, "b = 30 degrees: v_x", turned("axes", 30.0), v_x),
        Stated(23, "b = 30 degrees: v_y", turned("axes", 30.0), v_y),
        Stated(23, "b = 45 degrees: v_x", turned("axes", 45.0), v_x),
        Stated(23, "b = 45 degrees: v_y", turned("axes", 45.0), v_y),
        Stated(23, "b = 45 degrees: restitution", turned("axes", 45.0), e),
        Stated(23, "b = 60 degrees: restitution", turned("axes", 60.0), e),
        Stated(24, "b = 0", turned("velocity", 0.0), v_x),
        Stated(24, "b = 45 degrees: v_x", turned("velocity", 45.0), v_x),
        Stated(24, "b = 45 degrees: v_y", turned("velocity", 45.0), v_y),
        Stated(24, "b = 45 degrees: restitution", turned("velocity", 45.0), e),
        Stated(24, "b = 60 degrees: restitution", turned("velocity", 60.0), e),
        Stated(25, "e_t at 3 m/s", slides("3 m/s", ADAMS_FRICTION), e_t),
        Stated(25, "e_t at 2 m/s", slides("2 m/s", ADAMS_FRICTION), e_t),
        Stated(25, "e_t at 1 m/s", slides("1 m/s", ADAMS_FRICTION), e_t),
        Stated(26, "creep at 10 %", drifts(ADAMS_FRICTION, 0.1), slide),
        Stated(26, "creep at 50 %", drifts(ADAMS_FRICTION, 0.5), slide),
        Stated(26, "creep at 90 %", drifts(ADAMS_FRICTION, 0.9), slide),
        Stated(27, "drift at 0.1", drifts(SIMBODY_FRICTION, 0.125), slide),
        Stated(27, "drift at 0.3", drifts(SIMBODY_FRICTION, 0.375), slide),
        Stated(27, "drift at 0.7", drifts(SIMBODY_FRICTION, 0.875), slide),
        Stated(28, "creep over tolerance at 1 %", drifts(DRAKE_FRICTION, 0.01), slide),
        Stated(28, "creep over tolerance at 10 %", drifts(DRAKE_FRICTION, 0.1), slide),
        Stated(28, "creep over tolerance at 50 %", drifts(DRAKE_FRICTION, 0.5), slide),
        Stated(29, "MuJoCo", rubs("maximum"), friction),
        Stated(29, "Simbody", rubs("harmonic"), friction),
        Stated(31, "restitution at 0.01", in_water("0.01 m/s"), asked),
        Stated(31, "restitution at 0.1", in_water("0.1 m/s"), asked),
        Stated(31, "restitution at 1 m/s", in_water("1 m/s"), e),
        Stated(30, "Chrono", mixed("minimum"), asked),
        Stated(30, "Bullet", mixed("product"), asked),
        Stated(30, "Box2D", mixed("maximum"), asked),
        Stated(30, "PhysX", mixed("mean"), asked),
        Stated(30, "YADE, harmAvg", mixed("harmonic"), e),
        Stated(32, "restitution at 1e-4", rings("1e-4 m/s"), asked),
        Stated(32, "restitution at 1e-3", rings("1e-3 m/s"), asked),
        Stated(32, "restitution at 1e-2", rings("1e-2 m/s"), e),
        Stated(32, "restitution at 5e-2", rings("5e-2 m/s"), e),
        Stated(33, "restitution with weight", heavy(weight), e),
        Stated(33, "restitution without", heavy(""), e),
        Stated(33, "duration", heavy(weight), |scene| number(scene, Duration)),
        Stated(34, "restitution, 1 kg, 1 m/s", impact("1 kg", "1 m/s", ADAMS), e),
        Stated(34, "restitution, 1 kg, 0.1 m/s", impact("1 kg", "0.1 m/s", ADAMS), e),
        Stated(34, "restitution, 0.1 kg, 1 m/s", impact("0.1 kg", "1 m/s", ADAMS), e),
        Stated(34, "largest overlap", impact("1 kg", "1 m/s", ADAMS), |scene| number(scene, MaxOverlap)),
        Stated(35, "e_t", falls, e_t),
    ]
}

#[test]
fn questions_are_answered_with_the_numbers_of_the_list() {
    let text =
        fs::read_to_string(format!("{}/tests/cli/questions/questions.toml", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let list: List = toml::from_str(&text).unwrap();
    let mut wrong = Vec::new();
    for Stated(number, what, text, read) in stated() {
        let question = list.question.iter().find(|question| question.number == number).unwrap();
        let right = question.right.iter().find(|right| right.what.starts_with(what)).unwrap();
        let Tolerance::Relative(tolerance) = right.tolerance else { panic!("{number}: {what}") };
        let made = scenes(&text).unwrap_or_else(|error| panic!("{number}, {what}: {error}\n{text}"));
        let (found, off) = (read(&made[0]), |found: f64| (found / right.value - 1.0).abs());
        if off(found) > tolerance || !found.is_finite() {
            wrong.push(format!("{number}, {what}: {found:.10}, not {}: off {:.1e}", right.value, off(found)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
