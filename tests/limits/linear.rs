//! Memory that grows with the scenes and no faster, and what of a collision is kept.

use std::sync::Arc;
use std::time::{Duration, Instant};

use collisionbench::bench::{self, CaseFiles, Plan, Silent};
use collisionbench::contact::Ends;
use collisionbench::data::Files;
use collisionbench::error::SourceFile;
use collisionbench::record::{Maker, Observation, Observations, ParameterRecord, Record, ShearRecord};
use collisionbench::report::pictures::{all_cases, plan as planned};
use collisionbench::report::{Context, Environment, OutputFolder, Pictures, compose, junit};
use collisionbench::solve::SOLVERS;

use super::{REFERENCE, alone, beads, heap};

fn plan(radii: usize, speeds: usize) -> Plan {
    let file = SourceFile { name: "beads.toml".to_string(), text: beads(radii, speeds, REFERENCE) };
    let cases = vec![("beads".to_string(), file)];
    Plan::new(CaseFiles { from: "here".to_string(), cases, data: Files::Embedded }).unwrap()
}

/// Bytes that collisions, checks and courses of a plan take at once, a scene.
fn per_scene(plan: &Plan) -> f64 {
    let scenes = plan.cases[0].case.scenes.len() as f64;
    let mut kept = None;
    let peak = heap::peak(|| kept = Some(bench::execute(plan, SOLVERS, &Silent).unwrap()));
    assert_eq!(kept.unwrap().cases[0].collisions.len() as f64, scenes);
    peak as f64 / scenes
}

/// Samples alone are 4 kB a collision; kept of all of them a hundred thousand scenes take 3.3 GB.
#[test]
fn a_collision_keeps_its_numbers_and_of_three_scenes_the_course() {
    let _alone = alone();
    let (small, large) = (plan(2, 50), plan(10, 100));
    let few = per_scene(&small);
    let many = per_scene(&large);
    assert!(many < 3500.0, "{many:.0} bytes a scene");
    assert!(many < 1.2 * few, "{few:.0} bytes a scene of 100, {many:.0} of 1000");
    let run = bench::execute(&large, SOLVERS, &Silent).unwrap();
    let courses = run.cases[0]
        .collisions
        .iter()
        .filter(|collision| collision.result.as_ref().is_ok_and(|observed| !observed.variants[0].course.is_empty()));
    assert_eq!(courses.map(|collision| collision.scene).collect::<Vec<_>>(), [0, 499, 999]);
}

/// A whole run, from the plan to the written report with its pictures: a hundred thousand scenes fit into 450 MB. The most is held
/// while the record is made beside the plan.
#[test]
fn a_run_of_many_scenes_fits() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let per_scene = |radii: usize, speeds: usize| {
        let place = OutputFolder::new(&folder.path().join("latest")).unwrap();
        let peak = heap::peak(|| {
            let mut plan = plan(radii, speeds);
            let mut run = bench::execute(&plan, SOLVERS, &Silent).unwrap();
            plan.forget_judged();
            let record = Record::new(&plan, &mut run);
            drop((plan, run));
            compose::write(&Context::new(&record, &Environment::default(), Pictures::Default), &place).unwrap();
        });
        peak as f64
    };
    let (some, many) = (per_scene(10, 200), per_scene(10, 1000));
    let each = (many - some) / 8000.0;
    assert!(each < 4400.0 && some < 2e7, "{each:.0} bytes a scene more, {some:.0} of the first");
}

/// `junit.xml` has half a kilobyte a scene, and is written test by test.
#[test]
fn tests_for_ci_are_not_held() {
    let _alone = alone();
    let plan = plan(10, 100);
    let record = Record::new(&plan, &mut bench::execute(&plan, SOLVERS, &Silent).unwrap());
    let mut written = Counter(0);
    let peak = heap::peak(|| junit::write(&record, false, &mut written).unwrap());
    assert!(written.0 > 300_000 && peak < 10_000, "{peak} bytes to write {}", written.0);
}

struct Counter(usize);

