//! The report of `collisionbench gate`: `gate.csv`, `gate.md`, `index.html`, `junit.xml`, and text for the terminal.

use std::collections::BTreeSet;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::block::{self, Block};
use super::html;
use super::junit::{JunitTest, write_suites};
use super::quantity::deviation;
use super::table::{Table, cells};
use super::{OutputFolder, files};
use crate::bench::check::severity;
use crate::bench::record::{
    BaselineStatus, Change, Changes, DiffRow, GateLimits, GatedCase, MissingCollision, PHYSICS, TUBE,
};
use crate::bench::{Check, Verdict};
use crate::collide::estimate::Estimate;
use crate::distinct::grouped;
use crate::error::{Error, Exit};
use crate::number::counted;

/// Findings of one case on a terminal.
const OF_A_CASE: usize = 8;

/// Findings in `gate.md` and on the page.
const OF_ALL: usize = 50;

/// Lines of one failure in `junit.xml`.
const LINES: usize = 20;

/// What else counts as a failure.
#[derive(Debug, Clone, Copy, Default)]
pub struct Strict {
    /// What was skipped.
    pub skip: bool,
    /// What was never accepted.
    pub new: bool,
}

/// What the comparison of a case allows or leaves out: drift, tube, scenes, failing checks; a sentence each.
fn limits(case: &GatedCase) -> Vec<String> {
    let GateLimits { drift: [drift, usual], tube, left_out: [left, all], own } = case.limits;
    if matches!(case.standing, BaselineStatus::NeverAccepted | BaselineStatus::CaseGone) {
        return Vec::new();
    }
    let mut notes = Vec::new();
    if drift > usual {
        let [drift, usual] = [drift, usual].map(|part| deviation(part, "relative"));
        notes.push(format!("numbers may drift by {drift}, where {usual} is usual"));
    }
    if tube > TUBE {
        let [tube, usual] = [tube, TUBE].map(|part| deviation(part, "relative"));
        notes.push(format!("curves may be off by {tube} of their size, where {usual} is usual"));
    }
    if left > 0 {
        notes.push(format!("{left} of {all} scenes are not compared: the others were accepted (--every)"));
    }
    if own.fail > 0 {
        let (checks, fail) = (counted(own.fail, "check"), if own.fail == 1 { "fails" } else { "fail" });
        notes.push(format!("{checks} of the case {fail}: its numbers were accepted all the same"));
    }
    notes
}

/// What could have failed: numbers that were compared, in how many of the scenes, by more than which drift; and the cases' own checks.
fn evidence(cases: &[GatedCase]) -> String {
    let compared =
        |case: &&GatedCase| !matches!(case.standing, BaselineStatus::NeverAccepted | BaselineStatus::CaseGone);
    let compared: Vec<&GatedCase> = cases.iter().filter(compared).collect();
    if compared.is_empty() {
        return "no number could have failed: none of these cases was accepted".to_string();
    }
    let Changes { moved, unchanged, gone, .. } = Changes::of(compared.iter().copied());
    let limits = || compared.iter().map(|case| &case.limits);
    // What an engine that is not here has is not looked at.
    let looked_at = |case: &&GatedCase| {
        let rows = case.rows.iter().filter(|row| row.change != Change::New && !case.is_skipped(row));
        rows.map(|row| &*row.scene).collect::<BTreeSet<_>>().len()
    };
    let (scenes, all) = (compared.iter().map(looked_at).sum::<usize>(), limits().map(|of| of.left_out[1]).sum());
    let drift = |part: f64| deviation(part, "relative");
    let drifts = match limits().map(|of| of.drift[0]).fold((f64::INFINITY, 0.0f64), |(a, b), x| (a.min(x), b.max(x))) {
        (low, high) if low < high => format!("{} to {}", drift(low), drift(high)),
        (_, high) => drift(high),
    };
    let own: usize = cases.iter().map(|case| case.limits.own.made()).sum();
    format!(
        "could have failed: {} in {} of {}, by a drift of more than {drifts}; made beside them: {} of the cases",
        counted(moved + unchanged + gone, "number"),
        scenes,
        counted(all, "scene"),
        counted(own, "check"),
    )
}

