//! Figure: the matrix of codes by questions, with the largest deviation in each cell.

use plotters::style::RGBColor;

use crate::report::findings::{Answer, Basis, CodeRow, Findings, Overview, Question, Size, code_title};

use super::super::drawing::Align;
use super::super::prelude::*;
use super::Cases;

/// Questions side by side, at most: their answers fit into one column of a paper.
const ABREAST: usize = 4;
/// Width of the column of codes, of the columns of questions.
const CODES: f64 = 0.34;
/// Heights of a row of cells and of what is around the panels, in units; the head of a column, in rows.
const ROW: f64 = 104.0;
const AROUND: f64 = 130.0;
const HEAD: f64 = 1.2;
/// Room between cells, as a share of one.
const GAP: f64 = 0.02;
const HATCH: RGBColor = RGBColor(0xD0, 0xD0, 0xD0);

/// Programs that were run.
pub(super) fn by_program(cases: &Cases<'_>) -> Option<Drawn> {
    parted(cases, true)
}

/// Codes by their documentation.
pub(super) fn by_documentation(cases: &Cases<'_>) -> Option<Drawn> {
    parted(cases, false)
}

fn parted(cases: &Cases<'_>, run: bool) -> Option<Drawn> {
    let findings = Findings::of(cases.record);
    let overview = Overview::of(&findings);
    // A program that is not installed has a column of its own only where nothing is known of its documentation.
    let computed = |row: &CodeRow<'_>| row.answers.iter().any(|answer| answer.size().is_some());
    let missing = |row: &CodeRow<'_>| !computed(row) && row.answers.iter().any(Answer::not_installed);
    let started = |row: &&CodeRow<'_>| row.run || missing(row);
    let mut rows: Vec<&CodeRow<'_>> = overview.rows.iter().filter(|row| started(row) == run).collect();
    // Programs with other settings than usual, of which few questions are asked, come last.
    if run {
        rows.sort_by_key(|row| row.answers.iter().filter(|answer| **answer == Answer::NoCase).count());
    }
    draw(&overview.questions, &rows)
}