impl std::io::Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A picture of a sweep has ten of its lines, and reads no other scene.
#[test]
fn a_picture_takes_what_is_drawn() {
    let _alone = alone();
    let drawn = |radii: usize| {
        let plan = plan(radii, 100);
        let record = Record::new(&plan, &mut bench::execute(&plan, SOLVERS, &Silent).unwrap());
        let case = &record.cases[0];
        let picture = planned(case, Pictures::Default).pop().unwrap();
        let mut rows = 0;
        let peak = heap::peak(|| rows = picture.draw(case).unwrap().table.csv().unwrap().len());
        (peak as f64 / radii as f64, rows)
    };
    let ((few, rows), (many, as_many)) = (drawn(10), drawn(40));
    assert!((0.8..1.2).contains(&(as_many as f64 / rows as f64)), "{rows} and {as_many} bytes are drawn");
    assert!(many < 0.4 * few, "{few:.0} bytes a line of ten, {many:.0} of forty");
}

/// Every scene has conventions of its own, and each is found among them without looking at the others.
#[test]
fn the_contracts_of_many_scenes_are_told_apart() {
    let _alone = alone();
    let mut plan = plan(10, 300);
    for (at, scene) in plan.cases[0].case.scenes.iter_mut().enumerate() {
        scene.contact.ends = if at % 2 == 0 { Ends::ZeroOverlap } else { Ends::ZeroForce };
    }
    let mut run = bench::execute(&plan, SOLVERS, &Silent).unwrap();
    let record = Record::new(&plan, &mut run);
    let places: Vec<usize> = record.cases[0].scenes.iter().map(|scene| scene.contract).collect();
    assert_eq!(record.cases[0].contracts.len(), 2);
    assert!(places.iter().enumerate().all(|(at, place)| *place == at % 2), "{places:?}");
}

/// Bytes of a plan, a scene: what all scenes share is there once.
#[test]
fn a_plan_grows_with_its_scenes() {
    let _alone = alone();
    let bytes = |radii: usize, speeds: usize| {
        let mut kept = None;
        let peak = heap::peak(|| kept = Some(plan(radii, speeds)));
        drop(kept);
        peak as f64 / (radii * speeds) as f64
    };
    let (few, many) = (bytes(2, 50), bytes(10, 100));
    assert!(many < 1.2 * few, "{few:.0} bytes a scene of 100, {many:.0} of 1000");
}

/// Slip and rebound over the angle, of two solvers, one theory and one table.
fn over_angle(scenes: usize) -> Record {
    let plan = plan(2, 2);
    let mut record = Record::new(&plan, &mut bench::execute(&plan, SOLVERS, &Silent).unwrap());
    let case = &mut record.cases[0];
    let first = case.scenes[0].clone();
    case.swept = vec!["impact.angle".to_string()];
    case.scenes.clear();
    case.checks.clear();
    let mut observations = Vec::new();
    for at in 0..scenes {
        let angle = 0.2 * (at + 1) as f64 / scenes as f64;
        let text = format!("{angle} rad");
        let value = Some(angle);
        let path = "impact.angle".to_string();
        let mut scene = first.clone();
        scene.name = format!("angle={text}");
        scene.parameters.push(Arc::new(ParameterRecord { path, value, word: None, unit: "rad".to_string(), text }));
        scene.force.shear = Some(Box::new(shear(scene.force.power.unwrap().K)));
        observations.push((scene.name.clone(), angle));
        case.scenes.push(scene);
    }
    case.observations = Observations::of(Vec::new());
    for (scene, angle) in &observations {
        for (by, maker) in
            [("mdr", Maker::Solver), ("reference", Maker::Solver), ("theory", Maker::Oracle), ("a/table", Maker::Data)]
        {
            for observable in ["tangential_restitution", "psi1", "psi2"] {
                if observable == "psi1" && maker != Maker::Solver {
                    continue;
                }
                let value = Some(30.0 * angle + f64::from(u8::from(by == "reference")) * 0.01 * angle);
                let value = if observable == "psi1" { Some(30.0 * angle) } else { value };
                let (unit, uncertainty, note, variant) = ("", None, None, "");
                case.observations.push(Observation {
                    scene,
                    by,
                    maker,
                    variant,
                    observable,
                    value,
                    unit,
                    uncertainty,
                    note,
                });
            }
        }
    }
    record
}