/// The same of all cases: of the cases with one sentence the first is named.
fn all_limits(cases: &[GatedCase]) -> Vec<String> {
    let notes = cases.iter().flat_map(|case| limits(case).into_iter().map(move |note| (note, case.case.as_str())));
    let each = grouped(notes).into_iter();
    each.map(|(note, of)| match of.len() {
        1 => format!("{}: {note}", of[0]),
        count => format!("{} and {}: {note}", of[0], counted(count - 1, "other case")),
    })
    .collect()
}

/// Builds the report beside its place and puts it there whole; returns its files.
///
/// # Errors
/// [`Error::Write`] when something cannot be written, or when the place holds files that are not ours.
pub fn write(
    program: &str,
    cases: &[GatedCase],
    (strict, exit): (Strict, Exit),
    place: &OutputFolder,
) -> Result<Vec<String>, Error> {
    let building = place.begin()?;
    let folder = &building.folder();
    let blocks = blocks(program, cases, exit);
    let page =
        html::document(program, "gate", &blocks, folder).map_err(|e| Error::write(&folder.join("index.html"), e))?;
    let names = vec![
        csv(cases).write(folder, "gate.csv")?,
        files::write(folder, "gate.md", block::markdown(&blocks).as_bytes())?,
        files::write(folder, "index.html", page.as_bytes())?,
        files::stream(folder, "junit.xml", |out| junit(program, cases, strict, out))?,
    ];
    building.put(names)
}

/// The comparison as one JSON object: exit code, and of every case its status, what changed, the failing checks of what an engine conserves.
pub fn json(cases: &[GatedCase], exit: Exit) -> Value {
    let number = |seen: Option<Estimate>| seen.map(|of| json!({ "value": of.value, "uncertainty": of.uncertainty }));
    let row = |case: &GatedCase, row: &DiffRow| {
        let [then, now] = row.numbers();
        json!({
            "scene": &*row.scene, "by": &*row.by, "variant": &*row.variant, "observable": row.what, "unit": row.unit,
            "accepted": number(then), "now": number(now), "off": row.off, "allowed": row.allowed, "noise": row.noise,
            "change": word(case, row), "reason": row.reason,
        })
    };
    let one = |case: &GatedCase| {
        json!({
            "case": case.case,
            "status": match &case.standing {
                BaselineStatus::Compared => "compared",
                BaselineStatus::Changed(_) => "changed",
                BaselineStatus::NeverAccepted => "never accepted",
                BaselineStatus::CaseGone => "case gone",
            },
            "numbers": case.rows.iter().map(|of| row(case, of)).collect::<Vec<_>>(),
            "violated": case.violated,
        })
    };
    json!({ "exit": exit as u8, "cases": cases.iter().map(one).collect::<Vec<_>>() })
}

/// Every number of some cases: SI, exact.
pub fn csv(cases: &[GatedCase]) -> Table {
    let mut table = Table::new(
        "case scene by variant observable unit accepted accepted_uncertainty now now_uncertainty off allowed noise \
         change reason",
    );
    for case in cases {
        for row in &case.rows {
            let [then, now] = row.numbers();
            table.row(cells![
                &case.case,
                &row.scene,
                &row.by,
                &row.variant,
                &row.what,
                &row.unit,
                then.map(|e| e.value),
                then.map(|e| e.uncertainty),
                now.map(|e| e.value),
                now.map(|e| e.uncertainty),
                row.off,
                row.allowed,
                row.noise,
                word(case, row),
                row.reason.as_deref(),
            ]);
        }
    }
    table
}

fn word(case: &GatedCase, row: &DiffRow) -> &'static str {
    match row.change {
        _ if case.is_skipped(row) => "skipped",
        Change::Within => Change::Unchanged.word(),
        change => change.word(),
    }
}

/// A line about a case, a collision or a number compared with the accepted one.
struct Finding<'a> {
    verdict: Verdict,
    /// `moved`
    word: &'static str,
    /// Empty for the case as a whole, as are `scene` and `observable`.
    who: String,
    scene: &'a str,
    observable: &'a str,
    /// Empty if nothing changed.
    text: String,
    /// How many times more than allowed.
    beyond: f64,
    /// How many more have the same text.
    others: usize,
}

impl<'a> Finding<'a> {
    fn of_case(verdict: Verdict, word: &'static str, text: String) -> Self {
        Self { verdict, word, who: String::new(), scene: "", observable: "", text, beyond: f64::INFINITY, others: 0 }
    }

