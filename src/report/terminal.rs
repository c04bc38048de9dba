//! The report on the terminal: what failed, a table by part, what was left out, and the counts last.

use anstyle::{AnsiColor, Style};

use crate::bench::Verdict;
use crate::bench::record::{Check, Differences, Record};
use crate::error::cut;
use crate::number::counted;

use super::columns::wrap;
use super::expectation::counts;
use super::quantity::deviation;
use super::{Pictures, block, numbers};

mod cases;
mod failures;
mod parts;
mod summary;

pub(crate) use failures::in_shell;
pub use summary::json;

/// Options of the terminal report, which depends only on the record and these.
#[derive(Debug, Clone, Copy)]
pub struct Terminal<'a> {
    pub colour: bool,
    /// Folder of the report as the user gave it, `reports/latest`; `None` without a report.
    pub place: Option<&'a str>,
    /// How long the run took.
    pub seconds: Option<f64>,
    pub pictures: Pictures,
    /// Characters a line may have.
    pub width: usize,
    pub shown: Shown,
    /// Comparison with the previous run in the same folder.
    pub before: Option<&'a Differences>,
}

/// Level of detail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// The counts alone.
    Counts,
    /// What failed, and the counts.
    Failures,
    /// What failed, and a table by part; of a few cases their expectations.
    Summary,
    /// Every case.
    Cases,
}

impl Default for Terminal<'_> {
    fn default() -> Self {
        Self {
            colour: false,
            place: None,
            seconds: None,
            pictures: Pictures::Default,
            width: 120,
            shown: Shown::Summary,
            before: None,
        }
    }
}

/// Most cases that are listed one by one.
const FEW: usize = 8;

/// The whole report, ending in a newline.
pub fn render(record: &Record, how: &Terminal<'_>) -> String {
    let mut out = String::new();
    let tally = record.tally();
    if let Some(partial) = &record.partial {
        out.push_str(&how.paint(&partial.line(), Verdict::Fail));
        out.push('\n');
    }
    let each = how.shown == Shown::Cases || (how.shown == Shown::Summary && record.cases.len() <= FEW);
    if matches!(how.shown, Shown::Summary | Shown::Cases) {
        let scenes: usize = record.cases.iter().map(|case| case.scenes.len()).sum();
        let counts =
            [counted(record.cases.len(), "case"), counted(scenes, "scene"), counted(tally.total(), "check")].join(", ");
        out.push('\n');
        on_a_line(&mut out, &[counts, format!("cases from {}", cut(&record.cases_from, 80))], how.width);
        out.push('\n');
    }
    match how.shown {
        Shown::Counts => {}
        shown if each || shown == Shown::Failures => {
            if each {
                cases::write(&mut out, record, how);
            }
            if let ([case], true) = (&record.cases[..], each)
                && let [scene] = &case.scenes[..]
            {
                let title = block::Block::heading(2, "the collision");
                let blocks = [vec![title], numbers::blocks(record, case, scene)].concat();
                out.push_str(&format!("\n{}", block::terminal(&blocks, how.width)));
            }
            out.push('\n');
            failures::write(&mut out, record, how, true);
        }
        _ => {
            failures::write(&mut out, record, how, false);
            parts::write(&mut out, record, how);
            summary::write(&mut out, record, how);
        }
    }
    summary::unchecked(&mut out, record, how);
    summary::changes(&mut out, record, how);
    let mut parts = vec![format!("{}: {}", counted(tally.total(), "check"), counts(&tally))];
    if let (Shown::Counts, Some(left)) = (how.shown, &record.not_run) {
        parts[0].push_str(&format!(", {} left out", counted(left.cases, "case")));
    }
    parts.extend(how.seconds.map(|seconds| format!("{seconds:.1} s")));
    parts.extend(how.place.map(|place| format!("{place}/index.html")));
    on_a_line(&mut out, &parts, how.width);
    out
}

/// Parts apart on a line, or where it is too short on a line each.
fn on_a_line(out: &mut String, parts: &[String], width: usize) {
    let whole = parts.join("        ");
    if whole.chars().count() + 2 <= width {
        out.push_str(&format!("  {whole}\n"));
    } else {
        parts.iter().for_each(|part| wrapped(out, "  ", 4, part, width));
    }
}

/// The failed checks, two lines each.
pub fn failures(record: &Record, how: &Terminal<'_>) -> String {
    let mut out = String::new();
    failures::write(&mut out, record, how, false);
    out
}

fn off(value: Option<f64>, check: &Check) -> String {
    value.map_or("unknown".to_string(), |v| deviation(v, &check.deviation_unit))
}

/// A verdict as a line begins with it.
fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Fail => "FAIL",
        Verdict::Error => "ERROR",
        Verdict::Closed => "CLOSED",
        other => other.word(),
    }
}

impl Terminal<'_> {
    fn paint(&self, text: &str, verdict: Verdict) -> String {
        let (colour, bold) = match verdict {
            Verdict::Pass => (AnsiColor::Green, false),
            Verdict::Fail | Verdict::Error => (AnsiColor::Red, true),
            Verdict::Closed => (AnsiColor::Magenta, true),
            Verdict::Skip => (AnsiColor::Cyan, false),
            Verdict::Gap => (AnsiColor::Yellow, false),
        };
        let style = colour.on_default();
        self.styled(text, if bold { style.bold() } else { style })
    }

    fn styled(&self, text: &str, style: Style) -> String {
        if self.colour { format!("{style}{text}{style:#}") } else { text.to_string() }
    }
}

/// Words in lines of at most `width` characters: the first after `head`, the others indented by as much.
fn wrapped(out: &mut String, head: &str, indent: usize, text: &str, width: usize) {
    let lines = wrap(text, width.saturating_sub(indent).max(20));
    out.push_str(&format!("{head}{}\n", lines.join(&format!("\n{}", " ".repeat(indent)))));
}
