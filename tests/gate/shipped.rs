//! The shipped cases against their accepted numbers, in this process.

use collisionbench::bench::record::accepted::{self, RunNumbers, numbers};
use collisionbench::bench::record::{BaselineStatus, Change, DiffRow, GatedCase, Record, TUBE, gate, gate_exit};
use collisionbench::bench::{ExecutedPlan, Plan, Silent, execute, find};
use collisionbench::collide::{How, collide};
use collisionbench::data::Files;
use collisionbench::error::Exit;
use collisionbench::law::Normal;
use collisionbench::law::normal::FormulaForce;
use collisionbench::law::scene::Scene;

use crate::gate::{root, say_with};

/// The accepted cases that collide head-on: many, and computed in seconds. Numbers of the larger maps are not kept.
fn plan() -> Plan {
    let folders = ["normal", "dialects", "steppers"].map(|folder| root().join("cases").join(folder));
    let mut plan = Plan::new(find(&folders, root()).unwrap()).unwrap();
    plan.cases.retain(|planned| accepted(&planned.case.name).is_some() && !planned.case.name.contains("oblique"));
    plan
}

fn todays(plan: &Plan, mut run: ExecutedPlan) -> Vec<RunNumbers> {
    let record = Record::new(plan, &mut run);
    numbers(plan, &run, &record, "", None)
}

fn accepted(case: &str) -> Option<Record> {
    let files = Files::Folder(root().join("reference-data/baselines"));
    files.text(&format!("{case}.jsonl"), accepted::LARGEST).ok().map(|file| accepted::read(&file).unwrap())
}

fn count(rows: &[DiffRow], change: Change) -> usize {
    rows.iter().filter(|row| row.change == change).count()
}

fn gated(today: &RunNumbers, drift: Option<f64>) -> GatedCase {
    gate(today, accepted(&today.case().name).as_ref(), drift, TUBE)
}

