use collisionbench::case::edit::{canonical, examples as values_of_examples, mark_examples, values};

const CASE: &str = "title = \"a\"\nsource = \"b\"\n[run.reference]\n[[expect]]\nthat = \"reference\"\n\
                    known_gap = \"c\"\n[[expect]]\nknown_gap = { reason = \"d\", engine = \"e\" }\n";

/// Each change of a text, and whether it changes the case.
#[test]
fn words_are_no_physics_and_everything_else_is() {
    let changes = [
        ("\"a\"", "\"another title\"", false),
        ("\"b\"", "\"another paper\"", false),
        ("\"c\"", "\"said better\"", false),
        ("\"d\"", "\"said better\"", false),
        ("[run", "# a comment\n[run", false),
        ("known_gap = \"c\"\n", "", true),
        ("\"e\"", "\"f\"", true),
        ("reference]", "leapfrog]", true),
        ("that = \"reference\"", "that = \"leapfrog\"", true),
    ];
    for (from, to, changed) in changes {
        let other = CASE.replacen(from, to, 1);
        assert_ne!(other, CASE);
        assert_eq!(canonical(&other) != canonical(CASE), changed, "{from} -> {to}");
    }
}

fn examples(text: &str) -> Vec<String> {
    values_of_examples(text).iter().map(ToString::to_string).collect()
}

#[test]
fn an_example_is_one_until_it_is_changed() {
    let text = "[body.ball]\nsphere   = { radius = \"20 mm\", mass = \"46 g\" }\nmaterial = \"ball\"\n";
    let marked = mark_examples(text, |path| ["body.ball.radius", "body.ball.mass"].contains(&path));
    assert_eq!(examples(&marked), ["body.ball.radius = \"20 mm\"", "body.ball.mass = \"46 g\""]);
    assert_eq!(examples(&marked.replacen("20 mm", "21.4 mm", 1)), ["body.ball.mass = \"46 g\""]);
    assert_eq!(examples(text), Vec::<String>::new());
    assert!(toml::from_str::<toml::Value>(&marked).is_ok());
}

#[test]
fn a_comment_stays_before_it() {
    let text = "[experiment.bounce-times]\ntime_sigma = \"1 ms\"    # one standard deviation\n";
    let marked = mark_examples(text, |path| path.ends_with("time_sigma"));
    assert_eq!(examples(&marked), ["experiment.bounce-times.time_sigma = \"1 ms\""]);
    assert!(marked.contains("# one standard deviation    # example, not measured: time_sigma = \"1 ms\""));
}

/// Two materials have a modulus each: only the one that is meant is an example. An unknown is none.
#[test]
fn a_value_is_known_by_its_path() {
    let text = "[material.ball]\nyoung_modulus = \"1 GPa\"\n[material.glass]\nyoung_modulus = \"70 GPa\"\n\
                [contact.damping.tsuji]\nrestitution = { fit = 0.8, between = [0.1, 1] }\n\
                [experiment.drop-height]\nscale = { value = 1, sigma = 0.003 }\n";
    let paths: Vec<String> = values(text).into_iter().map(|value| value.path).collect();
    assert_eq!(paths, ["material.ball.young_modulus", "material.glass.young_modulus", "experiment.drop-height.scale"]);
    let marked = mark_examples(text, |path| path == "material.glass.young_modulus");
    assert_eq!(examples(&marked), ["material.glass.young_modulus = \"70 GPa\""]);
}
