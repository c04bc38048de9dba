use collisionbench::report::pictures::drawing::font::*;
use collisionbench::report::pictures::label::{Face, Label};

#[test]
fn widths_are_those_of_the_font() {
    // DejaVu Sans: a digit is 1303 of 2048 units wide, an m 1995.
    assert!((advance("10", Face::Upright, 2048.0) - 2606.0).abs() < 1e-6);
    assert!((advance("m", Face::Upright, 2048.0) - 1995.0).abs() < 1e-6);
}

#[test]
fn a_text_that_is_too_long_is_cut() {
    let long = Label::text("computed and published force against time");
    let cut = fitted(&long, 35.0, 300.0);
    assert!(width(&cut, 35.0) <= 300.0 && cut.0[0].0.ends_with('…'), "{cut:?}");
    assert_eq!(fitted(&long, 35.0, 3000.0), long);
}

#[test]
fn a_text_is_broken_between_words() {
    let long = Label::axis("tangential restitution", "e_t", "10⁻³");
    let lines = wrapped(&long, 35.0, 260.0);
    let words: Vec<String> = lines.iter().map(Label::plain).collect();
    assert_eq!(words, ["tangential", "restitution et", "(10⁻³)"]);
    assert!(lines.iter().all(|line| width(line, 35.0) <= 260.0));
    assert_eq!(wrapped(&long, 35.0, 3000.0), [trimmed(&long)]);
    assert_eq!(wrapped(&Label::text(""), 35.0, 260.0), []);
    assert!(wrapped(&Label::text("W".repeat(90)), 35.0, 260.0)[0].plain().ends_with('…'));
}
