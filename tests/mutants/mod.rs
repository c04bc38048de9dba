//! A bench that passes a broken law is worse than none: every mutant run against every shipped case, and each must be
//! caught.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

use collisionbench::bench::{Observed, Plan, Silent, find};
use collisionbench::data::Files;
use collisionbench::judge::baseline::{Baseline, LARGEST_BASELINE, read};
use collisionbench::mutants::{Caught, Hook, Matrix, Mutant, MutantOutcome, mutants};
use collisionbench::report::mutants::{csv, page, terminal};
use collisionbench::solve::SOLVERS;

fn plan(cases: &[&str]) -> Plan {
    let cases: Vec<_> = cases.iter().map(|case| format!("cases/{case}.toml").into()).collect();
    Plan::new(find(&cases, Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap()).unwrap()
}

/// The shipped cases that stand on the cards: all of them together take minutes, and `collisionbench mutants` runs them.
static SHIPPED: LazyLock<Matrix> = LazyLock::new(|| {
    let cases: BTreeSet<&str> = of_collisions().iter().map(|mutant| mutant.case).collect();
    let cases: Vec<&str> = cases.into_iter().collect();
    matrix(&cases, &of_collisions())
});

/// Mistakes in fits, each on the case of its card: a matrix a case.
static FITS: LazyLock<Vec<Matrix>> = LazyLock::new(|| {
    let cases: BTreeSet<&str> = of_fits().iter().map(|mutant| mutant.case).collect();
    let of = |case: &&str| of_fits().into_iter().filter(|mutant| mutant.case == *case).collect::<Vec<_>>();
    cases.iter().map(|case| matrix(&[case], &of(case))).collect()
});

fn of_collisions() -> Vec<&'static Mutant> {
    mutants().into_iter().filter(|mutant| !matches!(mutant.hook, Hook::Fit(_))).collect()
}

fn of_fits() -> Vec<&'static Mutant> {
    mutants().into_iter().filter(|mutant| matches!(mutant.hook, Hook::Fit(_))).collect()
}

fn matrix(cases: &[&str], mutants: &[&'static Mutant]) -> Matrix {
    Matrix::new(&plan(cases), SOLVERS, mutants, &accepted(cases), &Silent).unwrap()
}

fn accepted(cases: &[&str]) -> BTreeMap<String, Baseline> {
    let files = Files::Folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("reference-data/baselines"));
    let of = |case: &&str| Some((case.to_string(), files.text(&format!("{case}.toml"), LARGEST_BASELINE).ok()?));
    cases.iter().filter_map(of).map(|(case, file)| (case, read(file).unwrap())).collect()
}

/// Mistakes in fits that no check sees, since a check allows for what is uncertain: only accepted numbers, which are the program's own and
/// say that a number moved, not which is right.
const BY_ACCEPTED_NUMBERS_ALONE: &str = "
    contact-left-in-the-interval contact-taken-off-twice height-ratio-for-restitution drag-eight-percent-low
    drag-of-the-diameter reynolds-number-of-the-radius buoyancy-forgotten buoyancy-sign
    landing-as-fast-as-the-start height-error-counted-whole huber-of-tukey gravity-of-ten
    neighbours-taken-as-independent median-deviation-for-sigma birge-ratio-squared birge-over-all-data
    lowest-heights-held-out held-out-heights-left-out normal-for-students-t n-for-n-less-one one-sided-interval
    likelihood-not-restricted covariance-of-the-free-coordinate scatter-of-one-for-the-mean
    sticking-rows-left-out
";

/// In the flight, in what is read, in the statistics: each is caught on the case of its card, by a check unless it is named above.
#[test]
fn every_mistake_in_a_fit_is_caught_on_its_own_case() {
    let rows: Vec<_> = FITS.iter().flat_map(|matrix| &matrix.rows).collect();
    let alone: Vec<&str> = BY_ACCEPTED_NUMBERS_ALONE.split_whitespace().collect();
    assert!(rows.len() >= 29, "{} mutants", rows.len());
    for matrix in FITS.iter() {
        println!("{}", terminal(matrix));
    }
    for row in &rows {
        assert_eq!(row.outcome(), MutantOutcome::Caught, "{}: {}", row.name, row.breaks);
        assert!(row.by_check() || alone.contains(&row.name), "{}: no check sees it", row.name);
        assert!(row.by_check() || matches!(row.caught[0], Some(Caught::Accepted(_))), "{}", row.name);
    }
    let needed = |name: &&str| rows.iter().any(|row| row.name == *name && !row.by_check());
    assert!(alone.iter().all(needed), "a check sees one of them now: take it off the list");
}

