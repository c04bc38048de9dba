//! The report of a run as blocks: what failed, its cases one by one or a table by part, why checks were not met or not made, and
//! the counts. The terminal and `summary.md` show two selections of them.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::block::{Block, markdown};
use super::columns::UNBROKEN;
use super::expectation::{COUNTED, Expectation, counts, expectations, failures, verdict};
use super::findings::CaseOutcome;
use super::pictures::entity::maker_name;
use super::pictures::plan::{left_out, picture_of};
use super::plausible::{unusual, weight};
use super::quantity::{deviation, scale_for};
use super::{Pictures, Reporter, files, numbers, sheet};
use crate::bench::Verdict;
use crate::bench::record::{CaseRecord, Change, Check, Comparison, Differences, Light, Record, Tally};
use crate::collide::REFERENCE;
use crate::distinct::{distinct, grouped};
use crate::error::cut;
use crate::number::{brief, counted};

/// Most cases that are listed one by one.
const FEW: usize = 8;

/// Failures shown unless in full; the others are counted.
const FAILURES: usize = 20;

/// Scenes of a failure in full.
const SCENES: usize = 8;

/// Characters of the name of a scene.
const WIDEST: usize = 60;

/// Reasons of each kind, expectations of a case that are met, and groups of its measurements that are not compared.
const LINES: usize = 6;

/// Checks that are nearest to their limit.
const NEAREST: usize = 3;

/// Share of the tolerance that is used, from which on a check is named.
const NEAR: f64 = 0.5;

/// Rows of the table by part, before the smallest are put together.
const PARTS: usize = 14;

/// Level of detail.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Shown {
    /// The counts alone.
    Counts,
    /// What failed, and the counts.
    Failures,
    /// What failed, and a table by part; of a few cases their expectations.
    #[default]
    Summary,
    /// Every case.
    Cases,
    /// The counts, what failed, every reason, and a line a case: `summary.md`.
    Page,
}

/// What is shown of a run, and what its record does not hold.
#[derive(Debug, Clone, Copy, Default)]
pub struct RunView<'a> {
    pub shown: Shown,
    /// Folder of the report as the user gave it, `reports/latest`; `None` without a report.
    pub place: Option<&'a str>,
    /// How long the run took.
    pub seconds: Option<f64>,
    pub pictures: Pictures,
    /// Comparison with the previous run in the same folder.
    pub before: Option<&'a Differences>,
    /// Engines that were asked for and of which nothing was checked.
    pub idle: &'a [&'a str],
}

/// Writes `summary.md`.
pub const SUMMARY_MD: Reporter = Reporter {
    name: "summary.md",
    about: "for the summary page of a CI job: counts, what failed, every reason, one line per case",
    write: |context, folder| Ok(vec![files::write(folder, "summary.md", summary_md(context.record).as_bytes())?]),
};

/// The text of `summary.md`: the sections below the title of the program.
pub fn summary_md(record: &Record) -> String {
    let partial = record.partial.as_ref().map_or(String::new(), |partial| format!(": {}", partial.line()));
    let mut sections = blocks(record, &RunView { shown: Shown::Page, ..RunView::default() });
    for block in &mut sections {
        if let Block::Heading { level, .. } = block {
            *level += 1;
        }
    }
    markdown(&[vec![Block::heading(1, format!("{}{partial}", record.program))], sections].concat())
}

/// The report.
pub fn blocks(record: &Record, view: &RunView<'_>) -> Vec<Block> {
    let few = view.shown == Shown::Summary && record.cases.len() <= FEW;
    let title = vec![Block::heading(1, format!("{}; cases from {}", size(record), cut(&record.cases_from, 80)))];
    let mut parts = match view.shown {
        Shown::Counts => Vec::new(),
        Shown::Failures => not_met(record, view, true),
        shown if few || shown == Shown::Cases => {
            let cases = record.cases.iter().flat_map(|case| case_blocks(record, case)).collect();
            [title, cases, the_collision(record), not_met(record, view, true)].concat()
        }
        Shown::Page => {
            let validity = validity(record);
            let of = |(verdict, word, _)| why(record, verdict, word, usize::MAX, "");
            [not_met(record, view, false), NOTED.map(of).concat(), validity, title, case_table(record)].concat()
        }
        _ => {
            let of = |(verdict, word, more)| why(record, verdict, word, LINES, more);
            [not_met(record, view, false), title, by_part(record), NOTED.map(of).concat(), nearest(record)].concat()
        }
    };
    let counts = ending(record, view);
    if view.shown == Shown::Page {
        return [counts, parts].concat();
    }
    parts.extend(counts);
    let partial = record.partial.as_ref().map(|partial| Block::heading(1, partial.line()));
    partial.into_iter().chain(parts).collect()
}

