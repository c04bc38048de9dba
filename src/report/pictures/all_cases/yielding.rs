//! Figure: restitution of yielding spheres against speed over yield speed, with Thornton's exact curve.

use std::f64::consts::PI;

use crate::bench::record::{CaseRecord, SceneRecord};

use super::super::prelude::*;
use super::Cases;
use super::laws::ObservationIndex;
use crate::number::brief;

const THEORY: &str = "thornton-impact";
const PRESSURE: &str = "contact.normal.thornton.yield_pressure";

/// `V_y = sqrt(4 F_y d_y/(5 m*))`, m/s; `None` where the law is another, or an impact came before.
fn yield_speed(scene: &SceneRecord) -> Option<f64> {
    let (p, force) = (scene.number(PRESSURE)?, &scene.force);
    let (E, R) = (force.E_star?, force.R_star);
    if scene.number("impact.again.speed").is_some() {
        return None;
    }
    let d = (PI * p / E).powi(2) * R / 4.0;
    Some((16.0 / 15.0 * E * R.sqrt() * libm::pow(d, 2.5) / force.m_star).sqrt())
}

/// Thornton 1997, `x = V/V_y`.
fn restitution(x: f64) -> f64 {
    let y = (1.0 / x).min(1.0);
    let shape = libm::pow(y / (y + 2.0 * (1.2 - 0.2 * y * y).sqrt()), 0.25);
    (1.2 * 3.0_f64.sqrt()).sqrt() * (1.0 - y * y / 6.0).sqrt() * shape
}

/// The cases that are compared with Thornton's theory.
pub(super) fn draw(record: &Cases<'_>) -> Option<Drawn> {
    let held = |case: &&CaseRecord| case.checks.iter().any(|check| &*check.against == THEORY);
    let cases = record.cases.iter().copied().filter(held);
    let mut table = Table::new("case scene by speed_over_yield_speed restitution");
    let mut points = Vec::new();
    for case in cases {
        let seen = ObservationIndex::of(case, "restitution");
        for scene in &case.scenes {
            let (Some(V_y), Some(e)) = (yield_speed(scene), seen.value(&scene.name, "reference")) else {
                continue;
            };
            let x = scene.number("impact.speed")? / V_y;
            table.row(cells![&case.name, &scene.name, "reference", x, e]);
            points.push((x, e));
        }
    }
    let (low, high) = extent(points.iter().map(|point| point.0))?;
    let (low, high) = (low.min(0.3) / 1.2, high.max(30.0) * 1.2);
    let curve = |of: &dyn Fn(f64) -> f64, from: f64| -> Vec<(f64, f64)> {
        (0..=300).map(|k| from * libm::pow(high / from, f64::from(k) / 300.0)).map(|x| (x, of(x))).collect()
    };
    // V^(-1/4) of high speeds: y -> 0.
    let far = (1.2 * 3.0_f64.sqrt()).sqrt() / libm::pow(2.0 * 1.2_f64.sqrt(), 0.25);
    let exact = Stroke { colour: INK, width: 7.0, dash: SOLID };
    let limit = Stroke { colour: QUIET, width: 4.0, dash: DASHED };
    let dot = Dot { shape: look(THEORY).shape, colour: look(THEORY).colour, size: 9.0, filled: true };
    let mut layers = Layers::default();
    layers.line("Thornton 1997", curve(&restitution, low), exact);
    layers.line("its limit at high speeds", curve(&|x| far * libm::pow(x, -0.25), 1.7), limit);
    let off = points.iter().map(|(x, e)| (e - restitution(*x)).abs()).fold(0.0, f64::max);
    let finding = format!("{} computed restitutions lie within {} of Thornton's curve.", points.len(), brief(off));
    layers.dots("reference", points, dot);
    // The limit lies behind.
    layers.items.swap(0, 1);
    let x = Axis::log(Quantity::plain("speed over the speed of first yield", "V/V_y"), (low, high));
    let y = Axis::linear(Quantity::plain("restitution", "e"), (0.0, 1.05));
    let mut drawn = layers.drawn("yielding spheres", [x, y], 1000, table);
    drawn.figure.finding = Some(finding);
    Some(drawn)
}