/// Of the glass of these beads.
const POISSON_RATIO: f64 = 0.22;

/// Of Mindlin's stiffness beside a normal `stiffness`, N/m^(3/2).
fn shear(stiffness: f64) -> ShearRecord {
    let [form, friction_limit, lever_slip, lever_torque] =
        ["memory-diagram", "normal-force", "radius", "radius"].map(String::from);
    ShearRecord {
        form,
        S: 1.5 * stiffness * 2.0 * (1.0 - POISSON_RATIO) / (2.0 - POISSON_RATIO),
        gamma: 0.5,
        friction: 0.3,
        friction_limit,
        C: 0.0,
        beta: 0.0,
        while_sliding: None,
        lever_slip,
        lever_torque,
        spring_rotation: "normal-and-spin".into(),
        rolling: None,
    }
}

/// Every measurement beside every law: looked for in all of them it would take minutes.
#[test]
fn figures_of_many_measurements_are_drawn_in_seconds() {
    let _alone = alone();
    let record = over_angle(20_000);
    let began = Instant::now();
    let names: Vec<String> = all_cases::figures(&record).into_iter().map(|shared| shared.name).collect();
    let took = began.elapsed();
    for wanted in ["incidence-", "near-normal-", "psi", "law-errors"] {
        assert!(names.iter().any(|name| name.starts_with(wanted)), "{wanted} is not in {names:?}");
    }
    assert!(took < Duration::from_secs(15), "{took:?}");
}

/// Seconds of the processor that programs took which were started here and have ended.
#[cfg(target_os = "linux")]
fn spent() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    // Behind the name in brackets; in hundredths, man 5 proc: cutime, cstime.
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    fields[13..15].iter().map(|field| field.parse::<f64>().unwrap()).sum::<f64>() / 100.0
}

/// Drops of a ball that keeps 0.6 of its speed, from ten heights.
#[cfg(target_os = "linux")]
fn drops(throws: usize) -> String {
    let mut text = "drop_height_m,rebound_height_m\n".to_string();
    for at in 0..throws {
        // Scatter without a generator: the golden ratio fills the interval evenly.
        let (height, scatter) = (0.5 + 0.1 * (at % 10) as f64, (at as f64 * 0.618_033_988_749_895).fract() - 0.5);
        text.push_str(&format!("{height:.4},{:.6}\n", height * (0.6 + 0.02 * scatter).powi(2)));
    }
    text
}

/// Each throw is looked at as often as the refits ask for, and never beside every other.
#[cfg(target_os = "linux")]
#[test]
fn a_fit_grows_with_its_throws() {
    let _alone = alone();
    let root = super::folder(&[("drops", DROPS.to_string())]);
    let seconds = |throws: usize| {
        std::fs::write(root.path().join("cases/drops.csv"), drops(throws)).unwrap();
        let before = spent();
        let words = ["fit", "cases/drops.toml", "--resamples", "100", "--pictures", "none"];
        let output = super::program(root.path(), &words).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        spent() - before
    };
    let (few, many) = (seconds(1000), seconds(16_000));
    assert!(many < 24.0 * few, "{few:.2} s for 1000 throws, {many:.2} s for sixteen times as many");
}

#[cfg(target_os = "linux")]
const DROPS: &str = r#"title = "A ball that is dropped often"

[material.glass]
density       = "2500 kg/m3"
young_modulus = "70 GPa"
poisson_ratio = 0.22

[body.ball]
sphere   = { radius = "10 mm" }
material = "glass"

[body.plate]
wall  = { normal = "+z" }
rigid = true

[contact]
ends = "force-clamped"

[contact.normal.hertz]

[contact.damping.tsuji]
restitution = { fit = 0.7, between = [0.1, 1] }

[experiment.drop-height]
data      = "drops.csv"
height_to = "bottom"
gravity   = "9.81 m/s2"

[fit]
loss        = "squares"
hold_out    = "one height in six"
uncertainty = { bootstrap = 100, level = 0.95, seed = 1 }

[[expect]]
that        = "fit"
agrees_with = "hold-out"
restitution = { within_sigma = 3 }
"#;
