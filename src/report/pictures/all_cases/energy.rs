//! Figure: energy created by tangential laws, relative to the kinetic energy before impact, one point per impact.

use crate::bench::record::{CaseRecord, SceneRecord};
use crate::number::brief;

use super::super::prelude::*;
use super::Cases;
use super::laws::{Law, ObservationIndex};

const WORD: &str = "energy_created";

/// Energy created by a law in one impact.
struct EnergyCreated<'a> {
    law: Law,
    case: &'a str,
    scene: &'a str,
    /// Over the kinetic energy before.
    share: f64,
}

/// Kinetic energy of the relative motion before, J; `None` for a path, and where the speed is not said.
pub(in super::super) fn kinetic(scene: &SceneRecord) -> Option<f64> {
    let speed = |word: &str| scene.number(&format!("impact.{word}"));
    let square = match (speed("speed"), speed("normal_speed"), speed("tangential_speed")) {
        (Some(v), ..) => v * v,
        (None, Some(n), Some(t)) => n * n + t * t,
        _ => return None,
    };
    (square > 0.0).then_some(0.5 * scene.force.m_star * square)
}

/// The cases that hold what a law creates against nothing.
fn judged(case: &CaseRecord) -> bool {
    case.checks.iter().any(|check| check.observable == WORD && &*check.against == "conserved")
}

/// Every law in every impact of the cases that are judged.
fn made<'a>(record: &Cases<'a>) -> Vec<EnergyCreated<'a>> {
    let mut all: Vec<EnergyCreated<'a>> = Vec::new();
    for case in record.cases.iter().copied().filter(|case| judged(case)) {
        let seen = ObservationIndex::of(case, WORD);
        for scene in &case.scenes {
            let created = seen.value(&scene.name, "reference");
            let (Some(law), Some(energy), Some(created)) = (Law::of(scene, "reference"), kinetic(scene), created)
            else {
                continue;
            };
            all.push(EnergyCreated { law, case: &case.name, scene: &scene.name, share: created / energy });
        }
    }
    all
}

/// Share of the kinetic energy below which nothing is created: rounding of the ledger.
const ROUNDING: f64 = 1e-9;

/// Which law creates or loses most, and which do so by rounding only.
fn sentence(all: &[EnergyCreated<'_>], laws: &[Law]) -> Option<String> {
    let largest = |law: &Law| {
        let own = all.iter().filter(|made| made.law == *law);
        own.fold(0.0, |most: f64, made| most.max(made.share.abs()))
    };
    let worst = laws.iter().max_by(|a, b| largest(a).total_cmp(&largest(b)))?;
    let none: Vec<&str> = laws.iter().filter(|law| largest(law) <= ROUNDING).map(|law| law.word()).collect();
    let others = match &none[..] {
        [] => String::new(),
        some => format!("; {} none", some.join(", ")),
    };
    (largest(worst) > ROUNDING).then(|| {
        let part = brief(100.0 * largest(worst));
        format!(
            "Energy created or lost, of that before impact: {} up to {part} %{others} (in the impacts shown).",
            worst.word()
        )
    })
}

/// When two laws were judged.
pub(super) fn draw(record: &Cases<'_>) -> Option<Drawn> {
    let all = made(record);
    let mut laws: Vec<Law> = all.iter().map(|made| made.law).collect();
    laws.sort();
    laws.dedup();
    if laws.len() < 2 {
        return None;
    }
    let (low, high) = extent(all.iter().map(|made| made.share))?;
    // Per cent of the kinetic energy before.
    let quantity = Quantity { name: "energy created", symbol: "W_c/E", unit: "%" };
    let x = Axis::linear(quantity, (100.0 * low.min(-1e-3), 100.0 * high.max(1e-3)));
    let mut table = Table::new("case scene law created_over_kinetic");
    let (mut layers, mut names) = (Layers::default(), Vec::new());
    let count = laws.len() as f64;
    let zero = Stroke { colour: INK, width: 2.0, dash: SOLID };
    layers.items.push(Item::Line { points: vec![(0.0, 0.3), (0.0, count + 0.7)], stroke: zero });
    let mut counts = Vec::new();
    for (r, law) in laws.iter().enumerate() {
        let place = count - r as f64;
        let mut own: Vec<&EnergyCreated<'_>> = all.iter().filter(|made| made.law == *law).collect();
        own.sort_by(|a, b| a.share.total_cmp(&b.share));
        // Impacts lie one over another within the row, in the order of what they create.
        let lane = |i: usize| place - 0.36 + 0.72 * (i as f64 + 0.5) / own.len() as f64;
        let points = own.iter().enumerate().map(|(i, made)| (100.0 * made.share, lane(i)));
        let colour = law.stroke().colour;
        let dot = Dot { shape: Marker::Circle, colour, size: 6.0, filled: true };
        layers.items.push(Item::dots(points, dot));
        let made = own.iter().filter(|made| made.share > ROUNDING).count();
        names.push((place, law.word().to_string()));
        counts.push((None, place, Label::text(format!("{made} of {}", own.len())), colour));
        for made in own {
            table.row(cells![made.case, made.scene, law.word(), made.share,]);
        }
    }
    layers.items.push(Item::Ends(counts));
    layers.legend.push(Entry::new(
        "a point an impact, the least lowest; right: in how many energy is created",
        None,
        None,
    ));
    let (y, height) = (Axis::rows(names, (0.4, count + 0.6)), 260.0 + 150.0 * count);
    let mut drawn = layers.drawn("energy created", [x, y], height as u32, table);
    drawn.figure.finding = sentence(&all, &laws);
    Some(drawn)
}
