//! The matrix on the front page: codes by questions, with the largest deviation in each cell.

use minijinja::{Value, context};

use crate::bench::record::Check;
use crate::number::rounded;
use crate::report::findings::{Answer, Basis, CodeRow, Overview, Question, Size, code_title, outcome_words};

use super::super::site::Site;

/// Less is what was asked for.
const SAME: f64 = 5e-3;

pub(super) fn view(site: &Site<'_>) -> Value {
    let Overview { questions, rows, without } = Overview::of(&site.findings);
    let run = rows.iter().any(|row| row.run);
    context! {
        run,
        columns => questions.iter().map(|q| [q.word(), q.meaning()]).collect::<Value>(),
        rows => rows.iter().map(|code| row(site, code, &questions)).collect::<Value>(),
        without => without.join(", "),
        // Class and words of each shade.
        shades => Size::ALL.map(|size| [shade(size), size.word()]),
    }
}

fn row(site: &Site<'_>, row: &CodeRow<'_>, questions: &[Question]) -> Value {
    let link = site.link(&row.code).unwrap_or_default();
    let cell = |(answer, question): (&Answer<'_>, &Question)| {
        self::cell(answer, row.run, format!("{link}#{}", question_id(*question)))
    };
    let cells = row.answers.iter().zip(questions).map(cell).collect::<Value>();
    let version = row.version_words();
    let version = version.replace("documentation", "");
    let name = format!("{} {}", code_title(&row.code.name), version.trim_end_matches([' ', ',']));
    context! { name => name.trim_end(), by => if row.run { "run" } else { "" }, link, cells }
}

/// Anchor of a question on the page of a subject.
pub(in crate::report::html) fn question_id(question: Question) -> String {
    question.word().to_lowercase().replace(' ', "-")
}

/// A deviation, or why there is none; its title is the finding in words.
fn cell(answer: &Answer<'_>, run: bool, link: String) -> Value {
    let (small, title) = match answer {
        Answer::Computed { basis, worst, tally } => {
            // That a row is by documentation is said above; one that was run is not wholly so.
            let source = if *basis == Basis::Program || !run { "" } else { ", by documentation" };
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
    let text = match answer {
        Answer::NoCase => "–".to_string(),
        answer => asked_got(answer).unwrap_or_else(|| answer.text()),
    };
    context! { class, text, small, title, link }
}

/// `0.5 → 0.616`: what becomes of a restitution that is asked for, of one half where that was asked, else where it is furthest off.
fn asked_got(answer: &Answer<'_>) -> Option<String> {
    let Answer::Computed { worst, .. } = answer else { return None };
    let found = worst.worst.as_ref()?;
    if (worst.against, worst.observable) != ("requested-restitution", "restitution") {
        return None;
    }
    let same = |check: &&Check| {
        let of = |check: &Check| (check.against.to_string(), check.observable.to_string(), check.who.to_string());
        of(check) == of(found.check)
    };
    let halves = found.case.checks.iter().filter(same).filter(|check| check.expected == Some(0.5));
    let pair = |check: &Check| Some((check.expected?, check.observed?));
    let off = |(asked, got): &(f64, f64)| (got - asked).abs();
    // Where one half comes out as one half, what does not.
    let half = halves.filter_map(pair).filter(|pair| off(pair) > SAME).max_by(|a, b| off(a).total_cmp(&off(b)));
    let (asked, got) = half.or_else(|| pair(found.check))?;
    Some(format!("{} → {}", rounded(asked, 3), rounded(got, 3)))
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