    fn of_absent(lost: &'a MissingCollision) -> Self {
        let (verdict, word) = if lost.skipped { (Verdict::Skip, "skipped") } else { (Verdict::Error, "error") };
        Self { who: lost.by.clone(), scene: &lost.scene, ..Self::of_case(verdict, word, lost.why.clone()) }
    }

    fn of_violated(check: &'a Check) -> Self {
        Self {
            verdict: Verdict::Fail,
            word: "violated",
            who: format!("{} ({})", check.who, check.variant),
            scene: &check.scene,
            observable: &check.observable,
            text: check.to_string(),
            beyond: check.tolerance_share(),
            others: 0,
        }
    }

    fn of_number(case: &GatedCase, row: &'a DiffRow) -> Self {
        let (verdict, text) = match row.change {
            Change::Unchanged | Change::Within => (Verdict::Pass, String::new()),
            Change::New => (Verdict::Skip, "not accepted yet".to_string()),
            Change::Gone if case.absent.iter().any(|lost| is_of(lost, row)) => (Verdict::Error, row.sentence()),
            Change::Moved | Change::Gone => (Verdict::Fail, row.sentence()),
        };
        let beyond = match (row.off, row.allowed) {
            (Some(off), Some(allowed)) => off / allowed.max(row.noise.unwrap_or(0.0)).max(f64::MIN_POSITIVE),
            _ => 0.0,
        };
        let (word, who) = (word(case, row), row.who());
        Self { verdict, word, who, scene: &row.scene, observable: &row.what, text, beyond, others: 0 }
    }

    /// `reference [speed=1 m/s]`; the scene of a case with one is left out.
    fn collision(&self) -> String {
        match (self.who.as_str(), self.scene) {
            ("", _) | ("-", "-") => String::new(),
            (who, "-") => who.to_string(),
            (who, scene) => format!("{who} [{scene}]"),
        }
    }

    /// `max_force and 3 more`
    fn observables(&self) -> String {
        format!("{}{}", self.observable, and_more(self.others))
    }

    /// `max_force moved: accepted 10.69 kN, ...`
    fn line(&self) -> String {
        format!("{} {}: {}", self.observables(), self.word, self.text).trim_start().to_string()
    }
}

impl Strict {
    /// A finding as the options have it count.
    fn counted(self, finding: Finding<'_>) -> Finding<'_> {
        let verdict = match (finding.verdict, finding.word) {
            (Verdict::Skip, "new") if self.new => Verdict::Fail,
            (Verdict::Skip, "skipped") if self.skip => Verdict::Error,
            (verdict, _) => verdict,
        };
        Finding { verdict, ..finding }
    }
}

/// All findings of a case, unchanged ones included.
fn findings(case: &GatedCase) -> impl Iterator<Item = Finding<'_>> {
    let whole = match &case.standing {
        BaselineStatus::NeverAccepted => None,
        BaselineStatus::Compared => Some((Verdict::Pass, "unchanged", String::new())),
        BaselineStatus::Changed(inputs) => Some((Verdict::Fail, "changed", changed(&case.case, inputs))),
        BaselineStatus::CaseGone => {
            let text = "the case is missing but its baseline exists: restore the case or delete the baseline";
            Some((Verdict::Fail, "changed", text.to_string()))
        }
    };
    let engines = case.engines.as_ref();
    let version = engines.map(|both| versions(both, &case.across));
    let whole = whole.into_iter().chain(version).map(|(verdict, word, text)| Finding::of_case(verdict, word, text));
    // A collision that has accepted numbers is there by these.
    let absent = case.absent.iter().filter(|lost| !case.rows.iter().any(|row| is_of(lost, row)));
    let violated = case.violated.iter().map(Finding::of_violated);
    // All numbers of a case that is gone are gone: one line.
    let rows = if case.standing == BaselineStatus::CaseGone { &[] } else { &case.rows[..] };
    let numbers = rows.iter().map(|row| Finding::of_number(case, row));
    whole.chain(absent.map(Finding::of_absent)).chain(violated).chain(numbers)
}

