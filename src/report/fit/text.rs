//! The result of a calibration as text for the terminal.

use super::sections::{answer, evidence, method};
use crate::fit::calibrate::Calibrated;
use crate::report::columns::{columns_within, wrap};

/// Text and tables are indented by this below their headings.
const INDENT: &str = "    ";
/// Characters a line may have.
const WIDTH: usize = 118;

/// The whole text of one calibration.
pub fn text(found: &Calibrated) -> String {
    let mut out = format!("{}\n", found.case);
    for line in [&found.title, &found.source, &method(found)] {
        put(&mut out, "  ", line);
    }
    for section in answer(found).into_iter().chain(evidence(found)) {
        out.push('\n');
        put(&mut out, "  ", &section.title);
        section.text.iter().for_each(|paragraph| put(&mut out, INDENT, paragraph));
        out.push_str(&columns_within(&section.rows, INDENT, WIDTH));
    }
    out
}

/// A paragraph; line ends and blanks of a case become single blanks.
fn put(out: &mut String, indent: &str, text: &str) {
    let words: Vec<&str> = text.split_whitespace().collect();
    if !words.is_empty() {
        wrap(&words.join(" "), WIDTH - indent.len()).iter().for_each(|line| out.push_str(&format!("{indent}{line}\n")));
    }
}
