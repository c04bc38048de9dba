//! Figure: errors against the time step, one panel per observable and one colour per scheme.

use crate::distinct::distinct;
use crate::observe::Observable;
use crate::record::{CaseRecord, ConvergenceRecord};

use super::prelude::*;
use crate::number::brief;

/// Panels of a figure; what has no panel is in the table.
const MOST_PANELS: usize = 6;
/// Height of one panel, and of all that stands around them, in pixels.
const PANEL: u32 = 420;
const AROUND: u32 = 260;

/// Worst errors filled, mean errors open, each fitted order as a line; `None` when no ladder was judged.
pub fn draw(case: &CaseRecord) -> Option<Drawn> {
    let words = distinct(case.convergences.iter().map(|ladder| ladder.observable.as_str()));
    let several = case.convergences.iter().any(|c| Some(&c.scene) != case.convergences.first().map(|f| &f.scene));
    let mut panels = Vec::new();
    let mut steps: Vec<f64> = Vec::new();
    for word in words.iter().take(MOST_PANELS) {
        let ladders: Vec<&ConvergenceRecord> = case.convergences.iter().filter(|c| c.observable == *word).collect();
        let mut items = Vec::new();
        let mut lines = Vec::new();
        for (i, ladder) in ladders.iter().enumerate() {
            let ink = colour(&ladder.who);
            // Schemes that make the same collision stand one in another: the first is the largest.
            let size = (19.0 - 4.0 * i as f64).max(7.0);
            let shape = Marker::nth(scene_index(case, &ladder.scene));
            let points = |errors: &[Option<f64>]| -> Vec<(f64, f64, Option<f64>)> {
                let there = ladder.steps.iter().zip(errors).filter_map(|(n, error)| Some((*n, (*error)?, None)));
                there.filter(|point| point.1 > 0.0).collect()
            };
            steps.extend(&ladder.steps);
            if let (Some(order), Some(constant)) = (ladder.order, ladder.constant) {
                let points = ladder.steps.iter().map(|&n| (n, constant * n.powf(-order))).collect();
                items.push(Item::Line { points, stroke: Stroke { colour: ink, width: 3.0, dash: SOLID } });
            }
            let open = Dot { shape, colour: ink, size: size.min(13.0), filled: false };
            items.push(Item::Points { points: points(&ladder.mean), dot: open });
            items.push(Item::Points { points: points(&ladder.worst), dot: Dot { size, filled: true, ..open } });
            let scene = if several { format!(" ({})", ladder.scene) } else { String::new() };
            lines.push((Label::text(format!("{}{scene}: {}", whose(ladder), order(ladder))).cut(70), ink));
        }
        let Some((_, range)) = ranges(&items) else { continue };
        // Room under the points for the orders.
        let room = 10f64.powf(-0.045 * lines.len() as f64 * (range.1 / range.0).log10().max(1.0));
        let symbol = Observable::from_word(word).map_or("", Observable::symbol);
        let symbol = if symbol.is_empty() { String::new() } else { format!("|Δ{symbol}|/{symbol}") };
        let y = Axis::log(Quantity { name: "", symbol: &symbol, unit: "" }, (range.0 * room, range.1));
        items.push(Item::Notes { title: Label::word(word), lines });
        panels.push(Panel { y, weight: 1.0, items });
    }
    let range = super::axis::extent(steps)?;
    let x = Axis::log(Quantity { name: "steps per contact", symbol: "n", unit: "" }, range);
    let height = AROUND + PANEL * u32::try_from(panels.len()).unwrap_or(1);
    Some(Drawn {
        figure: Figure { title: case.name.clone(), legend: legend(case), x, panels, height },
        table: table(case),
    })
}

/// Who, and which installation of it.
fn whose(ladder: &ConvergenceRecord) -> String {
    format!("{} {}", look(&ladder.who).name, ladder.variant).trim_end().to_string()
}

/// `1.02 ± 0.01`, or that there is none.
pub fn order(ladder: &ConvergenceRecord) -> String {
    match (ladder.order, ladder.order_uncertainty) {
        (Some(order), Some(spread)) if spread >= 0.005 => format!("{order:.2} ± {spread:.2}"),
        (Some(order), Some(spread)) => format!("{order:.3} ± {}", brief(spread)),
        _ => "no order".to_string(),
    }
}

fn scene_index(case: &CaseRecord, scene: &str) -> usize {
    case.scenes.iter().position(|s| s.name == scene).unwrap_or(0)
}

/// The schemes, then what filled and open points mean.
fn legend(case: &CaseRecord) -> Vec<Entry> {
    let schemes = distinct(case.convergences.iter().map(|ladder| ladder.who.as_str()));
    let worst = |colour| Dot { shape: Marker::Circle, colour, size: 13.0, filled: true };
    let stroke = |colour| Stroke { colour, width: 3.0, dash: SOLID };
    let entry = |who: &str| {
        let ink = colour(who);
        Entry::new(look(who).name, Some(stroke(ink)), Some(worst(ink)))
    };
    let mut legend: Vec<Entry> = schemes.iter().map(|who| entry(who)).collect();
    legend.push(Entry::dot("worst onset phase", worst(INK)));
    legend.push(Entry::dot("mean", Dot { filled: false, ..worst(INK) }));
    legend.push(Entry::line("fit to the worst", stroke(INK)));
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
