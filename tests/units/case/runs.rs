//! Schemes, their ladders of time steps, and what is expected of them.

use collisionbench::collide::schemes;
use collisionbench::collide::{Rung, StepSize, Steps};

use crate::src::case::*;

/// Two spheres, with the run and the expectations given.
fn with(rest: &str) -> String {
    format!(
        r#"
title = "Two spheres"

[material.glass]
density       = "2800 kg/m3"
young_modulus = "48 GPa"
poisson_ratio = 0.20
yield_stress  = "1.2 GPa"

[body.left]
sphere   = {{ radius = "10 mm" }}
material = "glass"

[body.right]
sphere   = {{ radius = "10 mm" }}
material = "glass"

[impact]
speed = {{ sweep = "1 2 m/s" }}

[contact.normal.hertz]

[run.reference]

{rest}
"#
    )
}

pub(super) const STEPPERS: &str = r#"
[run.velocity-verlet]
steps_per_contact = { sweep = [200.37, 50.37, 100.37] }

[run.leapfrog]
time_step    = { sweep = { from = "0.1 us", to = "10 us", steps = 3, scale = "log" } }
onset_phases = 8

[run.forward-euler]
steps_per_contact = 100.37
of                = "own"

[[expect]]
that         = "velocity-verlet"
converges_to = "reference"
where        = { speed = "2 m/s" }
max_overlap  = { order = 2.0, give_or_take = 0.1 }
restitution  = { order_at_least = 2 }

[[expect]]
that        = "leapfrog"
agrees_with = "reference"
duration    = { within = "1 %" }
"#;

pub(super) fn steppers() -> String {
    with(STEPPERS)
}

fn ladder(case: &Case, solver: &str) -> (Vec<Rung>, usize) {
    let run = case.runs.iter().find(|run| run.solver.text == solver).unwrap();
    let steps = run.settings.steps().unwrap_or_else(|| panic!("{solver} has no steps"));
    (steps.ladder.clone(), steps.onset_phases)
}

#[test]
fn a_sweep_over_steps_is_a_ladder_from_coarse_to_fine_and_makes_no_scenes() {
    let case = read(&steppers()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(case.scenes.len(), 2);
    assert_eq!(case.swept, ["impact.speed"]);
    let rung = |text: &str, step| Rung { text: text.to_string(), step };
    let (rungs, phases) = ladder(&case, "velocity-verlet");
    assert_eq!(phases, 64);
    assert_eq!(
        rungs,
        [
            rung("steps=50.37", StepSize::PerContact(50.37)),
            rung("steps=100.37", StepSize::PerContact(100.37)),
            rung("steps=200.37", StepSize::PerContact(200.37)),
        ]
    );
    let (rungs, phases) = ladder(&case, "leapfrog");
    assert_eq!(phases, 8);
    assert_eq!(
        rungs,
        [
            rung("dt=10 us", StepSize::Time(1e-5)),
            rung("dt=1 us", StepSize::Time(1e-6)),
            rung("dt=0.1 us", StepSize::Time(1e-7)),
        ]
    );
    assert_eq!(ladder(&case, "forward-euler").0, [rung("steps=100.37", StepSize::PerOwnContact(100.37))]);
}

#[test]
fn what_converges_has_orders_and_what_agrees_has_a_distance() {
    let case = read(&steppers()).unwrap_or_else(|error| panic!("{error}"));
    let [converges, agrees] = &case.expects[..] else { panic!("{:?}", case.expects) };
    assert_eq!((converges.relation, converges.against.text.as_str()), (Relation::ConvergesTo, "reference"));
    assert_eq!(converges.scenes, [1]);
    let tolerances: Vec<&Tolerance> = converges.wanted.iter().map(|wanted| &wanted.tolerance).collect();
    assert_eq!(tolerances, [&Tolerance::Order { order: 2.0, give_or_take: 0.1 }, &Tolerance::OrderAtLeast(2.0)]);
    assert_eq!((agrees.relation, agrees.against.text.as_str()), (Relation::AgreesWith, "reference"));
    assert_eq!(agrees.wanted[0].tolerance, Tolerance::Relative(0.01));
}

#[test]
fn a_material_yields_where_the_case_says() {
    let case = read(&steppers()).unwrap_or_else(|error| panic!("{error}"));
    let material = case.scenes[0].bodies[0].material.as_ref().unwrap();
    assert_eq!(material.yield_stress, Some(1.2e9));
    let silent = steppers().replace("yield_stress  = \"1.2 GPa\"\n", "");
    let case = read(&silent).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(case.scenes[0].bodies[0].material.as_ref().unwrap().yield_stress, None);
}

#[test]
fn every_scheme_runs_and_nothing_else_does() {
    for scheme in schemes::names() {
        let text = with(&format!(
            "[run.{scheme}]\ntime_step = \"1 us\"\n[[expect]]\nthat = \"{scheme}\"\nagrees_with = \"hertz-impact\"\n\
             max_force = {{ within = \"1 %\" }}\n"
        ));
        let case = read(&text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(ladder(&case, scheme).0.len(), 1);
        assert!(read(&text.replace(scheme, "verlet")).is_err());
    }
}

#[test]
fn an_engine_is_set_like_a_scheme() {
    let text = VALID
        .replace(
            "[run.reference]",
            "[run.lammps]\nsteps_per_contact = 50.37\nvariant = \"29Sep2021\"\n\n[run.reference]",
        )
        .replace("that        = \"reference\"", "that        = \"lammps\"");
    let line = text.lines().find(|line| line.starts_with("known_gap")).unwrap();
    let gap = |gap: &str| read(&text.replace(line, &format!("known_gap = {gap}")));
    let case = gap("{ reason = \"off\", seen = {}, engine = \"lammps 29Sep2021\" }").unwrap();
    let run = case.runs.iter().find(|run| run.solver.text == "lammps").unwrap();
    assert!(run.is_engine() && run.variant.as_deref() == Some("29Sep2021"));
    let Settings::Engine(Steps { ladder, onset_phases }) = &run.settings else { panic!("an engine steps") };
    assert_eq!((ladder[0].text.as_str(), *onset_phases), ("steps=50.37", 16));
    let known = case.expects[0].known_gap.clone().unwrap();
    assert_eq!((known.reason.as_str(), known.engine.as_deref()), ("off", Some("lammps 29Sep2021")));

    let said = gap("{ reason = \"off\", seen = {}, engine = \"yade 2023.02a\" }").unwrap_err().to_string();
    assert!(said.contains("`yade 2023.02a` is not an installation of `lammps`"), "{said}");
    assert!(text.contains("[run.lammps]") && read(&text.replace("run.lammps", "run.my-code")).is_err());
}
