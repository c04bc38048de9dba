//! What an engine has to do with a fit, for text and page.

use crate::fit::calibrate::Calibrated;
use crate::number::{brief, significant};
use crate::report::fit_words::plus_minus;
use crate::report::quantity::Scale;

/// What stands above [`rows`].
pub const TITLE: &str = "the engine at the fitted value, compared with the measurements";

/// Which engine, what it took and how good its table was, a sentence each; none where the fit is without an engine.
pub fn sentences(found: &Calibrated) -> Vec<String> {
    let (Some(through), Some(parameter)) = (&found.engine, found.parameters.first()) else { return Vec::new() };
    let engine = &through.engine;
    let (name, unit) = (&parameter.name, parameter.unit.as_str());
    let show = |value: f64| Scale::of(unit, value).show(value, 9);
    let [values, speeds] = through.nodes;
    vec![
        format!(
            "{engine} reproduces the measurements with {name} = {}, the exact law with {}",
            show(parameter.value),
            show(through.exact)
        ),
        format!(
            "its time step is {}, {} to an undamped contact at {} m/s",
            Scale::of("s", through.time_step).show(through.time_step, 6),
            through.steps_per_contact,
            significant(through.speed, 4)
        ),
        format!(
            "it ran {} times, {} pairs in all; fit, intervals and refits read a table of its restitution at {values} values \
             of {name} and {speeds} {}, which its last run confirms to {}",
            through.runs,
            through.pairs,
            if speeds == 1 { "speed" } else { "speeds" },
            brief(through.table_off)
        ),
        format!("{engine} is {}", through.place),
    ]
}

/// What it leaves at the fitted value beside what was measured, under a line of headers; empty where there is none.
pub fn rows(found: &Calibrated) -> Vec<Vec<String>> {
    let Some(through) = &found.engine else { return Vec::new() };
    let timed = through.closed.iter().filter_map(|row| row.rebound).any(|rebound| rebound.timed);
    let flies = through.closed.iter().any(|row| row.rebound.is_some());
    let dropped = through.closed.iter().any(|row| row.height.is_some());
    let mut header = vec!["speed", "numbers", "measured e", "engine", "off by"];
    if dropped {
        header.insert(0, "height");
    }
    if flies {
        header.extend(if timed {
            ["measured interval", "from the engine"]
        } else {
            ["measured rebound", "from the engine"]
        });
    }
    let mut rows = vec![header.into_iter().map(str::to_string).collect::<Vec<String>>()];
    for row in &through.closed {
        let shown = |value: f64, unit: &str| Scale::of(unit, value).show(value, 5);
        let mut cells = Vec::new();
        if dropped {
            cells.push(row.height.map_or(String::new(), |height| Scale::of("m", height).show(height, 3)));
        }
        cells.extend([
            if row.speed_known { format!("{} m/s", significant(row.speed, 4)) } else { String::new() },
            row.numbers.to_string(),
            plus_minus(row.measured, Some(row.measured_sigma), ""),
            significant(row.engine, 6),
            format!("{:+.1} sigma", row.off()),
        ]);
        if flies {
            let unit = if timed { "s" } else { "m" };
            let of = |value: Option<f64>| value.map_or(String::new(), |value| shown(value, unit));
            cells.push(of(row.rebound.map(|rebound| rebound.measured)));
            cells.push(of(row.rebound.and_then(|rebound| rebound.predicted)));
        }
        rows.push(cells);
    }
    rows
}
