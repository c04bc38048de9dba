//! The report of `collisionbench mutants`, which case catches which mutant: `mutants.html`, `mutants.csv`, terminal.

use std::io;

use minijinja::{Value, context};

use crate::mutants::{Caught, Matrix, MutantOutcome, MutantRow};

use super::columns::columns;
use super::html::{STYLE, render};
use super::table::{Cell, Table, cells};
use crate::number::counted;

const TEMPLATE: &str = include_str!("mutants/page.html");
const OWN_STYLE: &str = include_str!("mutants/style.css");

/// Cases that a line of the list names; of more the rest are counted.
const MOST_NAMES: usize = 2;

/// A row a mutant and a column a case: in a cell the first check that fails, empty where none does.
pub fn csv(matrix: &Matrix) -> Table {
    let own = "mutant breaks seen outcome collisions_moved cases".split(' ');
    let mut table = Table::of(own.chain(matrix.cases.iter().map(String::as_str)));
    for row in &matrix.rows {
        let own = cells![row.name, row.breaks, row.seen, row.outcome().word(), row.moved, row.by().len()];
        let caught: Vec<String> =
            row.caught.iter().map(|cell| cell.as_ref().map(Caught::to_string).unwrap_or_default()).collect();
        table.row(own.into_iter().chain(caught.iter().map(Cell::from)));
    }
    table
}

/// A line a mutant, with the first cases that catch it, and how many cases catch none alone.
pub fn terminal(matrix: &Matrix) -> String {
    let rows = matrix.rows.iter().map(|row| {
        let (by, outcome) = (row.by(), row.outcome());
        let cases: Vec<&str> = by.iter().take(MOST_NAMES).map(|&case| matrix.cases[case].as_str()).collect();
        let more = by.len().saturating_sub(MOST_NAMES);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let how = if outcome == MutantOutcome::Caught && !row.by_check() { "   (accepted numbers)" } else { "" };
        let named = format!("{}{more}{how}", cases.join(", "));
        [outcome.word(), row.name, &format!("{:>3}", by.len()), &named].map(String::from).to_vec()
    });
    let idle = matrix.idle().len();
    let idle = match idle {
        0 => String::new(),
        _ => format!("  {idle} of {} catch no mutant that the others miss\n", counted(matrix.cases.len(), "case")),
    };
    format!("{}\n{idle}", columns(&rows.collect::<Vec<_>>(), "  "))
}

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
