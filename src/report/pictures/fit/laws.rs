//! Other laws on the same restitutions.

use super::marks::{Along, fate};
use super::measured::{FIT, quantity};
use super::plot_data::PlotData;
use crate::fit::calibrate::Calibrated;
use crate::fit::problem::Target;
use crate::report::fit_text::capital;
use crate::report::pictures::prelude::*;

/// How far beyond data and fit other laws are followed, as a share of their range.
const OTHERS: f64 = 0.5;
/// Differences of the criterion up to which a law has support from the data.
const APART: f64 = 2.0;
/// Restitutions whose lines lie on one another.
const SAME: f64 = 1e-3;

/// Each law at its best, with how far its criterion for few data is behind the best.
pub(super) fn draw(found: &Calibrated) -> Option<Drawn> {
    let seen = PlotData::of(found);
    let data: Vec<_> = seen.members(Target::Restitution).into_iter().filter(|m| m.fate.is_used()).collect();
    let mut table = Table::new("what speed restitution sigma_used behind_by_aicc");
    let mut points = Vec::new();
    for m in &data {
        let speed = (Along::SPEED.value)(m)?;
        table.row(cells![fate(m), speed, m.value, m.sigma_used, "",]);
        points.push((speed, m.value, m.sigma_used));
    }
    let dot = Dot { shape: MEASURED, colour: seen.look.colour, size: 9.0, filled: false };
    let mut legend = vec![Entry::line("this fit", FIT)];
    let mut lines = vec![Item::Line {
        points: found.curve.iter().map(|point| (point.speed, point.restitution)).collect(),
        stroke: FIT,
    }];
    for model in &found.models {
        let look = look(&model.name);
        let stroke = Stroke { colour: look.colour, width: 5.0, dash: look.dash };
        let pairs = found.curve.iter().zip(&model.curve);
        let behind = match model.behind {
            Some(behind) => format!(", ΔAICc = {behind:.1}"),
            None => format!(", {}", model.without_criterion()),
        };
        let line: Vec<(f64, f64)> =
            pairs.clone().map(|(point, e)| (point.speed, *e)).filter(|p| p.1.is_finite()).collect();
        for &(speed, e) in &line {
            table.row(cells![&model.name, speed, e, "", model.behind,]);
        }
        // The law that was fitted, or one that cannot be distinguished from it.
        if pairs.clone().all(|(point, e)| (point.restitution - e).abs() < SAME) {
            legend[0].label.0.push((format!("; {}{behind}", look.name), Face::Upright));
            continue;
        }
        lines.push(Item::Line { points: line, stroke });
        legend.push(Entry::line(format!("{}{behind}", look.name), stroke));
    }
    legend.push(Entry::dot(format!("{}, error bars: 1σ as used in the fit", seen.look.name), dot));
    // Laws that are far off leave the frame, and the rest can be told apart.
    let data = Item::Points { points, dot };
    let this = lines.first().cloned();
    let (_, (low, high)) = ranges(&std::iter::once(data.clone()).chain(this).collect::<Vec<_>>())?;
    let room = OTHERS * (high - low);
    let mut items = vec![data];
    items.extend(lines);
    let (x_range, (least, most)) = ranges(&items)?;
    let y_range = (least.max(low - room), most.min(high + room));
    let inside = |item: &Item| match item {
        Item::Line { points, .. } => points.iter().any(|p| (y_range.0..=y_range.1).contains(&p.1)),
        _ => true,
    };
    // The legend begins with the lines, in their order.
    for (entry, _) in legend.iter_mut().zip(items.iter().skip(1)).filter(|(_, line)| !inside(line)) {
        entry.label.0.push((" (outside)".to_string(), Face::Upright));
    }
    let axes = [Along::SPEED.axis(x_range), Axis::linear(quantity(Target::Restitution), y_range)];
    let ranked = found.models.iter().filter_map(|model| Some((model.behind?, model)));
    let mut ranked: Vec<_> = ranked.collect();
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
    // The criterion tells laws apart that differ by more than two (Burnham & Anderson 2002, section 2.6).
    let finding = match ranked[..] {
        [(_, best), (next, _), ..] if next > APART => {
            Some(format!("{} describes the data best (AICc).", look(&best.name).name))
        }
        [_, (next, _), ..] => {
            let alike = ranked.iter().filter(|(behind, _)| *behind <= APART).count();
            Some(format!("{alike} of {} laws cannot be distinguished: the second is {next:.1} behind.", ranked.len()))
        }
        _ => None,
    };
    let drawn = Layers { items, legend }.drawn(&found.case, axes, 1050, table);
    Some(Drawn { figure: drawn.figure.finding(finding.map(|finding| capital(&finding))), ..drawn })
}
