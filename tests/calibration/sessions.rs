//! Several tables of one kind in one fit: sessions of one ball, each with its own ruler, and whether they agree.

use std::fmt::Write as _;
use std::fs;
use std::sync::Arc;

use collisionbench::case::Case;
use collisionbench::data::Files;
use collisionbench::error::SourceFile;
use collisionbench::fit::calibrate::result::Describes;
use collisionbench::fit::calibrate::{Calibrated, Depth, Unwatched, calibrate};
use collisionbench::fit::random::Stream;
use collisionbench::report::fit::text::text;
use rayon::prelude::*;

fn case(tables: &[String], experiments: &str) -> Result<Case, String> {
    let folder = tempfile::tempdir().unwrap();
    for (at, table) in tables.iter().enumerate() {
        fs::write(folder.path().join(format!("day{}.csv", at + 1)), table).unwrap();
    }
    let text = format!(
        "title = \"T\"\n[body.ball]\nsphere = {{ radius = \"20 mm\", mass = \"30 g\" }}\n[body.floor]\n\
         wall = {{ normal = \"+z\" }}\nrigid = true\n[contact]\nends = \"force-clamped\"\n[contact.normal.hooke]\n\
         stiffness = \"50 kN/m\"\n[contact.damping.linear-dashpot]\nrestitution = {{ fit = 0.7, between = [0.1, 1.5] }}\n\
         {experiments}\n[fit]\n[[expect]]\nthat = \"fit\"\n\
         agrees_with = \"residuals\"\nbirge_ratio = {{ within_sigma = 4 }}\n"
    );
    let file = SourceFile { name: "case.toml".into(), text };
    Case::read(Arc::new(file), "case", &Files::Folder(folder.path().into())).map_err(|error| error.to_string())
}

fn session(e: f64, zero: f64, stream: &mut Stream) -> String {
    let mut drops = "drop height (m),rebound height (m)\n".to_string();
    for h in [0.3, 0.5, 0.7, 0.9, 1.1, 1.3] {
        for _ in 0..4 {
            let fallen = h + 1e-3 * stream.normal();
            let e = e + 0.004 * stream.normal();
            writeln!(drops, "{h},{:?}", e * e * fallen + zero + 1e-3 * stream.normal()).unwrap();
        }
    }
    drops
}

fn experiment(day: usize, more: &str) -> String {
    format!(
        "[[experiment.drop-height]]\ndata = \"day{day}.csv\"\nheight_to = \"bottom\"\ngravity = {{ value = \"9.81 m/s2\", sigma = \
         \"0.01 m/s2\" }}\nheight_sigma = \"1 mm\"\n{more}\n"
    )
}

fn fitted(case: &Case, depth: Depth) -> Calibrated {
    calibrate(case, depth, &Unwatched).unwrap_or_else(|error| panic!("{error}"))
}

/// Nineteen of twenty pairs of sessions agree and their interval holds the truth; of balls that differ by 0.015 hardly any. A zero of one
/// ruler that is stated is no disagreement, one that is not stated is.
#[test]
fn sessions_of_one_ball_agree_and_others_do_not() {
    let experiments = 100;
    let study = |second: f64, zero: f64, stated: &str| {
        let once = |index: u64| {
            let mut stream = Stream::new(20, index);
            let off = zero * stream.normal();
            let tables = [session(0.8, 0.0, &mut stream), session(second, off, &mut stream)];
            let found = fitted(&case(&tables, &(experiment(1, "") + &experiment(2, stated))).unwrap(), Depth::Quoted);
            let interval = found.parameters[0].interval;
            assert_eq!(interval.is_some(), found.agreement.unwrap().describes == Describes::NoMisfitDetected);
            interval.map(|interval| interval.covers(0.8))
        };
        let all: Vec<_> = (0..experiments).into_par_iter().map(once).collect();
        let agreed: Vec<_> = all.iter().flatten().collect();
        let held = agreed.iter().filter(|held| ***held).count() as f64 / agreed.len().max(1) as f64;
        (agreed.len() as f64 / experiments as f64, held)
    };
    let four = 4.0 * 0.0218;
    for (zero, stated) in [(0.0, ""), (0.008, "rebound_offset = { value = \"0 m\", sigma = \"8 mm\" }")] {
        let (agreed, held) = study(0.8, zero, stated);
        assert!((agreed - 0.95).abs() < four && held > 0.95 - four, "{stated}: {agreed} {held}");
    }
    assert!(study(0.815, 0.0, "").0 < 0.05);
    assert!(study(0.8, 0.016, "").0 < 0.6);
}