type Bend = fn(&mut Scene);
/// What it is called, which scenes have it, and how it is moved.
type Coefficient = (&'static str, fn(&Scene) -> bool, Bend);

/// What comes of scenes that have been moved by `bend`.
fn bent(plan: &Plan, bend: Bend) -> Vec<RunNumbers> {
    let compute = |scene: &Scene, how: &How| {
        let mut bent = scene.clone();
        bend(&mut bent);
        collide(&bent, how)
    };
    todays(plan, execute(plan, &compute, &Silent).unwrap())
}

const BILLIONTH: f64 = 1.0 + 1e-9;

/// Every case stands as it was accepted.
#[test]
#[ignore = "slow"]
fn every_case_stands_as_it_was_accepted() {
    let plan = plan();
    let truth = todays(&plan, execute(&plan, &collide, &Silent).unwrap());
    for today in truth.iter().filter(|today| !today.case().collisions.is_empty()) {
        let gated = gated(today, None);
        assert_eq!(gated.standing, BaselineStatus::Compared, "{}", gated.case);
        let moved: Vec<_> =
            gated.rows.iter().filter(|row| !matches!(row.change, Change::Unchanged | Change::Within)).collect();
        assert!(moved.is_empty(), "{}: {:?}", gated.case, moved.first());
        assert_eq!(gate_exit(&[gated], true, true), Exit::AsExpected);
    }
}

/// One case in this many is looked at by every run of the tests, all of them every night.
const SAMPLE: usize = 5;

/// Every coefficient that a case has, moved by a billionth, is seen in that case, with the observable's name, and a gate
/// that compares to a thousandth sees none of it.
#[test]
fn a_coefficient_moved_by_a_billionth_is_named_in_a_sample_of_cases() {
    a_moved_coefficient_is_named_in_one_case_of(SAMPLE);
}

#[test]
#[ignore = "nightly: all cases"]
fn nightly_a_coefficient_moved_by_a_billionth_is_named_in_every_case_that_has_it() {
    a_moved_coefficient_is_named_in_one_case_of(1);
}

fn one_case_of(every: usize, plan: &mut Plan) {
    let mut number = 0..;
    plan.cases.retain(|_| number.next().is_some_and(|number: usize| number.is_multiple_of(every)));
}

fn a_moved_coefficient_is_named_in_one_case_of(every: usize) {
    let mut plan = plan();
    one_case_of(every, &mut plan);
    let coefficients: [Coefficient; 4] = [
        ("stiffness", |_| true, stiffer),
        (
            "dashpot",
            |s| s.force.is_some_and(|force| force.C != 0.0),
            |s| s.force.iter_mut().for_each(|f| f.C *= BILLIONTH),
        ),
        ("effective mass", |_| true, |s| s.pair.m_star *= BILLIONTH),
        ("exponent", |s| s.force.is_some(), |s| s.force.iter_mut().for_each(|f| f.alpha *= BILLIONTH)),
    ];
    for (what, has, bend) in coefficients {
        let mut seen = 0;
        for (planned, today) in plan.cases.iter().zip(bent(&plan, bend)) {
            if today.case().collisions.is_empty() || !planned.case.scenes.iter().any(has) {
                continue;
            }
            let held = gated(&today, None);
            let moved: Vec<&str> =
                held.rows.iter().filter(|r| r.change == Change::Moved).map(|r| r.what.as_str()).collect();
            assert!(!moved.is_empty(), "{what}: nothing moved in {}", held.case);
            assert!(moved.iter().all(|observable| !observable.is_empty()));
            assert_eq!(gate_exit(&[held], false, false), Exit::Failing);
            // A gate that looks only at the first three digits.
            let coarse = gated(&today, Some(1e-3));
            assert_eq!(count(&coarse.rows, Change::Moved), 0, "{what} in {}", coarse.case);
            seen += 1;
        }
        assert!(seen > 20 / every, "{what}: {seen} cases");
    }
}

/// The stiffness of a power, the modulus of adhesive spheres, the loading stiffness of a plastic spring.
fn stiffer(scene: &mut Scene) {
    if let Some(force) = &mut scene.force {
        force.K *= BILLIONTH;
    } else if let Normal::WaltonBraun(law) = &mut scene.contact.normal {
        law.loading_stiffness *= BILLIONTH;
    } else if let Normal::Luding(law) = &mut scene.contact.normal {
        law.loading_stiffness *= BILLIONTH;
    } else if let Normal::FormulaForce(law) = &mut scene.contact.normal
        && let numbers = law.numbers()
        && let Some(k) = numbers.get("k")
    {
        let mut stiffer = numbers;
        stiffer.set("k", k * BILLIONTH);
        *law = FormulaForce::build(&stiffer).unwrap();
    } else if let Normal::PowerLaw(law) = &mut scene.contact.normal {
        law.force *= BILLIONTH;
    } else if let Some(modulus) = &mut scene.pair.E_star {
        *modulus *= BILLIONTH;
    }
}

/// Friction and the tangential stiffness, in every case that slides over springs and, for laws that remember rings, on every
/// loading path: an impact of those is known to 1e-5 to 1e-8 only, and so its accepted numbers do not see a billionth.
#[test]
fn a_tangential_coefficient_moved_by_a_billionth_is_named_in_a_sample_of_cases() {
    a_moved_tangential_coefficient_is_named_in_one_case_of(SAMPLE);
}

#[test]
#[ignore = "nightly: all cases"]
fn nightly_a_tangential_coefficient_moved_by_a_billionth_is_named_in_every_case_that_has_it() {
    a_moved_tangential_coefficient_is_named_in_one_case_of(1);
}

fn a_moved_tangential_coefficient_is_named_in_one_case_of(every: usize) {
    let folders = ["oblique", "dialects", "frames", "steppers", "loading-path"].map(|f| root().join("cases").join(f));
    let mut plan = Plan::new(find(&folders, root()).unwrap()).unwrap();
    let rings = |scene: &Scene| scene.shear.is_some_and(|shear| shear.form.is_planar());
    let is_path = |case: &str| case.starts_with("loading-path/");
    plan.cases.retain(|planned| {
        let case = &planned.case;
        let rubs = case.scenes.iter().any(|scene| scene.shear.is_some_and(|shear| shear.friction > 0.0));
        !case.runs.is_empty() && rubs && (is_path(&case.name) || !case.scenes.iter().any(rings))
    });
    one_case_of(every, &mut plan);
    let coefficients: [(&str, Bend, &[&str]); 3] = [
        (
            "friction",
            |s| {
                for shear in s.shear.iter_mut() {
                    shear.friction *= BILLIONTH;
                    shear.spheres.iter_mut().for_each(|spheres| spheres.friction *= BILLIONTH);
                }
            },
            // Nothing slides in the test without tangential motion, nor on the cycle of Elata & Berryman over springs.
            &[
                "oblique/chung-ooi-7-aluminium-alloy",
                "oblique/chung-ooi-7-copper",
                "loading-path/elata-berryman-constant-stiffness",
                "loading-path/elata-berryman-incremental",
                "loading-path/elata-berryman-rescaled",
                "loading-path/elata-berryman-total-spring",
            ],
        ),
        (
            "tangential stiffness",
            |s| {
                for shear in s.shear.iter_mut() {
                    shear.S *= BILLIONTH;
                    shear.spheres.iter_mut().for_each(|spheres| spheres.G_star *= BILLIONTH);
                }
            },
            // Nor is there a spring in Coulomb's law; one that does not change is home again after its cycle, whatever it is.
            &[
                "oblique/chung-ooi-7-aluminium-alloy",
                "oblique/chung-ooi-7-copper",
                "oblique/jkr-friction-limit",
                "loading-path/regularised-creep",
                "oblique/dynamic-friction",
                "loading-path/stribeck-creep",
                "oblique/adams-friction",
                "oblique/regularised-friction",
                "oblique/stribeck-friction",
                "oblique/sliding-all-limits",
                "loading-path/elata-berryman-constant-stiffness",
            ],
        ),
        // JKR's is in its own law, which `stiffer` moves.
        (
            "stiffness",
            |s| s.force.iter_mut().for_each(|force| force.K *= BILLIONTH),
            &[
                "oblique/jkr-ball-on-wall",
                "oblique/jkr-capped-dashpot",
                "oblique/jkr-friction-limit",
                "steppers/oblique-jkr",
            ],
        ),
    ];
    for (what, bend, not) in coefficients {
        let (mut seen, mut without) = (0, 0);
        for today in bent(&plan, bend) {
            let held = gated(&today, None);
            let moved: Vec<&str> =
                held.rows.iter().filter(|r| r.change == Change::Moved).map(|r| r.what.as_str()).collect();
            // Overlaps are prescribed on a path, and `8 G* a` knows no K.
            if what == "stiffness" && is_path(&held.case) {
                without += 1;
                continue;
            }
            if not.contains(&held.case.as_str()) {
                assert!(moved.is_empty(), "{what}: {moved:?} moved in {}", held.case);
                without += 1;
                continue;
            }
            let along = ["tangential", "spin", "slip", "friction", "loss", "loop", "energy", "angle", "force", "slide"];
            assert!(!moved.is_empty(), "{what}: nothing moved in {}", held.case);
            assert!(
                what == "stiffness" || moved.iter().any(|o| along.iter().any(|word| o.contains(word))),
                "{what} in {}: {moved:?}",
                held.case
            );
            assert_eq!(gate_exit(&[held], false, false), Exit::Failing);
            seen += 1;
        }
        assert!(
            plan.cases.len() > 50 / every && seen > 0 && seen + without == plan.cases.len(),
            "{what}: {seen} cases"
        );
    }
}

/// A case whose text has changed does not pass, and says so, though not a number has moved.
#[test]
fn a_changed_case_does_not_pass() {
    let name = "normal/elastic/glass-head-on";
    let plan = Plan::new(find(&[format!("cases/{name}.toml").into()], root()).unwrap()).unwrap();
    let mut today = todays(&plan, execute(&plan, &collide, &Silent).unwrap()).remove(0);
    today.record.cases[0].inputs.insert("physics".into(), "of another case".into());
    let held = gated(&today, None);
    assert_eq!(held.standing, BaselineStatus::Changed(vec!["physics".into()]));
    // The twin that looks at numbers alone would pass it.
    assert_eq!(count(&held.rows, Change::Unchanged) + count(&held.rows, Change::Within), held.rows.len());
    let twin = GatedCase { standing: BaselineStatus::Compared, ..held.clone() };
    assert_eq!((gate_exit(&[held], false, false), gate_exit(&[twin], false, false)), (Exit::Failing, Exit::AsExpected));
}

/// Other code for exp, log and pow in the C library: bits differ, and no number has moved. A gate without noise, and
/// with no drift to speak of, goes red on it.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "nightly: a whole run"]
fn nightly_another_instruction_set_moves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["cases", "reference-data"] {
        std::os::unix::fs::symlink(root().join(name), folder.path().join(name)).unwrap();
    }
    let hidden = [("GLIBC_TUNABLES", "glibc.cpu.hwcaps=-AVX2,-FMA")];
    let said = say_with(
        folder.path(),
        &["gate", "normal", "dialects", "steppers", "loading-path", "oblique", "calibration"],
        &hidden,
    );
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert!(said.out.contains(" 0 moved, ") && said.out.contains(" unchanged"), "{}", said.out);
}

