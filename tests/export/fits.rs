//! `fit.json` as the source of an export.

use std::sync::Arc;

use collisionbench::codes::export::{Known, export, known};
use collisionbench::data::Files;
use collisionbench::error::SourceFile;
use collisionbench::fit::file::FitResult;

use crate::common::fit_json::{fit_json, parameter};

use super::{SPHERES, WALL, case_text, good, scene_of, tsuji};

const PATH: &str = "contact.damping.tsuji.restitution";

/// A fit of a ball at a wall with a restitution of 0.81, in 0.79 .. 0.83.
fn fit(text: &str) -> String {
    fit_json("calibration/marble", text, &[parameter(PATH, 0.81, Some([0.79, 0.83]))])
}

fn at_wall() -> String {
    case_text(WALL, &tsuji(0.81, "force-clamped"))
}

fn file(text: String) -> Arc<SourceFile> {
    Arc::new(SourceFile { name: "fit.json".into(), text })
}

#[test]
fn a_fit_is_read_back_and_holds_its_contact() {
    let text = fit(&at_wall());
    assert!(FitResult::is_one(&text) && !FitResult::is_one(&at_wall()));
    let file = file(text);
    let read = FitResult::read(&file).unwrap();
    assert_eq!(FitResult::read(&self::file(read.text().unwrap())).unwrap(), read);
    assert_eq!(read.case, "calibration/marble");
    let (scene, of_case) = (read.scene().unwrap(), scene_of(&at_wall()));
    assert_eq!((&scene.bodies, &scene.contact, scene.force), (&of_case.bodies, &of_case.contact, of_case.force));
    assert_eq!(good(&scene, "yade"), good(&of_case, "yade"));
}

/// What a code is given moves with the interval of what was fitted.
#[test]
fn the_interval_of_a_fit_reaches_the_numbers_of_a_code() {
    let fit = FitResult::read(&file(fit(&case_text(SPHERES, &tsuji(0.81, "zero-overlap"))))).unwrap();
    let lines = |engine: &str, interval: [f64; 2]| {
        let parameter = &fit.parameters[0];
        let system = collisionbench::codes::find(engine).unwrap();
        let there = |value: f64| {
            let scene = fit.scene_with(&[(&parameter.path, value)]).map_err(|error| error.to_string())?;
            export(&scene, system, 0.01).map_err(|error| error.message)
        };
        let fitted = Known { path: &parameter.path, interval, level: Some(0.95) };
        known(&there(0.81).unwrap(), &interval.map(there), system.keys, &fitted)
    };
    let because = "(with contact.damping.tsuji.restitution from 0.7900 to 0.8300)";
    assert_eq!(lines("lammps", [0.79, 0.83]), [format!("e = 0.810, 0.790 to 0.830 at 95 % {because}")]);
    assert_eq!(
        lines("musen", [0.79, 0.83]),
        [format!("RestitutionCoefficient = 0.810, 0.790 to 0.830 at 95 % {because}")]
    );
    let [beyond] = &lines("lammps", [0.79, 1.2])[..] else { panic!("one line") };
    assert!(beyond.starts_with("no interval with contact.damping.tsuji.restitution from 0.7900 to 1.200"), "{beyond}");
}

