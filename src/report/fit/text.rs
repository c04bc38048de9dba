//! The result of a calibration as text for the terminal.

use super::sections::{answer, evidence, method};
use crate::fit::calibrate::Calibrated;
use crate::report::block::{Block, terminal};

/// The whole text of one calibration, in lines of so many characters.
pub fn text(found: &Calibrated, width: usize) -> String {
    let method = method(found);
    let lines = [&found.title, &found.source, &method].into_iter().filter(|line| !line.trim().is_empty());
    let about = lines.map(Block::text);
    let blocks: Vec<Block> = [Block::heading(1, &found.case)].into_iter().chain(about).collect();
    terminal(&[blocks, answer(found), evidence(found)].concat(), width)
}
