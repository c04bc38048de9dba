//! The table of a law that is written as formulas: each under its key, every other key a parameter of them.

use super::card::{LawError, Numbers};
use crate::formula::{Formula, MOST_PARAMETERS, Parameter, Powers, Variable, is_taken};
use crate::units::unit_of;

/// A formula of a table: its key, its variables and its unit.
pub type Wanted = (&'static str, &'static [Variable], Powers);

/// The formulas of a table, with the values of their parameters: every number of the table is one.
///
/// # Errors
/// At a formula, with the place inside its text; at a parameter that no formula uses, or whose name none can use.
pub fn of_table<const N: usize>(
    numbers: &Numbers,
    wanted: [Wanted; N],
) -> Result<([&'static Formula; N], [f64; MOST_PARAMETERS]), LawError> {
    let mut parameters = Vec::new();
    let mut values = [0.0; MOST_PARAMETERS];
    for &(name, value) in numbers.numbers() {
        let of_variables = |(_, variables, _): &Wanted| variables.iter().any(|variable| variable.name == name);
        if wanted.iter().any(of_variables) || is_taken(name) {
            let message = format!("`{name}` has a meaning of its own in a formula");
            return Err(LawError::key(name, message).help("take another name for the parameter"));
        }
        let Some(place) = values.get_mut(parameters.len()) else {
            return Err(LawError::key(name, format!("a formula has at most {MOST_PARAMETERS} parameters")));
        };
        *place = value;
        parameters.push(Parameter { name, dimension: numbers.dimension(name) });
    }
    let mut formulas = Vec::new();
    for (key, variables, unit) in wanted {
        let text = numbers.word(key).ok_or_else(|| {
            let message = format!("`formula` needs `{key}`");
            LawError::table(message).help(format!("add:  {key} = \"...\"   in {}", unit_of(unit)))
        })?;
        let read = Formula::read(text, variables, &parameters, unit);
        formulas.push(read.map_err(|fault| {
            let error = LawError { within: Some(fault.span), ..LawError::key(key, fault.message) };
            fault.help.into_iter().fold(error, LawError::help)
        })?);
    }
    let used = |index: usize| formulas.iter().any(|formula| formula.uses(index));
    if let Some(idle) = (0..parameters.len()).find(|index| !used(*index)) {
        let name = parameters[idle].name;
        let texts: Vec<String> = formulas.iter().map(|formula| format!("`{}`", formula.text)).collect();
        return Err(LawError::key(name, format!("`{name}` does not occur in {}", texts.join(" or in ")))
            .help("every key beside a formula is a parameter of it: use it, or leave it out"));
    }
    let formulas = <[&'static Formula; N]>::try_from(formulas);
    formulas.map(|formulas| (formulas, values)).map_err(|_| LawError::table("a formula is missing"))
}

/// The table of formulas of the same parameters, and their values.
pub fn to_table(formulas: &[(&'static str, &Formula)], values: &[f64]) -> Numbers {
    let parameters = formulas.first().map(|(_, formula)| formula.parameters.as_slice()).unwrap_or_default();
    let named = parameters.iter().zip(values).map(|(parameter, value)| (parameter.name, *value)).collect();
    let dimensions = parameters.iter().map(|parameter| (parameter.name, parameter.dimension)).collect();
    let words = formulas.iter().map(|(key, formula)| (*key, formula.text.clone())).collect();
    Numbers::new(named).with_words(words).with_dimensions(dimensions)
}
