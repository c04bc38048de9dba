//! Fits: a verdict that cannot fail, an interval that is too narrow, data that are passed over.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::common::{self, Ended, single_spaced};

/// Runs the program; what it prints comes with single blanks and no line breaks, as words are looked for.
fn say(folder: &Path, words: &[&str]) -> Ended {
    let Ended { code, out, err } = common::run(folder, words);
    Ended { code, out: single_spaced(&out), err: single_spaced(&err) }
}

/// A ball whose restitution is looked for; `experiment` is the table of that name without its `data`.
fn case(experiment: &str, fit: &str, expect: &str) -> String {
    let (kind, rest) = experiment.split_once('\n').unwrap_or((experiment, ""));
    format!(
        "title = \"T\"\n[body.ball]\nsphere = {{ radius = \"8 mm\", mass = \"5.4 g\" }}\n[body.floor]\n\
         wall = {{ normal = \"+z\" }}\nrigid = true\n[contact]\nends = \"force-clamped\"\n[contact.normal.hooke]\n\
         stiffness = \"50 kN/m\"\n[contact.damping.linear-dashpot]\nrestitution = {{ fit = 0.7, between = [0.05, 1] }}\n\
         [experiment.{kind}]\ndata = \"drops.csv\"\n{rest}\n[fit]\n{fit}\n[[expect]]\nthat = \"fit\"\n{expect}\n"
    )
}

const HEIGHTS: &str = "drop-height\nheight_to = \"bottom\"\ngravity = \"9.81 m/s2\"";
const RESIDUALS: &str = "agrees_with = \"residuals\"\nbirge_ratio = { within_sigma = 5 }";
const FIT: [&str; 5] = ["fit", "ball.toml", "--pictures", "none", "-v"];

/// A folder with a case and its table.
fn folder(case: &str, table: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("ball.toml"), case).unwrap();
    fs::write(folder.path().join("drops.csv"), table).unwrap();
    folder
}

/// What the page and the file of a fit say, in single blanks.
fn left(folder: &TempDir) -> [String; 2] {
    ["index.html", "fit.json"]
        .map(|name| single_spaced(&fs::read_to_string(folder.path().join("reports/fit/ball").join(name)).unwrap()))
}

/// The record of a run whose reports went to `r`.
fn record(folder: &Path) -> std::path::PathBuf {
    let mut places = vec![folder.join("r")];
    while let Some(place) = places.pop() {
        for entry in fs::read_dir(&place).into_iter().flatten().flatten() {
            if entry.file_name() == "run.jsonl" {
                return entry.path();
            }
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                places.push(entry.path());
            }
        }
    }
    folder.join("r/run.jsonl")
}

