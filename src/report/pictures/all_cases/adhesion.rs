//! Figure: the laws called JKR in different codes, as restitution over the speed relative to JKR's sticking speed.

use crate::bench::record::{CaseRecord, Maker, SceneRecord};

use super::super::prelude::*;
use super::Cases;
use super::laws::{ObservationIndex, makers};
use crate::number::brief;

const WORD: &str = "restitution";

/// Speeds that are drawn, over the sticking speed of JKR.
const RANGE: (f64, f64) = (0.3, 10.0);

/// Name of a law in a code: the last part of the word that contains `jkr`.
fn names_jkr(scene: &SceneRecord) -> Option<&str> {
    let mut words = scene.parameters.iter().filter_map(|p| p.word.as_deref());
    let word = words.find(|word| word.to_ascii_lowercase().contains("jkr"))?;
    word.rsplit('_').next()
}

/// A case and the code in whose words it is.
fn code(case: &CaseRecord) -> Option<(&str, &str)> {
    let scene = case.scenes.first().filter(|scene| scene.force.shear.is_none())?;
    Some((scene.dialect.as_ref()?.system.as_str(), names_jkr(scene)?))
}

/// The sticking speed of JKR's theory, m/s, by a case in the bench's own words.
fn sticking_speed(case: &CaseRecord) -> Option<f64> {
    let own = |o: &crate::bench::record::Observation<'_>| o.observable == "sticking_speed" && o.by == "jkr-impact";
    case.scenes.first().filter(|scene| scene.dialect.is_none())?;
    case.observations().find(own)?.value
}

/// Name of the code for readers.
fn printed<'a>(case: &'a CaseRecord, system: &'a str) -> &'a str {
    let place = case.scenes.first().map_or(0, |scene| scene.contract);
    case.contracts.get(place).map_or(system, |contract| &contract.system)
}

fn same_bodies(one: &CaseRecord, two: &CaseRecord) -> bool {
    let bodies = |case: &CaseRecord| {
        let force = &case.scenes.first()?.force;
        Some([force.m_star, force.R_star, force.E_star?])
    };
    let (Some(a), Some(b)) = (bodies(one), bodies(two)) else { return false };
    a.into_iter().zip(b).all(|(a, b)| (a / b - 1.0).abs() < 1e-9)
}

/// Whether the reference finds no work of a dashpot in any collision of the case: JKR's theory has none.
fn undamped(case: &CaseRecord) -> bool {
    let least = case.scenes.iter().filter_map(|scene| {
        let speed = scene.number("impact.speed")?;
        Some(0.5 * scene.force.m_star * speed * speed)
    });
    let least = least.fold(f64::INFINITY, f64::min);
    let mut works = case.observations().filter(|o| o.observable == "energy_dashpot" && o.by == "reference").peekable();
    works.peek().is_some() && works.all(|work| work.value.is_some_and(|value| value.abs() < 1e-6 * least))
}

/// Where two codes or more have the bodies of a case of JKR.
pub(super) fn draw(record: &Cases<'_>) -> Option<Drawn> {
    record.cases.iter().find_map(|exact| {
        let speed = sticking_speed(exact).filter(|speed| *speed > 0.0)?;
        let codes: Vec<&CaseRecord> = record
            .cases
            .iter()
            .copied()
            .filter(|case| code(case).is_some() && same_bodies(exact, case) && undamped(case))
            .collect();
        (codes.len() > 1).then(|| drawn(&codes, speed))
    })
}

fn drawn(codes: &[&CaseRecord], sticking: f64) -> Drawn {
    let mut table = Table::new("case scene code by speed_over_sticking_speed restitution");
    let (mut layers, mut laws) = (Layers::default(), Vec::new());
    let mut furthest: Option<(f64, String)> = None;
    let exact = Stroke { colour: INK, width: 7.0, dash: SOLID };
    let at = |k: i32| RANGE.0 * libm::pow(RANGE.1 / RANGE.0, f64::from(k) / 400.0);
    let theory = |x: f64| (1.0 - 1.0 / (x * x)).max(0.0).sqrt();
    let points = (0..=400).map(at).chain([1.0]).map(|x| (x, theory(x)));
    let mut points: Vec<(f64, f64)> = points.collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    layers.line("JKR's theory", points, exact);
    for case in codes {
        let Some((system, law)) = code(case) else { continue };
        let (seen, look) = (ObservationIndex::of(case, WORD), look(system));
        for by in makers(case, Maker::Solver) {
            let mut points = Vec::new();
            for scene in &case.scenes {
                let (Some(speed), Some(e)) = (scene.number("impact.speed"), seen.value(&scene.name, by)) else {
                    continue;
                };
                table.row(cells![&case.name, &scene.name, system, by, speed / sticking, e]);
                points.push((speed / sticking, e));
                let off = (e - theory(speed / sticking)).abs();
                if furthest.as_ref().is_none_or(|(most, _)| off > *most) {
                    furthest = Some((off, format!("{} {law}", printed(case, system))));
                }
            }
            // What the code did lies around what its law is, and behind it.
            let (size, filled, what) = if by == "reference" { (7.0, true, "law") } else { (14.0, false, "run") };
            let dot = Dot { shape: look.shape, colour: look.colour, size, filled };
            // Several cases and releases of a code have one look.
            layers.dots(format!("{} {law}, {what}", printed(case, system)), points, dot);
            if filled {
                laws.extend(layers.items.pop());
            }
        }
    }
    layers.items.extend(laws.into_iter().rev());
    let x = Axis::log(Quantity::plain("speed over the sticking speed", "V/V_s"), RANGE);
    let y = Axis::linear(Quantity::plain("restitution", "e"), (0.0, 1.05));
    let mut drawn = layers.drawn("what codes call JKR", [x, y], 1000, table);
    drawn.figure.finding = furthest.map(|(off, who)| {
        format!("Furthest from JKR's theory is {who}: its restitution is off by up to {}.", brief(off))
    });
    drawn
}