/// Two versions of engines, and how far their numbers are from each other where the version counts.
fn versions([then, now]: &[String; 2], across: &[DiffRow]) -> (Verdict, &'static str, String) {
    let mut text = format!("accepted with {then}, now {now}");
    if across.is_empty() {
        return (Verdict::Pass, "version", text);
    }
    let beyond = |row: &&DiffRow| row.off.unwrap_or(f64::INFINITY) / row.allowed.unwrap_or(0.0).max(f64::MIN_POSITIVE);
    let moved: Vec<&DiffRow> = across.iter().filter(|row| row.change == Change::Moved).collect();
    text += &format!(": of {} of both versions {} differ", counted(across.len(), "number"), moved.len());
    if let Some(worst) = moved.iter().copied().max_by(|a, b| beyond(a).total_cmp(&beyond(b))) {
        text += &format!(", the most {} of {}: {}", worst.what, worst.collision(), worst.sentence());
    }
    text += "; another version counts as another engine: accept it, or for an engine of your own set `version_counts`";
    (Verdict::Fail, "version", text)
}

fn is_of(lost: &MissingCollision, row: &DiffRow) -> bool {
    *lost.scene == *row.scene && *lost.by == *row.by
}

/// The findings that differ, the worst first. Findings with the same reason are merged and counted.
fn differences<'a>(found: impl IntoIterator<Item = Finding<'a>>) -> Vec<Finding<'a>> {
    let mut found: Vec<Finding<'_>> = found.into_iter().filter(|finding| !finding.text.is_empty()).collect();
    found.sort_by(|a, b| severity(a.verdict).cmp(&severity(b.verdict)).then(b.beyond.total_cmp(&a.beyond)));
    let alike = grouped(found.into_iter().map(|finding| (finding.text.clone(), finding))).into_iter();
    let first = alike.filter_map(|(_, alike)| {
        let others = alike.len() - 1;
        Some(Finding { others, ..alike.into_iter().next()? })
    });
    first.collect()
}

fn and_more(count: usize) -> String {
    if count > 0 { format!(" and {count} more") } else { String::new() }
}

fn changed(case: &str, inputs: &[String]) -> String {
    let input = |name: &String| match name.as_str() {
        PHYSICS => "its physics or expectations".to_string(),
        name => name.to_string(),
    };
    format!(
        "the case has changed since its numbers were accepted ({}): look at them, then `collisionbench accept {case} \
         --why \"...\"`",
        inputs.iter().map(input).collect::<Vec<_>>().join(", ")
    )
}

/// The word of an outcome, for a title.
fn outcome(exit: Exit) -> &'static str {
    match exit {
        Exit::AsExpected => "PASS",
        Exit::Failing => "FAIL",
        _ => "NOT COMPARED",
    }
}

