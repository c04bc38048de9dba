//! Figure: an observable against a swept value, with deviations below.

use std::collections::{HashMap, HashSet};

use crate::distinct::{distinct, first, grouped};
use crate::observe::Observable;
use crate::record::{CaseRecord, Check, Maker, Observation, SceneRecord};

use super::prelude::*;
use super::residual::{Of, Residuals, panel};
use super::selection::Selection;
use super::series::data_dot;

/// Values smaller than this part of the largest are no measure for an error.
const NEAR_ZERO: f64 = 1e-3;

/// Groups in a picture that differ by shape and filling of their points, and the lines that a legend may have of them.
const MOST_GROUPS: usize = 2 * Marker::ALL.len();
const MOST_LINES: usize = 20;

/// A sweep over one number; other swept values tell lines apart.
#[derive(Debug, Clone, PartialEq)]
pub struct Sweep<'a> {
    /// `impact.speed`
    pub path: &'a str,
    /// SI
    pub unit: &'a str,
    /// What tells the line from the others (empty when there is one), and its scenes with their abscissae, in order.
    pub groups: Vec<(String, Vec<(f64, &'a SceneRecord)>)>,
}

impl<'a> Sweep<'a> {
    /// The sweep of a case: over the number that takes most values.
    pub fn of(case: &'a CaseRecord) -> Option<Self> {
        let numbers = case.swept.iter().filter_map(|path| {
            let values: Option<Vec<f64>> = case.scenes.iter().map(|scene| scene.number(path)).collect();
            let mut values = values?;
            values.sort_by(f64::total_cmp);
            values.dedup();
            (values.len() > 1).then_some((path.as_str(), values.len()))
        });
        // The last of the largest is the first where they come backwards.
        let (path, _) = numbers.rev().max_by_key(|(_, count)| *count)?;
        let parameter = case.scenes.first()?.parameter(path)?;
        let others: Vec<&str> = case
            .swept
            .iter()
            .map(String::as_str)
            .filter(|other| *other != path && !follows(case, other, path))
            .collect();
        let keyed = case.scenes.iter().map(|scene| {
            let texts: Vec<String> = others.iter().map(|other| described(scene, other)).collect();
            Some((texts.join(", "), (scene.number(path)?, scene)))
        });
        let mut groups = grouped(keyed.collect::<Option<Vec<_>>>()?);
        for (_, scenes) in &mut groups {
            scenes.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        Some(Self { path, unit: &parameter.unit, groups })
    }

    /// So many of its groups at most.
    pub fn shown(&self, most: usize) -> Selection {
        Selection::spread(self.groups.len(), most)
    }

    /// Names of the scenes that are drawn.
    fn drawn(&self, shown: &Selection) -> HashSet<&'a str> {
        shown.of(&self.groups).flat_map(|(_, scenes)| scenes.iter().map(|(_, scene)| scene.name.as_str())).collect()
    }
}

/// Whether a swept value is always the same for the same abscissa: sweeps that advance together.
fn follows(case: &CaseRecord, other: &str, path: &str) -> bool {
    let mut known: HashMap<Option<u64>, String> = HashMap::new();
    case.scenes.iter().all(|scene| {
        // 0 and -0 are the same abscissa.
        let at = scene.number(path).map(|x| (x + 0.0).to_bits());
        let now = described(scene, other);
        match known.get(&at) {
            Some(before) => *before == now,
            None => known.insert(at, now).is_none(),
        }
    })
}

/// `steel`, `radius = 1 mm`
pub(super) fn described(scene: &SceneRecord, path: &str) -> String {
    let Some(parameter) = scene.parameter(path) else { return String::new() };
    match &parameter.word {
        Some(word) => word.clone(),
        None => format!("{} = {}", last(path), parameter.text),
    }
}

pub(super) fn last(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

/// Name and symbol of a parameter: `impact.speed` is the impact speed v.
pub fn parameter(path: &str) -> (String, &'static str) {
    let word = last(path);
    let symbol = match word {
        "speed" => "v",
        "angle" => "θ",
        "friction" => "μ",
        "at_speed" => "v_0",
        "radius" => "R",
        "mass" => "m",
        "density" => "ρ",
        "young_modulus" => "E",
        "poisson_ratio" => "ν",
        "restitution" => "e_req",
        "ratio" => "ζ",
        "alpha" => "α",
        "exponent" => "n",
        "relaxation_time" => "A",
        _ => "",
    };
    let parts: Vec<&str> = path.split('.').collect();
    let name = match parts[..] {
        ["impact", word] => format!("impact {word}"),
        ["contact", .., "restitution"] => "restitution requested".to_string(),
        ["contact", .., word] => word.to_string(),
        ["body" | "material", owner, .., word] => format!("{word} of {owner}"),
        _ => word.to_string(),
    };
    (name, symbol)
}

/// Who gave a value, in the order they came.
fn makers<'a>(seen: impl Iterator<Item = Observation<'a>>) -> Vec<(&'a str, Maker)> {
    distinct(seen.filter(|o| o.value.is_some()).map(|o| (o.by, o.maker)))
}

/// The rows of an observable by scene and maker.
type ByScene<'a, T> = HashMap<(&'a str, &'a str), T>;

/// Abscissa, value and uncertainty of one solver for a group of scenes. The table gets a row for each value and each number that it
/// was compared with.
fn values<'a>(
    seen: &ByScene<'a, Observation<'_>>,
    checks: &ByScene<'a, Vec<&Check>>,
    scenes: &'a [(f64, &SceneRecord)],
    by: &'a str,
    table: &mut Table,
) -> Vec<(f64, f64, Option<f64>)> {
    let one = |(x, scene): &'a (f64, &SceneRecord)| {
        let found = seen.get(&(scene.name.as_str(), by))?;
        let value = found.value?;
        let checks = checks.get(&(scene.name.as_str(), by)).map_or(&[][..], Vec::as_slice);
        for check in checks.iter().map(Some).chain(checks.is_empty().then_some(None)) {
            table.row(cells![
                &scene.name,
                by,
                *x,
                value,
                found.uncertainty,
                check.map_or("", |c| c.against.as_str()),
                check.and_then(|c| c.deviation),
                check.map_or("", |c| c.deviation_unit.as_str()),
                check.and_then(|c| c.allowed),
            ]);
        }
        Some((*x, value, found.uncertainty))
    };
    scenes.iter().filter_map(one).collect()
}

