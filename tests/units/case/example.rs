use collisionbench::case::example::*;

#[test]
fn an_example_is_one_until_it_is_changed() {
    let text = "[body.ball]\nsphere   = { radius = \"20 mm\", mass = \"46 g\" }\nmaterial = \"ball\"\n";
    let marked = mark_examples(text, &["radius", "mass"]);
    assert_eq!(examples(&marked), ["radius = \"20 mm\"", "mass = \"46 g\""]);
    assert_eq!(examples(&marked.replacen("20 mm", "21.4 mm", 1)), ["mass = \"46 g\""]);
    assert_eq!(examples(text), Vec::<String>::new());
    assert!(toml::from_str::<toml::Value>(&marked).is_ok());
}

#[test]
fn a_comment_stays_before_it() {
    let marked = mark_examples("time_sigma = \"1 ms\"    # one standard deviation\n", &["time_sigma"]);
    assert_eq!(examples(&marked), ["time_sigma = \"1 ms\""]);
    assert!(marked.contains("# one standard deviation    # example, not measured: time_sigma = \"1 ms\""));
}
