//! The matrix on the front page: codes by questions, with the largest deviation in each cell.

use minijinja::{Value, context};

use crate::report::findings::{Answer, Basis, CodeRow, Overview, Question, Size, code_title, outcome_words};

use super::super::site::Site;

pub(super) fn view(site: &Site<'_>) -> Value {
    let Overview { questions, rows, without } = Overview::of(&site.findings);
    context! {
        columns => questions.iter().map(|q| [q.word(), q.meaning()]).collect::<Value>(),
        rows => rows.iter().map(|code| row(site, code, &questions)).collect::<Value>(),
        without => without.join(", "),
        // Class and words of each shade.
        shades => Size::ALL.map(|size| [shade(size), size.word()]),
    }
}

fn row(site: &Site<'_>, row: &CodeRow<'_>, questions: &[Question]) -> Value {
    let link = site.link(&row.code).unwrap_or_default();
    let cell =
        |(answer, question): (&Answer<'_>, &Question)| self::cell(answer, format!("{link}#{}", question_id(*question)));
    let cells = row.answers.iter().zip(questions).map(cell).collect::<Value>();
    context! { name => code_title(&row.code.name), version => row.version_words(), link, cells }
}

/// Anchor of a question on the page of a subject.
pub(in crate::report::html) fn question_id(question: Question) -> String {
    question.word().to_lowercase().replace(' ', "-")
}

/// A deviation, or why there is none; its title is the finding in words.
fn cell(answer: &Answer<'_>, link: String) -> Value {
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
    context! { class, text => answer.text(), small, title, link }
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