/// How a point of the `i`-th group looks: the second five are filled the other way.
fn of_group(i: usize, dot: Dot) -> Dot {
    Dot { shape: Marker::nth(i), filled: dot.filled == (i < Marker::ALL.len()), ..dot }
}

/// Reference as black line and points, theory as coloured lines behind it, measurements as points with error bars.
pub fn draw(case: &CaseRecord, word: &str) -> Option<Drawn> {
    let sweep = Sweep::of(case)?;
    let seen = || case.observations.iter().filter(|o| o.observable == word);
    let makers = makers(seen());
    let lines = makers.iter().filter(|(_, maker)| *maker != Maker::Oracle).count().max(1);
    let shown = sweep.shown((MOST_LINES / lines).clamp(Marker::ALL.len(), MOST_GROUPS));
    let drawn = sweep.drawn(&shown);
    let first_seen = first(seen().filter(|o| drawn.contains(o.scene)).map(|o| ((o.scene, o.by), o)));
    let mut checks: ByScene<'_, Vec<&Check>> = HashMap::new();
    for check in case.checks.iter().filter(|check| check.observable == word && drawn.contains(&*check.scene)) {
        let of = checks.entry((&*check.scene, check.who.as_str())).or_default();
        if !of.iter().any(|known| known.against == check.against) {
            of.push(check);
        }
    }
    let (mut theory, mut solvers, mut points) = (Layers::default(), Layers::default(), Layers::default());
    let several = sweep.groups.len() > 1;
    // A sweep over what is observed: the swept value has the name of the case file.
    let abscissa = if last(sweep.path) == word { sweep.path } else { last(sweep.path) };
    let columns = ["scene", "by", abscissa, word, "uncertainty", "against", "deviation", "deviation_unit", "allowed"];
    let mut table = Table::of(columns);
    for (g, (group, scenes)) in shown.of(&sweep.groups).enumerate() {
        for &(by, maker) in &makers {
            let values = values(&first_seen, &checks, scenes, by, &mut table);
            if values.is_empty() {
                continue;
            }
            let line: Vec<(f64, f64)> = values.iter().map(|v| (v.0, v.1)).collect();
            let named =
                |name: &str| Label::text(if several { format!("{name}, {group}") } else { name.to_string() }).cut(80);
            match maker {
                Maker::Oracle => {
                    let stroke = Stroke { colour: look(by).colour, width: 12.0, dash: SOLID };
                    theory.line(look(by).name, line, stroke);
                }
                Maker::Solver => {
                    let leads = by == "reference";
                    let ink = if leads { shade(g, shown.places.len()) } else { look(by).colour };
                    let stroke = Stroke { colour: ink, width: 4.0, dash: if leads { SOLID } else { look(by).dash } };
                    let dot = Dot { shape: look(by).shape, colour: ink, size: 11.0, filled: true };
                    let dot = if several { of_group(g, dot) } else { dot };
                    solvers.items.push(Item::dots(line.iter().copied(), dot));
                    let entry = Entry::new(named(&look(by).name), Some(stroke), Some(dot));
                    solvers.put(entry, Item::Line { points: line, stroke });
                }
                Maker::Data => {
                    let (dot, name) = data_dot(case, by);
                    let dot = if several { of_group(g, dot) } else { dot };
                    points.put(Entry::dot(named(&name), dot), Item::Points { points: values, dot });
                }
            }
        }
    }
    // Where theories agree, the first is the widest, so that each can be seen beside the next.
    let behind = theory.items.into_iter().enumerate().map(|(i, item)| match item {
        Item::Line { points, stroke } => {
            let width = (16.0 - 4.0 * (i / shown.places.len().max(1)) as f64).max(7.0);
            Item::Line { points, stroke: Stroke { width, ..stroke } }
        }
        other => other,
    });
    let items: Vec<Item> = behind.chain(solvers.items).chain(points.items).collect();
    let (x_range, (low, high)) = ranges(&items)?;
    // What should be zero is drawn over what is allowed of it: less is rounding.
    let zeros = case.checks.iter().filter(|check| check.observable == word && check.expected == Some(0.0));
    let allowed = zeros.filter_map(|check| check.allowed).reduce(f64::max);
    let y_range = allowed.map_or((low, high), |allowed| (low.min(-allowed), high.max(allowed)));
    let known = Observable::from_word(word);
    let unit = known.map_or_else(|| seen().next().map_or("", |o| o.unit), |o| o.dimension().si());
    let symbol = known.map_or("", Observable::symbol);
    let (name, x_symbol) = parameter(sweep.path);
    let x = Axis::fitting(Quantity { name: &name, symbol: x_symbol, unit: sweep.unit }, x_range, 1.0);
    let y = Axis::fitting(Quantity { name: word, symbol, unit }, y_range, 1.5);
    let mut panels = vec![Panel { y, weight: 1.0, items }];
    let mut legend = [solvers.legend, theory.legend, points.legend].concat();
    if let Some((under, allowed)) = residuals(case, word, (&sweep, &shown), symbol, unit) {
        panels.push(under);
        legend.extend(allowed);
    }
    legend.extend(shown.entry());
    let (title, height) = (case.name.clone(), if panels.len() > 1 { 1300 } else { 1000 });
    Some(Drawn { figure: Figure { title, legend, x, panels, height }, table })
}

