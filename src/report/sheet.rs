//! The validity sheets of a case, one row per assumption: counts of scenes by light, and the worst scene.

use std::collections::BTreeSet;

use crate::bench::record::{Bad, CaseRecord, CriterionRecord, Light, Maker, SceneRecord, ValidityRecord};
use crate::distinct::grouped;
use crate::law::scene::validity::is_worse;

use super::pictures::entity::maker_name;
use super::quantity::shown;
use crate::number::brief;

/// One assumption over the scenes of a case.
#[derive(Debug, Clone, Copy)]
pub struct SheetRow<'a> {
    pub criterion: &'a CriterionRecord,
    /// The worst scene; the first of equals.
    pub scene: &'a str,
    pub worst: &'a ValidityRecord,
    pub scenes: Lights,
}

/// Counts of scenes by light.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Lights {
    pub green: usize,
    pub amber: usize,
    pub red: usize,
    pub unknown: usize,
}

impl Lights {
    pub fn of(lights: impl IntoIterator<Item = Option<Light>>) -> Self {
        let mut counts = Self::default();
        for light in lights {
            *match light {
                Some(Light::Green) => &mut counts.green,
                Some(Light::Amber) => &mut counts.amber,
                Some(Light::Red) => &mut counts.red,
                None => &mut counts.unknown,
            } += 1;
        }
        counts
    }

    fn counted([green, amber, red, unknown]: [usize; 4]) -> Self {
        Self { green, amber, red, unknown }
    }

    /// `2 red, 3 amber, 1 green`: only what there is, the worst first.
    pub fn words(&self) -> String {
        let parts = [(self.red, "red"), (self.amber, "amber"), (self.green, "green"), (self.unknown, "unknown")];
        let there = parts.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}"));
        there.collect::<Vec<_>>().join(", ")
    }
}

/// The word of a light; empty for what is unknown.
pub fn word(light: Option<Light>) -> &'static str {
    light.map_or("", Light::word)
}

/// The worst light of each scene of some cases, counted.
pub fn scenes<'a>(cases: impl IntoIterator<Item = &'a CaseRecord>) -> Lights {
    let mut sum = Lights::default();
    let worst = |scene: &SceneRecord| scene.validity.iter().filter_map(|line| line.light).max();
    for case in cases {
        let of = case.large.as_ref().map(|large| Lights::counted(large.lights));
        let Lights { green, amber, red, unknown } = of.unwrap_or_else(|| Lights::of(case.scenes.iter().map(worst)));
        sum.green += green;
        sum.amber += amber;
        sum.red += red;
        sum.unknown += unknown;
    }
    sum
}

/// The assumptions that a case makes, in the order of the criteria.
pub fn rows<'a>(criteria: &'a [CriterionRecord], case: &'a CaseRecord) -> Vec<SheetRow<'a>> {
    if let Some(large) = &case.large {
        let rows = criteria.iter().filter_map(|criterion| {
            let line = large.validity.iter().find(|line| line.worst.word == criterion.word)?;
            Some(SheetRow { criterion, scene: &line.scene, worst: &line.worst, scenes: Lights::counted(line.lights) })
        });
        return rows.collect();
    }
    let rows = criteria.iter().filter_map(|criterion| {
        let lines = case
            .scenes
            .iter()
            .flat_map(|scene| scene.validity.iter().map(move |line| (scene, &**line)))
            .filter(|(_, line)| line.word == criterion.word);
        let lines: Vec<(&SceneRecord, &ValidityRecord)> = lines.collect();
        let (scene, worst) =
            lines.iter().copied().reduce(|best, next| if is_worse(next.1, best.1) { next } else { best })?;
        let scenes = Lights::of(lines.iter().map(|(_, line)| line.light));
        Some(SheetRow { criterion, scene: &scene.name, worst, scenes })
    });
    rows.collect()
}

/// The number of a line as people read it; empty when it is unknown.
pub fn value(line: &ValidityRecord) -> String {
    line.value.map_or(String::new(), |value| shown(value, "", 3))
}

/// `amber above 0.1, red above 0.3`
pub fn limits(criterion: &CriterionRecord) -> String {
    let Some(limits) = criterion.limits else { return String::new() };
    let side = match limits.bad {
        Bad::Above => "above",
        Bad::Below => "below",
    };
    let named = [("amber", limits.amber), ("red", limits.red)];
    let there = named.iter().filter_map(|(word, limit)| limit.map(|limit| format!("{word} {side} {}", brief(limit))));
    there.collect::<Vec<_>>().join(", ")
}

/// The numbers behind a line and what it means: `peak pressure 1.2 GPa; no yield stress is given`.
pub fn note(line: &ValidityRecord) -> String {
    let details = line.details.iter().map(|detail| format!("{} {}", detail.name, shown(detail.value, &detail.unit, 3)));
    details.chain(line.note.clone()).collect::<Vec<_>>().join("; ")
}

/// One line about solvers without an expectation, whose numbers are not judged.
pub fn not_judged(case: &CaseRecord) -> Option<String> {
    let named: BTreeSet<&str> = case.checks.iter().flat_map(|check| [&*check.who, &*check.against]).collect();
    let solvers = case.observations().filter(|seen| seen.maker == Maker::Solver).map(|seen| seen.by);
    let open: BTreeSet<&str> = solvers.filter(|by| !named.contains(by)).collect();
    (!open.is_empty()).then(|| {
        let names = open.into_iter().collect::<Vec<_>>().join(", ");
        format!("{names}: computed but not checked: no [[expect]] names it")
    })
}

/// Measurements that are not compared, one line a dataset and reason: `rows 1, 4 of kharaz-2001: ...`.
pub fn left_out(case: &CaseRecord) -> Vec<String> {
    let rows = case.left_out.iter().map(|left| ((&left.dataset, &left.reason), left.row.to_string()));
    let lines = grouped(rows).into_iter().map(|((data, why), rows)| {
        let many = if rows.len() == 1 { "row" } else { "rows" };
        format!("{many} {} of {} not compared: {why}", rows.join(", "), maker_name(data))
    });
    lines.collect()
}
