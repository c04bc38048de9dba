use collisionbench::codes::script::{Line, always, given, missing, read, write};
use collisionbench::codes::{Key, Parameters};
use collisionbench::units::Dimension;

const KEYS: &[Key] = &[
    Key::number("e", Dimension::Number, ""),
    Key::number("mu", Dimension::Number, ""),
    Key::number("z", Dimension::Number, ""),
    Key::number("gap", Dimension::Length, ""),
    Key::choice("limit", &["off", "on"], ""),
];

const LINES: &[Line] = &[
    always("material {name}: {density} kg/m3"),
    missing("gap", "touching"),
    given("gap", "apart by {gap}"),
    always("pair({e?, e=}{z?, z=}{gap?, gap=})"),
    always("friction {mu=0}{limit:off=|on= limited}"),
];

fn written(lines: &[Line], params: &Parameters) -> Vec<String> {
    write(lines, params, &[("name", "glass".to_string()), ("density", "2500".to_string())]).unwrap()
}

#[test]
fn what_is_written_is_read_back() {
    let some = |numbers: &[(&'static str, f64)], word: &[(&'static str, &str)]| Parameters::new(numbers.to_vec(), word);
    for (params, lines) in [
        (some(&[], &[]), ["touching", "pair()", "friction 0"]),
        (some(&[("e", 0.5)], &[("limit", "on")]), ["touching", "pair(e=0.5)", "friction 0 limited"]),
        (some(&[("gap", 1e-300), ("mu", 0.1)], &[]), ["apart by 1e-300", "pair(gap=1e-300)", "friction 0.1"]),
        (
            some(&[("e", -1.0 / 3.0), ("z", 0.5), ("mu", 0.3)], &[]),
            ["", "pair(e=-0.3333333333333333, z=0.5)", "friction 0.3"],
        ),
    ] {
        let text = written(LINES, &params);
        assert_eq!(text[0], "material glass: 2500 kg/m3");
        assert!(lines.iter().zip(&text[1..]).all(|(line, is)| line.is_empty() || line == is), "{text:?}");
        let back = read(LINES, KEYS, &["mu", "z"], &text).unwrap();
        for key in KEYS {
            assert_eq!(back.numbers.get(key.name), params.numbers.get(key.name), "{} of {text:?}", key.name);
            assert_eq!(back.given(key.name), params.given(key.name), "{} of {text:?}", key.name);
        }
    }
}

/// What goes with friction is not given where there is none.
#[test]
fn without_friction_nothing_is_left_of_it() {
    let text = written(LINES, &Parameters::numbers(&[("mu", 0.0), ("z", 0.5), ("e", 0.5)]));
    let back = read(LINES, KEYS, &["mu", "z"], &text).unwrap();
    assert_eq!((back.numbers.get("z"), back.numbers.get("e")), (None, Some(0.5)), "{text:?}");
}

#[test]
fn another_line_is_not_read() {
    let params = Parameters::numbers(&[("e", 0.5), ("gap", 1.0)]);
    let text = written(LINES, &params);
    let with = |at: usize, line: &str| {
        let mut text = text.clone();
        text[at] = line.to_string();
        read(LINES, KEYS, &[], &text)
    };
    assert!(with(0, &text[0]).is_some());
    for (at, line) in [
        (0, "materials glass: 2500 kg/m3"),
        (1, "apart by much"),
        (1, "apart by 2"),
        (2, "pair(e=0.5, gap=1) or so"),
        (2, "pair(z=0.5, e=1)"),
        (3, "friction"),
        (3, "friction 0 limit"),
    ] {
        assert_eq!(with(at, line), None, "{line}");
    }
}

/// A table without a line forgets its parameter; a parameter that a line needs is asked for.
#[test]
fn a_table_without_a_line_is_seen() {
    let params = Parameters::numbers(&[("e", 0.5), ("mu", 0.3)]);
    let short = &LINES[..4];
    let back = read(short, KEYS, &[], &written(short, &params)).unwrap();
    assert_eq!((back.numbers.get("e"), back.numbers.get("mu")), (Some(0.5), None));
    assert_eq!(write(&[always("{e}")], &Parameters::default(), &[]).unwrap_err().message, "there is no `e` to export");
}