fn residuals(
    case: &CaseRecord,
    word: &str,
    (sweep, shown): (&Sweep<'_>, &Selection),
    symbol: &str,
    unit: &str,
) -> Option<(Panel, Vec<Entry>)> {
    let checks = || case.checks.iter().filter(|c| c.observable == word);
    let mut of_scene: HashMap<&str, Vec<&Check>> = HashMap::new();
    let drawn = sweep.drawn(shown);
    for check in checks().filter(|check| drawn.contains(&*check.scene)) {
        of_scene.entry(&*check.scene).or_default().push(check);
    }
    // Relative as long as there is something to be relative to: not where the expected values pass through zero.
    let expected = || checks().filter_map(|check| check.expected);
    let (least, most) = extent(expected().map(f64::abs))?;
    let one_sign = expected().all(|value| value > 0.0) || expected().all(|value| value < 0.0);
    let relative = one_sign && least > NEAR_ZERO * most;
    let mut points = Vec::new();
    // The reference is held against several, and a deviation of its has the colour of the other; what anybody else
    // computed has its own.
    let of = |who: &str, against: &str| match (who, against.contains('/')) {
        ("reference", true) => data_dot(case, against).0.colour,
        ("reference", false) => look(against).colour,
        _ => look(who).colour,
    };
    for (g, (_, scenes)) in shown.of(&sweep.groups).enumerate() {
        for (x, scene) in scenes {
            for check in of_scene.get(scene.name.as_str()).into_iter().flatten() {
                let (Some(expected), Some(observed)) = (check.expected, check.observed) else { continue };
                let over = if relative { expected.abs() } else { 1.0 };
                let allowed = match check.deviation_unit.as_str() {
                    "relative" => check.allowed.map(|a| a * expected.abs()),
                    "sigma" => {
                        let own = check.expected_uncertainty.unwrap_or(0.0);
                        let other = check.observed_uncertainty.unwrap_or(0.0);
                        check.allowed.map(|a| a * own.hypot(other))
                    }
                    _ => check.allowed,
                };
                let point = (*x, (observed - expected) / over, allowed.map(|a| a / over));
                points.push(((check.who.as_str(), check.against.as_str(), g), point));
            }
        }
    }
    let series = grouped(points).into_iter().map(|((who, against, g), points)| {
        let dot = Dot { shape: look(who).shape, colour: of(who, against), size: 11.0, filled: true };
        let dot = if sweep.groups.len() > 1 { of_group(g, dot) } else { dot };
        Residuals { against: against.to_string(), dot, points, errors: Vec::new() }
    });
    let series: Vec<Residuals> = series.collect();
    panel(case, &series, Of { symbol, unit, relative, size: if relative { 1.0 } else { most } })
}
