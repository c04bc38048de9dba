//! Sections about a fit with a scheme or an engine.

use super::section::Section;
use crate::fit::calibrate::Calibrated;
use crate::fit::calibrate::result::{SpeedGroup, StepOutcome};
use crate::number::{brief, significant};
use crate::report::fit_text::{off_by, sentence, table};
use crate::report::quantity::{Scale, with_uncertainty};

/// The value that a time-stepping scheme needs.
pub(super) fn stepped(found: &Calibrated) -> Option<Section> {
    let (stepped, parameter) = (found.stepped.as_ref()?, found.parameters.first()?);
    let name = &parameter.name;
    let show = |value: f64, digits| Scale::of(&parameter.unit, value).show(value, digits);
    let (exact, wanted, speed) = (show(stepped.exact, 12), stepped.wanted, stepped.speed);
    let scheme = &stepped.scheme;
    let mut text = vec![format!("The exact law needs {name} = {exact} for e = {wanted:.9} at {speed:.4} m/s.")];
    match &stepped.outcome {
        StepOutcome::Reached { value, restitution } => text.push(format!(
            "{scheme} at {} steps per undamped contact needs {name} = {} and reaches e = {restitution:.12} in the mean \
             over {} onset phases.",
            stepped.steps_per_contact,
            show(*value, 12),
            stepped.onset_phases
        )),
        StepOutcome::Jump { below, above } => {
            for (word, [value, e]) in [("below", below), ("above", above)] {
                // The two differ in the last digits only.
                let value = show(*value, 15);
                text.push(format!("Just {word} the jump of {scheme}: {name} = {value} gives e = {e:.12}."));
            }
        }
        StepOutcome::None(why) => text.push(sentence(why)),
    }
    Section::text(&format!("Through {scheme}"), text)
}

/// The engine, its runs, the accuracy of its table, and its restitutions at the fitted value.
pub(super) fn engine(found: &Calibrated) -> Option<Section> {
    let (through, parameter) = (found.engine.as_ref()?, found.parameters.first()?);
    let (engine, name) = (&through.engine, &parameter.name);
    let show = |value: f64| Scale::of(&parameter.unit, value).show(value, 9);
    let [values, speeds] = through.nodes;
    let text = vec![
        format!(
            "{engine} reproduces the measurements with {name} = {}, the exact law with {}.",
            show(parameter.value),
            show(through.exact)
        ),
        format!(
            "Its time step is {}, {} to an undamped contact at {} m/s.",
            Scale::of("s", through.time_step).show(through.time_step, 6),
            through.steps_per_contact,
            significant(through.speed, 4)
        ),
        format!(
            "It ran {} times, {} pairs in all; fit, intervals and refits read a table of its restitution at {values} values \
             of {name} and {speeds} {}, which its last run confirms to {}.",
            through.runs,
            through.pairs,
            if speeds == 1 { "speed" } else { "speeds" },
            brief(through.table_off)
        ),
        format!("{engine} is {}.", through.place),
    ];
    let title = "The engine at the fitted value, compared with the measurements".to_string();
    Some(Section { title, text, rows: speed_groups(&through.speed_groups) })
}

/// The restitutions of the engine next to the measured ones.
fn speed_groups(speed_groups: &[SpeedGroup]) -> Vec<Vec<String>> {
    let timed = speed_groups.iter().filter_map(|row| row.rebound).any(|rebound| rebound.timed);
    let flies = speed_groups.iter().any(|row| row.rebound.is_some());
    let dropped = speed_groups.iter().any(|row| row.height.is_some());
    let (unit, rebound) = if timed { ("s", "measured interval") } else { ("m", "measured rebound") };
    let mut head = vec!["height", "speed", "numbers", "measured e", "engine", "deviation", rebound, "from the engine"];
    head.truncate(if flies { 8 } else { 6 });
    let shown = |value: Option<f64>, unit, digits| {
        value.map_or(String::new(), |value| Scale::of(unit, value).show(value, digits))
    };
    let rows = speed_groups.iter().map(|row| {
        let mut cells = vec![
            shown(row.height, "m", 3),
            if row.speed_known { format!("{} m/s", significant(row.speed, 4)) } else { String::new() },
            row.numbers.to_string(),
            with_uncertainty(row.measured, Some(row.measured_sigma), ""),
            significant(row.engine, 6),
            off_by(row.off()),
        ];
        if flies {
            cells.push(shown(row.rebound.map(|rebound| rebound.measured), unit, 5));
            cells.push(shown(row.rebound.and_then(|rebound| rebound.predicted), unit, 5));
        }
        cells
    });
    let mut rows = table(&head, rows);
    if !dropped {
        rows.iter_mut().for_each(|row| drop(row.remove(0)));
    }
    rows
}
