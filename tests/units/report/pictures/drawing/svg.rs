use collisionbench::report::pictures::drawing::svg::*;
use collisionbench::report::pictures::drawing::{Align, Drawing};
use collisionbench::report::pictures::label::Label;
use collisionbench::report::pictures::style::{DASHED, INK, Stroke};

#[test]
fn a_course_ends_where_it_should() {
    let points: Vec<(f64, f64)> =
        (0..300).map(|i| (f64::from(i) * 1.0 / 3.0, 200.0 * (f64::from(i) * 0.37).sin())).collect();
    let text = course(&points).replace('l', " ").replace('-', " -").replace('M', "");
    let mut numbers = Vec::new();
    // SVG reads `.5.3` as two numbers; here a space or a sign separates them.
    for word in text.split_whitespace() {
        numbers.push(word.parse::<f64>().unwrap());
    }
    assert_eq!(numbers.len(), 600, "{text}");
    let end = numbers.chunks(2).fold((0.0, 0.0), |at, step| (at.0 + step[0], at.1 + step[1]));
    let last = points[299];
    assert!((end.0 - last.0).abs() < 0.06 && (end.1 - last.1).abs() < 0.06, "{end:?} {last:?}");
    assert_eq!(course(&[(10.5, 0.04), (21.0, -0.5)]), "M10.5 0l10.5-.5");
    let ticks: [&[(f64, f64)]; 3] =
        [&[(1.0, 9.0), (1.0, 2.0)], &[(3.0, 9.0), (5.0, 9.0)], &[(0.0, 0.0), (1.0, 1.5), (2.0, 1.0)]];
    assert_eq!(courses(ticks, TENTHS), "M1 9v-7m2 7h2m-5-9 1 1.5 1-.5");
    // A point by itself.
    assert_eq!(course(&[(1.0, 1.0), (1.0, 1.0), (2.0, 2.0)]), "M1 1h0l1 1");
}

#[test]
fn lines_are_single_paths_and_texts_are_escaped() {
    let mut drawing = Drawing::new(100.0, 80.0);
    drawing.line(&[(0.0, 0.0), (50.0, 1.0 / 3.0), (100.0, 0.0)], Stroke { colour: INK, width: 5.0, dash: DASHED });
    drawing.text(&Label::text("<script>&"), (50.0, 40.0), 35.0, INK, Align::Centre);
    let file = svg(&drawing, "a < b", false);
    assert_eq!(file.matches("<path").count(), 1);
    assert!(file.contains("d=\"M0 0l50 .3 50-.3\"") && file.contains("stroke-dasharray=\"26 16\""), "{file}");
    assert!(file.contains("&lt;script&gt;&amp;</text>") && file.contains("<title>a &lt; b</title>"), "{file}");
    assert!(file.contains("width=\"7.5mm\"") && !file.contains("<style>"), "{file}");
    let file = svg(&drawing, "a < b", true);
    for rule in ["[stroke=\"#000000\"]{stroke:#e6e8eb}", "[fill=\"#ffffff\"]{fill:#14171b}"] {
        assert!(file.contains(rule), "{file}");
    }
}
