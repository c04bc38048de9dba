//! Codes by questions, the largest deviation in each cell.

use serde::Serialize;

use crate::findings::{Answer, Basis, CodeRow, Overview, Question, Size, code_title, outcome_words};

use super::super::site::Site;

#[derive(Serialize)]
pub(super) struct Matrix {
    columns: Vec<[&'static str; 2]>,
    rows: Vec<Row>,
    without: String,
    /// Class and words of each shade.
    shades: [(&'static str, &'static str); 7],
}

#[derive(Serialize)]
struct Row {
    name: String,
    version: String,
    link: String,
    cells: Vec<Cell>,
}

/// A deviation, or why there is none.
#[derive(Serialize)]
struct Cell {
    class: &'static str,
    text: String,
    small: String,
    /// The finding in words.
    title: String,
    link: Option<String>,
}

impl Matrix {
    pub(super) fn new(site: &Site<'_>) -> Self {
        let Overview { questions, rows, without } = Overview::of(&site.findings);
        Self {
            columns: questions.iter().map(|q| [q.title(), q.about()]).collect(),
            rows: rows.iter().map(|row| Row::new(site, row, &questions)).collect(),
            without: without.join(", "),
            shades: Size::ALL.map(|(size, words)| (shade(size), words)),
        }
    }
}

impl Row {
    fn new(site: &Site<'_>, row: &CodeRow<'_>, questions: &[Question]) -> Self {
        let link = site.link(&row.code).unwrap_or_default();
        let cell = |(answer, question): (&Answer<'_>, &Question)| {
            Cell::new(answer, format!("{link}#{}", question_id(*question)))
        };
        let cells = row.answers.iter().zip(questions).map(cell).collect();
        Self { name: code_title(&row.code.name), version: row.version_words(), link, cells }
    }
}

/// Where a question stands on the page of a subject.
pub(in crate::report::html) fn question_id(question: Question) -> String {
    question.title().to_lowercase().replace(' ', "-")
}

impl Cell {
    fn new(answer: &Answer<'_>, link: String) -> Self {
        let (small, title) = match answer {
            Answer::Computed { basis, worst, tally } => {
                let source = if *basis == Basis::Program { "" } else { ", by documentation" };
                (format!("{}{source}", outcome_words(tally)), format!("{}: {}", worst.computed, worst.sentence()))
            }
            Answer::NotRun(reason) => {
                let small = if answer.not_installed() { "not installed" } else { "" };
                (small.to_string(), format!("not run: {reason}"))
            }
            Answer::NoCase => (String::new(), "no case of this run asks it".to_string()),
        };
        let class = answer.size().map_or("no", shade);
        let link = (*answer != Answer::NoCase).then_some(link);
        Self { class, text: answer.text(), small, title, link }
    }
}

/// The class of a deviation's shade.
fn shade(size: Size) -> &'static str {
    match size {
        Size::Tiny => "a",
        Size::Small => "b",
        Size::Visible => "c",
        Size::Large => "d",
        Size::Huge => "e",
        Size::Allowed => "allowed",
        Size::Deviating => "deviating",
    }
}
