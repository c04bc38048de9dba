use collisionbench::bench::verdict::*;
use collisionbench::case::{KnownGap, Seen};
use collisionbench::judge::{Check, Comparison, Verdict};

fn check(outcome: Verdict) -> Check {
    Check {
        outcome,
        comparison: Comparison::Comparison,
        observable: "duration".into(),
        unit: "s".into(),
        ..Check::blank("-", "lammps", "reference")
    }
}

/// A gap of which so much was seen.
fn gap(off: Option<f64>, engine: Option<&str>) -> KnownGap {
    let seen = Seen { observable: "duration".into(), text: "as seen".into(), off };
    KnownGap { reason: "nu unsquared".into(), seen: vec![seen], engine: engine.map(String::from) }
}

/// One installation fails as noted, the other passes: only the noted one is a gap, and nothing has closed.
#[test]
fn a_gap_is_one_of_each_installation_for_itself() {
    let whose = ["lammps 29Sep2021", "lammps 22Jul2025", "lammps 29Sep2021", "lammps 22Jul2025"];
    let of = |outcomes: [Verdict; 4], engine: Option<&str>| {
        let mut checks: Vec<Check> = outcomes.into_iter().map(check).collect();
        note_gaps(&mut checks, &whose, &gap(None, engine), true);
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

/// What is a tenth worse than was seen is another failure, and so is what nobody has seen.
#[test]
fn a_gap_is_as_large_as_it_was_seen_to_be() {
    let of = |deviation: Option<f64>, gap: &KnownGap| {
        let mut checks = [Check { deviation, ..check(Verdict::Fail) }];
        note_gaps(&mut checks, &[""], gap, true);
        let [check] = checks;
        (check.outcome, check.reason.unwrap().to_string())
    };
    let seen = gap(Some(0.12), None);
    for off in [0.01, 0.12, 0.131] {
        assert_eq!(of(Some(off), &seen), (Verdict::Gap, "nu unsquared".to_string()), "{off}");
    }
    let more = "more than the known gap, of which as seen was seen: nu unsquared".to_string();
    for off in [Some(0.133), Some(0.24), Some(f64::INFINITY), Some(f64::NAN), None] {
        assert_eq!(of(off, &seen), (Verdict::Fail, more.clone()), "{off:?}");
    }
    // Where no value was seen there is nothing to be worse.
    assert_eq!(of(None, &gap(None, None)).0, Verdict::Gap);
    let other = KnownGap { seen: Vec::new(), ..seen };
    assert_eq!(of(Some(0.01), &other), (Verdict::Fail, "the known gap has no `seen` of duration: nu unsquared".into()));
}
