//! Figure: errors against the time step, one panel per observable and one colour per scheme, with the orders at the ends.

use plotters::style::RGBColor;

use crate::bench::Verdict;
use crate::bench::record::{CaseRecord, Comparison, ConvergenceRecord};
use crate::collide::observe::Observable;
use crate::distinct::{distinct, grouped};

use super::prelude::*;
use super::selection::{some_of, spread};
use super::series::scene_label;

/// Panels of a figure, and scenes in it; what is not drawn is in the table.
const MOST_PANELS: usize = 4;
const MOST_SCENES: usize = Marker::ALL.len();
/// Height of one panel, and of all that stands around the panels, in units.
const PANEL: f64 = 430.0;
const AROUND: f64 = 260.0;

/// Worst errors filled, mean errors open, each fitted order as a line; `None` when no ladder was judged.
pub fn draw(case: &CaseRecord) -> Option<Drawn> {
    let words = distinct(case.convergences.iter().map(|ladder| ladder.observable.as_str()));
    let schemes = distinct(case.convergences.iter().map(|ladder| ladder.who.as_str()));
    let all = distinct(case.convergences.iter().map(|ladder| ladder.scene.as_str()));
    let scenes = spread(&all, MOST_SCENES);
    let mut panels = Vec::new();
    let mut steps: Vec<f64> = Vec::new();
    for word in words.iter().take(MOST_PANELS) {
        let of_word = || case.convergences.iter().filter(|c| c.observable == *word);
        let mut items = Vec::new();
        for ladder in of_word() {
            let Some(scene) = scenes.iter().position(|scene| *scene == ladder.scene) else { continue };
            let ink = colour(&ladder.who);
            // Schemes that make the same collision stand one in another: the first is the largest.
            let i = schemes.iter().position(|who| *who == ladder.who).unwrap_or(0);
            let size = (19.0 - 4.0 * i as f64).max(7.0);
            let points = |errors: &[Option<f64>]| -> Vec<(f64, f64, Option<f64>)> {
                let there = ladder.steps.iter().zip(errors).filter_map(|(n, error)| Some((*n, (*error)?, None)));
                there.filter(|point| point.1 > 0.0).collect()
            };
            steps.extend(&ladder.steps);
            if let (Some(order), Some(constant)) = (ladder.order, ladder.constant) {
                let points = ladder.steps.iter().map(|&n| (n, constant * libm::pow(n, -order))).collect();
                items.push(Item::Line { points, stroke: Stroke { colour: ink, width: 3.0, dash: SOLID } });
            }
            let open = Dot { shape: Marker::nth(scene), colour: ink, size: size.min(13.0), filled: false };
            items.push(Item::Points { points: points(&ladder.mean), dot: open });
            items.push(Item::Points { points: points(&ladder.worst), dot: Dot { size, filled: true, ..open } });
        }
        let Some((_, range)) = ranges(&items) else { continue };
        let orders = grouped(of_word().map(|ladder| ((ladder.who.as_str(), ladder.variant.as_str()), ladder)));
        items.push(Item::Ends(orders.iter().filter_map(|((who, _), ladders)| end(ladders, colour(who))).collect()));
        let symbol = Observable::from_word(word).map_or("", Observable::symbol);
        let symbol = if symbol.is_empty() { String::new() } else { format!("|Δ{symbol}|/{symbol}") };
        let y = Axis::log(Quantity { name: "", symbol: &symbol, unit: "" }, range);
        items.push(Item::note(Label::word(word)));
        panels.push(Panel { y, weight: PANEL, items });
    }
    let range = super::axis::extent(steps)?;
    let x = Axis::log(Quantity { name: "steps per contact", symbol: "n", unit: "" }, range);
    let height = (AROUND + panels.iter().map(|panel| panel.weight).sum::<f64>()) as u32;
    let mut legend = legend(&schemes);
    legend.extend(some_of(panels.len(), words.len(), "quantities"));
    if all.len() > 1 {
        let dot = |i| Dot { shape: Marker::nth(i), colour: INK, size: 13.0, filled: true };
        legend.extend(scenes.iter().enumerate().map(|(i, scene)| Entry::dot(scene_label(scene), dot(i))));
        legend.extend(some_of(scenes.len(), all.len(), "scenes"));
    }
    let figure = Figure::new(&case.name, legend, x, panels, height).finding(finding(case));
    Some(Drawn { figure, table: table(case) })
}

/// How many orders are as the case expects them.
fn finding(case: &CaseRecord) -> Option<String> {
    let held = || case.checks.iter().filter(|check| check.comparison == Comparison::Convergence);
    let (all, met) = (held().count(), held().filter(|check| check.outcome == Verdict::Pass).count());
    (all > 0).then(|| format!("{met} of {all} orders of convergence are as expected."))
}

/// The order of a scheme at the end of its line, of the worst errors: of one scene, or the range of several.
fn end(ladders: &[&ConvergenceRecord], ink: RGBColor) -> Option<(Option<f64>, f64, Label, RGBColor)> {
    let fitted = |ladder: &&&ConvergenceRecord| ladder.order.is_some() && ladder.constant.is_some();
    let ladder = ladders.iter().find(fitted)?;
    let last = ladder.steps.iter().copied().reduce(f64::max)?;
    Some((Some(last), ladder.constant? * libm::pow(last, -ladder.order?), Label::text(span(ladders)), ink))
}

/// The order of one scene, or the least and the largest of several.
fn span(ladders: &[&ConvergenceRecord]) -> String {
    match (ladders, super::axis::extent(ladders.iter().filter_map(|ladder| ladder.order))) {
        ([ladder], _) => order(ladder),
        (_, Some((least, most))) => format!("{least:.2} to {most:.2}"),
        (_, None) => "no order".to_string(),
    }
}

/// `1.02 ± 0.01`, with three decimals where its uncertainty has them, or that there is none.
pub fn order(ladder: &ConvergenceRecord) -> String {
    match (ladder.order, ladder.order_uncertainty) {
        (Some(order), Some(spread)) if spread >= 0.005 => format!("{order:.2} ± {spread:.2}"),
        (Some(order), _) => format!("{order:.3}"),
        _ => "no order".to_string(),
    }
}

/// The schemes, then what filled and open points mean.
fn legend(schemes: &[&str]) -> Vec<Entry> {
    let worst = |colour| Dot { shape: Marker::Circle, colour, size: 13.0, filled: true };
    let stroke = |colour| Stroke { colour, width: 3.0, dash: SOLID };
    let entry = |who: &str| {
        let ink = colour(who);
        Entry::new(look(who).name, Some(stroke(ink)), Some(worst(ink)))
    };
    let mut legend: Vec<Entry> = schemes.iter().map(|who| entry(who)).collect();
    legend.push(Entry::dot("worst onset phase, with the order", worst(INK)));
    legend.push(Entry::dot("mean", Dot { filled: false, ..worst(INK) }));
    legend
}

fn table(case: &CaseRecord) -> Table {
    let mut table = Table::new("scene who observable steps_per_contact worst mean order order_uncertainty constant");
    for ladder in &case.convergences {
        for (i, &steps) in ladder.steps.iter().enumerate() {
            table.row(cells![
                &ladder.scene,
                format!("{} {}", ladder.who, ladder.variant).trim_end(),
                &ladder.observable,
                steps,
                ladder.worst.get(i).copied().flatten(),
                ladder.mean.get(i).copied().flatten(),
                ladder.order,
                ladder.order_uncertainty,
                ladder.constant,
            ]);
        }
    }
    table
}
