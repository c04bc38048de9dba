//! The failed checks, two lines each: expected, observed, deviation, command to repeat it; optionally scenes.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::bench::Verdict;
use crate::bench::record::{CaseRecord, Check, Record};
use crate::distinct::grouped;
use crate::error::cut;
use crate::number::counted;

use super::super::columns::{UNBROKEN, columns_within};
use super::super::expectation::failures;
use super::super::pictures::entity::maker_name;
use super::super::pictures::plan::picture_of;
use super::{Terminal, word, wrapped};

/// So many are shown unless in full.
const SHOWN: usize = 20;

/// Scenes or reasons shown of one in full; the rest are counted.
const ROWS: usize = 8;

/// Characters of a scene.
const WIDEST: usize = 60;

/// Indentation of the second line.
const INDENT: &str = "        ";

/// One of the [`failures`] of a case.
struct Failure<'a> {
    case: &'a CaseRecord,
    checks: Vec<&'a Check>,
}

/// Writes the first failures, or all of them in full; nothing when there are none.
pub(super) fn write(out: &mut String, record: &Record, how: &Terminal<'_>, in_full: bool) {
    let of = |case| failures(case).into_iter().map(move |checks| Failure { case, checks });
    let all: Vec<Failure<'_>> = record.cases.iter().flat_map(of).collect();
    let shown = if in_full { all.len() } else { all.len().min(SHOWN) };
    for failure in &all[..shown] {
        failure.write(out, how, in_full);
        if in_full {
            failure.scenes(out, how.width);
        }
    }
    if all.len() > shown {
        let rest = counted(all.len() - shown, "more failure");
        out.push_str(&format!("  and {rest}: run --failed shows them all\n"));
    }
    if !all.is_empty() {
        out.push('\n');
    }
}

impl Failure<'_> {
    fn write(&self, out: &mut String, how: &Terminal<'_>, in_full: bool) {
        let (worst, verdict) = (self.checks[0], word(self.checks[0].outcome));
        let width = how.width;
        let who = format!("{} {}", worst.who, worst.variant);
        let others = self.checks.len() - 1;
        let others = match worst.outcome {
            Verdict::Error if others > 0 => format!(" and {}", counted(others, "other check")),
            _ => String::new(),
        };
        let (name, of) = (cut(&self.case.name, WIDEST), format!("{}{others}", worst.observable));
        let text = format!("{name}  {} {of}: {}", who.trim_end(), worst);
        wrapped(out, &format!("  {}  ", how.paint(verdict, worst.outcome)), verdict.len() + 4, &text, width);

        let scenes = self.checks.iter().map(|check| &check.scene).collect::<BTreeSet<_>>().len();
        // Of several time steps a scene has several checks.
        let several = worst.outcome == Verdict::Fail && self.checks.len() > scenes;
        let scene = if several { worst.place() } else { worst.scene.to_string() };
        let scene = cut(&scene, WIDEST).replace(' ', UNBROKEN).replace(",\u{a0}", ", ");
        let mut parts: Vec<String> = Vec::new();
        if worst.outcome != Verdict::Closed {
            parts.push(maker_name(&worst.against).to_string());
        }
        match scenes {
            _ if several => parts.push(format!("worst of {} checks: {scene}", self.checks.len())),
            1 if &*worst.scene == "-" => {}
            1 => parts.push(scene),
            _ => parts.push(format!("{}, worst {scene}", counted(scenes, "scene"))),
        }
        let place = format!("{}:{}", self.case.file, worst.line);
        match worst.outcome {
            Verdict::Closed => parts.push(format!("remove it from {place}")),
            _ if in_full => parts.push(place),
            _ => {}
        }
        if in_full {
            let picture = picture_of(self.case, how.pictures, &worst.observable);
            parts.extend(how.place.zip(picture).map(|(folder, picture)| format!("{folder}/{picture}")));
        } else {
            parts.push(format!("reproduce: {}", command(self.case)));
        }
        wrapped(out, INDENT, INDENT.len(), &parts.join("; "), width);
    }

    /// One row for each scene and time step, the worst first; where nothing was observed, one for each reason.
    fn scenes(&self, out: &mut String, width: usize) {
        let row = |check: &&Check| {
            [vec![cut(&check.place(), WIDEST)], check.amounts(check.digits(), "unknown").to_vec()].concat()
        };
        let mut rows: Vec<Vec<String>> = match self.checks[0].outcome {
            Verdict::Fail => self.checks.iter().map(row).collect(),
            _ => {
                let reasons = grouped(self.checks.iter().map(|check| (check.to_string(), &check.scene)));
                reasons.into_iter().map(|(reason, scenes)| vec![cut(scenes[0], WIDEST), reason]).collect()
            }
        };
        if rows.len() < 2 {
            return;
        }
        let rest = rows.split_off(rows.len().min(ROWS)).len();
        if self.checks[0].outcome == Verdict::Fail {
            rows.insert(0, ["scene", "expected", "observed", "deviation", "allowed"].map(String::from).to_vec());
        }
        out.push_str(&columns_within(&rows, INDENT, width));
        if rest > 0 {
            out.push_str(&format!("{INDENT}and {rest} more in summary.csv\n"));
        }
    }
}

/// The command that repeats a case.
fn command(CaseRecord { name, file, .. }: &CaseRecord) -> String {
    // `run` takes the name of a case of `./cases` or a built-in one, the file of any other.
    let case = if file.is_empty() || file.starts_with("cases/") { name } else { file };
    format!("collisionbench run {} -v", in_shell(case)).replace(' ', UNBROKEN)
}

/// A word of a command line, in quotes where a shell would take it for something else.
pub(crate) fn in_shell(word: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_alphanumeric() || "/._-".contains(c);
    if word.chars().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', "'\\''")).into() }
}
