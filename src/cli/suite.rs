//! `collisionbench suite CASE... --out DIR`

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::compute::Computing;
use super::{print, tolerance};
use crate::bench;
use crate::case::Case;
use crate::collide::observe::Observable;
use crate::error::Error;
use crate::law::scene::{Body, Scene};
use crate::output::OutputFolder;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Case files, folders of them, or names of shipped cases
    #[arg(required = true)]
    cases: Vec<PathBuf>,
    /// The new folder
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    /// Allowed deviation of each number
    #[arg(long, value_name = "TOLERANCE", default_value = "1 %")]
    within: String,
    #[command(flatten)]
    computing: Computing,
}

/// What a code is asked for: what any of them can tell of a collision.
const ASKED: [Observable; 8] = [
    Observable::Restitution,
    Observable::Duration,
    Observable::MaxOverlap,
    Observable::MaxForce,
    Observable::TangentialRestitution,
    Observable::TangentialRestitutionContact,
    Observable::ReboundSpin,
    Observable::EnergyLost,
];

const README: &str = include_str!("suite/README.md");
const CHECK: &str = include_str!("suite/check.py");
const PYTEST: &str = include_str!("suite/test_collisions.py");
const CTEST: &str = include_str!("suite/CMakeLists.txt");

/// Writes cases as plain files that another test suite reads without this program.
pub(super) fn suite(args: &Args) -> Result<(), Error> {
    let within = tolerance("--within", &args.within)?;
    let place = OutputFolder::new(&args.out)?;
    let building = place.begin()?;
    let failed = |error| Error::write(&args.out, error);
    let found = bench::find(&args.cases, Path::new("."))?;
    let computed = args.computing.numbers(found, Path::new("reports/suite.engines"), |_| Ok(1))?;
    let (mut written, mut left) = (Vec::new(), Vec::new());
    for (planned, record) in computed.plan.cases.iter().zip(&computed.record.cases) {
        let numbers = record.collisions.iter().filter(|of| &*of.by == "reference");
        let by_scene: BTreeMap<&str, Vec<_>> = numbers
            .map(|of| (of.scene.as_ref(), of.numbers.iter().filter(|n| asked(&n.observable)).collect()))
            .collect();
        let impacts: Vec<&Scene> = planned
            .case
            .scenes
            .iter()
            .filter(|s| by_scene.get(s.name.as_str()).is_some_and(|n| !n.is_empty()))
            .collect();
        if impacts.is_empty() {
            left.push(record.name.as_ref());
            continue;
        }
        let name = record.name.replace('/', "-");
        let folder = building.folder().join(&name);
        fs::create_dir(&folder).map_err(failed)?;
        let text = serde_json::to_string_pretty(&described(&planned.case, &impacts))
            .map_err(|error| Error::wrong(error.to_string()))?;
        fs::write(folder.join("case.json"), text + "\n").map_err(failed)?;
        let mut table = csv::Writer::from_writer(Vec::new());
        let lost = |error: csv::Error| failed(std::io::Error::other(error));
        table.write_record(["scene", "observable", "unit", "value", "tolerance"]).map_err(lost)?;
        let mut rows = 0;
        for scene in &impacts {
            for number in &by_scene[scene.name.as_str()] {
                let (Some(value), uncertainty) = (number.value, number.uncertainty.unwrap_or(0.0)) else { continue };
                let allowed = within * value.abs() + uncertainty;
                let cells = [value, allowed].map(|x| format!("{x:?}"));
                let row = [&scene.name, number.observable.as_ref(), number.unit.as_ref(), &cells[0], &cells[1]];
                table.write_record(row).map_err(lost)?;
                rows += 1;
            }
        }
        let bytes = table.into_inner().map_err(|error| failed(std::io::Error::other(error.to_string())))?;
        fs::write(folder.join("expected.csv"), bytes).map_err(failed)?;
        written.push(format!("{name}: {} scenes, {rows} numbers", impacts.len()));
    }
    if written.is_empty() {
        let help = "name a case of impacts that the reference computes";
        return Err(Error::with_help(format!("none of the cases has a collision: {}", left.join(", ")), help));
    }
    for (name, text) in
        [("README.md", README), ("check.py", CHECK), ("test_collisions.py", PYTEST), ("CMakeLists.txt", CTEST)]
    {
        fs::write(building.folder().join(name), text).map_err(failed)?;
    }
    building.put_new()?;
    let mut lines = format!("{}: {}\n", args.out.display(), args.within);
    written.iter().for_each(|line| lines += &format!("  {line}\n"));
    if !left.is_empty() {
        lines += &format!("  left out, without a collision: {}\n", left.join(", "));
    }
    print(&lines)
}

fn asked(observable: &str) -> bool {
    ASKED.iter().any(|of| of.word() == observable)
}

/// A case in SI numbers: bodies, contact in the parameters of the case, and the impacts.
fn described(case: &Case, scenes: &[&Scene]) -> Value {
    let scenes: Vec<Value> = scenes.iter().map(|scene| one(scene)).collect();
    json!({ "case": case.name, "title": case.title, "units": "SI", "scenes": scenes })
}

fn one(scene: &Scene) -> Value {
    let parameters: serde_json::Map<String, Value> = scene
        .parameters
        .iter()
        .map(|parameter| {
            let value = match &parameter.value {
                crate::law::scene::ParameterValue::Number(number, _) => json!(number),
                crate::law::scene::ParameterValue::Word(word) => json!(word),
            };
            (parameter.path.clone(), value)
        })
        .collect();
    let force = scene.force.map(|force| {
        json!({
            "law": "F = K d^alpha + C d^beta v, v the rate of approach",
            "K": force.K, "alpha": force.alpha, "C": force.C, "beta": force.beta, "ends": force.ends.word(),
        })
    });
    json!({
        "scene": scene.name,
        "bodies": scene.bodies.iter().map(body).collect::<Vec<_>>(),
        "normal_speed": scene.speed,
        "tangential_speed": scene.kinematics.tangential_speed,
        "spins": scene.kinematics.spin,
        "frame": scene.kinematics.frame,
        "effective_mass": scene.pair.m_star,
        "effective_radius": scene.pair.R_star,
        "effective_modulus": scene.pair.E_star,
        "normal_force": force,
        "parameters": parameters,
    })
}

/// A wall has no radius and no mass.
fn body(body: &Body) -> Value {
    let finite = |value: f64| value.is_finite().then_some(value);
    json!({
        "name": body.name,
        "kind": if body.is_wall() { "wall" } else { "sphere" },
        "radius": finite(body.radius()),
        "mass": finite(body.mass),
        "inertia": finite(body.inertia()),
        "rigid": body.rigid,
        "young_modulus": body.material.as_ref().and_then(|material| material.young_modulus),
        "poisson_ratio": body.material.as_ref().and_then(|material| material.poisson_ratio),
    })
}