/// The closed form of the law that was fitted agrees with that law whatever was measured; so do numbers that are no more
/// than the unknowns.
#[test]
fn way_28_a_fit_compared_with_what_it_was_fitted_to() {
    let ratios = "restitution (-)\n0.5\n0.9\n0.2\n0.7\n";
    let theory = "agrees_with = \"linear-dashpot\"\nrestitution = { within_sigma = 3 }";
    let place = folder(&case("restitution", "", theory), ratios);
    for verb in [&["run", "ball.toml"][..], &FIT] {
        let said = say(place.path(), verb);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{} {}", said.out, said.err);
        for words in ["vacuous", "ball.toml:20", "agrees_with = \"residuals\""] {
            assert!(said.err.contains(words), "{words}: {}", said.err);
        }
    }
    // One number and one unknown: the best fit goes through it.
    let one = "agrees_with = \"reference-data/experiments/one\"\nrestitution = { within_sigma = 3 }";
    let own = case("restitution", "", one).replace("drops.csv", "reference-data/experiments/one");
    let place = folder(&own, ratios);
    let data = place.path().join("reference-data/experiments/one");
    fs::create_dir_all(&data).unwrap();
    fs::write(data.join("data.csv"), "restitution\n0.5\n").unwrap();
    let source = "title = \"T\"\ncite = \"C\"\nread_in = \"R\"\nhow = \"tabulated\"\nform = \"table\"\n[column.restitution]\n\
                  is = \"restitution\"\nunit = \"-\"\n[uncertainty]\nrestitution = \"0.01 absolute\"\n";
    fs::write(data.join("source.toml"), source).unwrap();
    let said = say(place.path(), &["run", "ball.toml"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{} {}", said.out, said.err);
    assert!(said.err.contains("vacuous") && said.err.contains("ball.toml:20"), "{}", said.err);
}

/// `e = sqrt(33/65)` and `sqrt(34/65)`: their mean is known to half their distance, 0.005358, and 95 % are `t(1) = 12.706`
/// of those (Student's t of one degree of freedom is Cauchy's distribution: `tan(0.475 pi)`).
#[test]
fn way_29_two_drops_have_one_degree_of_freedom() {
    let (one, two) = ((33.0f64 / 65.0).sqrt(), (34.0f64 / 65.0).sqrt());
    let standard = 0.5 * (two - one);
    let half = standard * (0.475 * std::f64::consts::PI).tan();
    assert!((standard - 0.005358).abs() < 1e-6 && (half - 0.06808).abs() < 1e-5);
    let place = folder(&case(HEIGHTS, "", RESIDUALS), "drop height (cm),rebound height (cm)\n65,33\n65,34\n");
    let said = say(place.path(), &FIT);
    assert_eq!(said.code, 0, "{}", said.err);
    let file = fs::read_to_string(place.path().join("reports/fit/ball/fit.json")).unwrap();
    let result: serde_json::Value = serde_json::from_str(&file).unwrap();
    let parameter = &result["parameters"][0];
    let [low, high] = ["low", "high"].map(|end| parameter["interval"][end].as_f64().unwrap());
    let wide = 0.5 * (high - low);
    let found = parameter["standard_uncertainty"].as_f64().unwrap();
    assert!((0.99..1.01).contains(&(found / standard)), "{found} {standard}");
    assert!((0.99..1.01).contains(&(wide / half)), "{wide} {half}");
    assert!((parameter["value"].as_f64().unwrap() - 0.5 * (one + two)).abs() < 1e-4);
    // Equal drops, and nobody says how they were read: no interval can be given.
    let place = folder(&case(HEIGHTS, "", RESIDUALS), "drop height (cm),rebound height (cm)\n65,33\n65,33\n");
    let said = say(place.path(), &FIT);
    assert_eq!(said.code, 2, "{} {}", said.out, said.err);
    assert!(said.err.contains("height_sigma"), "{}", said.err);
}

/// Two balls, 0.858 and 0.597, in one table: the column that says which is named wherever the result is.
#[test]
fn way_30_a_text_column_that_splits_the_data() {
    let mut table = String::from("ball,drop height (m),rebound height (m)\n");
    for k in 0..8 {
        let (h, off) = (0.4 + 0.1 * f64::from(k), 0.002 * f64::from(k % 3 - 1));
        for (ball, e) in [("steel", 0.858f64), ("rubber", 0.597)] {
            table.push_str(&format!("{ball},{h},{}\n", h * (e + off) * (e + off)));
        }
    }
    let place = folder(&case(&format!("{HEIGHTS}\nheight_sigma = \"1 mm\""), "", RESIDUALS), &table);
    let said = say(place.path(), &FIT);
    assert_eq!(said.code, 0, "{}", said.err);
    let [page, file] = left(&place);
    for text in [&said.out, &page, &file.replace("\\\"", "\"")] {
        let text = text.replace("&quot;", "\"").replace("&#x27;", "'").replace("\\\"", "\"");
        for words in ["column `ball` splits the data", "steel", "0.858", "rubber", "0.597"] {
            assert!(text.contains(words), "{words}: {text}");
        }
    }
    let run = say(place.path(), &["run", "ball.toml", "--out", "r"]);
    let record = fs::read_to_string(record(place.path())).unwrap_or_else(|e| panic!("{e} {}", run.err));
    assert!(record.contains("column `ball` splits the data"), "the record");
}

/// A row that is not used, and a column that nothing reads, by their names.
#[test]
fn way_31_a_row_with_a_gap_and_an_unused_column() {
    let table = "drop height (cm),rebound height (cm),humidity (%)\n20,16.5,40\n20,,41\n40,32.8,43\n40,32.5,40\n";
    let place = folder(&case(&format!("{HEIGHTS}\nheight_sigma = \"1 mm\""), "", RESIDUALS), table);
    let said = say(place.path(), &FIT);
    assert_eq!(said.code, 0, "{}", said.err);
    let [page, file] = left(&place);
    for text in [&said.out, &page, &file] {
        for words in ["ine 3 is not used", "`rebound height (cm)`", "`humidity (%)`"] {
            assert!(text.contains(words), "{words}: {text}");
        }
    }
    say(place.path(), &["run", "ball.toml", "--out", "r"]);
    let record = fs::read_to_string(record(place.path())).unwrap();
    assert!(record.contains("line 3") && record.contains("`humidity (%)`"), "the record");
}

/// A restitution that rises with speed, and a law whose restitution is the same at every speed.
#[test]
fn way_32_residuals_that_rise_along_the_abscissa() {
    let mut table = String::from("drop height (m),rebound height (m)\n");
    for k in 0..20 {
        let h = 0.2 + 0.1 * f64::from(k);
        let e = 0.6 + 0.01 * f64::from(k);
        table.push_str(&format!("{h},{}\n", h * e * e));
    }
    let expect = "agrees_with = \"residuals\"\nruns = { within_sigma = 3 }";
    let place = folder(&case(&format!("{HEIGHTS}\nheight_sigma = \"1 mm\""), "", expect), &table);
    let said = say(place.path(), &FIT);
    assert_eq!(said.code, 0, "{}", said.err);
    let [page, file] = left(&place);
    for text in [&said.out, &page, &file] {
        let named = text.contains("Wald & Wolfowitz") || text.contains("Wald &amp; Wolfowitz");
        assert!(text.contains("2 runs") && named, "{text}");
        assert!(text.contains("does not describe"), "{text}");
    }
    assert!(!said.out.contains("describes the data"), "{}", said.out);
    let run = say(place.path(), &["run", "ball.toml"]);
    assert_eq!(run.code, 1, "{} {}", run.out, run.err);
}
