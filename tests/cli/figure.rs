//! A figure for a paper: what is written, and what is not overwritten.

use std::fs;

use tempfile::TempDir;

use crate::cli::{good, say, wrong};

const CASE: &str = "normal/elastic/unequal-radii";

#[test]
fn a_figure_is_written_with_table_and_caption() {
    let folder = TempDir::new().unwrap();
    for (file, begins) in [("loop.pdf", "%PDF-"), ("loop.svg", "<svg "), ("loop.png", "\u{fffd}PNG")] {
        let said = say(folder.path(), &["figure", CASE, "--width", "174mm", "-o", file]);
        assert_eq!((said.code, said.err.as_str()), (0, ""));
        let bytes = fs::read(folder.path().join(file)).unwrap();
        assert!(String::from_utf8_lossy(&bytes).starts_with(begins), "{file}");
    }
    let caption = fs::read_to_string(folder.path().join("loop.txt")).unwrap();
    assert!(caption.contains("Bodies: ") && caption.contains(CASE), "{caption}");
    assert!(fs::read_to_string(folder.path().join("loop.csv")).unwrap().starts_with("scene,by,"));
    let svg = fs::read_to_string(folder.path().join("loop.svg")).unwrap();
    assert!(svg.contains("width=\"174mm\""), "{}", &svg[..200]);
    let names = say(folder.path(), &["figure", "--list", CASE]).out;
    assert!(names.contains(&format!("{CASE}/force-time")), "{names}");
}

#[test]
fn a_file_that_is_no_figure_is_not_overwritten() {
    let folder = TempDir::new().unwrap();
    for (mine, out) in [("loop.pdf", "loop.pdf"), ("own.csv", "own.svg")] {
        fs::write(folder.path().join(mine), "my notes").unwrap();
        let said = say(folder.path(), &["figure", CASE, "-o", out]);
        assert!(said.code == 2 && said.err.contains("already exists"), "{}", said.err);
        assert_eq!(fs::read_to_string(folder.path().join(mine)).unwrap(), "my notes");
    }
    assert!(!folder.path().join("own.svg").exists(), "no part of it is written");
}

#[test]
fn wrong_names_and_widths_are_refused() {
    assert!(wrong(&["figure", CASE, "--width", "1mm"]).contains("from 50mm to 400mm"));
    assert!(wrong(&["figure", &format!("{CASE}/nothing")]).contains("there is no figure"));
    // A figure over several cases, of cases that lack them.
    let lacking = wrong(&["figure", "adhesion-codes", "--cases", CASE]);
    assert!(
        lacking.contains("do not have what the figure `adhesion-codes` needs") && lacking.contains("--cases"),
        "{lacking}"
    );
    assert!(wrong(&["figure", "normal/no-such-case"]).contains("no-such-case"));
    assert!(wrong(&["figure", CASE, "--only", "lammps"]).contains("there are: "));
    assert!(wrong(&["figure", CASE, "--panel", "9"]).contains("no panel 9"));
    for taken in ["own.csv", "own.txt", "own.bib"] {
        assert!(wrong(&["figure", CASE, "-o", taken]).contains("is the ending of a file beside the figure"));
    }
    assert!(good(&["figure", "--help"]).contains("85mm"));
}
