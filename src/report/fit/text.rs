//! The result on a terminal, as a metrologist reads it: the estimate, how sure, of what that is made, and what to make of it.

use std::fmt::Write as _;

use super::through;
use crate::case::With;
use crate::fit::budget::{Budget, Line, Type};
use crate::fit::calibrate::Calibrated;
use crate::fit::calibrate::result::{Consistency, Parameter, StepOutcome};
use crate::number::{brief, significant};
use crate::report::columns::columns;
use crate::report::fit_words::{
    birge_of, coarse, counts, effect, interval, lean, method, plus_minus, suspicious, with,
};
use crate::report::quantity::Scale;

/// Tables are indented by this.
const TABLE: &str = "    ";
/// What belongs to a line of a table stands below it.
const BELOW: &str = "           ";
/// Widest line of running text.
const WIDTH: usize = 118;
/// Corrections that change the restitution by less are not told.
const NOTHING: f64 = 1e-7;

/// The whole text of one calibration.
pub fn text(found: &Calibrated) -> String {
    let mut out = format!("{}\n", found.case);
    wrapped(&mut out, "  ", &found.title);
    wrapped(&mut out, "  ", &found.source);
    wrapped(&mut out, "  ", &counts(found));
    if found.settings.with != With::Reference {
        wrapped(&mut out, "  ", &format!("fitted through {}", with(&found.settings.with)));
    }
    out.push('\n');
    estimates(&mut out, found);
    engine(&mut out, found);
    budget(&mut out, found);
    if let Some(agreement) = &found.agreement {
        paragraph(&mut out, "law and data", &agreement.words);
    }
    paragraph(&mut out, "interpretation", &found.verdict.words);
    next(&mut out, found);
    if let Some(slope) = &found.slope {
        paragraph(&mut out, "restitution and speed", &slope.words);
        let line = |name: &str, slope: &crate::fit::calibrate::result::Slope| {
            let ends = interval(&slope.interval, "s/m");
            format!("    {name:22}de/dv = {}   {ends}\n", plus_minus(slope.value, Some(slope.sigma), "s/m"))
        };
        out.push_str(&line(if slope.without_air.is_some() { "with air" } else { "" }, &slope.corrected));
        if let Some(bare) = &slope.without_air {
            out.push_str(&line("without air", bare));
        }
    }
    effects(&mut out, found);
    models(&mut out, found);
    held_out(&mut out, found);
    validity(&mut out, found);
    doubts(&mut out, found);
    for note in coarse(found.consistency.as_ref()).iter().chain(&found.notes) {
        paragraph(&mut out, "note", note);
    }
    out
}

fn estimates(out: &mut String, found: &Calibrated) {
    if let Some(told) = &found.combination {
        let value = Scale { factor: 1.0, unit: told.unit.clone() }.show(told.value, 6);
        let ends = told.interval.map(|ends| format!("   {}", interval(&ends, ""))).unwrap_or_default();
        let _ = writeln!(out, "  {} = {value}{ends}", told.formula);
    }
    for parameter in &found.parameters {
        estimate(out, parameter);
    }
    for (target, s) in &found.scatter {
        let shown = Scale::of(target.dimension().si(), *s).show(*s, 2);
        let along = found.orders.iter().find(|order| order.rejects() && order.quantity == target.word());
        let _ = match along {
            Some(order) => writeln!(
                out,
                "  spread of the drops about the law ({}): {shown}, which changes with {} and is not scatter alone",
                target.word(),
                order.abscissa
            ),
            None => writeln!(out, "  scatter between drops ({}): {shown}", target.word()),
        };
    }
    if let Some(between) = found.estimate.between.as_ref().filter(|between| between.sigma > 0.0) {
        let groups = found.agreement.as_ref().map_or("groups", |agreement| agreement.groups.as_str());
        let _ = writeln!(out, "  scatter between {groups}: {}", significant(between.sigma, 2));
    }
    if let Some(Consistency { birge, .. }) = &found.consistency {
        let (ratio, limit) = (significant(birge.ratio, 3), significant(birge.limit, 3));
        let of = birge_of(birge);
        let _ = writeln!(out, "  Birge ratio {of}: {ratio} (by chance below {limit} in 99 of 100)");
    }
    if let Some(rows) = found.correlations.as_ref().filter(|rows| rows.len() > 1) {
        let names: Vec<&str> = found.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        for (i, row) in rows.iter().enumerate() {
            for (j, rho) in row.iter().enumerate().skip(i + 1) {
                let pair = [i, j].map(|k| names.get(k).copied().unwrap_or_default());
                let _ = writeln!(out, "  correlation of {} and {}: {rho:+.3}", pair[0], pair[1]);
            }
        }
    }
    if let Some(stepped) = &found.stepped {
        let name = found.parameters.first().map_or("value", |parameter| parameter.name.as_str());
        let unit = found.parameters.first().map_or("", |parameter| parameter.unit.as_str());
        let exact = Scale::of(unit, stepped.exact).show(stepped.exact, 9);
        let _ = writeln!(
            out,
            "  the exact law needs {name} = {exact} for e = {:.9} at {:.4} m/s",
            stepped.wanted, stepped.speed
        );
        match &stepped.outcome {
            StepOutcome::Reached { restitution, .. } => {
                let _ = writeln!(out, "  {} reaches e = {restitution:.12} in the mean", stepped.scheme);
            }
            StepOutcome::Jump { below, above } => {
                for (word, [value, e]) in [("below", below), ("above", above)] {
                    let value = Scale::of(unit, *value).show(*value, 15);
                    let _ = writeln!(
                        out,
                        "  just {word} the jump of {}: {name} = {value} gives e = {e:.12}",
                        stepped.scheme
                    );
                }
            }
            StepOutcome::None(why) => wrapped(out, "  ", why),
        }
    }
}

