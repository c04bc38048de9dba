use collisionbench::bench::verdict::*;
use collisionbench::case::KnownGap;
use collisionbench::judge::{About, Check, Comparison, Verdict};

fn check(outcome: Verdict) -> Check {
    let about = About {
        who: "lammps".into(),
        variant: String::new(),
        against: "reference".into(),
        comparison: Comparison::Comparison,
        observable: "duration".into(),
        unit: "s".into(),
        deviation_unit: String::new(),
        line: 1,
    };
    Check { outcome, ..Check::blank("-", about) }
}

/// One installation fails as noted, the other passes: only the noted one is a gap, and nothing has closed.
#[test]
fn a_gap_is_one_of_each_installation_for_itself() {
    let whose = ["lammps 29Sep2021", "lammps 22Jul2025", "lammps 29Sep2021", "lammps 22Jul2025"];
    let of = |outcomes: [Verdict; 4], engine: Option<&str>| {
        let mut checks: Vec<Check> = outcomes.into_iter().map(check).collect();
        let gap = KnownGap { reason: "nu unsquared".into(), engine: engine.map(String::from) };
        note_gaps(&mut checks, &whose, &gap, true);
        checks.iter().map(|check| check.outcome).collect::<Vec<_>>()
    };
    use Verdict::{Closed, Fail, Gap, Pass};
    let old = Some("lammps 29Sep2021");
    assert_eq!(of([Fail, Pass, Pass, Pass], old), [Gap, Pass, Pass, Pass]);
    // The same failure of another installation stays one, and a gap that has closed is heard of.
    assert_eq!(of([Fail, Fail, Pass, Pass], old), [Gap, Fail, Pass, Pass]);
    assert_eq!(of([Pass, Pass, Pass, Pass], old), [Closed, Pass, Closed, Pass]);
    // Without an installation it is known of everybody, each judged for itself.
    assert_eq!(of([Fail, Pass, Pass, Pass], None), [Gap, Closed, Pass, Closed]);
}
