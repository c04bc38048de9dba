//! Heights that are read to a centimetre, and a column of groups: what is said of them is true.

use std::fmt::Write as _;
use std::fs;
use std::sync::Arc;

use collisionbench::case::Case;
use collisionbench::data::Files;
use collisionbench::error::SourceFile;
use collisionbench::fit::calibrate::result::Describes;
use collisionbench::fit::calibrate::{Calibrated, Depth, Unwatched, calibrate};

fn found(table: &str, experiment: &str) -> Calibrated {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("drops.csv"), table).unwrap();
    let text = format!(
        "title = \"T\"\n[body.ball]\nsphere = {{ radius = \"20 mm\", mass = \"30 g\" }}\n[body.floor]\n\
         wall = {{ normal = \"+z\" }}\nrigid = true\n[contact]\nends = \"force-clamped\"\n[contact.normal.hooke]\n\
         stiffness = \"50 kN/m\"\n[contact.damping.linear-dashpot]\nrestitution = {{ fit = 0.7, between = [0.1, 1] }}\n\
         [experiment.drop-height]\ndata = \"drops.csv\"\nheight_to = \"bottom\"\ngravity = \"9.81 m/s2\"\n\
         height_sigma = \"0.3 mm\"\nheight_set = \"each drop\"\n{experiment}\n[fit]\n\
         [[expect]]\nthat = \"fit\"\n\
         agrees_with = \"residuals\"\nbirge_ratio = {{ within_sigma = 4 }}\n"
    );
    let file = SourceFile { name: "case.toml".into(), text };
    let case = Case::read(Arc::new(file), "case", &Files::Folder(folder.path().into()));
    let how = Depth::Quoted;
    calibrate(&case.unwrap_or_else(|error| panic!("{error}")), how, &Unwatched)
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Six drops of a height are all rounded alike, the next height the other way: `e = 0.8` at every height. That is no misfit of the
/// law, and one step of the ruler is no outlier.
#[test]
fn readings_that_are_rounded_alike_are_no_misfit() {
    let mut table = String::from("drop height (m),rebound height (m)\n");
    for (rebound, read) in [(0.124, 0.12), (0.236, 0.24), (0.354, 0.35), (0.446, 0.45), (0.594, 0.59)] {
        for drop in 0..6 {
            let step = if rebound == 0.124 && drop == 0 { 0.01 } else { 0.0 };
            writeln!(table, "{:.6},{:.2}", rebound / 0.64, read + step).unwrap();
        }
    }
    let found = found(&table, "rebound_sigma = \"2.9 mm\"");
    let agreement = found.agreement.as_ref().unwrap();
    assert_ne!(agreement.describes, Describes::No, "{}", agreement.words);
    for words in ["the drops of a height differ by less than their stated errors", "5 heights, not 30 drops"] {
        assert!(agreement.words.contains(words), "{words}: {}", agreement.words);
    }
    let interval = found.parameters[0].interval.unwrap();
    assert!(interval.covers(0.8) && !interval.covers(0.75) && !interval.covers(0.85), "{interval:?}");
    let notes = found.notes.join("\n");
    assert!(!notes.contains("interval is not valid"), "{notes}");
    assert!(found.measurements.iter().all(|measured| measured.doubt.is_none()), "{:?}", found.measurements);
}

/// Balls that differ are what `groups = "ball"` is for: no note says that it splits the data, and the value is not valid.
#[test]
fn the_column_of_the_groups_is_used() {
    let mut table = String::from("drop height (m),rebound height (m),ball\n");
    for (ball, e) in [("a", 0.78), ("b", 0.80), ("c", 0.82), ("d", 0.79)] {
        for (drop, h) in [0.3, 0.5, 0.8, 1.1, 1.4].into_iter().enumerate() {
            writeln!(table, "{h},{:.4},{ball}", e * e * h + [0.001, -0.001][drop % 2]).unwrap();
        }
    }
    let splits = |found: &Calibrated| found.notes.iter().any(|note| note.contains("the column `ball` splits the data"));
    assert!(splits(&found(&table, "rebound_sigma = \"1 mm\"")));
    assert!(!splits(&found(&table, "rebound_sigma = \"1 mm\"\ngroups = \"ball\"")));
}