fn draw(questions: &[Question], rows: &[&CodeRow<'_>]) -> Option<Drawn> {
    let asked = |at: &usize| rows.iter().any(|code| code.answers[*at] != Answer::NoCase);
    let asked: Vec<usize> = (0..questions.len()).filter(asked).collect();
    if rows.is_empty() || asked.is_empty() {
        return None;
    }
    let columns = asked.len().div_ceil(asked.len().div_ceil(ABREAST));
    let drawn: Vec<Panel> = asked.chunks(columns).filter_map(|asked| panel(questions, asked, rows, columns)).collect();
    let total: f64 = drawn.iter().map(|panel| panel.weight).sum();
    let x = Axis::rows(Vec::new(), (-CODES * columns as f64, columns as f64));
    let height = (AROUND + ROW * total) as u32;
    let figure = Figure::new("codes by question", legend(rows), x, drawn, height);
    Some(Drawn { figure: figure.finding(finding(rows)), table: table(questions, rows) })
}

/// Some questions, and the codes of which they are asked.
fn panel(questions: &[Question], asked: &[usize], rows: &[&CodeRow<'_>], columns: usize) -> Option<Panel> {
    let answers = |code: &&&CodeRow<'_>| asked.iter().any(|at| code.answers[*at] != Answer::NoCase);
    let codes: Vec<&&CodeRow<'_>> = rows.iter().filter(answers).collect();
    let count = codes.len() as f64;
    let (mut cells, mut hatches, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    let text = |x, y, head, below, align| CellText { x, y, head, below, align };
    for (column, at) in asked.iter().enumerate() {
        let x = (column as f64 + GAP, column as f64 + 1.0 - GAP);
        let head = Label::text(questions[*at].word());
        texts.push(text(x, (count, count + HEAD), head, Label::default(), Align::Centre));
        for (row, code) in codes.iter().enumerate() {
            let answer = &code.answers[*at];
            let y = (count - row as f64 - 1.0 + 2.0 * GAP, count - row as f64 - 2.0 * GAP);
            match answer.size() {
                Some(size) => cells.push(FilledCell { x, y, colour: colour(size) }),
                None if *answer != Answer::NoCase => hatches.extend(hatched(x, y)),
                None => continue,
            }
            let (head, below) =
                (Label::text(answer.text().replace("a factor of ", "× ")), Label::text(counts(answer, code.run)));
            texts.push(text(x, y, head, below, Align::Centre));
        }
    }
    texts.extend(codes.iter().enumerate().map(|(row, code)| {
        // Whether it is documentation, the name of the figure says.
        let version = code.version_words().replace("documentation", "").replace(['_', '-'], " ");
        let version = Label::text(version.trim_end_matches([',', ' ']));
        let y = count - row as f64;
        text(
            (-CODES * columns as f64, 0.0),
            (y - 1.0, y),
            Label::text(code_title(&code.code.name)),
            version,
            Align::Left,
        )
    }));
    let y = Axis::rows(Vec::new(), (0.0, count + HEAD));
    let items = std::iter::once(Item::Cells(cells)).chain(hatches).chain([Item::Texts(texts)]).collect();
    (count > 0.0).then_some(Panel { y, weight: count + HEAD, items })
}

/// How many of the checks of these codes deviate, and of which code most do.
fn finding(rows: &[&CodeRow<'_>]) -> Option<String> {
    let of = |row: &CodeRow<'_>| {
        let tallies = row.answers.iter().filter_map(|answer| match answer {
            Answer::Computed { tally, .. } => Some((tally.gap + tally.fail, tally.total() - tally.skip)),
            _ => None,
        });
        tallies.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    };
    let (off, made) = rows.iter().map(|row| of(row)).fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    let most = rows.iter().max_by_key(|row| of(row).0)?;
    let worst = format!(", {} of them of {}", of(most).0, code_title(&most.code.name));
    (made > 0).then(|| format!("{off} of {made} checks deviate{}.", if off > 0 { &worst } else { "" }))
}

/// `13 of 14`: the checks that deviate, of those that were made.
fn counts(answer: &Answer<'_>, run: bool) -> String {
    match answer {
        Answer::Computed { basis, tally, .. } => {
            let made = tally.total() - tally.skip;
            let source = if *basis == Basis::Program || !run { "" } else { " (documentation)" };
            format!("{} of {made}{source}", tally.gap + tally.fail)
        }
        _ => String::new(),
    }
}

/// Hatching of a cell without a result.
fn hatched((left, right): (f64, f64), (low, high): (f64, f64)) -> Vec<Item> {
    let line = |at: f64| {
        let (from, to) = ((at - 1.0).max(0.0), at.min(1.0));
        let place = |part: f64| (left + part * (right - left), low + (at - part) * (high - low));
        let stroke = Stroke { colour: HATCH, width: 3.0, dash: SOLID };
        Item::Line { points: vec![place(from), place(to)], stroke }
    };
    (1..12).map(|k| line(f64::from(k) / 6.0)).collect()
}

/// Pale enough for black text on it.
fn colour(size: Size) -> RGBColor {
    match size {
        Size::Tiny => RGBColor(0x8F, 0xCF, 0xAE),
        Size::Small => RGBColor(0xCF, 0xE9, 0xD9),
        Size::Visible => RGBColor(0xF7, 0xEE, 0xD0),
        Size::Large => RGBColor(0xF6, 0xC5, 0x8F),
        Size::Huge => RGBColor(0xEF, 0x9A, 0x78),
        Size::Allowed => RGBColor(0xE2, 0xE8, 0xEE),
        Size::Deviating => RGBColor(0xD9, 0xC6, 0xE4),
    }
}

fn legend(rows: &[&CodeRow<'_>]) -> Vec<Entry> {
    let answers: Vec<&Answer<'_>> = rows.iter().flat_map(|row| &row.answers).collect();
    let shown = Size::ALL.into_iter().filter(|size| answers.iter().any(|a| a.size() == Some(*size)));
    let mut legend: Vec<Entry> = shown.map(|size| Entry::area(size.word(), colour(size))).collect();
    if answers.iter().any(|answer| matches!(answer, Answer::NotRun(_))) {
        let stroke = Stroke { colour: HATCH, width: 3.0, dash: SOLID };
        legend.push(Entry::line("not run", stroke));
    }
    legend.push(Entry::new("largest deviation; below it how many of the checks deviate", None, None));
    legend
}

fn table(questions: &[Question], rows: &[&CodeRow<'_>]) -> Table {
    let mut table =
        Table::new("code version question largest_deviation size observable against case checks deviating why_not_run");
    for row in rows {
        for (answer, question) in row.answers.iter().zip(questions) {
            let (version, text) = (row.version_words(), answer.text());
            let (worst, counts) = match answer {
                Answer::Computed { worst, tally, .. } => {
                    let counts = [tally.total() - tally.skip, tally.gap + tally.fail].map(|count| count as f64);
                    (worst.worst.as_ref().map(|found| (*worst, found.case)), Some(counts))
                }
                _ => (None, None),
            };
            let why = if let Answer::NotRun(reason) = answer { *reason } else { "" };
            table.row(cells![
                &row.code.name,
                &version,
                question.word(),
                &text,
                worst.map(|(finding, _)| finding.size()),
                worst.map_or("", |(finding, _)| finding.observable),
                worst.map_or("", |(finding, _)| finding.against),
                worst.map_or("", |(_, case)| &case.name),
                counts.map(|counts| counts[0]),
                counts.map(|counts| counts[1]),
                why,
            ]);
        }
    }
    table
}