/// Without accepted numbers a check is all there is, and allows for what is uncertain.
#[test]
fn a_mistake_in_a_fit_that_only_accepted_numbers_see_is_missed_without_them() {
    let drag: Vec<&Mutant> = mutants().into_iter().filter(|m| m.name == "drag-eight-percent-low").collect();
    let bare = Matrix::new(&plan(&[drag[0].case]), SOLVERS, &drag, &BTreeMap::new(), &Silent).unwrap();
    assert_eq!(bare.rows[0].outcome(), MutantOutcome::Missed);
    assert!(bare.rows[0].moved > 0);
}

#[test]
fn every_mutant_is_caught_by_a_shipped_case() {
    println!("{}", terminal(&SHIPPED));
    assert!(SHIPPED.rows.len() >= 40, "{} mutants", SHIPPED.rows.len());
    for row in &SHIPPED.rows {
        assert_eq!(row.outcome(), MutantOutcome::Caught, "{}: {}", row.name, row.breaks);
    }
    assert_eq!(SHIPPED.score(), Some(1.0));
}

#[test]
fn every_mutant_is_caught_by_the_case_on_its_card() {
    for (mutant, row) in of_collisions().into_iter().zip(&SHIPPED.rows) {
        let at = SHIPPED.cases.iter().position(|case| case == mutant.case).unwrap_or_else(|| panic!("{}", mutant.case));
        assert!(row.caught[at].is_some(), "{} is not caught by {}", mutant.name, mutant.case);
    }
}

