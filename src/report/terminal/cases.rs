//! A line an expectation: for a few cases, or all of them with `--verbose`.

use crate::bench::Verdict;
use crate::bench::record::{CaseRecord, Check, Comparison, Light, Record, Tally};
use crate::error::cut;
use crate::number::brief;
use crate::number::counted;

use super::super::expectation::{Expectation, expectations, reasons, verdict};
use super::super::pictures::entity::maker_name;
use super::super::sheet;
use super::summary::NEAR;
use super::{Terminal, off, value};

/// Passing expectations shown of a case.
const LINES: usize = 6;

/// Groups of measurements that are not compared, shown of a case.
const LEFT: usize = 3;

/// Longest name or pair of names before it is cut.
const WIDEST: usize = 46;

/// Writes the lines of every case.
pub(super) fn write(out: &mut String, record: &Record, how: &Terminal<'_>) {
    let lines: Vec<Line> = record.cases.iter().flat_map(|case| case_lines(record, case)).collect();
    let longest = |cells: &mut dyn Iterator<Item = &str>| cells.map(|cell| cell.chars().count()).max().unwrap_or(0);
    let words = longest(&mut lines.iter().map(|line| line.word));
    let names = longest(&mut lines.iter().map(|line| line.case.as_str()));
    let [pairs, values] = [0, 1].map(|at| {
        longest(&mut lines.iter().filter_map(|line| Some(line.text.get(at)?.as_str()).filter(|_| line.text.len() > 1)))
    });
    for Line { verdict, word, case, text } in &lines {
        let text = match &text[..] {
            [pair, value, used] => format!("{case:<names$}  {pair:<pairs$}  {value:<values$}  {used}"),
            _ => format!("{case:<names$}  {}", text.concat()),
        };
        let word = how.paint(&format!("{word:<words$}"), *verdict);
        out.push_str(&format!("  {word}  {}\n", text.trim_end()));
    }
}

/// One line of the overview.
struct Line {
    verdict: Verdict,
    /// Empty below the first line of a case.
    word: &'static str,
    case: String,
    /// A comparison: who, what, and how much of the tolerance; or a note.
    text: Vec<String>,
}

impl Line {
    fn note(case: &CaseRecord, verdict: Verdict, note: String) -> Self {
        Self { verdict, word: super::word(verdict), case: name(case), text: vec![note] }
    }
}

fn name(case: &CaseRecord) -> String {
    cut(&case.name, WIDEST)
}

fn case_lines(record: &Record, case: &CaseRecord) -> Vec<Line> {
    let tally = Tally::of(&case.checks);
    let mut lines = Vec::new();
    match verdict(&tally) {
        worst @ (Verdict::Fail | Verdict::Error | Verdict::Closed) => {
            let scenes = counted(case.scenes.len(), "scene");
            let bad = tally.fail + tally.error + tally.closed;
            lines.push(Line::note(case, worst, format!("{scenes}, {bad} of {}", counted(tally.total(), "check"))));
        }
        _ => lines.extend(passing(case)),
    }
    for (outcome, noted) in [(Verdict::Skip, ""), (Verdict::Gap, ", as noted")] {
        for (reason, count) in reasons(case.checks.iter().filter(|check| check.outcome == outcome)) {
            let note = format!("{}{noted} ({})", cut(reason, 120), counted(count, "check"));
            lines.push(Line::note(case, outcome, note));
        }
    }
    if lines.is_empty() {
        lines.push(Line::note(case, Verdict::Skip, "no check defined".to_string()));
    }
    lines.extend(out_of_range(record, case));
    let open = sheet::not_judged(case);
    lines.extend(open.map(|note| Line { word: "open", ..Line::note(case, Verdict::Skip, note) }));
    let left = sheet::left_out(case);
    let shown = left.iter().take(LEFT).map(|line| cut(line, 120));
    let rest = (left.len() > LEFT).then(|| format!("and {} more, see index.html", left.len() - LEFT));
    lines.extend(shown.chain(rest).map(|note| Line { word: "left", ..Line::note(case, Verdict::Skip, note) }));
    lines
}

/// The assumptions that a case breaks, then those of which it cannot be said that they hold, a line each: a check that is met says
/// nothing on them.
fn out_of_range(record: &Record, case: &CaseRecord) -> Vec<Line> {
    let rows = sheet::rows(&record.criteria, case);
    let of = |(light, verdict): (Light, Verdict)| {
        let lit = rows.iter().filter(move |row| row.worst.light == Some(light));
        lit.map(move |row| {
            let scenes = if light == Light::Red { row.scenes.red } else { row.scenes.amber };
            let seen = match row.worst.value {
                Some(_) => format!("{}, {}", sheet::value(row.worst), sheet::limits(row.criterion)),
                None => sheet::note(row.worst),
            };
            let note = format!("{}? {seen} ({})", row.criterion.assumes, counted(scenes, "scene"));
            Line { word: light.word(), ..Line::note(case, verdict, cut(&note, 160)) }
        })
    };
    [(Light::Red, Verdict::Fail), (Light::Amber, Verdict::Gap)].into_iter().flat_map(of).collect()
}

/// Of every expectation that is met, the check that came nearest to its limit.
fn passing(case: &CaseRecord) -> Vec<Line> {
    let all = expectations(case);
    let found: Vec<(&Expectation<'_>, &Check)> = all.iter().filter_map(|e| Some((e, e.tightest()?))).collect();
    let mut lines: Vec<Line> = found
        .iter()
        .take(LINES)
        .enumerate()
        .map(|(i, (expectation, check))| Line {
            verdict: Verdict::Pass,
            word: if i == 0 { super::word(Verdict::Pass) } else { "" },
            case: if i == 0 { name(case) } else { String::new() },
            text: vec![
                pair(expectation),
                observed(check),
                format!("{} of {}{}", off(check.deviation, check), off(check.allowed, check), near(check)),
            ],
        })
        .collect();
    if found.len() > LINES {
        let rest = format!("and {} more, all met", found.len() - LINES);
        lines.push(Line { word: "", case: String::new(), ..Line::note(case, Verdict::Pass, rest) });
    }
    lines
}

/// The share of its tolerance that a check has used, if that is much; rounded down, so that what is met is not said to be all.
fn near(check: &Check) -> String {
    let share = check.tolerance_share();
    let parts = (1000.0 * share).floor() / 10.0;
    if share >= NEAR { format!(", {parts} % of the tolerance") } else { String::new() }
}

/// `reference = hertz-impact`, `leapfrog -> reference`
fn pair(expectation: &Expectation<'_>) -> String {
    let sign = if expectation.comparison == Comparison::Convergence { "->" } else { "=" };
    cut(&format!("{} {sign} {}", expectation.who, maker_name(expectation.against)), WIDEST)
}

/// `restitution 0.5`; of an order of convergence `restitution order 1.02 +- 0.01`.
fn observed(check: &Check) -> String {
    match (check.comparison, check.observed, check.observed_uncertainty) {
        (Comparison::Convergence, Some(order), Some(spread)) => {
            format!("{} order {order:.2} +- {}", check.observable, brief(spread))
        }
        (Comparison::Convergence, ..) => format!("{} order {}", check.observable, value(check.observed, "")),
        _ => format!("{} {}", check.observable, value(check.observed, &check.unit)),
    }
}
