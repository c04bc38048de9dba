//! A line an expectation: for a few cases, or all of them with `--verbose`.

use crate::bench::Verdict;
use crate::bench::record::{CaseRecord, Check, Comparison, Light, Record, Tally};
use crate::collide::REFERENCE;
use crate::error::cut;
use crate::number::brief;
use crate::number::counted;

use super::super::columns::columns_within;
use super::super::expectation::{Expectation, expectations, reasons, verdict};
use super::super::pictures::entity::maker_name;
use super::super::quantity::scale_for;
use super::super::sheet;
use super::summary::NEAR;
use super::{Terminal, off, wrapped};

/// Passing expectations shown of a case.
const LINES: usize = 6;

/// Groups of measurements that are not compared, shown of a case.
const LEFT: usize = 3;

/// Longest pair of names before it is cut.
const WIDEST: usize = 46;

/// Writes the lines of every case, below its name.
pub(super) fn write(out: &mut String, record: &Record, how: &Terminal<'_>) {
    for case in &record.cases {
        let lines = case_lines(record, case);
        out.push_str(&format!("  {}\n", cut(&case.name, how.width.saturating_sub(2))));
        let words = lines.iter().map(|line| line.word.chars().count()).max().unwrap_or(0);
        let is_table = |line: &&Line| line.text.len() > 1;
        let most = (3 * how.width / 10).min(WIDEST);
        let row = |line: &Line| {
            let mut text = line.text.clone();
            text[0] = without_middle(&text[0], most);
            [vec![format!("{:<words$}", line.word)], text].concat()
        };
        let rows: Vec<Vec<String>> = lines.iter().filter(is_table).map(row).collect();
        // A word begins a line, and nothing else does.
        for line in columns_within(&rows, INDENT, how.width).lines() {
            let word = lines.iter().find(|of| !of.word.is_empty() && line[INDENT.len()..].starts_with(of.word));
            match word {
                Some(of) => out.push_str(&format!(
                    "{INDENT}{}{}\n",
                    how.paint(of.word, of.verdict),
                    &line[INDENT.len() + of.word.len()..]
                )),
                None => out.push_str(&format!("{line}\n")),
            }
        }
        for line in lines.iter().filter(|line| !is_table(line)) {
            let head = format!("{INDENT}{}  ", how.paint(&format!("{:<words$}", line.word), line.verdict));
            wrapped(out, &head, INDENT.len() + words + 2, &line.text.concat(), how.width);
        }
    }
}

/// A name with as many letters: what is left out is in its middle, for names of one place begin alike.
fn without_middle(name: &str, most: usize) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= most {
        return name.to_string();
    }
    let (head, tail) = (most / 2, most.saturating_sub(most / 2 + 1));
    letters[..head].iter().chain(&['…']).chain(&letters[letters.len() - tail..]).collect()
}

/// Indentation below the name of a case.
const INDENT: &str = "    ";

/// One line of the overview.
struct Line {
    verdict: Verdict,
    /// Empty below the first line of a case.
    word: &'static str,
    /// A comparison: who, what, and how much of the tolerance; or a note.
    text: Vec<String>,
}

impl Line {
    fn note(verdict: Verdict, note: String) -> Self {
        Self { verdict, word: super::word(verdict), text: vec![note] }
    }
}

fn case_lines(record: &Record, case: &CaseRecord) -> Vec<Line> {
    let tally = Tally::of(&case.checks);
    let mut lines = Vec::new();
    match verdict(&tally) {
        worst @ (Verdict::Fail | Verdict::Error | Verdict::Closed) => {
            let scenes = counted(case.scenes.len(), "scene");
            let bad = tally.fail + tally.error + tally.closed;
            lines.push(Line::note(worst, format!("{scenes}, {bad} of {}", counted(tally.total(), "check"))));
        }
        _ => lines.extend(passing(case)),
    }
    for (outcome, noted) in [(Verdict::Skip, ""), (Verdict::Gap, ", as noted")] {
        for (reason, count) in reasons(case.checks.iter().filter(|check| check.outcome == outcome)) {
            let note = format!("{}{noted} ({})", cut(reason, 120), counted(count, "check"));
            lines.push(Line::note(outcome, note));
        }
    }
    if lines.is_empty() {
        lines.push(Line::note(Verdict::Skip, "no check defined".to_string()));
    }
    lines.extend(out_of_range(record, case));
    let open = sheet::not_judged(case);
    lines.extend(open.map(|note| Line { word: "unchecked", ..Line::note(Verdict::Skip, note) }));
    let left = sheet::left_out(case);
    let shown = left.iter().take(LEFT).map(|line| cut(line, 120));
    let rest = (left.len() > LEFT).then(|| format!("and {} more, see index.html", left.len() - LEFT));
    lines.extend(shown.chain(rest).map(|note| Line { word: "left out", ..Line::note(Verdict::Skip, note) }));
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
            Line { word: light.word(), ..Line::note(verdict, cut(&note, 160)) }
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
            text: vec![pair(expectation), observed(check), used(check)],
        })
        .collect();
    if found.len() > LINES {
        let rest = format!("and {} more, all met", found.len() - LINES);
        lines.push(Line { word: "", ..Line::note(Verdict::Pass, rest) });
    }
    lines
}

/// `off 0.99 σ < 1 σ, 99 % used`: the share only where it is much, and rounded down, so that what is met is not said to be all.
fn used(check: &Check) -> String {
    let share = check.tolerance_share();
    let parts = (1000.0 * share).floor() / 10.0;
    let near = if share >= NEAR { format!(", {parts} % used") } else { String::new() };
    format!("off {} < {}{near}", off(check.deviation, check), off(check.allowed, check))
}

/// `hertz-impact` of the reference, `my-dem = hertz-impact` of others, `leapfrog -> reference`
fn pair(expectation: &Expectation<'_>) -> String {
    let sign = if expectation.comparison == Comparison::Convergence { "->" } else { "=" };
    let against = maker_name(expectation.against);
    if expectation.who == REFERENCE.0 { against.to_string() } else { format!("{} {sign} {against}", expectation.who) }
}

/// Six digits: the pages have all.
fn six(value: Option<f64>, unit: &str) -> String {
    value.map_or("unknown".to_string(), |value| scale_for(value, unit).show(value, 6))
}

/// `restitution 0.5`; of an order of convergence `restitution order 1.02 +- 0.01`.
fn observed(check: &Check) -> String {
    match (check.comparison, check.observed, check.observed_uncertainty) {
        (Comparison::Convergence, Some(order), Some(spread)) => {
            format!("{} order {order:.2} +- {}", check.observable, brief(spread))
        }
        (Comparison::Convergence, ..) => format!("{} order {}", check.observable, six(check.observed, "")),
        _ => format!("{} {}", check.observable, six(check.observed, &check.unit)),
    }
}
