mod explain;

use collisionbench::codes::fingerprint::*;

fn of(offs: &[f64]) -> Inference {
    let all: Vec<Hypothesis> =
        offs.iter().enumerate().map(|(i, &off)| Hypothesis { says: format!("h{i}"), off }).collect();
    choose("end of contact", Place::Pairs, &all, "e = 0.5")
}

/// A verdict of which nothing is decided has no praise for the engine.
#[test]
fn an_undecided_verdict_finds_no_agreement() {
    let undecided = verdict(&[of(&[f64::NAN])]);
    assert!(undecided.contains("no convention of this engine could be determined"), "{undecided}");
    assert!(!undecided.contains("no listed deviation"), "{undecided}");
    assert!(verdict(&[of(&[0.1, 100.0])]).contains("no listed deviation"));
}

#[test]
fn evidence_is_weighed() {
    assert_eq!((of(&[0.1, 100.0]).strength, of(&[0.1, 100.0]).says.as_str()), (Trust::Certain, "h0"));
    // The best one does not fit.
    assert_eq!(of(&[2.0, 100.0]).strength, Trust::CannotTell);
    // Two fit.
    assert_eq!(of(&[0.1, 0.2]).strength, Trust::CannotTell);
    assert_eq!(of(&[0.6, 1.2]).strength, Trust::Likely);
    assert_eq!(of(&[f64::NAN]).strength, Trust::CannotTell);
    assert_eq!(of(&[]).strength, Trust::CannotTell);
    // All were computed, and all are far off: that is known.
    let none = of(&[380.0, 400.0]);
    assert_eq!((none.strength, none.says.as_str()), (Trust::NoMatch, ""));
    assert!(none.evidence.contains("deviation 380.00 of the tolerance: h0; next, 400.0: h1"), "{}", none.evidence);
    assert!(verdict(&[none]).ends_with("no listed rule fits: end of contact (pairs)"));
    assert_eq!(of(&[380.0, f64::NAN]).strength, Trust::CannotTell);
    // One that could not be computed is not excluded.
    assert_eq!(of(&[0.1, 100.0, f64::NAN]).strength, Trust::Likely);
}