#[test]
fn accepted_numbers_stay_small() {
    let files = Files::Folder(root().join("reference-data/baselines"));
    let names = files.list("", ".jsonl").unwrap();
    let size: usize = names.iter().map(|name| files.text(name, accepted::LARGEST).unwrap().text.len()).sum();
    assert!(names.len() > 60 && size < 5 << 20, "{} files, {size} bytes", names.len());
}

/// Estimates, intervals and corrections of every shipped calibration stand as they were accepted, to the same bytes on one
/// thread and on many.
#[test]
#[ignore = "slow"]
fn calibrations_stand_as_they_were_accepted() {
    let plan = Plan::new(find(&[root().join("cases/calibration")], root()).unwrap()).unwrap();
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| todays(&plan, execute(&plan, &collide, &Silent).unwrap()))
    };
    let all = with(4);
    assert!(all == with(1), "other numbers on another number of threads");
    assert!(all.len() >= 9, "{} calibrations", all.len());
    for today in &all {
        let held = gated(today, None);
        let moved: Vec<_> =
            held.rows.iter().filter(|row| !matches!(row.change, Change::Unchanged | Change::Within)).collect();
        assert!(held.standing == BaselineStatus::Compared && moved.is_empty(), "{}: {:?}", held.case, moved.first());
        let numbers = || today.case().collisions.iter().flat_map(|collision| &collision.numbers);
        let drift = accepted(&held.case).unwrap().cases[0].accepted.as_ref().unwrap().drift;
        assert!(drift <= 1e-6 && numbers().all(|kept| kept.uncertainty.is_none()), "{}", held.case);
        let has = |wanted: &str| numbers().any(|kept| kept.observable.ends_with(wanted));
        assert!(has("_low") && has("_high") && has("_standard_error") && has("student_t"), "{}", held.case);
    }
    let corrected = |today: &RunNumbers, what: &str| {
        today.case().collisions.iter().any(|kept| &*kept.scene == "corrections" && &*kept.variant == what)
    };
    let with_air = all.iter().filter(|today| corrected(today, "air")).count();
    let with_contact = all.iter().filter(|today| corrected(today, "contact_duration")).count();
    assert!(with_air >= 4 && with_contact >= 3, "{with_air} {with_contact}");
}

