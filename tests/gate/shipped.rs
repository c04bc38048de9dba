//! The shipped cases against their accepted numbers, in this process.

use collisionbench::bench::{Plan, Run, Silent, execute, find};
use collisionbench::case::Settings;
use collisionbench::data::Files;
use collisionbench::judge::baseline::{Baseline, Change, LARGEST_BASELINE, TUBE, count, read};
use collisionbench::record::{Gated, Record, Standing, Today, baselines, gate, gate_exit_code};
use collisionbench::scene::Scene;
use collisionbench::solve::{SOLVERS, Solution, SolveError, Solver};

use crate::{root, say_with};

/// The accepted cases that collide head-on: many, and computed in seconds. Numbers of the larger maps are not kept.
fn plan() -> Plan {
    let folders = ["normal", "dialects", "steppers"].map(|folder| root().join("cases").join(folder));
    let mut plan = Plan::new(find(&folders, root()).unwrap()).unwrap();
    plan.cases.retain(|planned| accepted(&planned.case.name).is_some() && !planned.case.name.contains("oblique"));
    plan
}

fn todays(plan: &Plan, run: &Run) -> Vec<Today> {
    baselines(plan, run, &Record::new(plan, run), "", None)
}

fn accepted(case: &str) -> Option<Baseline> {
    let files = Files::Folder(root().join("reference-data/baselines"));
    files.text(&format!("{case}.toml"), LARGEST_BASELINE).ok().map(|file| read(file).unwrap())
}

fn gated(today: &Today, drift: Option<f64>) -> Gated {
    gate(today, accepted(&today.baseline.case).as_ref(), drift, TUBE)
}

type Bend = fn(&mut Scene);
/// What it is called, which scenes have it, and how it is moved.
type Coefficient = (&'static str, fn(&Scene) -> bool, Bend);

/// A solver that is handed another scene than it was asked for.
struct Bent {
    solver: &'static dyn Solver,
    bend: Bend,
}

impl Solver for Bent {
    fn name(&self) -> &'static str {
        self.solver.name()
    }

    fn title(&self) -> &'static str {
        "a solver with a coefficient that has moved"
    }

    fn solve(&self, scene: &Scene, settings: &Settings) -> Result<Solution, SolveError> {
        let mut bent = scene.clone();
        (self.bend)(&mut bent);
        self.solver.solve(&bent, settings)
    }
}

fn bent(plan: &Plan, bend: Bend) -> Vec<Today> {
    let solvers: Vec<Bent> = SOLVERS.iter().map(|&solver| Bent { solver, bend }).collect();
    let solvers: Vec<&dyn Solver> = solvers.iter().map(|solver| solver as &dyn Solver).collect();
    todays(plan, &execute(plan, &solvers, &Silent).unwrap())
}

const BILLIONTH: f64 = 1.0 + 1e-9;

/// Every case stands as it was accepted; every coefficient that a case has, moved by a billionth, is seen in that case,
/// with the observable's name, and a gate that compares to a thousandth sees none of it.
#[test]
fn a_coefficient_moved_by_a_billionth_is_named_in_every_case_that_has_it() {
    let plan = plan();
    let truth = todays(&plan, &execute(&plan, SOLVERS, &Silent).unwrap());
    for today in truth.iter().filter(|today| !today.baseline.values.is_empty()) {
        let gated = gated(today, None);
        assert_eq!(gated.standing, Standing::Compared, "{}", gated.case);
        let moved: Vec<_> = gated.rows.iter().filter(|row| row.change != Change::Unchanged).collect();
        assert!(moved.is_empty(), "{}: {:?}", gated.case, moved.first());
        assert_eq!(gate_exit_code(&[gated], true, true), 0);
    }

    let coefficients: [Coefficient; 4] = [
        ("stiffness", |_| true, |s| s.force.K *= BILLIONTH),
        ("dashpot", |s| s.force.C != 0.0, |s| s.force.C *= BILLIONTH),
        ("effective mass", |_| true, |s| s.pair.m_star *= BILLIONTH),
        ("exponent", |_| true, |s| s.force.alpha *= BILLIONTH),
    ];
    for (what, has, bend) in coefficients {
        let mut seen = 0;
        for (planned, today) in plan.cases.iter().zip(bent(&plan, bend)) {
            if today.baseline.values.is_empty() || !planned.case.scenes.iter().any(has) {
                continue;
            }
            let held = gated(&today, None);
            let moved: Vec<&str> =
                held.rows.iter().filter(|r| r.change == Change::Moved).map(|r| r.observable.as_str()).collect();
            assert!(!moved.is_empty(), "{what}: nothing moved in {}", held.case);
            assert!(moved.iter().all(|observable| !observable.is_empty()));
            assert_eq!(gate_exit_code(&[held], false, false), 1);
            // A gate that looks only at the first three digits.
            let coarse = gated(&today, Some(1e-3));
            assert_eq!(count(&coarse.rows, Change::Moved), 0, "{what} in {}", coarse.case);
            seen += 1;
        }
        assert!(seen > 20, "{what}: {seen} cases");
    }
}

