//! Whatever stands in a file, the reader reads it or says why not.

use crate::src::case::*;
use proptest::prelude::*;

/// A valid file, cut, with pieces of it doubled, moved or replaced.
fn damaged() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "",
        "\"",
        "[",
        "]",
        "{",
        "}",
        "=",
        ",",
        ".",
        "\n",
        "nan",
        "inf",
        "-",
        "0",
        "1e400",
        "\u{0}",
        "é",
        "'''",
        "[[expect]]",
        "[contact.normal.hooke]",
        "[body.left]",
        "[contact.pfc]",
        "[contact.woo]\nreading = \"corrected\"\nen = 2",
        "[run.leapfrog]\nsteps_per_contact = 2",
        "converges_to = \"reference\"",
        "{ order = 2, give_or_take = 0 }",
        "sweep",
        "{ sweep = [] }",
        "{ sweep = { from = 1, to = 2, steps = 3 } }",
        "\"reference-data/published/requested\"",
        "where = { speed = \"< 1 m/s\" }",
        "true",
        "1979-05-27",
        "-1",
        "9999999999999999999999",
    ]);
    let cut = (any::<prop::sample::Index>(), 0_usize..24, pieces);
    prop::collection::vec(cut, 1..6).prop_map(|cuts| {
        let mut text: Vec<char> = VALID.chars().collect();
        for (at, length, piece) in cuts {
            let at = at.index(text.len().max(1)).min(text.len());
            let end = (at + length).min(text.len());
            text.splice(at..end, piece.chars());
        }
        text.into_iter().collect()
    })
}

proptest! {
    #[test]
    fn a_damaged_file_is_read_or_refused_but_never_breaks_the_reader(text in damaged()) {
        if let Err(error) = read(&text) {
            let message = error.to_string();
            prop_assert!(!message.is_empty());
            prop_assert!(message.len() < 20_000, "{} bytes", message.len());
        }
    }

    #[test]
    fn a_cut_file_is_read_or_refused(at in any::<prop::sample::Index>()) {
        let end = (0..=at.index(VALID.len())).rev().find(|&i| VALID.is_char_boundary(i)).unwrap_or(0);
        // Every expectation stands at the end: a case without any is missed.
        if end <= VALID.find("max_force").unwrap() {
            prop_assert!(read(&VALID[..end]).is_err());
        } else {
            let _ = read(&VALID[..end]);
        }
    }

    #[test]
    fn any_text_is_refused_in_words(text in "\\PC*") {
        prop_assert!(read(&text).is_err());
    }
}
