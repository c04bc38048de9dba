//! The result of a calibration as text for the terminal.

use super::sections::{answer, evidence, method, summary};
use crate::distinct::distinct;
use crate::fit::calibrate::Calibrated;
use crate::fit::calibrate::result::Parameter;
use crate::report::block::{Block, terminal};
use crate::report::columns::UNBROKEN;
use crate::report::quantity::{interval, with_uncertainty};

/// The whole text of one calibration, in lines of so many characters.
pub fn text(found: &Calibrated, width: usize) -> String {
    let method = method(found);
    let lines = [&found.title, &found.source, &method].into_iter().filter(|line| !line.trim().is_empty());
    let about = lines.map(Block::text);
    let blocks: Vec<Block> = [Block::heading(1, &found.case)].into_iter().chain(about).collect();
    terminal(&[blocks, answer(found), evidence(found)].concat(), width)
}

/// The same in some ten lines.
pub fn short(found: &Calibrated, width: usize) -> String {
    terminal(&[vec![Block::heading(1, &found.case)], summary(found)].concat(), width)
}

/// A row for each parameter of several calibrations.
pub fn table(all: &[&Calibrated], width: usize) -> String {
    let names = distinct(all.iter().flat_map(|found| &found.parameters).map(|parameter| parameter.name.as_str()));
    // A number stays on a line with its unit.
    let whole = |text: String| text.replace(' ', UNBROKEN);
    let row = |found: &Calibrated, parameter: &Parameter, without: Option<&Parameter>| {
        let unit = parameter.unit.as_str();
        let short = found.case.rsplit('/').next().unwrap_or(&found.case);
        let value = whole(with_uncertainty(parameter.value, parameter.sigma, unit));
        let named = if names.len() > 1 { format!("{}\n{value}", parameter.name) } else { value };
        let ends = parameter.interval.map_or("none".to_string(), |ends| whole(interval(&ends, unit)));
        let verdict = found.agreement.as_ref().map_or("not tested", |agreement| agreement.describes.short());
        let mut cells = vec![short.to_string(), named, ends, verdict.to_string()];
        if let (Some(without), Some(far)) = (without, &found.without) {
            let value = whole(with_uncertainty(without.value, without.sigma, unit));
            let rows: Vec<&str> = far.named.iter().map(|(name, _)| name.as_str()).collect();
            cells.push(format!("{}; without: {value}", rows.join(", ")));
        }
        cells
    };
    let rows: Vec<Vec<String>> = all
        .iter()
        .flat_map(|found| found.with_and_without().map(move |(parameter, without)| (*found, parameter, without)))
        .map(|(found, parameter, without)| row(found, parameter, without))
        .collect();
    let name = if names.len() > 1 { "result" } else { names[0] };
    let head = ["case", name, "95 %", "law", "suspicious, and used"];
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0).min(head.len());
    let table = Block::table("", &head[..columns], rows);
    terminal(&table.into_iter().collect::<Vec<_>>(), width)
}