#[test]
fn what_is_wrong_with_a_fit_is_said_at_its_place() {
    let said = |text: String| FitResult::read(&file(text)).unwrap_err().to_string();
    let text = fit(&at_wall());
    let with = |value: &str| {
        let changed = text.replace("\"value\": 0.81", &format!("\"value\": {value}"));
        assert_ne!(changed, text);
        changed
    };
    let wrong = said(with("\"much\""));
    assert!(wrong.contains("fit.json:") && wrong.contains("^") && wrong.contains("no result of a fit"), "{wrong}");
    assert!(said(with("0.84")).contains("no number inside its interval"));
    assert!(said(with("null")).contains("no result of a fit"));
    assert!(said(text.replace("\"format\": 1", "\"format\": 7")).contains("has the layout 7, and 1 is read"));
    assert!(said("{\"format\": 1}".into()).contains("missing field"));
    // The first 0.81 is that of the contact.
    let error = said(text.replacen("\"value\": 0.81", "\"value\": 0.80", 1));
    assert!(error.contains("is 0.81 among the parameters and 0.8 in the contact"), "{error}");
    let of = |from: &str, to: &str| {
        let changed = text.replace(from, to);
        assert_ne!(changed, text);
        FitResult::read(&file(changed)).unwrap().scene().unwrap_err().to_string()
    };
    let error = of(".density\"", ".densty\"");
    assert!(error.contains("unknown key `material.glass.densty`, did you mean `material.glass.density`?"), "{error}");
    let error = of("\"tsuji\"", "\"tsujo\"");
    assert!(error.contains("there is no damping law `tsujo`, did you mean `tsuji`?"), "{error}");
    // Nothing that changes the physics has a silent default.
    let error = of("\"contact.ends\"", "\"contact.end\"");
    assert!(error.contains("`contact.ends` is missing") && error.contains("unknown key `contact.end`"), "{error}");
    let error = of("\"force-clamped\"", "\"force-clamp\"");
    assert!(error.contains("`contact.ends` must be one of"), "{error}");
    let error = of("\"value\": 0.22", "\"value\": 0.75");
    assert!(error.contains("`material.glass.poisson_ratio` must be"), "{error}");
}

/// What `fit` writes is read by `export`: the same restitution at the same speed, to 1e-12, in every dialect that holds the
/// law; the others say why not.
#[test]
fn a_calibration_is_exported_and_converted_back() {
    use collisionbench::case::Case;
    use collisionbench::codes::CODES;
    use collisionbench::fit::calibrate::{Depth, Unwatched, calibrate};
    let (mut held, mut others) = (0, 0);
    // MercuryDPM, MUSEN and EDEM pull before the end, Woo halves R* at a wall; two have a dashpot with delta^(1/2).
    let never_pull: &[&str] = &["hybird", "pfc", "lammps", "liggghts", "yade", "kratos"];
    for (name, holders) in [("synthetic-drops", never_pull), ("golf-on-marble-heights", &["pfc", "lammps"])] {
        let source = Files::Embedded.text(&format!("cases/calibration/{name}.toml"), 1 << 20).unwrap();
        let case = Case::read(Arc::new(source), name, &Files::Embedded).unwrap();
        let how = Depth::Quick;
        let found = calibrate(&case, how, &Unwatched).unwrap();
        let file = file(FitResult::of(&case, &found, "test", "fit").unwrap().text().unwrap());
        let back = FitResult::read(&file).unwrap();
        assert_eq!(back.parameters[0].value, found.parameters[0].value);
        let scene = &back.scene().unwrap_or_else(|error| panic!("{error}"));
        let fitted = case.calibration.as_ref().unwrap().scene(&[found.parameters[0].value], scene.speed).unwrap();
        assert_eq!((scene.force, scene.pair), (fitted.force, fitted.pair), "the contact in the file is the fitted one");
        let mut faithful = Vec::new();
        for writer in CODES {
            let engine = super::name(writer);
            match export(scene, writer, 0.01) {
                Ok(found) if found.faithful() => {
                    assert_eq!(super::back::off(scene, engine, &found.text("two", true)), None, "{name} {engine}");
                    faithful.push(engine);
                    held += 1;
                }
                Ok(found) => {
                    assert!(!found.why_not.is_empty(), "{name} {engine}");
                    others += 1;
                }
                Err(error) => {
                    assert!(!error.message.is_empty(), "{name} {engine}");
                    others += 1;
                }
            }
        }
        faithful.retain(|engine| super::back::listed().contains(engine));
        assert_eq!(faithful, holders, "{name}");
    }
    assert_eq!(held + others, 2 * CODES.len());
}