fn engine(out: &mut String, found: &Calibrated) {
    for sentence in through::sentences(found) {
        wrapped(out, "  ", &sentence);
    }
    let rows = through::rows(found);
    if !rows.is_empty() {
        let _ = writeln!(out, "\n  {}", through::TITLE);
        out.push_str(&columns(&rows, TABLE));
    }
}

fn estimate(out: &mut String, parameter: &Parameter) {
    let (name, unit) = (&parameter.name, parameter.unit.as_str());
    let value = plus_minus(parameter.value, parameter.sigma, unit);
    let _ = writeln!(out, "  {name} = {value}   (standard uncertainty)");
    if let Some(lean) = lean(parameter) {
        wrapped(out, "    ", &lean);
    }
    if let Some(ends) = &parameter.interval {
        let _ = writeln!(out, "    {:.0} %: {}", 100.0 * parameter.level, interval(ends, unit));
    }
    if let (Some(own), Some(how)) = (&parameter.interval_data, method(parameter)) {
        wrapped(out, "    ", &format!("from the data alone: {}, {how}", interval(own, unit)));
    }
    if parameter.at_bound {
        let text = "the estimate is at a bound: the best fit lies beyond it, and no interval by covariance or profile is given";
        wrapped(out, "    ", text);
    }
}

fn budget(out: &mut String, found: &Calibrated) {
    let Some(budget) = &found.budget else { return };
    for (k, parameter) in found.parameters.iter().enumerate() {
        let _ = writeln!(out, "\n  uncertainty budget of {}", parameter.name);
        out.push_str(&columns(&rows(budget, parameter, k), TABLE));
        let crooked = budget.lines.iter().filter(|line| {
            let counts = line.share.get(k).is_some_and(|share| *share > 0.01);
            counts && line.asymmetry.get(k).is_some_and(|crooked| *crooked > 0.2)
        });
        for line in crooked {
            let text = format!(
                "a change of {} up or down has unequal effects: its sensitivity is a poor summary",
                line.source.name
            );
            wrapped(out, "    ", &text);
        }
    }
}

pub(super) fn rows(budget: &Budget, parameter: &Parameter, k: usize) -> Vec<Vec<String>> {
    let header = ["source", "type", "value", "u", "sensitivity", "u of the result", "share"];
    let mut rows = vec![header.map(str::to_string).to_vec()];
    let own = Scale::of(&parameter.unit, parameter.value);
    let row = |line: &Line| {
        let input = !line.sensitivity.is_empty();
        let kind = if line.source.kind == Type::A { "A" } else { "B" };
        let scale = Scale::of(&line.source.unit, line.source.value);
        let shown = |text: String| if input { text } else { String::new() };
        vec![
            line.source.name.clone(),
            kind.to_string(),
            shown(scale.show(line.source.value, 4)),
            shown(scale.show_brief(line.source.sigma)),
            shown(brief(line.sensitivity.get(k).copied().unwrap_or(f64::NAN))),
            own.show_brief(line.contribution.get(k).copied().unwrap_or(f64::NAN)),
            format!("{:.1} %", 100.0 * line.share.get(k).copied().unwrap_or(f64::NAN)),
        ]
    };
    rows.extend(budget.lines.iter().map(row));
    let combined = budget.combined.get(k).copied().unwrap_or(f64::NAN);
    let empty = String::new;
    rows.push(vec!["combined".into(), empty(), empty(), empty(), empty(), own.show_brief(combined), "100 %".into()]);
    rows
}

