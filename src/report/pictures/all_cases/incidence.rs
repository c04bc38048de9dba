//! Figure: rebound against impact angle, for every law computed for the same bodies and for measurements.

use crate::bench::record::{CaseRecord, Maker};
use crate::collide::observe::Observable;
use crate::distinct::{enter, grouped};

use super::super::super::files::slug;
use super::super::entity::{dataset, maker_name};
use super::super::prelude::*;
use super::super::series::data_dot;
use super::deviations::{ANGLE, ComputedLaws, Measured, closest, datasets, measured};
use super::laws::{Law, ObservationIndex, SameBodies, main_dataset, makers, same_bodies};
use super::{Cases, Part};

/// The observables, each in a panel if it was measured.
const WORDS: [&str; 4] = ["tangential_restitution", "rebound_spin", "rebound_angle", "rebound_angle_contact"];

/// One line of a figure: a law, elastic or damped, its points in order.
pub(super) struct Line<'a> {
    pub law: Law,
    pub elastic: bool,
    /// rad, value, scene, case
    pub points: Vec<(f64, f64, &'a str, &'a str)>,
}

impl Line<'_> {
    /// Name of the law, marked elastic if its normal contact is undamped and others are `damped`.
    pub fn name(&self, damped: bool) -> String {
        match self.elastic && damped {
            true => format!("{}, elastic", self.law.word()),
            false => self.law.word().to_string(),
        }
    }

    /// Angle and value.
    pub fn drawn(&self) -> Vec<(f64, f64)> {
        self.points.iter().map(|&(x, y, ..)| (x, y)).collect()
    }
}

/// Bodies that were measured at several angles and computed with two laws at least.
pub(super) fn groups<'a>(record: &Cases<'a>) -> Vec<SameBodies<'a>> {
    let over_angle = |case: &CaseRecord| case.swept == [ANGLE];
    let mut groups = same_bodies(record, over_angle);
    groups.retain(|cases| {
        let mut laws: Vec<Law> = lines(cases, WORDS[0]).iter().map(|line| line.law).collect();
        laws.dedup();
        laws.len() > 1 && !measured(cases, WORDS[0]).is_empty()
    });
    groups
}

/// The lines of an observable, laws in their order.
pub(super) fn lines<'a>(cases: &SameBodies<'a>, word: &str) -> Vec<Line<'a>> {
    let mut points = Vec::new();
    for &case in cases {
        let seen = ObservationIndex::of(case, word);
        for by in makers(case, Maker::Solver) {
            for scene in &case.scenes {
                let Some(law) = Law::of(scene, by) else { continue };
                let value = seen.value(&scene.name, by);
                let (Some(angle), Some(value)) = (scene.number(ANGLE), value) else { continue };
                let elastic = scene.force.is_undamped();
                points.push(((law, elastic), (angle, value, scene.name.as_str(), case.name.as_str())));
            }
        }
    }
    let lines = grouped(points).into_iter().map(|((law, elastic), mut points)| {
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        points.dedup_by(|a, b| (a.0, a.1) == (b.0, b.1));
        Line { law, elastic, points }
    });
    let mut lines: Vec<Line<'a>> = lines.collect();
    lines.sort_by_key(|line| (line.law, line.elastic));
    lines
}

/// Whether the lines of all laws lie within a line's width of one another, of what is measured and computed.
fn coincide(lines: &[Line<'_>], measured: &[Measured<'_>]) -> bool {
    let all =
        lines.iter().flat_map(|line| line.points.iter().map(|point| point.1)).chain(measured.iter().map(|m| m.value));
    let Some((low, high)) = extent(all) else { return false };
    let damped: Vec<&Line<'_>> = lines.iter().filter(|line| !line.elastic).collect();
    let at = grouped(damped.iter().flat_map(|line| line.points.iter().map(|point| (point.0.to_bits(), point.1))));
    let spread = at.into_iter().filter_map(|(_, values)| extent(values)).map(|(low, high)| high - low);
    damped.len() > 1 && spread.fold(0.0, f64::max) < ALIKE * (high - low)
}

