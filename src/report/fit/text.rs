//! The result of a calibration as text for the terminal.

use super::sections::{answer, evidence, method, summary};
use crate::distinct::distinct;
use crate::fit::calibrate::Calibrated;
use crate::fit::calibrate::result::Parameter;
use crate::report::block::{Block, terminal};
use crate::report::columns::UNBROKEN;
use crate::report::fit_text::suspicious;
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

/// Suspicious rows that are named of a calibration.
const NAMED: usize = 3;

/// A row for each parameter of several calibrations.
pub fn table(all: &[&Calibrated], width: usize) -> String {
    let names = distinct(all.iter().flat_map(|found| &found.parameters).map(|parameter| parameter.name.as_str()));
    // A number stays on a line with its unit.
    let whole = |text: String| text.replace(' ', UNBROKEN);
    let short = |found: &Calibrated| found.case.rsplit('/').next().unwrap_or(&found.case).to_string();
    let row = |found: &Calibrated, parameter: &Parameter| {
        let unit = parameter.unit.as_str();
        let value = whole(with_uncertainty(parameter.value, parameter.sigma, unit));
        let named = if names.len() > 1 { format!("{}\n{value}", parameter.name) } else { value };
        let ends = parameter.interval.map_or("none".to_string(), |ends| whole(interval(&ends, unit)));
        let verdict = found.agreement.as_ref().map_or("not tested", |agreement| agreement.describes.short());
        vec![short(found), named, ends, verdict.to_string()]
    };
    let doubts = |found: &Calibrated| {
        let doubted = distinct(suspicious(found).into_iter().map(|(name, ..)| name));
        (!doubted.is_empty()).then(|| {
            let more =
                if doubted.len() > NAMED { format!(", and {} more", doubted.len() - NAMED) } else { String::new() };
            let named: Vec<String> = doubted.into_iter().take(NAMED).collect();
            let without = found.with_and_without().filter_map(|(_, without)| {
                let Parameter { name, value, sigma, unit, .. } = without?;
                Some(format!("; without what is too far off: {name} = {}", with_uncertainty(*value, *sigma, unit)))
            });
            format!("suspicious in {}: {}{more}{}", short(found), named.join(", "), without.collect::<String>())
        })
    };
    let rows = all.iter().flat_map(|found| found.parameters.iter().map(|parameter| row(found, parameter)));
    let name = if names.len() > 1 { "result" } else { names[0] };
    let table = Block::table("", &["case", name, "95 %", "law"], rows.collect());
    let lines: Vec<String> = all.iter().filter_map(|found| doubts(found)).collect();
    terminal(&table.into_iter().chain([Block::List { lines }]).collect::<Vec<_>>(), width)
}
