//! `design`: how many drops a wanted accuracy takes.

use crate::cli::{good, wrong};

/// 1.96 s/sqrt(N) of the drops alone is 0.01 at 4 drops, and Student's t asks for some more: a dozen at most.
#[test]
fn the_answer_comes_first() {
    let text = good(&["design", "--restitution", "0.8", "--within", "0.01"]);
    let (count, rest) = text.split_once(" drops: ").unwrap();
    let count: usize = count.parse().unwrap();
    assert!(
        (6..=24).contains(&count) && rest.contains("read to 1 mm, each height set anew before every drop"),
        "{text}"
    );
    assert!(text.contains("height_sigma = \"1 mm\", height_set = \"each drop\""), "{text}");
    // A tenth of the interval takes about a hundred times the drops that are governed by scatter: more than are offered.
    let finer = good(&["design", "--restitution", "0.8", "--within", "0.001"]);
    let more: usize = finer.split_once(" drops: ").unwrap().0.parse().unwrap();
    assert!(more > 80, "{finer}");
    let coarse =
        good(&["design", "--restitution", "0.8", "--within", "0.01", "--ruler", "5 mm", "--rebound-zero", "2 mm"]);
    assert!(coarse.contains("rebound_offset = { value = \"0 mm\", sigma = \"2 mm\" }"), "{coarse}");
}

#[test]
fn what_cannot_be_reached_says_what_to_improve() {
    let ask = |more: &[&str]| wrong(&[&["design", "--restitution", "0.8"], more].concat());
    let text = ask(&["--within", "0.002", "--rebound-zero", "5 mm"]);
    assert!(
        text.contains("2000 drops give the restitution to") && text.contains("no number of drops averages out"),
        "{text}"
    );
    let text = ask(&["--within", "0.001", "--ruler", "5 mm", "--height-set", "once"]);
    assert!(text.contains("--height-set each-drop"), "{text}");
    // Where the heights do not differ it is the drops and the ruler.
    let text = ask(&["--within", "0.0001"]);
    assert!(text.contains("lower --between-drops or --ruler") && !text.contains("--between-heights"), "{text}");
    assert!(ask(&["--within", "0.001", "--between-heights", "0.01"]).contains("lower --between-heights"));
    for (more, words) in [
        (&["--within", "0"][..], "`0` is not a tolerance above 0 and below 1"),
        (&["--within", "0.01", "--ruler", "3 s"], "--ruler is not a length"),
        (&["--within", "0.01", "--ruler", "-3 mm"], "--ruler must not be below zero"),
        (&["--within", "0.01", "--from", "2 m"], "--to must be above --from"),
        (&["--within", "0.01", "--from", "1e-300 m"], "--from and --to must be between 1 mm and 1 km"),
        (&["--within", "0.01", "--ruler", "30 cm"], "must be below the lowest height"),
        (&["--within", "0.01", "--between-drops", "nan"], "--between-drops must be at least 0 and below 1"),
        (&["--within", "0.01", "--ruler", "0 mm", "--between-drops", "0"], "are both zero"),
    ] {
        let text = ask(more);
        assert!(text.contains(words), "{more:?}: {text}");
    }
    assert!(
        wrong(&["design", "--restitution", "1", "--within", "0.01"])
            .contains("--restitution must be above 0 and below 1")
    );
}

/// A common zero of 5 mm, which counts most at the lowest height: a worse ruler never takes fewer drops, a higher `--from` neither, and
/// a target that a higher one reaches is reached.
#[test]
fn the_lowest_height_is_part_of_the_design() {
    let drops = |within: &str, ruler: &str, from: &str| -> usize {
        let asked = ["design", "--restitution", "0.85", "--between-drops", "0.006", "--zero", "5 mm", "--to", "1.2 m"];
        let text = good(&[&asked[..], &["--within", within, "--ruler", ruler, "--from", from]].concat());
        text.split_once(" drops: ").unwrap().0.parse().unwrap()
    };
    for within in ["0.005", "0.004", "0.003"] {
        let rulers = ["0.2 mm", "0.4 mm", "0.75 mm", "1.5 mm", "3 mm", "5 mm"];
        let counts = rulers.map(|ruler| drops(within, ruler, "15 cm"));
        assert!(counts.is_sorted(), "{within}: {counts:?}");
        for (ruler, count) in rulers.iter().zip(counts) {
            assert!(count <= drops(within, ruler, "60 cm"), "{within} {ruler}");
        }
    }
    // From 60 cm on, equal weights: ± 1.96 of 5 mm (1 - e^2)/(2 e) over the harmonic mean of the heights is 0.0024 at least.
    let asked = ["design", "--restitution", "0.85", "--between-drops", "0.006", "--zero", "5 mm", "--within", "0.001"];
    let refused = wrong(&asked);
    let (_, to) = refused.split_once("--to \"").unwrap_or_else(|| panic!("{refused}"));
    let to = to.split_once('"').unwrap().0;
    // What is advised works.
    good(&[&asked[..], &["--to", to]].concat());
}