/// The report: the outcome and the counts, what is not as accepted, what was allowed or not compared, and the counts of each case.
pub fn blocks(program: &str, cases: &[GatedCase], exit: Exit) -> Vec<Block> {
    let all = Changes::of(cases);
    let mut blocks = vec![
        Block::heading(1, format!("{program} gate: {}", outcome(exit))),
        Block::text(format!("{} of {}: {all}", counted(all.total(), "number"), counted(cases.len(), "case"))),
        Block::text(evidence(cases)),
    ];
    let of = |case| differences(findings(case)).into_iter().map(move |finding| (case, finding));
    let mut found: Vec<(&GatedCase, Finding<'_>)> = cases.iter().flat_map(of).collect();
    found.sort_by_key(|(_, finding)| severity(finding.verdict));
    let row = |(case, finding): &(&GatedCase, Finding<'_>)| {
        let observables = finding.observables();
        [finding.word, &case.case, finding.scene, &finding.who, &observables, &finding.text].map(String::from).to_vec()
    };
    let rows = found.iter().take(OF_ALL).map(row).collect();
    let head = ["", "case", "scene", "who", "observable", "what differs"];
    if let Some(table) = Block::table("not as accepted", &head, rows) {
        blocks.extend([Block::heading(2, "Not as accepted"), table]);
    }
    if found.len() > OF_ALL {
        blocks.push(Block::text(format!("{} more are in gate.csv.", found.len() - OF_ALL)));
    }
    let notes = all_limits(cases);
    if !notes.is_empty() {
        blocks.extend([Block::heading(2, "Allowed, or not compared"), Block::List { lines: notes }]);
    }
    let row = |case: &GatedCase| {
        let Changes { moved, unchanged, new, gone, skipped } = Changes::of([case]);
        let counts = [moved, unchanged, new, gone, skipped].map(|n| n.to_string());
        [vec![case.case.clone()], counts.to_vec()].concat()
    };
    let head = ["case", "moved", "unchanged", "new", "gone", "skipped"];
    blocks.push(Block::heading(2, "Cases"));
    blocks.extend(Block::table("cases", &head, cases.iter().map(row).collect()));
    blocks
}

/// What is not as accepted, then the outcome and the counts, in lines of so many characters; `place` is the page.
pub fn terminal(cases: &[GatedCase], exit: Exit, place: &str, width: usize) -> String {
    let mut blocks = Vec::new();
    for case in cases {
        let found = differences(findings(case));
        if found.is_empty() {
            continue;
        }
        blocks.push(Block::heading(2, &case.case));
        for finding in found.iter().take(OF_A_CASE) {
            let subject = [finding.collision(), finding.observables()].join("   ");
            blocks.push(Block::List { lines: vec![format!("{}  {}", finding.word, subject.trim())] });
            blocks.push(Block::List { lines: vec![format!("  {}", finding.text)] });
        }
        if found.len() > OF_A_CASE {
            blocks.push(Block::text(and_more(found.len() - OF_A_CASE).trim_start()));
        }
    }
    let all = Changes::of(cases);
    let (numbers, of) = (counted(all.total(), "number"), counted(cases.len(), "case"));
    blocks.push(Block::heading(2, format!("{}  {numbers} of {of}: {all}", outcome(exit))));
    blocks.push(Block::text(evidence(cases)));
    blocks.push(Block::List { lines: all_limits(cases) });
    if all.skipped > 0 {
        let skipped = all.skipped;
        blocks.push(Block::text(format!("{skipped} accepted numbers were not compared: no engine here runs them")));
    }
    blocks.push(Block::Code { text: place.to_string() });
    block::terminal(&blocks, width)
}

/// `junit.xml`: a suite a case, a test a collision, for no viewer shows ten thousand tests well. What was never accepted is
/// skipped; what was accepted and was not computed is an error.
fn junit(program: &str, cases: &[GatedCase], strict: Strict, out: impl Write) -> io::Result<()> {
    let suites = cases.iter().map(|case| {
        let found = findings(case).map(|finding| strict.counted(finding));
        let collisions = grouped(found.map(|finding| (finding.collision(), finding))).into_iter();
        let allowed = limits(case).into_iter().enumerate().map(|(at, message)| {
            let name = format!("allowed, or not compared {}", at + 1);
            JunitTest { name, verdict: Verdict::Skip, message, lines: String::new() }
        });
        (case.case.as_str(), collisions.map(|(name, found)| test(name, found)).chain(allowed).collect())
    });
    let suites: Vec<(&str, Vec<JunitTest>)> = suites.collect();
    let tally = |tests: &[JunitTest]| tests.iter().map(|test| test.verdict).collect();
    let all = suites.iter().flat_map(|(_, tests)| tests).map(|test| test.verdict).collect();
    let suites = suites.into_iter().map(|(name, tests)| (name, tally(&tests), tests.into_iter()));
    write_suites(&format!("{program} gate"), &all, suites, out)
}

/// A collision has passed where nothing is wrong with it and one of its numbers is as it was.
fn test(collision: String, found: Vec<Finding<'_>>) -> JunitTest {
    let whole = "the case is unchanged since it was accepted".to_string();
    let name = if collision.is_empty() { whole } else { collision };
    let passed = found.iter().any(|finding| finding.verdict == Verdict::Pass);
    let different = differences(found);
    let bad = different.iter().take_while(|finding| matches!(finding.verdict, Verdict::Error | Verdict::Fail));
    let lines: Vec<String> = bad.map(Finding::line).collect();
    let (verdict, message) = match (different.first(), &lines[..]) {
        (Some(first), [line]) => (first.verdict, line.clone()),
        (Some(first), [line, rest @ ..]) => (first.verdict, format!("{line} (and {} more)", rest.len())),
        (Some(first), []) if !passed => (Verdict::Skip, first.text.clone()),
        _ => (Verdict::Pass, String::new()),
    };
    JunitTest { name, verdict, message, lines: lines.into_iter().skip(1).take(LINES).collect::<Vec<_>>().join("\n") }
}