/// `5 cases, 20 scenes, 41 checks`
fn size(record: &Record) -> String {
    let scenes = record.cases.iter().map(CaseRecord::count).sum();
    let parts = [(record.cases.len(), "case"), (scenes, "scene"), (record.tally().total(), "check")];
    parts.map(|(count, word)| counted(count, word)).join(", ")
}

/// What failed; nothing when there is nothing.
pub fn not_met(record: &Record, view: &RunView<'_>, in_full: bool) -> Vec<Block> {
    let of = |case| failures(case).into_iter().map(move |checks| Failure { case, checks });
    let all: Vec<Failure<'_>> = record.cases.iter().flat_map(of).collect();
    if all.is_empty() {
        return Vec::new();
    }
    let mut blocks = vec![Block::heading(1, counted(all.len(), "failure"))];
    if in_full {
        blocks.extend(all.iter().flat_map(|failure| failure.in_full(view)));
        return blocks;
    }
    let row = |failure: &Failure<'_>| {
        let text = format!("{}  {}\n{}", cut(&failure.case.name, WIDEST), failure.sentence(), failure.at(view, false));
        vec![word(failure.checks[0].outcome).to_string(), text]
    };
    blocks.extend(Block::table("failures", &["", ""], all.iter().take(FAILURES).map(row).collect()));
    if all.len() > FAILURES {
        let rest = counted(all.len() - FAILURES, "more failure");
        blocks.push(Block::text(format!("and {rest}: run --failed shows them all")));
    }
    blocks
}

/// One of the [`failures`] of a case.
struct Failure<'a> {
    case: &'a CaseRecord,
    checks: Vec<&'a Check>,
}

