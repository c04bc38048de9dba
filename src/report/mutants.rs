//! `mutants.html`: which case catches which mistake.

use std::io;

use minijinja::{Value, context};

use crate::mutants::{Caught, Matrix, MutantOutcome, MutantRow};

use super::html::{STYLE, render};

const TEMPLATE: &str = include_str!("mutants/page.html");
const OWN_STYLE: &str = include_str!("mutants/style.css");

/// The text of the page.
///
/// # Errors
/// When the template does not render.
pub fn page(matrix: &Matrix, program: &str) -> io::Result<String> {
    render(
        TEMPLATE,
        context! {
            style => Value::from_safe_string(format!("{STYLE}{OWN_STYLE}")),
            program,
            summary => matrix.summary(),
            missed => matrix.count(MutantOutcome::Missed),
            not_reached => matrix.count(MutantOutcome::NotReached),
            idle => matrix.idle().len(),
            mutants => matrix.rows.iter().enumerate().map(|(at, row)| mutant(at + 1, row, matrix)).collect::<Value>(),
            cases => (0..matrix.cases.len()).map(|at| case(at, matrix)).collect::<Value>(),
        },
    )
}

/// A mutant; `number`, counted from 1, is the head of its column.
fn mutant(number: usize, row: &MutantRow, matrix: &Matrix) -> Value {
    let by = row.by();
    let first = by.first().and_then(|&case| Some((&matrix.cases[case], row.caught[case].as_ref()?)));
    context! {
        number,
        name => row.name,
        breaks => row.breaks,
        seen => row.seen,
        outcome => row.outcome().word(),
        // The class that colours it.
        class => match row.outcome() {
            MutantOutcome::Caught => "pass",
            MutantOutcome::Missed => "fail",
            MutantOutcome::NotReached => "gap",
        },
        cases => by.len(),
        // The first check that fails with it.
        first => first.map(|(case, caught)| format!("{case}: {caught}")).unwrap_or_default(),
    }
}

fn case(at: usize, matrix: &Matrix) -> Value {
    // One a mutant: `caught` by a check, `accepted` by accepted numbers, `alone` where no other case catches it, or nothing.
    let cell = |row: &MutantRow| match (&row.caught[at], row.by().len()) {
        (None, _) => "",
        (Some(_), 1) => "alone",
        (Some(Caught::Check(_)), _) => "caught",
        (Some(Caught::Accepted(_)), _) => "accepted",
    };
    let cells: Vec<&'static str> = matrix.rows.iter().map(cell).collect();
    let name = matrix.cases[at].as_str();
    context! {
        name,
        catches => cells.iter().filter(|cell| !cell.is_empty()).count(),
        alone => cells.iter().filter(|cell| **cell == "alone").count(),
        cells,
        // What would no longer be noticed without it.
        without => matrix.without(name).map(|lost| lost.sentence()).unwrap_or_default(),
    }
}