/// Part of an axis that lines of this figure are apart at least, to be told apart.
const ALIKE: f64 = 0.03;

/// One figure a group of bodies.
pub(super) fn figures(record: &Cases<'_>) -> Vec<Part> {
    by_dataset(record, draw)
}

/// A figure of each group, named after its dataset.
pub(super) fn by_dataset(record: &Cases<'_>, draw: fn(&SameBodies<'_>) -> Option<Drawn>) -> Vec<Part> {
    let shared = |cases: SameBodies<'_>| Some(Part::new(slug(maker_name(main_dataset(&cases)?)), "", draw(&cases)?));
    groups(record).into_iter().filter_map(shared).collect()
}

fn draw(cases: &SameBodies<'_>) -> Option<Drawn> {
    let of_all: Vec<Measured<'_>> = WORDS.iter().flat_map(|word| measured(cases, word)).collect();
    let datasets = datasets(&of_all);
    let mut table = Table::new("observable case scene law elastic by angle value uncertainty");
    let (mut panels, mut legend, mut data_legend) = (Vec::new(), Vec::<Entry>::new(), Vec::<Entry>::new());
    let (mut span, mut alike): (Vec<f64>, Vec<String>) = (Vec::new(), Vec::new());
    for word in WORDS {
        let measured = measured(cases, word);
        if measured.is_empty() {
            continue;
        }
        let lines = lines(cases, word);
        let damped = lines.iter().any(|line| !line.elastic);
        if word != WORDS[0] && coincide(&lines, &measured) {
            alike.push(word.replace('_', " "));
            continue;
        }
        let mut items = Vec::new();
        for line in &lines {
            for (angle, value, scene, case) in &line.points {
                table.row(cells![
                    word,
                    case,
                    scene,
                    line.law.word(),
                    if line.elastic { "yes" } else { "no" },
                    "",
                    *angle,
                    *value,
                    "",
                ]);
                span.push(*angle);
            }
            items.push(Item::Line { points: line.drawn(), stroke: line.law.stroke() });
            enter(&mut legend, Entry::line(line.name(damped), line.law.stroke()));
        }
        for by in &datasets {
            let own: Vec<&Measured<'_>> = measured.iter().filter(|m| m.by == *by).collect();
            let Some(first) = own.first() else { continue };
            let (dot, name) = data_dot(first.case, by);
            for m in &own {
                table.row(cells![word, &m.case.name, m.scene, "", "", by, m.angle, m.value, m.sigma,]);
                span.push(m.angle);
            }
            items.push(Item::Points { points: own.iter().map(|m| (m.angle, m.value, m.sigma)).collect(), dot });
            enter(&mut data_legend, Entry::dot(name, dot));
        }
        let (_, y_range) = ranges(&items)?;
        let known = Observable::from_word(word);
        let unit = known.map_or("", |o| o.dimension().si());
        let quantity = Quantity { name: word, symbol: known.map_or("", Observable::symbol), unit };
        items.insert(0, Item::Level { value: 0.0, colour: INK });
        panels.push(Panel { y: Axis::linear(quantity, y_range), weight: 1.0, items });
    }
    let most = span.into_iter().fold(0.0, f64::max);
    legend.extend(data_legend);
    if !alike.is_empty() {
        legend.push(Entry::new(format!("no law can be told from another by: {}", alike.join(", ")), None, None));
    }
    let height = 260 + 560 * panels.len() as u32;
    let x = Axis::linear(Quantity { name: "angle of incidence", symbol: "θ", unit: "rad" }, (0.0, most));
    let computed = ComputedLaws::of(cases, WORDS[0]);
    let rebound: Vec<Measured<'_>> =
        measured(cases, WORDS[0]).into_iter().filter(|m| dataset(m.case, m.by).0).collect();
    let sentence = closest(rebound.iter().flat_map(|m| computed.beside(m)).map(|beside| (beside.law, beside.off)));
    let figure = Figure::new("laws against impact angle", legend, x, panels, height);
    Some(Drawn { figure: figure.finding(sentence), table })
}