impl Failure<'_> {
    /// Who computed what, and the worst check.
    fn sentence(&self) -> String {
        let worst = self.checks[0];
        let others = match (worst.outcome, self.checks.len() - 1) {
            (Verdict::Error, others) if others > 0 => format!(" and {}", counted(others, "other check")),
            _ => String::new(),
        };
        let who = format!("{} {}", worst.who, worst.variant);
        format!("{} {}{others}: {worst}", who.trim_end(), worst.observable)
    }

    /// What it is compared with, its scenes, and where it is to be seen or how it is repeated.
    fn at(&self, view: &RunView<'_>, in_full: bool) -> String {
        let worst = self.checks[0];
        let scenes = self.checks.iter().map(|check| &check.scene).collect::<BTreeSet<_>>().len();
        // Of several time steps a scene has several checks.
        let several = worst.outcome == Verdict::Fail && self.checks.len() > scenes;
        let scene = if several { worst.place() } else { worst.scene.to_string() };
        let scene = cut(&scene, WIDEST).replace(' ', UNBROKEN).replace(",\u{a0}", ", ");
        let closed = worst.outcome == Verdict::Closed;
        let of = match scenes {
            _ if self.case.large.is_some() => {
                let count = self.case.alike(worst).unwrap_or(self.checks.len());
                Some(format!("worst of {}: {scene}", counted(count, "check")))
            }
            _ if several => Some(format!("worst of {} checks: {scene}", self.checks.len())),
            1 if &*worst.scene == "-" => None,
            1 => Some(scene),
            _ => Some(format!("{}, worst {scene}", counted(scenes, "scene"))),
        };
        let place = format!("{}:{}", self.case.file, worst.line);
        let picture = || Some(format!("{}/{}", view.place?, picture_of(self.case, view.pictures, &worst.observable)?));
        let parts = [
            (!closed).then(|| maker_name(&worst.against).to_string()),
            of,
            match closed {
                true => Some(format!("remove it from {place}")),
                false => (in_full || view.shown == Shown::Page).then_some(place),
            },
            if in_full { picture() } else { Some(format!("reproduce: {}", command(self.case))) },
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }

    /// Below its title a row for each scene and time step, the worst first; where nothing was observed, one for each reason.
    fn in_full(&self, view: &RunView<'_>) -> Vec<Block> {
        let outcome = self.checks[0].outcome;
        let title = format!("{} {}", word(outcome), cut(&self.case.name, WIDEST));
        let texts = [Block::text(self.sentence()), Block::text(self.at(view, true))];
        let row = |check: &&Check| {
            [vec![cut(&check.place(), WIDEST)], check.amounts(check.digits(), "unknown").to_vec()].concat()
        };
        let (head, mut rows): (&[&str], Vec<Vec<String>>) = match outcome {
            Verdict::Fail => {
                (&["scene", "expected", "observed", "deviation", "allowed"], self.checks.iter().map(row).collect())
            }
            _ => {
                let reasons = grouped(self.checks.iter().map(|check| (check.to_string(), &*check.scene)));
                let row = |(reason, scenes): (String, Vec<&str>)| vec![cut(scenes[0], WIDEST), reason];
                (&["", ""], reasons.into_iter().map(row).collect())
            }
        };
        if rows.len() < 2 {
            rows.clear();
        }
        let rest = rows.split_off(rows.len().min(SCENES)).len();
        let rest = (rest > 0).then(|| Block::text(format!("and {rest} more in summary.csv")));
        let title = [Block::heading(2, title)].into_iter();
        title.chain(texts).chain(Block::table("scenes", head, rows)).chain(rest).collect()
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

/// A case: of each expectation that is met the check that came nearest to its limit, why others were not met or not made, and the
/// assumptions that it breaks.
fn case_blocks(record: &Record, case: &CaseRecord) -> Vec<Block> {
    let tally = case.tally();
    let mut rows: Vec<(&str, String)> = Vec::new();
    match verdict(&tally) {
        worst @ (Verdict::Fail | Verdict::Error | Verdict::Closed) => {
            let bad = tally.fail + tally.error + tally.closed;
            let scenes = counted(case.count(), "scene");
            rows.push((word(worst), format!("{scenes}, {bad} of {}", counted(tally.total(), "check"))));
        }
        _ if tally.pass > 0 => rows.push((word(Verdict::Pass), met(case).join("\n"))),
        _ => {}
    }
    for (outcome, noted) in [(Verdict::Skip, ""), (Verdict::Gap, ", as noted")] {
        let note = |(reason, count)| format!("{}{noted} ({})", cut(reason, 120), counted(count, "check"));
        rows.extend(case.reasons(outcome).into_iter().map(|reason| (word(outcome), note(reason))));
    }
    if rows.is_empty() {
        rows.push((word(Verdict::Skip), "no check defined".to_string()));
    }
    for light in [Light::Red, Light::Amber] {
        rows.extend(broken(record, case, light).into_iter().map(|note| (light.word(), note)));
    }
    let doubts = distinct(case.scenes.iter().flat_map(unusual).chain(weight(case, &case.scenes)));
    let rest = doubts.len().saturating_sub(LINES);
    rows.extend(doubts.into_iter().take(LINES).map(|doubt| ("unusual", doubt)));
    rows.extend((rest > 0).then(|| ("unusual", format!("and {rest} more values"))));
    rows.extend(sheet::not_judged(case).map(|note| ("unchecked", note)));
    let mut left: Vec<String> = sheet::left_out(case).iter().map(|line| cut(line, 120)).collect();
    let rest = left.split_off(left.len().min(LINES)).len();
    left.extend((rest > 0).then(|| format!("and {rest} more, see index.html")));
    rows.extend((!left.is_empty()).then(|| ("left out", left.join("\n"))));
    let rows = rows.into_iter().map(|(word, text)| vec![word.to_string(), text]).collect();
    [Block::heading(2, &case.name)].into_iter().chain(Block::table("case", &["", ""], rows)).collect()
}

/// `hertz-impact: restitution 1.00000, off 5.3e-15 < 1e-12` of every expectation that is met.
fn met(case: &CaseRecord) -> Vec<String> {
    let all = expectations(case);
    let line = |expectation: &Expectation<'_>| {
        let check = expectation.tightest()?;
        Some(format!("{}: {}, {}", pair(expectation.who, check), observed(check), used(check)))
    };
    let mut lines: Vec<String> = all.iter().filter_map(line).collect();
    let rest = lines.split_off(lines.len().min(LINES)).len();
    lines.extend((rest > 0).then(|| format!("and {rest} more, all met")));
    lines
}

/// `hertz-impact` of the reference, `my-dem = hertz-impact` of others, `leapfrog -> reference`
fn pair(who: &str, check: &Check) -> String {
    let sign = if check.comparison == Comparison::Convergence { "->" } else { "=" };
    let against = maker_name(&check.against);
    if who == REFERENCE.0 { against.to_string() } else { format!("{who} {sign} {against}") }
}

/// `restitution 0.500000`: six digits, for the pages have all; of an order of convergence `restitution order 1.02 +- 0.01`.
fn observed(check: &Check) -> String {
    let six = |unit: &str| {
        check
            .observed
            .map_or("unknown".to_string(), |value| scale_for(value, unit).show(value, 6))
            .replace(' ', UNBROKEN)
    };
    match (check.comparison, check.observed, check.observed_uncertainty) {
        (Comparison::Convergence, Some(order), Some(spread)) => {
            format!("{} order {order:.2} +- {}", check.observable, brief(spread))
        }
        (Comparison::Convergence, ..) => format!("{} order {}", check.observable, six("")),
        _ => format!("{} {}", check.observable, six(&check.unit)),
    }
}

/// `off 0.99 σ < 1 σ, 99 % used`: the share only where it is much, and rounded down, so that what is met is not said to be all.
fn used(check: &Check) -> String {
    let share = check.tolerance_share();
    let near = if share >= NEAR { format!(", {} % used", (1000.0 * share).floor() / 10.0) } else { String::new() };
    let text = format!("off {} < {}", off(check.deviation, check), off(check.allowed, check));
    text.replace(' ', UNBROKEN) + &near
}

fn off(value: Option<f64>, check: &Check) -> String {
    value.map_or("unknown".to_string(), |v| deviation(v, &check.deviation_unit))
}

/// The assumptions that a case breaks, or of which it cannot be said that they hold: a check that is met says nothing on them.
fn broken(record: &Record, case: &CaseRecord, light: Light) -> Vec<String> {
    let rows = sheet::rows(&record.criteria, case).into_iter();
    let lit = rows.filter(|row| row.worst.light == Some(light)).map(|row| {
        let scenes = if light == Light::Red { row.scenes.red } else { row.scenes.amber };
        let seen = match row.worst.value {
            Some(_) => format!("{}, {}", sheet::value(row.worst), sheet::limits(row.criterion)),
            None => sheet::note(row.worst),
        };
        cut(&format!("{}? {seen} ({})", row.criterion.assumes, counted(scenes, "scene")), 160)
    });
    lit.collect()
}

/// The numbers of the only scene of the only case.
fn the_collision(record: &Record) -> Vec<Block> {
    let [case] = &record.cases[..] else { return Vec::new() };
    let [scene] = &case.scenes[..] else { return Vec::new() };
    [vec![Block::heading(2, "the collision")], numbers::blocks(record, case, scene)].concat()
}

/// A row a part, which is a folder of cases, and one for all.
fn by_part(record: &Record) -> Vec<Block> {
    let depth = (0..8).find(|&depth| {
        record.cases.iter().any(|case| folder(&case.name, depth) != folder(&record.cases[0].name, depth))
    });
    let name = |case: &'_ CaseRecord| folder(&case.name, depth.unwrap_or(0)).to_string();
    let mut parts: Vec<(String, Vec<&CaseRecord>)> = grouped(record.cases.iter().map(|case| (name(case), case)));
    let rest = parts.split_off(parts.len().min(PARTS));
    if !rest.is_empty() {
        parts.push(("others".to_string(), rest.into_iter().flat_map(|(_, cases)| cases).collect()));
    }
    parts.push(("all".to_string(), record.cases.iter().collect()));
    let all = record.tally();
    let columns: Vec<_> = COUNTED.iter().filter(|(verdict, ..)| all.count(*verdict) > 0).collect();
    let row = |(name, cases): &(String, Vec<&CaseRecord>)| {
        let mut tally = Tally::default();
        cases.iter().for_each(|case| tally.add(&case.tally()));
        let scenes: usize = cases.iter().map(|case| case.count()).sum();
        let sizes = [cases.len(), scenes, tally.total()].map(|count| count.to_string());
        let verdicts = columns.iter().map(|(verdict, ..)| match tally.count(*verdict) {
            0 => String::new(),
            count => count.to_string(),
        });
        [cut(name, 29)].into_iter().chain(sizes).chain(verdicts).collect()
    };
    let head = ["part", "cases", "scenes", "checks"].into_iter().chain(columns.iter().map(|(_, name, _)| *name));
    Block::table("parts", &head.collect::<Vec<_>>(), parts.iter().map(row).collect()).into_iter().collect()
}

/// `normal` of `normal/damped/tsuji` at depth 0, `normal/damped` at 1.
fn folder(name: &str, depth: usize) -> &str {
    name.match_indices('/').nth(depth).map_or(name, |(at, _)| &name[..at])
}

/// Verdicts that come with a reason, how they are counted, and where all of them are to be seen.
const NOTED: [(Verdict, &str, &str); 2] = [
    (Verdict::Gap, "known gap", "; all of them: collisionbench list --gaps"),
    (Verdict::Skip, "skipped check", "; all of them: -v"),
];

/// The reasons given for one verdict, the most frequent first.
fn why(record: &Record, verdict: Verdict, word: &str, most: usize, more: &str) -> Vec<Block> {
    let mut all = given(record, verdict);
    all.sort_by_key(|(_, count, _)| std::cmp::Reverse(*count));
    let sum: usize = all.iter().map(|(_, count, _)| count).sum();
    let rest = if all.len() > most { more } else { "" };
    let title = Block::heading(2, format!("{}, {}{rest}", counted(sum, word), counted(all.len(), "reason")));
    let row = |(reason, count, cases): &(&str, usize, Vec<&str>)| {
        let others = cases.len() - 1;
        let others = if others > 0 { format!(" and {}", counted(others, "other")) } else { String::new() };
        // Where all of them are shown, each with its case.
        let whose = (most == usize::MAX).then(|| format!("{}{others}", cases[0]));
        [count.to_string(), reason.to_string()].into_iter().chain(whose).collect()
    };
    let head: &[&str] = if most == usize::MAX { &["checks", "reason", "case"] } else { &["", ""] };
    let table = Block::table("reasons", head, all.iter().take(most).map(row).collect());
    table.map_or(Vec::new(), |table| vec![title, table])
}

/// The reasons, each with the number of the checks that it is given for, and their cases.
fn given(record: &Record, verdict: Verdict) -> Vec<(&str, usize, Vec<&str>)> {
    let given = record.cases.iter().flat_map(|case| {
        let name = case.name.as_str();
        case.reasons(verdict).into_iter().map(move |(reason, count)| (reason, (count, name)))
    });
    let all = grouped(given);
    let sum = |(reason, cases): (_, Vec<(usize, _)>)| {
        (reason, cases.iter().map(|(count, _)| count).sum(), cases.into_iter().map(|(_, case)| case).collect())
    };
    all.into_iter().map(sum).collect()
}

/// The passed checks that are nearest to their limit.
fn nearest(record: &Record) -> Vec<Block> {
    let share = |check: &Check| check.tolerance_share();
    let of = |case| {
        let CaseRecord { name, checks, .. }: &CaseRecord = case;
        let passed = checks.iter().filter(|check| check.outcome == Verdict::Pass);
        // Data scatter by their own sigma: near its limit is where a third of them is.
        let found = passed.max_by(|a, b| share(a).total_cmp(&share(b)))?;
        (share(found) >= NEAR && found.deviation_unit != "sigma").then_some((name.as_str(), found))
    };
    let mut met: Vec<(&str, &Check)> = record.cases.iter().filter_map(of).collect();
    met.sort_by(|a, b| share(b.1).total_cmp(&share(a.1)));
    let row = |(case, check): &(&str, &Check)| {
        let [off, allowed] = [check.deviation, check.allowed].map(|value| off(value, check).replace(' ', UNBROKEN));
        let of = format!("{} = {}: {}", check.who, maker_name(&check.against), check.observable);
        vec![format!("{} %", (100.0 * share(check)).floor()), format!("{case}  {of} off {off}, allowed {allowed}")]
    };
    let title = Block::heading(2, "pass, closest to the limit (share of the tolerance used)");
    let table = Block::table("closest to the limit", &["", ""], met.iter().take(NEAREST).map(row).collect());
    table.map_or(Vec::new(), |table| vec![title, table])
}

/// A row a case.
fn case_table(record: &Record) -> Vec<Block> {
    let row = |case: &CaseRecord| {
        let tally = case.tally();
        // A case with known gaps has not simply passed.
        let outcome = match CaseOutcome::of(&tally) {
            CaseOutcome::Fail => word(verdict(&tally)),
            other => other.word(),
        };
        let scenes = case.count().to_string();
        vec![outcome.to_string(), case.name.clone(), case.title.clone(), scenes, counts(&tally)]
    };
    let head = ["", "case", "title", "scenes", "checks"];
    Block::table("cases", &head, record.cases.iter().map(row).collect()).into_iter().collect()
}

/// How many scenes are out of the range of their theory, and which assumptions they break.
fn validity(record: &Record) -> Vec<Block> {
    let lights = sheet::scenes(&record.cases);
    if lights == sheet::Lights::default() {
        return Vec::new();
    }
    let about = format!(
        "Scenes by the worst of their assumptions: {}. A passed check means that the equations were solved correctly, not that they are valid \
         for these bodies at these speeds.",
        lights.words()
    );
    let of = |case: &CaseRecord| -> Vec<String> {
        broken(record, case, Light::Red).into_iter().map(|note| format!("{}: {note}", case.name)).collect()
    };
    let list = Block::List { lines: record.cases.iter().flat_map(of).collect() };
    vec![Block::heading(1, "Validity"), Block::text(about), list]
}

/// The counts, and below them what was computed and compared with nothing, what was left out, and what moved since the previous run.
fn ending(record: &Record, view: &RunView<'_>) -> Vec<Block> {
    let tally = record.tally();
    let mut parts = vec![format!("{}: {}", counted(tally.total(), "check"), counts(&tally))];
    if let (Shown::Counts, Some(left)) = (view.shown, &record.not_run) {
        parts[0].push_str(&format!(", {} left out", counted(left.cases, "case")));
    }
    parts.extend(view.seconds.map(|seconds| format!("{seconds:.1} s")));
    parts.extend(view.place.map(|place| format!("{place}/index.html").replace(' ', UNBROKEN)));
    let page = view.shown == Shown::Page;
    let notes = record.cases.iter().flat_map(|case| case.unchecked.iter().map(move |note| (case, note.clone())));
    let open = record.cases.iter().filter(|_| page).filter_map(|case| Some((case, sheet::not_judged(case)?)));
    let mut lines: Vec<String> =
        notes.chain(open).map(|(case, note)| format!("not checked: {}: {note}", case.name)).collect();
    if !page && lines.len() > LINES {
        let rest = lines.split_off(LINES).len();
        lines.push(format!("not checked: {rest} more, see summary.md"));
    }
    if view.shown != Shown::Counts {
        lines.extend(record.not_run.as_ref().map(|left| {
            let cases = counted(left.cases, "case");
            format!("left out: {cases} with {} (collisionbench run --all)", left.engines.join(", "))
        }));
        let drawn = page || view.pictures != Pictures::Default || record.partial.is_some();
        let figures = if drawn { 0 } else { left_out(record) };
        lines.extend((figures > 0).then(|| format!("not drawn: {} (--pictures all)", counted(figures, "picture"))));
        lines.extend(moved(record, view));
    }
    if record.partial.is_none() && tally.skip == tally.total() {
        lines.push("every check was skipped: nothing was tested".to_string());
    }
    let idle = |name: &&str| format!("{name} of --engine: every check of it was skipped, it was not tested");
    lines.extend(view.idle.iter().map(idle));
    vec![Block::heading(1, parts.join("; ")), Block::List { lines }]
}

/// What moved since the previous run. A run of other cases has nothing in common with the one before it.
fn moved(record: &Record, view: &RunView<'_>) -> Option<String> {
    let before = view.before.filter(|before| record.partial.is_none() && before.compared > 0)?;
    let [moved, gone, new, within] = Change::REPORTED.map(|change| before.count(change));
    let compared = before.compared;
    let first = before.described.iter().find(|(change, _)| *change == Change::Moved);
    let parts = [
        (moved > 0).then(|| format!("{moved} of {compared} moved")),
        (gone + new > 0).then(|| format!("{} new or gone", gone + new)),
        (within > 0 && moved == 0).then(|| format!("{within} of {compared} moved within their uncertainty")),
        (moved + gone + new + within == 0).then(|| format!("the same {compared} numbers, verdicts and curves")),
        first.map(|(_, difference)| format!("first: {difference}")),
    ];
    Some(format!("since the previous run: {}", parts.into_iter().flatten().collect::<Vec<_>>().join("; ")))
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

/// The run in one JSON object, for programs: counts, what failed, why checks were not met or not made.
pub fn json(record: &Record, view: &RunView<'_>) -> String {
    let tally = record.tally();
    let failure = |(case, check): (&CaseRecord, &Check)| {
        json!({
            "case": case.name, "file": case.file, "line": check.line, "scene": &*check.scene,
            "who": check.who, "variant": check.variant, "against": check.against, "observable": check.observable,
            "outcome": check.outcome.word(), "unit": check.unit,
            "expected": check.expected, "observed": check.observed, "shifted": check.shifted,
            "deviation": check.deviation, "allowed": check.allowed, "deviation_unit": check.deviation_unit,
            "reason": check.reason.as_deref(),
        })
    };
    let bad = |check: &Check| matches!(check.outcome, Verdict::Fail | Verdict::Error | Verdict::Closed);
    let all = record.cases.iter().flat_map(|case| case.checks.iter().map(move |check| (case, check)));
    let failures: Vec<Value> = all.filter(|(_, check)| bad(check)).map(failure).collect();
    let why = |verdict: Verdict| -> Vec<Value> {
        let given = given(record, verdict).into_iter();
        given.map(|(reason, checks, _)| json!({ "reason": reason, "checks": checks })).collect()
    };
    let before = view.before.map(|before| {
        json!({
            "compared": before.compared,
            "moved": before.count(Change::Moved),
            "new_or_gone": before.count(Change::Gone) + before.count(Change::New),
            "moved_within_uncertainty": before.count(Change::Within),
        })
    });
    let notes = record.cases.iter().flat_map(|case| case.unchecked.iter().map(move |note| (case, note)));
    let unchecked: Vec<Value> = notes.map(|(case, note)| json!({ "case": case.name, "what": note })).collect();
    // Of one case, for of many the file run.jsonl has them.
    let one = if let [case] = &record.cases[..] { Some(case) } else { None };
    let scenes: Option<Vec<Value>> =
        one.map(|case| case.scenes.iter().map(|scene| numbers::json(case, scene)).collect());
    let whole = json!({
        "program": record.program,
        "cases_from": record.cases_from,
        "partial": record.partial.as_ref().map(|partial| partial.line()),
        "cases": record.cases.len(),
        "checks": {
            "total": tally.total(), "pass": tally.pass, "fail": tally.fail, "error": tally.error,
            "skip": tally.skip, "known_gap": tally.gap, "closed": tally.closed,
        },
        "failures": failures,
        "known_gaps": why(Verdict::Gap),
        "skipped": why(Verdict::Skip),
        "not_checked": unchecked,
        "left_out": record.not_run,
        "since_the_run_before": before,
        "scenes": scenes,
        "seconds": view.seconds,
        "report": view.place,
    });
    format!("{whole:#}\n")
}
