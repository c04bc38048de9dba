mod compare;
mod file;
mod tube;

use collisionbench::judge::baseline::*;

#[test]
fn every_input_counts() {
    let with = |inputs: &[(&str, &str)]| Baseline {
        case: "a".into(),
        why: "w".into(),
        program: "p".into(),
        date: None,
        drift: DRIFT,
        every: 1,
        inputs: inputs.iter().map(|(name, hash)| (name.to_string(), hash.to_string())).collect(),
        values: Vec::new(),
        curves: Vec::new(),
    };
    let physics = [(PHYSICS, "4"), ("x", "5")];
    let now = with(&physics);
    assert!(with(&physics).inputs_that_differ(&now).is_empty());
    assert_eq!(with(&[physics[0], ("x", "0")]).inputs_that_differ(&now), ["x"]);
    // A dataset that the case did not have, and one that it has no more.
    assert_eq!(with(&physics[..1]).inputs_that_differ(&now), ["x"]);
    assert_eq!(now.inputs_that_differ(&with(&physics[..1])), ["x"]);
}
