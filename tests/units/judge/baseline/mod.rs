mod compare;
mod file;
mod tube;

use collisionbench::judge::baseline::*;

/// Baselines that belong to texts are held against the texts, later ones against the physics; neither against both.
#[test]
fn of_text_and_physics_the_accepted_one_counts() {
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
    let texts = [(CASE, "1"), ("x/data.csv", "2"), ("x/source.toml", "3")];
    let physics = [(PHYSICS, "4"), ("x", "5")];
    let now = with(&[&texts[..], &physics[..]].concat());
    assert!(with(&texts).inputs_that_differ(&now).is_empty());
    assert!(with(&physics).inputs_that_differ(&now).is_empty());
    assert_eq!(with(&[texts[0], (texts[1].0, "0"), texts[2]]).inputs_that_differ(&now), ["x/data.csv"]);
    assert_eq!(with(&[physics[0], ("x", "0")]).inputs_that_differ(&now), ["x"]);
    // A dataset that the case did not have, and one that it has no more.
    assert_eq!(with(&physics[..1]).inputs_that_differ(&now), ["x"]);
    assert_eq!(now.inputs_that_differ(&with(&physics)), [CASE, "x/data.csv", "x/source.toml"]);
}
