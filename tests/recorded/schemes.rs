//! A scheme of the bench held against what a code left: `agrees_with = "recorded"`.

use collisionbench::bench::Verdict;

use super::{Judged, judge, shipped_case, shipped_table};

/// The shipped case with a scheme at the step of the code, held against the recording.
///
/// LAMMPS steps by velocity Verlet. At this step either duration is 2.3e-5 too short (docs/engines.md), and either largest
/// overlap is a sample, up to (pi/300)^2/2 = 5.5e-5 below the peak: twice that bounds how far the two may be apart.
fn case(scheme: &str) -> String {
    let text = shipped_case();
    format!(
        "{text}\n[run.{scheme}]\ntime_step = \"0.45852728814442973 us\"\n\n[[expect]]\nthat = \"{scheme}\"\n\
         agrees_with = \"recorded\"\nrestitution = {{ within = \"5e-5 relative\" }}\n\
         duration_to_zero_overlap = {{ within = \"5e-5 relative\" }}\nmax_overlap = {{ within = \"1.1e-4 relative\" }}\n"
    )
}

/// What the checks against the recording say, by observable.
fn against(judged: &Judged) -> Vec<(&str, Verdict)> {
    judged.against.iter().map(|check| (&*check.observable, check.outcome)).collect()
}

fn all(outcome: Verdict) -> [(&'static str, Verdict); 3] {
    ["restitution", "duration_to_zero_overlap", "max_overlap"].map(|observable| (observable, outcome))
}

fn sorted(mut found: Vec<(&str, Verdict)>) -> Vec<(&str, Verdict)> {
    found.sort_by_key(|(observable, _)| *observable);
    found
}

#[test]
fn the_scheme_of_the_code_agrees_with_its_recording_and_a_cruder_one_does_not() {
    let table = shipped_table().text();
    let verlet = judge(&case("velocity-verlet"), &table).unwrap();
    assert_eq!(sorted(against(&verlet)), sorted(all(Verdict::Pass).to_vec()), "{:?}", verlet.against);
    assert!(verlet.passes());
    // Of first order: a part in 150 of all three.
    let euler = judge(&case("forward-euler"), &table).unwrap();
    assert_eq!(sorted(against(&euler)), sorted(all(Verdict::Fail).to_vec()), "{:?}", euler.against);
}

#[test]
fn a_scheme_does_not_agree_with_another_impact() {
    let mut table = shipped_table();
    table.end_faster(1.01);
    let judged = judge(&case("velocity-verlet"), &table.text()).unwrap();
    assert!(against(&judged).contains(&("restitution", Verdict::Fail)), "{:?}", judged.against);
    // A recording that is refused is an error of its own, and nothing to be held against.
    let mut table = shipped_table();
    table.each("v", |v| v.map(|v| 1.01 * v));
    let judged = judge(&case("velocity-verlet"), &table.text()).unwrap();
    assert!(judged.checks.iter().all(|check| check.outcome == Verdict::Error), "{:?}", judged.checks);
    assert_eq!(sorted(against(&judged)), sorted(all(Verdict::Skip).to_vec()), "{:?}", judged.against);
    assert!(judged.against.iter().all(|check| check.reason.as_deref() == Some("recorded was not computed")));
}

#[test]
fn without_a_recording_there_is_nothing_to_agree_with() {
    let text = case("velocity-verlet");
    let (before, after) = text.split_once("[run.recorded]").unwrap();
    let (_, after) = after.split_once("[run.velocity-verlet]").unwrap();
    let why = judge(&format!("{before}[run.velocity-verlet]{after}"), &shipped_table().text())
        .map(|_| panic!("it was read"))
        .unwrap_err()
        .to_string();
    assert!(why.contains("`recorded` is not run by this case"), "{why}");
}
