//! Loading paths with friction under laws that pull or yield, against small steps with formulas of their own and by hand.

use std::f64::consts::PI;

use collisionbench::case::Case;
use collisionbench::collide::observe::{Observable, observe_path};
use collisionbench::collide::trajectory::Trace;
use collisionbench::collide::{How, Solution, collide};
use collisionbench::data::Files;
use collisionbench::error::SourceFile;
use collisionbench::law::scene::Scene;
use collisionbench::law::scene::path::Leg;
use collisionbench::theory::{self, Prediction};

use crate::random::Random;

const E: f64 = 50e9;
const R: f64 = 5e-6;
const NU: f64 = 0.2;
const W: f64 = 0.05;
const MU: f64 = 0.3;

/// Overlap and slide at the end of a leg, m.
pub(super) type End = [f64; 2];

pub(super) fn case(laws: &str, legs: &[End]) -> Scene {
    let legs: String =
        legs.iter().map(|[d, u]| format!("[[path.leg]]\noverlap = \"{d} m\"\nslide = \"{u} m\"\n")).collect();
    let ball = "sphere = { radius = \"10 um\" }\nmaterial = \"glass\"\n";
    read(&format!(
        "[material.glass]\ndensity = \"2500 kg/m3\"\nyoung_modulus = \"96 GPa\"\npoisson_ratio = {NU}\n[body.one]\n{ball}[body.two]\n{ball}{legs}{laws}"
    ))
}

fn read(text: &str) -> Scene {
    let text = format!(
        "title = \"made up\"\n{text}[run.reference]\n[[expect]]\nthat = \"reference\"\nagrees_with = \"conserved\"\n\
         energy_residual = {{ within = \"1e-9 absolute\" }}\n"
    );
    let file = SourceFile { name: "made-up.toml".into(), text: text.clone() };
    let case = Case::read(file.into(), "made-up", &Files::Embedded).unwrap_or_else(|error| panic!("{error}\n{text}"));
    case.scenes.into_iter().next().unwrap()
}

pub(super) fn followed(scene: &Scene) -> Trace {
    match collide(scene, &How::Exact { tolerance: 1e-12 }) {
        Ok(Solution::Path(trace)) => *trace,
        other => panic!("{other:?}"),
    }
}