#[test]
fn names_are_unique_and_cards_are_filled() {
    let all = mutants();
    for (at, mutant) in all.iter().enumerate() {
        assert!(all[..at].iter().all(|other| other.name != mutant.name), "{} twice", mutant.name);
        assert!(!mutant.breaks.is_empty() && !mutant.seen.is_empty(), "{}", mutant.name);
        assert!(mutant.name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", mutant.name);
    }
}

/// Not reached and missed are two outcomes.
#[test]
fn what_no_case_reaches_is_not_missed() {
    static NOTHING: Mutant = Mutant {
        name: "nothing",
        breaks: "nothing",
        seen: "nowhere",
        case: "normal/elastic/glass-head-on",
        hook: Hook::Scene(|s| s.force.as_mut().unwrap().C *= 2.0),
    };
    static TINY: Mutant =
        Mutant { name: "tiny", hook: Hook::Scene(|s| s.force.as_mut().unwrap().K *= 1.0 + 1e-15), ..NOTHING };
    static DOUBLE: Mutant =
        Mutant { name: "double", hook: Hook::Scene(|s| s.force.as_mut().unwrap().K *= 2.0), ..NOTHING };
    let matrix = matrix(&["normal/elastic/glass-head-on"], &[&NOTHING, &TINY, &DOUBLE, &DOUBLE]);
    let outcomes: Vec<MutantOutcome> = matrix.rows.iter().map(|row| row.outcome()).collect();
    // An undamped contact has no dashpot to double.
    assert_eq!(
        outcomes,
        [MutantOutcome::NotReached, MutantOutcome::Missed, MutantOutcome::Caught, MutantOutcome::Caught]
    );
    assert_eq!(matrix.score(), Some(0.5));
    assert!(matrix.summary().contains("2 caught (2 by a check, 0 by accepted numbers alone), 1 missed, 1 not reached"));
}

#[test]
fn removing_any_shipped_case_is_answered() {
    for case in &SHIPPED.cases {
        let lost = SHIPPED.without(case).unwrap();
        assert!(!lost.sentence().is_empty());
        let at = SHIPPED.cases.iter().position(|c| c == case).unwrap();
        for name in &lost.mutants {
            let row = SHIPPED.rows.iter().find(|row| row.name == *name).unwrap();
            assert_eq!(row.by(), [at], "{name} is caught by others than {case}");
        }
        assert_eq!(SHIPPED.idle().contains(&case.as_str()), lost.mutants.is_empty());
    }
    let error = SHIPPED.without("normal/elastic/glass-head-om").unwrap_err().to_string();
    assert!(error.contains("did you mean `normal/elastic/glass-head-on`"), "{error}");
}

/// Without the one case that catches a mutant the set scores lower, as `without` says it would.
#[test]
fn a_set_without_the_case_misses_what_was_said() {
    let all = plan(&["normal/elastic/glass-head-on", "normal/elastic/steel-on-glass-plate"]);
    let chosen: Vec<&Mutant> =
        mutants().into_iter().filter(|m| ["wall-half-radius", "four-thirds-lost"].contains(&m.name)).collect();
    let matrix = Matrix::new(&all, SOLVERS, &chosen, &BTreeMap::new(), &Silent).unwrap();
    let lost = matrix.without("normal/elastic/steel-on-glass-plate").unwrap();
    assert_eq!(lost.mutants, ["wall-half-radius"]);
    assert_eq!(lost.shared, 1);
    let one = self::matrix(&["normal/elastic/glass-head-on"], &chosen);
    let outcome = |name: &str| one.rows.iter().find(|row| row.name == name).unwrap().outcome();
    assert_eq!(outcome("wall-half-radius"), MutantOutcome::NotReached);
    assert_eq!(outcome("four-thirds-lost"), MutantOutcome::Caught);
}

#[test]
fn the_matrix_is_a_table_with_a_column_a_case() {
    let bytes = csv(&SHIPPED).csv().unwrap();
    let mut reader = ::csv::Reader::from_reader(bytes.as_slice());
    assert_eq!(reader.headers().unwrap().len(), 6 + SHIPPED.cases.len());
    let records: Vec<::csv::StringRecord> = reader.records().filter_map(Result::ok).collect();
    assert_eq!(records.len(), SHIPPED.rows.len());
    for (record, row) in records.iter().zip(&SHIPPED.rows) {
        let caught: Vec<bool> = record.iter().skip(6).map(|cell| !cell.is_empty()).collect();
        assert_eq!(caught, row.caught.iter().map(Option::is_some).collect::<Vec<_>>(), "{}", row.name);
    }
    let text = terminal(&SHIPPED);
    assert!(of_collisions().iter().all(|mutant| text.contains(mutant.name)));
}

#[test]
fn the_matrix_is_a_page() {
    let page = page(&SHIPPED, "collisionbench").unwrap();
    let count = |what: &str| page.matches(what).count();
    let caught: usize = SHIPPED.rows.iter().map(|row| row.by().len()).sum();
    assert_eq!(count("<td class=\"caught\">") + count("<td class=\"alone\">"), caught);
    assert_eq!(count("<tr id=\"m-"), SHIPPED.rows.len());
    assert!(page.contains("score 100 %") && !page.contains("<script"));
}

/// The same mutant on the same collision, with one thread and with many.
#[test]
fn the_matrix_does_not_depend_on_the_number_of_threads() {
    let two = plan(&["normal/elastic/glass-head-on", "normal/damped/linear-restitution"]);
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| csv(&Matrix::new(&two, SOLVERS, &of_collisions(), &BTreeMap::new(), &Silent).unwrap()))
    };
    assert_eq!(with(1), with(4));
}

#[test]
fn an_unbroken_hook_leaves_a_collision_alone() {
    static UNBROKEN: Mutant = Mutant {
        name: "unbroken",
        breaks: "nothing",
        seen: "nowhere",
        case: "normal/elastic/glass-head-on",
        hook: Hook::Scene(|_| {}),
    };
    let plan = plan(&["normal/elastic/glass-head-on"]);
    let case = &plan.cases[0].case;
    let reference = SOLVERS.iter().find(|s| s.name() == "reference").unwrap();
    let truth = Observed::new(&case.scenes[0], reference.solve(&case.scenes[0], &case.runs[0].settings).unwrap());
    assert!(UNBROKEN.collide(*reference, &case.scenes[0], &case.runs[0].settings, &truth).is_none());
}

/// The mistakes that were listed before the laws were written: each is there, and runs with all others.
#[test]
fn the_listed_mistakes_of_cohesion_and_plasticity_are_there() {
    let listed = include_str!("cohesion-and-plasticity.txt").lines().filter(|line| !line.starts_with('#'));
    let names: Vec<&str> = listed.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() >= 30, "{}", names.len());
    for name in names {
        assert!(collisionbench::mutants::find(name).is_some(), "{name}");
    }
}
