//! What failed, two lines each: what, observed, expected, by how much, and how to see it again.

use std::borrow::Cow;

use crate::distinct::grouped;
use crate::error::cut;
use crate::judge::Verdict;
use crate::number::counted;
use crate::record::{CaseRecord, Check, Record};

use super::super::columns::UNBROKEN;
use super::super::expectation::worst;
use super::super::pictures::entity::maker_name;
use super::detail::digits;
use super::{Terminal, off, scale_for, word, wrapped};

/// So many are shown.
const SHOWN: usize = 20;

/// The checks of one case that fail in the same way: one observable of one pair.
struct Failure<'a> {
    case: &'a CaseRecord,
    worst: &'a Check,
    scenes: usize,
}

/// Writes the first failures; nothing when there are none.
pub(super) fn write(out: &mut String, record: &Record, how: &Terminal<'_>) {
    let all: Vec<Failure<'_>> = record.cases.iter().flat_map(failures).collect();
    for failure in all.iter().take(SHOWN) {
        one(out, failure, how);
    }
    if all.len() > SHOWN {
        let rest = counted(all.len() - SHOWN, "more failure");
        out.push_str(&format!("  and {rest}: --failed shows them all\n"));
    }
    if !all.is_empty() {
        out.push('\n');
    }
}

fn failures<'a>(case: &'a CaseRecord) -> Vec<Failure<'a>> {
    let bad = |check: &&Check| matches!(check.outcome, Verdict::Fail | Verdict::Error | Verdict::Closed);
    let alike = case.checks.iter().filter(bad).map(|check| {
        let about = (check.line, check.outcome.word(), &check.who, &check.against, &check.observable);
        (about, check)
    });
    let failure = |(_, group): (_, Vec<&'a Check>)| Some(Failure { case, scenes: group.len(), worst: worst(group)? });
    grouped(alike).into_iter().filter_map(failure).collect()
}

fn one(out: &mut String, failure: &Failure<'_>, how: &Terminal<'_>) {
    let Failure { case, worst, scenes } = failure;
    let verdict = word(worst.outcome);
    let who = format!("{} {}", worst.who, worst.variant);
    let (what, more) = match worst.outcome {
        Verdict::Closed => {
            let reason = worst.reason.as_deref().unwrap_or("no reason is given");
            let remove = format!("remove it from {}:{}; ", case.file, worst.line);
            (format!("the known gap has closed ({reason})"), remove)
        }
        Verdict::Error => (worst.reason.as_deref().unwrap_or("the check could not be made").to_string(), String::new()),
        _ => {
            let scale = scale_for(worst.expected.or(worst.observed).unwrap_or(0.0), &worst.unit);
            let shown = |v: Option<f64>| v.map_or("unknown".to_string(), |v| scale.show(v, digits(worst)));
            let (expected, observed) = (shown(worst.expected), shown(worst.observed));
            let (deviation, allowed) = (off(worst.deviation, worst), off(worst.allowed, worst));
            let what = format!("observed {observed}, expected {expected}; off {deviation}, allowed {allowed}");
            (what, format!("{}; ", maker_name(&worst.against)))
        }
    };
    let scene = cut(&worst.scene, 60).replace(' ', UNBROKEN).replace(",\u{a0}", ", ");
    let place = match scenes {
        1 if &*worst.scene == "-" => String::new(),
        1 => format!("{scene}; "),
        _ => format!("{}, worst {scene}; ", counted(*scenes, "scene")),
    };
    let text = format!("{}  {} {}: {what}", cut(&case.name, 60), who.trim_end(), worst.observable);
    wrapped(out, &format!("  {}  ", how.paint(verdict, worst.outcome)), verdict.len() + 4, &text, how.width);
    // In one line, so that it can be copied.
    let command = format!("collisionbench run {} -v", in_shell(asked(case))).replace(' ', UNBROKEN);
    let again = format!("{more}{place}reproduce: {command}");
    wrapped(out, "        ", 8, &again, how.width);
}

/// A word of a command line, in quotes where a shell would take it for something else.
fn in_shell(word: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_alphanumeric() || "/._-".contains(c);
    if word.chars().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', "'\\''")).into() }
}

/// What `run` is to be given: the name of a case of `./cases` or a built-in one, the file of any other.
fn asked(case: &CaseRecord) -> &str {
    if case.file.is_empty() || case.file.starts_with("cases/") { &case.name } else { &case.file }
}