fn next(out: &mut String, found: &Calibrated) {
    let Some(best) = found.next.first() else { return };
    let place = best.height.map_or(format!("{} m/s", significant(best.speed, 3)), |height| {
        format!("{} m ({} m/s)", significant(height, 3), significant(best.speed, 3))
    });
    let text = format!(
        "from {place}: one more such drop would reduce the standard error to {:.1} % of the present one",
        100.0 * best.shrinks_to
    );
    paragraph(out, "best next drop", &text);
}

fn effects(out: &mut String, found: &Calibrated) {
    let all = [
        ("air", effect(found, |effects| effects.air)),
        ("duration of the contact", effect(found, |effects| effects.contact_duration)),
        ("weight during the contact", effect(found, |effects| effects.gravity_during_contact)),
        ("heights to this point of the ball", effect(found, |effects| effects.height_to)),
    ];
    let told: Vec<Vec<String>> = all
        .iter()
        .filter_map(|(name, effect)| {
            let (mean, largest) = (*effect)?;
            (largest.abs() > NOTHING)
                .then(|| vec![name.to_string(), format!("{mean:+.5} in the mean"), format!("{largest:+.5} at most")])
        })
        .collect();
    if !told.is_empty() {
        let _ = writeln!(out, "\n  effect of each correction on the restitution");
        out.push_str(&columns(&told, TABLE));
    }
}

fn models(out: &mut String, found: &Calibrated) {
    if found.models.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n  the same data with other laws (a difference below 2 is not significant)");
    let mut rows = vec![["law", "AICc behind", "held-out heights"].map(str::to_string).to_vec()];
    for model in &found.models {
        let held = model.tried.held_out.as_ref().map(|held| format!("{:.2} sigma rms", held.mean_square.sqrt()));
        let estimate = &model.tried.estimate;
        let values = estimate.unknowns.iter().zip(&estimate.theta);
        let values: Vec<String> = values.map(|(u, x)| format!("{} = {}", u.name, significant(*x, 4))).collect();
        let behind = model.behind.map_or("too few data".to_string(), |behind| format!("{behind:.1}"));
        rows.push(vec![model.title.clone(), behind, held.unwrap_or_default()]);
        rows.push(vec![format!("  {}", values.join(", "))]);
    }
    out.push_str(&columns(&rows, TABLE));
}

fn held_out(out: &mut String, found: &Calibrated) {
    if found.held_out.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n  held-out heights");
    let mut rows = vec![["height", "drops", "measured e", "predicted e", "off by"].map(str::to_string).to_vec()];
    for height in &found.held_out {
        rows.push(vec![
            Scale::of("m", height.height).show(height.height, 3),
            height.drops.to_string(),
            plus_minus(height.measured, Some(height.measured_sigma), ""),
            plus_minus(height.predicted, Some(height.predicted_sigma), ""),
            format!("{:+.1} sigma", height.off()),
        ]);
    }
    out.push_str(&columns(&rows, TABLE));
}

/// A line an assumption; its formula and its numbers below it.
fn validity(out: &mut String, found: &Calibrated) {
    if found.validity.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n  assumptions of the law, at the fastest impact");
    for line in &found.validity {
        let value = line.value.map_or("not known".to_string(), |value| significant(value, 3));
        let light = line.light.map_or("", |light| light.word());
        let _ = writeln!(out, "    {light:5}  {}: {value}", line.criterion.assumes);
        wrapped(out, BELOW, line.criterion.formula);
        let details = line.details.iter().map(|detail| {
            let shown = Scale::of(detail.unit, detail.value).show(detail.value, 4);
            format!("{} {shown}", detail.name)
        });
        wrapped(out, BELOW, &details.collect::<Vec<_>>().join(", "));
    }
}

fn doubts(out: &mut String, found: &Calibrated) {
    let suspicious = suspicious(found);
    if suspicious.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n  suspicious data");
    for (name, reason, used) in suspicious {
        wrapped(out, "    ", &format!("{name}: {reason} ({})", if used { "used" } else { "not used" }));
    }
}

fn paragraph(out: &mut String, title: &str, words: &str) {
    let _ = writeln!(out, "\n  {title}");
    wrapped(out, "    ", words);
}

/// Words in lines of a width, indented.
fn wrapped(out: &mut String, indent: &str, words: &str) {
    let mut line = String::new();
    for word in words.split_whitespace() {
        if !line.is_empty() && indent.len() + line.chars().count() + 1 + word.chars().count() > WIDTH {
            let _ = writeln!(out, "{indent}{line}");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        let _ = writeln!(out, "{indent}{line}");
    }
}
