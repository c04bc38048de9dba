//! `mutants.html`: which case catches which mistake.

use std::io;

use minijinja::{Value, context};
use serde::Serialize;

use crate::mutants::{Caught, Matrix, Outcome, Row};

use super::html::{STYLE, render};

const TEMPLATE: &str = include_str!("mutants/page.html");
const OWN_STYLE: &str = include_str!("mutants/style.css");

#[derive(Serialize)]
struct MutantView<'a> {
    /// Counted from 1: the head of its column.
    number: usize,
    name: &'a str,
    breaks: &'a str,
    seen: &'a str,
    outcome: &'static str,
    /// The class that colours it.
    class: &'static str,
    cases: usize,
    /// The first check that fails with it.
    first: String,
}

#[derive(Serialize)]
struct CaseView<'a> {
    name: &'a str,
    /// One a mutant: `caught` by a check, `accepted` by accepted numbers, `alone` where no other case catches it, or nothing.
    cells: Vec<&'static str>,
    catches: usize,
    alone: usize,
    /// What would no longer be noticed without it.
    without: String,
}

/// The text of the page.
///
/// # Errors
/// When the template does not render.
pub fn page(matrix: &Matrix, program: &str) -> io::Result<String> {
    let mutants: Vec<MutantView<'_>> =
        matrix.rows.iter().enumerate().map(|(at, row)| MutantView::new(at + 1, row, matrix)).collect();
    let cases: Vec<CaseView<'_>> = (0..matrix.cases.len()).map(|at| CaseView::new(at, matrix)).collect();
    render(
        TEMPLATE,
        context! {
            style => Value::from_safe_string(format!("{STYLE}{OWN_STYLE}")),
            program,
            summary => matrix.summary(),
            missed => matrix.count(Outcome::Missed),
            not_reached => matrix.count(Outcome::NotReached),
            idle => matrix.idle().len(),
            mutants => Value::from(minijinja::value::Serde(&mutants)),
            cases => Value::from(minijinja::value::Serde(&cases)),
        },
    )
}

impl<'a> MutantView<'a> {
    fn new(number: usize, row: &'a Row, matrix: &'a Matrix) -> Self {
        let by = row.by();
        let first = by.first().and_then(|&case| Some((&matrix.cases[case], row.caught[case].as_ref()?)));
        Self {
            number,
            name: row.name,
            breaks: row.breaks,
            seen: row.seen,
            outcome: row.outcome().word(),
            class: match row.outcome() {
                Outcome::Caught => "pass",
                Outcome::Missed => "fail",
                Outcome::NotReached => "gap",
            },
            cases: by.len(),
            first: first.map(|(case, caught)| format!("{case}: {caught}")).unwrap_or_default(),
        }
    }
}

impl<'a> CaseView<'a> {
    fn new(at: usize, matrix: &'a Matrix) -> Self {
        let cell = |row: &Row| match (&row.caught[at], row.by().len()) {
            (None, _) => "",
            (Some(_), 1) => "alone",
            (Some(Caught::Check(_)), _) => "caught",
            (Some(Caught::Accepted(_)), _) => "accepted",
        };
        let cells: Vec<&'static str> = matrix.rows.iter().map(cell).collect();
        let name = matrix.cases[at].as_str();
        Self {
            catches: cells.iter().filter(|cell| !cell.is_empty()).count(),
            alone: cells.iter().filter(|cell| **cell == "alone").count(),
            cells,
            without: matrix.without(name).map(|lost| lost.sentence()).unwrap_or_default(),
            name,
        }
    }
}