/// Each is named by its number and file; what belongs to the place is one input, a zero is each session's own.
#[test]
fn sessions_are_named_and_have_their_own_zeros() {
    let mut stream = Stream::new(21, 0);
    let tables = [session(0.8, 0.0, &mut stream), session(0.8, 0.0, &mut stream)];
    let zero = "height_offset = { value = \"0 m\", sigma = \"1 mm\" }";
    let whole = case(&tables, &(experiment(1, zero) + &experiment(2, zero))).unwrap();
    let calibration = whole.calibration.as_ref().unwrap();
    let paths: Vec<&str> = calibration.inputs.iter().map(|input| input.path.as_str()).collect();
    assert_eq!(
        paths,
        ["experiment.gravity", "experiment.drop-height.1.height_offset", "experiment.drop-height.2.height_offset"]
    );
    let found = fitted(&whole, Depth::Full);
    let words = &found.agreement.as_ref().unwrap().words;
    let begins = "no disagreement detected between drop-height 1 (day1.csv) and drop-height 2 (day2.csv): F(1, ";
    assert!(words.starts_with(begins), "{words}");
    assert!(words.contains("; drop-height 2 (day2.csv) alone gives restitution = 0."), "{words}");
    assert!(found.measurements[30].name.starts_with("drop-height 2 (day2.csv): "), "{}", found.measurements[30].name);
    // The scatter of each is said with its name, on the page and in the file.
    let shown = text(&found);
    let scatter: Vec<f64> = found.scatter.iter().map(|of| of.sigma).collect();
    assert!(scatter.len() == 2 && scatter[0] != scatter[1], "{scatter:?}");
    for (day, sigma) in scatter.iter().enumerate() {
        let of = format!("restitution of drop-height {0} (day{0}.csv)", day + 1);
        assert!(shown.contains(&format!("Scatter between drops ({of}): {sigma:.4}")), "{of}: {shown}");
    }
    // One in an array of tables is one experiment like any other.
    let one = case(&tables, &experiment(1, "")).unwrap();
    assert_eq!(one.calibration.unwrap().experiment.name(), "drop-height");
}

/// What is wrong in one of several tables is shown there.
#[test]
fn mistakes_are_shown_in_their_table() {
    let table = session(0.8, 0.0, &mut Stream::new(22, 0));
    let tables = [table.clone(), table];
    let second = experiment(2, "height_zero = \"1 mm\"");
    let said = case(&tables, &(experiment(1, "") + &second)).unwrap_err();
    assert!(said.contains("unknown key `height_zero`") && said.contains("case.toml:24:1"), "{said}");
    let said = case(&tables, "[experiment]\ndrop-height = []").unwrap_err();
    assert!(said.contains("`drop-height` is empty") && said.contains("[[experiment.drop-height]]"), "{said}");
    let said = case(&tables, "[experiment]\ndrop-height = [1]").unwrap_err();
    assert!(said.contains("should be a table, not a number"), "{said}");
    let said = case(&tables, &(experiment(1, "") + &experiment(3, ""))).unwrap_err();
    assert!(said.contains("`day3.csv` not found") && said.contains("case.toml:20:8"), "{said}");
}