fn number(scene: &Scene, trace: &Trace, wanted: Observable) -> f64 {
    let all = observe_path(scene, trace);
    all.iter().find(|(observable, _)| *observable == wanted).unwrap_or_else(|| panic!("{wanted:?}: {all:?}")).1.value
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Form {
    Total,
    Incremental,
    Rescaled,
}

/// What acts at an overlap: stiffness of the spring and what friction holds; `None` apart. Asked once a step, in order.
trait Normal {
    fn at(&mut self, delta: f64) -> Option<[f64; 2]>;
}

/// JKR in its contact radius.
struct Jkr {
    limit: &'static str,
    alive: bool,
}

impl Normal for Jkr {
    fn at(&mut self, delta: f64) -> Option<[f64; 2]> {
        let overlap = |a: f64| a * a / R - (2.0 * PI * W * a / E).sqrt();
        let a_c = (PI * W * R * R / (8.0 * E)).cbrt();
        self.alive = if self.alive { delta > overlap(a_c) } else { delta > 0.0 };
        if !self.alive {
            return None;
        }
        let (mut low, mut high) = (a_c, 1e-6);
        for _ in 0..100 {
            let middle = 0.5 * (low + high);
            if overlap(middle) < delta { low = middle } else { high = middle }
        }
        let (a, G) = (low, 96e9 / (4.0 * (2.0 - NU) * (1.0 + NU)));
        let hertz = 4.0 * E * a.powi(3) / (3.0 * R);
        let F = hertz - (8.0 * PI * W * E * a.powi(3)).sqrt();
        let N = match self.limit {
            "total" => F.max(0.0),
            "absolute" => F.abs(),
            "pull-off" => F + 3.0 * PI * W * R,
            _ => hertz,
        };
        Some([8.0 * G * a, MU * N])
    }
}

const K1: f64 = 1e5;
const K2: f64 = 4e5;
const KC: f64 = 5e4;
const KT: f64 = 8e4;

/// Luding's three lines, with a constant stiffness along the contact; friction by the magnitude of the force, or by its push
/// alone.
#[derive(Default)]
struct Luding {
    remembered: f64,
    by_push: bool,
}

impl Normal for Luding {
    fn at(&mut self, delta: f64) -> Option<[f64; 2]> {
        self.remembered = self.remembered.max(delta);
        let line = K2 * delta - (K2 - K1) * self.remembered;
        if line < -KC * delta {
            self.remembered = delta * (K2 + KC) / (K2 - K1);
        }
        let F = line.max(-KC * delta);
        (delta > 0.0).then_some([KT, MU * if self.by_push { F.max(0.0) } else { F.abs() }])
    }
}

/// Tangential force at the end of each leg and the work done along the contact, N and J, by so many steps a leg.
fn by_small_steps(normal: &mut dyn Normal, form: Form, legs: &[End], steps: usize) -> (Vec<f64>, f64) {
    let (mut delta, mut u, mut T, mut stretch, mut old, mut work) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
    let mut ends = Vec::new();
    for [to, slide] in legs {
        let (from, begun) = (delta, u);
        for k in 1..=steps {
            let part = k as f64 / steps as f64;
            let (before, du) = (T, (slide - begun) / steps as f64);
            (delta, u) = (from + (to - from) * part, begun + (slide - begun) * part);
            let Some([k_t, limit]) = normal.at(delta) else {
                (T, stretch, old) = (0.0, 0.0, 0.0);
                continue;
            };
            T = match form {
                Form::Total => k_t * (stretch + du),
                Form::Incremental => T + 0.5 * (k_t + if old > 0.0 { old } else { k_t }) * du,
                Form::Rescaled if k_t < old => T * k_t / old + k_t * du,
                Form::Rescaled => T + 0.5 * (k_t + if old > 0.0 { old } else { k_t }) * du,
            };
            T = T.clamp(-limit, limit);
            stretch = T / k_t;
            old = k_t;
            work += 0.5 * (T + before) * du;
        }
        ends.push(T);
    }
    (ends, work)
}

fn agrees(
    name: &str,
    scene: &Scene,
    form: Form,
    legs: &[End],
    steps: usize,
    mut normal: impl FnMut() -> Box<dyn Normal>,
) {
    let trace = followed(scene);
    let forces: Vec<f64> = trace.ends.iter().map(|end| trace.states[*end].tangential).collect();
    let along: f64 = trace.states.last().map(|state| state.energy.work).unwrap();
    let pressed = followed(&Scene { shear: None, ..pressing(scene) }).end.work.value;
    let [(few, rough), (many, fine)] =
        [steps, 2 * steps].map(|steps| by_small_steps(&mut *normal(), form, legs, steps));
    let largest = trace.states.iter().map(|state| state.tangential.abs()).fold(0.0, f64::max);
    assert!(largest > 0.0);
    for (leg, ((found, few), many)) in forces.iter().zip(&few).zip(&many).enumerate() {
        let off = (found - (2.0 * many - few)) / largest;
        assert!(off.abs() < 2e-6, "{name}, leg {}: {found:e} for {many:e}: {off:e}", leg + 1);
    }
    let turnover: f64 = legs.windows(2).map(|pair| (pair[1][1] - pair[0][1]).abs() * largest).sum();
    let off = (along - pressed - (2.0 * fine - rough)) / turnover;
    assert!(off.abs() < 2e-6, "{name}: work {:e} for {fine:e}: {off:e}", along - pressed);
    let residual = number(scene, &trace, Observable::EnergyResidual);
    assert!(residual.abs() < 1e-9, "{name}: the ledger lacks {residual:e}");
}

/// The same path without its slides.
fn pressing(scene: &Scene) -> Scene {
    let mut scene = scene.clone();
    for leg in &mut scene.path.as_mut().unwrap().legs {
        if let Leg::Drive { shear, .. } = leg {
            *shear = None;
        }
    }
    scene
}

#[test]
#[ignore = "slow"]
fn jkr_with_friction_is_that_of_small_steps() {
    let legs = [[1e-9, 0.4e-9], [1e-9, 1.6e-9], [-0.1e-9, 2.0e-9], [0.8e-9, 0.9e-9], [0.2e-9, 2.4e-9], [-1e-9, 1.4e-9]];
    for limit in ["total", "absolute", "pull-off", "repulsive"] {
        for (form, word) in
            [(Form::Total, "total-spring"), (Form::Incremental, "incremental"), (Form::Rescaled, "rescaled")]
        {
            let laws = format!(
                "[contact]\nfriction_limit = \"{limit}\"\n[contact.normal.jkr]\nwork_of_adhesion = \"{W} J/m2\"\nbreaks_at = \"displacement\"\n\
                 [contact.tangential.mindlin]\nform = \"{word}\"\nfriction = {MU}\n"
            );
            let normal = || Box::new(Jkr { limit, alive: false }) as Box<dyn Normal>;
            agrees(&format!("{limit}, {word}"), &case(&laws, &legs), form, &legs, 8000, normal);
        }
    }
}

const LUDING: &str = "[contact]\nfriction_limit = \"absolute\"\n[contact.normal.luding]\nloading_stiffness = \"1e5 N/m\"\n\
                      unloading_stiffness = \"4e5 N/m\"\nadhesion_stiffness = \"5e4 N/m\"\n\
                      [contact.tangential.cundall-strack]\nstiffness = \"8e4 N/m\"\nfriction = 0.3\n";

#[test]
fn a_spring_that_pulls_and_is_reloaded_is_that_of_small_steps() {
    let um = |legs: &[End]| legs.iter().map(|leg| leg.map(|x| x * 1e-6)).collect::<Vec<_>>();
    let legs =
        um(&[[100.0, 30.0], [30.0, 60.0], [60.0, 20.0], [20.0, 25.0], [120.0, 90.0], [50.0, 60.0], [-1.0, 120.0]]);
    let normal = || Box::new(Luding::default()) as Box<dyn Normal>;
    agrees("luding", &case(LUDING, &legs), Form::Incremental, &legs, 100_000, normal);
}

/// Walton & Braun's two lines.
#[derive(Default)]
struct WaltonBraun {
    remembered: f64,
}

impl Normal for WaltonBraun {
    fn at(&mut self, delta: f64) -> Option<[f64; 2]> {
        self.remembered = self.remembered.max(delta);
        let F = K1 * self.remembered - K2 * (self.remembered - delta);
        (F > 0.0).then_some([KT, MU * F])
    }
}

/// Legs that nobody chose, some of which hold the overlap and some the slide.
fn drawn(dice: &mut Random, least: f64) -> Vec<End> {
    let mut between = |least: f64, most: f64| (least + (most - least) * dice.next()) * 1e-6;
    let mut legs = vec![[between(20.0, 100.0), 0.0]];
    for held in [1, 0, 2, 1, 0, 2, 1] {
        let [delta, u] = *legs.last().unwrap();
        let [to, slide] = [between(least, 110.0), between(-90.0, 90.0)];
        legs.push([[to, u], [delta, slide], [to, slide]][held]);
    }
    legs
}

#[test]
fn paths_that_hold_overlap_or_slide_are_those_of_small_steps() {
    let walton_braun = LUDING.replace("luding", "walton-braun").replace("adhesion_stiffness = \"5e4 N/m\"\n", "");
    let luding = LUDING.replace("absolute", "total");
    let mut dice = Random(20261126);
    for number in 0..24 {
        let legs = drawn(&mut dice, 5.0);
        // By the magnitude steps would jump over the place where friction holds nothing.
        let normal = || Box::new(Luding { by_push: true, ..Luding::default() }) as Box<dyn Normal>;
        agrees(&format!("luding {number}"), &case(&luding, &legs), Form::Incremental, &legs, 40_000, normal);
        // The contact of Walton & Braun ends at three quarters of its largest overlap: up to 110 um.
        let legs = drawn(&mut dice, 83.0);
        let normal = || Box::new(WaltonBraun::default()) as Box<dyn Normal>;
        agrees(
            &format!("walton-braun {number}"),
            &case(&walton_braun, &legs),
            Form::Incremental,
            &legs,
            40_000,
            normal,
        );
    }
}

/// A contact that breaks deletes what its spring holds, and no friction takes it.
#[test]
fn a_contact_that_breaks_deletes_its_spring() {
    let legs = [[1e-9, 0.0], [1e-9, 0.1e-9], [-1e-9, 0.1e-9]];
    let laws = format!(
        "[contact]\nfriction_limit = \"pull-off\"\n[contact.normal.jkr]\nwork_of_adhesion = \"{W} J/m2\"\nbreaks_at = \"displacement\"\n\
         [contact.tangential.cundall-strack]\nstiffness = \"100 N/m\"\nfriction = {MU}\n"
    );
    let scene = case(&laws, &legs);
    let trace = followed(&scene);
    let stored = 0.5 * 100.0 * 1e-20;
    let [created, slip, force] = [Observable::EnergyCreated, Observable::EnergySlip, Observable::TangentialForce]
        .map(|observable| number(&scene, &trace, observable));
    assert!((created + stored).abs() < 1e-9 * stored, "{created:e} for {:e}", -stored);
    assert!(slip.abs() < 1e-12 * stored && force == 0.0, "{slip:e} {force:e}");
    assert!(number(&scene, &trace, Observable::EnergyResidual).abs() < 1e-12);
}

/// DMT ends at no overlap, where Mindlin's stiffness is zero: an incremental spring that keeps its force has an energy without
/// bound there. It is deleted, and what is missing is what was put in.
#[test]
fn a_spring_whose_stiffness_goes_to_nothing_loses_what_was_put_in() {
    let (overlap, u) = (1e-9, 0.05e-9);
    let laws = format!(
        "[contact]\nfriction_limit = \"pull-off\"\n[contact.normal.dmt]\nwork_of_adhesion = \"{W} J/m2\"\n\
         [contact.tangential.mindlin]\nform = \"incremental\"\nfriction = {MU}\n"
    );
    let scene = case(&laws, &[[overlap, 0.0], [overlap, u], [-1e-9, u]]);
    let k_t = 8.0 * 96e9 / (4.0 * (2.0 - NU) * (1.0 + NU)) * (R * overlap).sqrt();
    assert!(k_t * u < MU * 2.0 * PI * W * R, "it sticks up to the end");
    let trace = followed(&scene);
    let [created, slip] =
        [Observable::EnergyCreated, Observable::EnergySlip].map(|observable| number(&scene, &trace, observable));
    let put_in = 0.5 * k_t * u * u;
    assert!((created + put_in).abs() < 1e-9 * put_in, "{created:e} for {:e}", -put_in);
    assert!(slip.abs() < 1e-12 * put_in, "{slip:e}");
}

/// Friction holds nothing where Luding's force changes its sign: what the spring stored there is slip, `T^2/(2 k_t)` of one of
/// constant stiffness. Mindlin's stiffness goes to nothing where the contact ends, and the spring has nothing left to lose.
#[test]
fn a_spring_let_go_before_its_stiffness_goes_to_nothing_loses_nothing_more() {
    let u = 1e-8;
    let path = |tangential: &str| {
        let laws = LUDING.split("[contact.tangential").next().unwrap().to_string() + tangential;
        let scene = case(&laws, &[[100e-6, 0.0], [90e-6, 0.0], [90e-6, u], [-1e-6, u]]);
        let trace = followed(&scene);
        [Observable::EnergySlip, Observable::EnergyCreated, Observable::EnergyResidual]
            .map(|observable| number(&scene, &trace, observable))
    };
    let stored = 0.5 * KT * u * u;
    let [slip, created, residual] =
        path("[contact.tangential.cundall-strack]\nstiffness = \"8e4 N/m\"\nfriction = 0.3\n");
    assert!((slip - stored).abs() < 1e-9 * stored && created.abs() < 1e-9 * stored, "{slip:e} {created:e}");
    assert!(residual.abs() < 1e-12);
    let [slip, created, residual] = path("[contact.tangential.mindlin]\nform = \"incremental\"\nfriction = 0.3\n");
    let put_in = 0.5 * 8.0 * 96e9 / (4.0 * (2.0 - NU) * (1.0 + NU)) * (R * 90e-6).sqrt() * u * u;
    assert!((slip - created - put_in).abs() < 1e-9 * put_in, "{slip:e} - {created:e} for {put_in:e}");
    assert!(created > 0.0 && residual.abs() < 1e-12, "{created:e} {residual:e}");
}

/// By hand: at 30 um the lines meet at `-k_c delta`, 1.5 N; friction holds 0.45 N, the spring slips after 5.625 um. A loop from 40 to
/// -20 um costs `4 0.45 N (30 - 5.625) um`. At 90 um the force is 6 N, friction holds 1.8 N, slips after 22.5 um: 5.4e-5 J.
#[test]
fn the_theory_of_a_slid_contact_has_the_numbers_of_a_hand() {
    let theory = theory::find("spring-slider-path").unwrap();
    for (overlap, force, limit, loop_energy) in [(30, -1.5, 0.45, 4.3875e-5), (90, 6.0, 1.8, 5.4e-5)] {
        let ball = "sphere = { radius = \"10 mm\", mass = \"0.2 g\" }\n";
        let scene = read(&format!(
            "[body.one]\n{ball}[body.two]\n{ball}[path]\ncycles = 2\n[[path.leg]]\noverlap = \"100 um\"\n[[path.leg]]\n\
             overlap = \"{overlap} um\"\n[[path.cycle]]\nslide = \"40 um\"\n[[path.cycle]]\nslide = \"-20 um\"\n{LUDING}"
        ));
        let Prediction::Covers { values, .. } = theory.predict(&scene) else { panic!("{:?}", theory.predict(&scene)) };
        let expected = [
            (Observable::NormalForce, force),
            (Observable::TangentialForce, -limit),
            (Observable::LoopEnergy, loop_energy),
        ];
        for (observable, hand) in expected {
            let said = values.iter().find(|(known, _)| *known == observable).unwrap().1;
            assert!((said.value - hand).abs() <= 1e-12 * hand.abs(), "{observable:?}: {said:?} for {hand:e}");
            assert!(said.uncertainty < 1e-11 * hand.abs());
            let found = number(&scene, &followed(&scene), observable);
            assert!((found - hand).abs() <= 1e-11 * hand.abs(), "{observable:?}: {found:e} for {hand:e}");
        }
    }
}

/// A rigid body has no material, and adds nothing to `1/G*`: glass of 96 GPa and 0.2 on a rigid plate has `G* = 96 GPa/(2 1.8 1.2)`.
/// At 100 um under `k1`, 10 N, a slide of 10 nm sticks: `T = 8 G* sqrt(R delta) u`.
#[test]
fn a_slide_on_a_rigid_plate_has_the_shear_modulus_of_the_ball() {
    let luding = LUDING.split("[contact.tangential").next().unwrap();
    let scene = read(&format!(
        "[material.glass]\ndensity = \"2500 kg/m3\"\nyoung_modulus = \"96 GPa\"\npoisson_ratio = {NU}\n[body.ball]\n\
         sphere = {{ radius = \"10 mm\" }}\nmaterial = \"glass\"\n[body.plate]\nwall = {{ normal = \"+z\" }}\nrigid = true\n\
         [[path.leg]]\noverlap = \"100 um\"\n[[path.leg]]\nslide = \"10 nm\"\n{luding}[contact.tangential.mindlin]\n\
         form = \"incremental\"\nfriction = {MU}\n"
    ));
    let hand = 8.0 * (96e9 / (2.0 * 1.8 * 1.2)) * (1e-2 * 100e-6_f64).sqrt() * 10e-9;
    assert!(hand < MU * 10.0);
    let Prediction::Covers { values, .. } = theory::find("spring-slider-path").unwrap().predict(&scene) else {
        panic!("a rigid body has no material to ask for")
    };
    let said = values.iter().find(|(known, _)| *known == Observable::TangentialForce).unwrap().1.value;
    assert!((said - hand).abs() <= 1e-12 * hand, "{said:e} for {hand:e}");
    let found = number(&scene, &followed(&scene), Observable::TangentialForce);
    assert!((found - hand).abs() <= 1e-11 * hand, "{found:e} for {hand:e}");
}