/// Friction and the tangential spring, where they matter: in cases that slide throughout the spring does not.
#[test]
fn a_tangential_coefficient_moved_by_a_billionth_is_named() {
    let named = |cases: &[&str]| {
        let cases: Vec<_> = cases.iter().map(|case| format!("cases/{case}.toml").into()).collect();
        Plan::new(find(&cases, root()).unwrap()).unwrap()
    };
    let coefficients: [(&str, Bend, &[&str]); 3] = [
        (
            "friction",
            |s| s.shear.iter_mut().for_each(|f| f.friction *= BILLIONTH),
            &[
                "oblique/sliding-all-limits",
                "oblique/chung-ooi-5-kratos",
                "oblique/kharaz-kratos-total-spring",
                "dialects/woo/oblique-on-a-wall",
                "loading-path/mindlin-deresiewicz-loops",
            ],
        ),
        (
            "tangential stiffness",
            |s| s.shear.iter_mut().for_each(|f| f.S *= BILLIONTH),
            &[
                "oblique/chung-ooi-5-kratos",
                "oblique/kharaz-kratos-incremental",
                "oblique/kharaz-kratos-rescaled",
                "dialects/mercurydpm/oblique-on-a-wall",
                "loading-path/elata-berryman-total-spring",
            ],
        ),
        (
            "stiffness",
            // Not in the cycle of Elata & Berryman: its overlaps are prescribed, nothing slips, and 8 G* a knows no K.
            |s| s.force.K *= BILLIONTH,
            &["oblique/kharaz-kratos-total-spring", "oblique/chung-ooi-5-kratos"],
        ),
    ];
    for (what, bend, cases) in coefficients {
        let plan = named(cases);
        let truth = todays(&plan, &execute(&plan, SOLVERS, &Silent).unwrap());
        for (then, now) in truth.iter().zip(bent(&plan, bend)) {
            // Against itself nothing moves.
            let itself = gate(then, Some(&then.baseline), None, TUBE);
            assert_eq!(count(&itself.rows, Change::Unchanged), itself.rows.len(), "{}", itself.case);
            let held = gate(&now, Some(&then.baseline), None, TUBE);
            let moved: Vec<&str> =
                held.rows.iter().filter(|r| r.change == Change::Moved).map(|r| r.observable.as_str()).collect();
            assert!(!moved.is_empty(), "{what}: nothing moved in {}", held.case);
            if what != "stiffness" {
                let along = ["tangential", "spin", "slip", "friction", "loss", "loop", "energy", "angle", "force"];
                assert!(moved.iter().any(|o| along.iter().any(|word| o.contains(word))), "{what}: {moved:?}");
            }
            assert_eq!(gate_exit_code(&[held], false, false), 1);
        }
    }
}

/// A case whose text has changed does not pass, and says so, though not a number has moved.
#[test]
fn a_changed_case_does_not_pass() {
    let name = "normal/elastic/glass-head-on";
    let plan = Plan::new(find(&[format!("cases/{name}.toml").into()], root()).unwrap()).unwrap();
    let mut today = todays(&plan, &execute(&plan, SOLVERS, &Silent).unwrap()).remove(0);
    today.baseline.inputs.insert("case".into(), "another text".into());
    let held = gated(&today, None);
    assert_eq!(held.standing, Standing::Changed(vec!["case".into()]));
    // The twin that looks at numbers alone would pass it.
    assert_eq!(count(&held.rows, Change::Unchanged), held.rows.len());
    let twin = Gated { standing: Standing::Compared, ..held.clone() };
    assert_eq!((gate_exit_code(&[held], false, false), gate_exit_code(&[twin], false, false)), (1, 0));
}

/// Other code for exp, log and pow in the C library: bits differ, and no number has moved. A gate without noise, and
/// with no drift to speak of, goes red on it.
#[cfg(target_os = "linux")]
#[test]
fn another_instruction_set_moves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["cases", "reference-data"] {
        std::os::unix::fs::symlink(root().join(name), folder.path().join(name)).unwrap();
    }
    let hidden = [("GLIBC_TUNABLES", "glibc.cpu.hwcaps=-AVX2,-FMA")];
    let said = say_with(folder.path(), &["gate", "normal", "dialects", "steppers", "loading-path", "oblique"], &hidden);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert!(said.out.contains(" 0 moved, ") && said.out.contains(" unchanged"), "{}", said.out);
}

#[test]
fn accepted_numbers_stay_small() {
    let files = Files::Folder(root().join("reference-data/baselines"));
    let names = files.list("", ".toml").unwrap();
    let size: usize = names.iter().map(|name| files.text(name, LARGEST_BASELINE).unwrap().text.len()).sum();
    assert!(names.len() > 60 && size < 2 << 20, "{} files, {size} bytes", names.len());
}