/// Every shipped case that something is computed in has accepted numbers, but those of engines, whose installations differ.
#[test]
fn every_shipped_case_has_accepted_numbers() {
    let plan = Plan::new(find(&[root().join("cases")], root()).unwrap()).unwrap();
    let computed = |planned: &&collisionbench::bench::PlannedCase| {
        !planned.case.runs.is_empty() || planned.case.calibration.is_some()
    };
    let names: Vec<&str> = plan.cases.iter().filter(computed).map(|planned| planned.case.name.as_str()).collect();
    let without: Vec<&&str> =
        names.iter().filter(|name| !name.starts_with("engines/") && accepted(name).is_none()).collect();
    assert!(names.len() > 190 && without.is_empty(), "{} cases; {without:?}", names.len());
}

/// A baseline of one scene in so many: these are compared, the others are neither new nor gone.
#[test]
fn a_sampled_baseline_knows_its_scenes() {
    let name = "oblique/kharaz-mfix-rescaled";
    let plan = Plan::new(find(&[format!("cases/{name}.toml").into()], root()).unwrap()).unwrap();
    let then = todays(&plan, execute(&plan, &collide, &Silent).unwrap()).remove(0);
    let kept = then.sampled(7);
    let scenes = |record: &Record| {
        let mut scenes: Vec<String> = record.cases[0].collisions.iter().map(|kept| kept.scene.to_string()).collect();
        scenes.dedup();
        scenes
    };
    assert_eq!(scenes(&kept), scenes(&then.record).into_iter().step_by(7).collect::<Vec<_>>());
    let held = gate(&then, Some(&kept), None, TUBE);
    let numbers: usize = kept.cases[0].collisions.iter().map(|collision| collision.numbers.len()).sum();
    assert_eq!(
        (held.rows.len(), count(&held.rows, Change::Unchanged)),
        (numbers + kept.cases[0].curves.len(), held.rows.len())
    );
    // Friction moved by a billionth is still seen, and a scene that has gone is missed.
    let now = bent(&plan, |s| s.shear.iter_mut().for_each(|f| f.friction *= BILLIONTH)).remove(0);
    assert!(count(&gate(&now, Some(&kept), None, TUBE).rows, Change::Moved) > 0);
    let mut short = then.clone();
    short.record.cases[0].collisions.retain(|collision| *collision.scene != scenes(&kept)[1]);
    assert!(count(&gate(&short, Some(&kept), None, TUBE).rows, Change::Gone) > 0);
}
