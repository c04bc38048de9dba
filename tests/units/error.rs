use std::sync::Arc;

use collisionbench::error::*;

fn file(text: &str) -> Arc<SourceFile> {
    Arc::new(SourceFile { name: "a.toml".into(), text: text.into() })
}

#[test]
fn a_diagnostic_points_at_its_place() {
    let file = file("title = \"x\"\nrestituton = 0.8\n");
    let shown = Diagnostic::new("unknown field `restituton`, did you mean `restitution`?")
        .at(&Origin::new(&file, 12..22))
        .to_string();
    assert_eq!(
        shown,
        "a.toml:2:1: unknown field `restituton`, did you mean `restitution`?\n2 | restituton = 0.8\n  | ^^^^^^^^^^"
    );
}

#[test]
fn a_very_long_line_is_cut_around_the_caret() {
    let text = format!("{}x{}", "a".repeat(100_000), "b".repeat(100_000));
    let shown = Diagnostic::new("here").at(&Origin::new(&file(&text), 100_000..100_001)).to_string();
    assert!(shown.len() < 500, "{} bytes", shown.len());
    let caret = shown.lines().last().unwrap().find('^').unwrap();
    assert_eq!(shown.lines().nth(1).unwrap().as_bytes()[caret], b'x');
}

#[test]
fn a_misspelt_word_finds_its_neighbour() {
    assert_eq!(nearest("restituton", ["radius", "restitution"]), Some("restitution"));
    assert_eq!(nearest("hetrz", ["hooke", "hertz"]), Some("hertz"));
    assert_eq!(nearest("speed", ["radius", "restitution"]), None);
}
