//! Figure: an observable against a swept value, with deviations below.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::bench::Verdict;
use crate::bench::record::{CaseRecord, Check, Comparison, Maker, Observation, SceneRecord};
use crate::collide::observe::Observable;
use crate::distinct::{distinct, first, grouped};
use crate::number::rounded;
use crate::report::fit_text::capital;

use super::entity::{apart, name};
use super::prelude::*;
use super::residual::{Of, Residuals, panel};
use super::selection::Selection;
use super::series::{data_dot, solver_name};

/// Values smaller than this part of the largest are no measure for an error.
const NEAR_ZERO: f64 = 1e-3;
/// What a restitution is asked for by.
const ASKED: &str = "requested-restitution";
/// Difference of restitutions that can be seen.
const VISIBLE: f64 = 5e-3;
/// Values over more decades are drawn on a logarithmic axis.
const DECADES: f64 = 1.5;

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
        None => format!("{} = {}", last(path).replace('_', " "), parameter.text),
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

/// Whether a value was computed to be zero within its uncertainty.
fn is_zero(seen: &Observation<'_>) -> bool {
    let size = seen.value.map_or(0.0, f64::abs);
    seen.maker != Maker::Data && seen.uncertainty.is_some_and(|uncertainty| 0.0 < size && size < uncertainty)
}

/// The checks of the values of an observable; an order of convergence is none.
fn compared<'a>(case: &'a CaseRecord, word: &'a str) -> impl Iterator<Item = &'a Check> {
    case.checks.iter().filter(move |c| c.observable == word && c.comparison != Comparison::Convergence)
}

/// Something of each scene and maker, in an order: what is found first must not depend on a hash.
type ByScene<'a, T> = BTreeMap<(&'a str, &'a str), T>;

/// What a picture is made of. Of a solver with several time steps the first is drawn, the coarsest as cases write them.
struct SweepPicture<'a> {
    case: &'a CaseRecord,
    word: &'a str,
    sweep: Sweep<'a>,
    shown: Selection,
    /// Who gave a value, in the order they came.
    makers: Vec<(&'a str, Maker)>,
    values: ByScene<'a, Observation<'a>>,
    checks: ByScene<'a, Vec<&'a Check>>,
    theories: HashMap<&'a str, Stroke>,
}

impl<'a> SweepPicture<'a> {
    fn of(case: &'a CaseRecord, word: &'a str) -> Option<Self> {
        let sweep = Sweep::of(case)?;
        let seen = || case.observations().filter(|o| o.observable == word);
        let makers = distinct(seen().filter(|o| o.value.is_some()).map(|o| (o.by, o.maker)));
        let (theories, others): (Vec<_>, Vec<_>) = makers.iter().partition(|(_, maker)| *maker == Maker::Oracle);
        let shown = sweep.shown((MOST_LINES / others.len().max(1)).clamp(Marker::ALL.len(), MOST_GROUPS));
        let drawn = sweep.drawn(&shown);
        let values: ByScene<'_, Observation<'_>> =
            first(seen().filter(|o| drawn.contains(o.scene)).map(|o| ((o.scene, o.by), o))).into_iter().collect();
        let mut checks: ByScene<'_, Vec<&Check>> = BTreeMap::new();
        for check in compared(case, word) {
            let of = (&*check.scene, &*check.who);
            if values.get(&of).is_some_and(|seen| seen.variant == check.variant) {
                checks.entry(of).or_default().push(check);
            }
        }
        let ink = |(by, maker)| if maker == Maker::Data { data_dot(case, by).0.colour } else { colour(by) };
        let inks = apart(others.into_iter().map(ink).collect(), theories.into_iter().map(|(by, _)| by));
        // Where theories agree, the first is the widest, so that each can be seen beside the next.
        let width = |i: usize| (16.0 - 4.0 * i as f64).max(7.0);
        let stroke = |(i, (by, colour))| match by {
            // What is asked for is a line to compare with, and no theory of what happens.
            ASKED => (by, Stroke { colour: QUIET, width: 3.0, dash: SOLID }),
            _ => (by, Stroke { colour, width: width(i), dash: SOLID }),
        };
        let theories = inks.into_iter().enumerate().map(stroke).collect();
        Some(Self { case, word, sweep, shown, makers, values, checks, theories })
    }

    fn seen(&self) -> impl Iterator<Item = Observation<'a>> {
        self.case.observations().filter(|o| o.observable == self.word)
    }

    fn several(&self) -> bool {
        self.sweep.groups.len() > 1
    }

    /// How a point of the `g`-th group looks: the second five are filled the other way.
    fn dot(&self, g: usize, dot: Dot) -> Dot {
        let of_group = Dot { shape: Marker::nth(g), filled: dot.filled == (g < Marker::ALL.len()), ..dot };
        if self.several() { of_group } else { dot }
    }

    /// Abscissa, value and uncertainty of one maker for a group of scenes. The table gets a row for each value and each number
    /// that it was compared with.
    fn points(&self, scenes: &[(f64, &SceneRecord)], by: &str, table: &mut Table) -> Vec<(f64, f64, Option<f64>)> {
        let one = |(x, scene): &(f64, &SceneRecord)| {
            let found = self.values.get(&(scene.name.as_str(), by))?;
            let value = found.value?;
            let checks = self.checks.get(&(scene.name.as_str(), by)).map_or(&[][..], Vec::as_slice);
            for check in checks.iter().map(Some).chain(checks.is_empty().then_some(None)) {
                table.row(cells![
                    &scene.name,
                    by,
                    *x,
                    value,
                    found.uncertainty,
                    check.map_or("", |c| &*c.against),
                    check.and_then(|c| c.deviation),
                    check.map_or("", |c| &*c.deviation_unit),
                    check.and_then(|c| c.allowed),
                    found.variant,
                ]);
            }
            let error = found.uncertainty.filter(|_| found.maker == Maker::Data);
            Some((*x, if is_zero(found) { 0.0 } else { value }, error))
        };
        scenes.iter().filter_map(one).collect()
    }

    /// How the `g`-th group of a solver or dataset is drawn, and what the legend calls it.
    fn look(&self, g: usize, by: &str, maker: Maker) -> Entry {
        if maker == Maker::Data {
            let (dot, name) = data_dot(self.case, by);
            return Entry::dot(name, self.dot(g, dot));
        }
        let own = look(by);
        let ink = if by == "reference" { shade(g, self.shown.places.len()) } else { own.colour };
        let stroke = Stroke { colour: ink, width: 4.0, dash: own.dash };
        let variant = self.seen().find(|o| o.by == by).map_or("", |o| o.variant);
        let dot = self.dot(g, Dot { shape: own.shape, colour: ink, size: 11.0, filled: true });
        Entry::new(solver_name(by, variant), Some(stroke), Some(dot))
    }
}

/// Reference as black line and points, theory as coloured lines behind it, measurements as points with error bars.
pub fn draw(case: &CaseRecord, word: &str) -> Option<Drawn> {
    let all = SweepPicture::of(case, word)?;
    let (sweep, shown) = (&all.sweep, &all.shown);
    let (mut theory, mut computed, mut measured) = (Layers::default(), Layers::default(), Layers::default());
    let mut groups: Vec<Option<Entry>> = vec![None; shown.places.len()];
    // A sweep over what is observed: the swept value has the name of the case file.
    let abscissa = if last(sweep.path) == word { sweep.path } else { last(sweep.path) };
    let columns =
        ["scene", "by", abscissa, word, "uncertainty", "against", "deviation", "deviation_unit", "allowed", "variant"];
    let mut table = Table::of(columns);
    for (g, (group, scenes)) in shown.of(&sweep.groups).enumerate() {
        for &(by, maker) in &all.makers {
            let points = all.points(scenes, by, &mut table);
            if points.is_empty() {
                continue;
            }
            let line: Vec<(f64, f64)> = points.iter().map(|v| (v.0, v.1)).collect();
            if maker == Maker::Oracle {
                theory.line(look(by).name, line, all.theories[by]);
                continue;
            }
            let mut entry = all.look(g, by, maker);
            let layer = if maker == Maker::Data { &mut measured } else { &mut computed };
            layer.items.extend(entry.stroke.map(|stroke| Item::Line { points: line, stroke }));
            layer.items.extend(entry.dot.map(|dot| Item::Points { points, dot }));
            // The legend has makers and groups once each, not each of both.
            if all.several() {
                if groups[g].is_none() || by == "reference" {
                    groups[g] = Some(Entry { label: Label::text(group).cut(80), ..entry.clone() });
                }
                entry.dot = entry.dot.filter(|_| entry.stroke.is_none());
            }
            if layer.legend.iter().all(|known| known.label != entry.label) {
                layer.legend.push(entry);
            }
        }
    }
    let items = [theory.items, computed.items, measured.items].concat();
    let (x_range, y_range) = ranges(&items)?;
    let known = Observable::from_word(word);
    let unit = known.map_or_else(|| all.seen().next().map_or("", |o| o.unit), |o| o.dimension().si());
    let symbol = known.map_or("", Observable::symbol);
    let y_range = all.reach(y_range);
    let mut panels =
        vec![Panel { y: all.ordinate(Quantity { name: word, symbol, unit }, y_range), weight: 1.0, items }];
    let mut legend = [computed.legend, groups.into_iter().flatten().collect(), theory.legend, measured.legend].concat();
    if let Some((under, allowed)) = all.residuals(symbol, unit) {
        panels.push(under);
        legend.extend(allowed);
    }
    legend.extend(shown.entry());
    let height = if panels.len() > 1 { 1300 } else { 1000 };
    let figure = Figure::new(&case.name, legend, all.abscissa(x_range), panels, height);
    Some(Drawn { figure: figure.finding(all.finding()), table })
}

impl<'a> SweepPicture<'a> {
    /// Whether what is swept is the restitution asked for, and what is drawn the one achieved.
    fn is_asked(&self) -> bool {
        let mut scenes = self.sweep.groups.iter().flat_map(|(_, scenes)| scenes).peekable();
        self.word == "restitution"
            && scenes.peek().is_some()
            && scenes.all(|(x, scene)| {
                let asked = self.values.get(&(scene.name.as_str(), ASKED)).and_then(|asked| asked.value);
                asked.is_none_or(|asked| (asked - x).abs() < 1e-9)
            })
            && self.makers.iter().any(|(by, _)| *by == ASKED)
    }

    /// Numbers of one are thought of evenly, angles too; what spans decades by its decades.
    fn abscissa(&self, range: (f64, f64)) -> Axis {
        let (name, symbol) = parameter(self.sweep.path);
        if self.is_asked() {
            return Axis::linear(Quantity::plain("restitution asked for", "e_req"), (0.0, 1.0));
        }
        let quantity = Quantity { name: &name, symbol, unit: self.sweep.unit };
        match self.sweep.unit.is_empty() && (0.0..=1.5).contains(&range.1) {
            true => Axis::linear(quantity, range),
            false => Axis::fitting(quantity, range, 1.0),
        }
    }

    fn ordinate(&self, quantity: Quantity<'_>, range: (f64, f64)) -> Axis {
        if self.is_asked() {
            return Axis::linear(quantity, (range.0.min(0.0), range.1.max(1.0)));
        }
        match self.word.contains("restitution") {
            true => Axis::linear(quantity, range),
            false => Axis::fitting(quantity, range, DECADES),
        }
    }

    /// The largest deviation of what is drawn, or what becomes of one half of a restitution.
    fn finding(&self) -> Option<String> {
        let found = |check: &Check| {
            let (expected, observed) = (check.expected?, check.compared()?);
            Some((observed - expected, expected, observed))
        };
        // In the order of the case: a map has none.
        let mut checks: Vec<&Check> = self.checks.values().flatten().copied().collect();
        checks.sort_by_key(|check| (&check.scene, &check.who, &check.against, check.line));
        let all = || checks.iter().copied();
        if self.is_asked() {
            let near = |asked: f64| (asked - 0.5).abs();
            let held = all().filter(|check| &*check.against == ASKED).filter_map(found);
            let (off, asked, got) = held.min_by(|a, b| near(a.1).total_cmp(&near(b.1)))?;
            if off.abs() > VISIBLE {
                return Some(format!("Asked for {}, {} is achieved.", rounded(asked, 3), rounded(got, 3)));
            }
        }
        let share = |check: &Check| Some(check.deviation? / check.allowed.filter(|allowed| *allowed > 0.0)?);
        let largest = all().filter_map(|check| Some((share(check)?, check)));
        let (_, worst) = largest.max_by(|a, b| a.0.total_cmp(&b.0))?;
        let off = crate::quantity::deviation(worst.deviation?, &worst.deviation_unit);
        let (who, against) = (look(&worst.who).name, name(self.case, &worst.against));
        let verb = if worst.outcome == Verdict::Pass { "agrees with" } else { "deviates from" };
        let by = if worst.outcome == Verdict::Pass { "within" } else { "by up to" };
        Some(capital(&format!("{who} {verb} {against} {by} {off}.")))
    }

    /// What the axis of the values spans.
    fn reach(&self, (low, high): (f64, f64)) -> (f64, f64) {
        // What should be zero is drawn over what is allowed of it: less is rounding.
        let zeros = compared(self.case, self.word).filter(|check| check.expected == Some(0.0));
        // What is zero within its uncertainty makes no axis even, or longer: it is marked at the edge.
        let sizes = extent(self.values.values().filter(|seen| !is_zero(seen)).filter_map(|seen| seen.value));
        let sizes =
            sizes.filter(|(least, most)| self.values.values().any(is_zero) && libm::log10(most / least) > DECADES);
        match (zeros.filter_map(|check| check.allowed).reduce(f64::max), sizes) {
            (Some(allowed), _) => (low.min(-allowed), high.max(allowed)),
            (None, sizes) => sizes.unwrap_or((low, high)),
        }
    }

    fn residuals(&self, symbol: &str, unit: &str) -> Option<(Panel, Vec<Entry>)> {
        // Relative as long as there is something to be relative to: not where the expected values pass through zero.
        let expected = || compared(self.case, self.word).filter_map(|check| check.expected);
        let (least, most) = extent(expected().map(f64::abs))?;
        let one_sign = expected().all(|value| value > 0.0) || expected().all(|value| value < 0.0);
        let relative = one_sign && least > NEAR_ZERO * most && !self.is_asked();
        let mut points = Vec::new();
        for (g, (_, scenes)) in self.shown.of(&self.sweep.groups).enumerate() {
            for (x, scene) in scenes {
                let of = |(who, _): &(&'a str, Maker)| self.checks.get(&(scene.name.as_str(), *who));
                for check in self.makers.iter().filter_map(of).flatten() {
                    let (Some(expected), Some(observed)) = (check.expected, check.compared()) else { continue };
                    let over = if relative { expected.abs() } else { 1.0 };
                    let allowed = match &*check.deviation_unit {
                        "relative" => check.allowed.map(|a| a * expected.abs()),
                        "sigma" => {
                            let own = check.expected_uncertainty.unwrap_or(0.0);
                            let other = check.observed_uncertainty.unwrap_or(0.0);
                            check.allowed.map(|a| a * libm::hypot(own, other))
                        }
                        _ => check.allowed,
                    };
                    let point = (*x, (observed - expected) / over, allowed.map(|a| a / over));
                    points.push(((&*check.who, &*check.against, g), point));
                }
            }
        }
        let series = grouped(points).into_iter().map(|((who, against, g), points)| {
            let area = self.theories.get(against).map_or_else(|| colour(against), |stroke| stroke.colour);
            // The reference is held against several, and a deviation of its has the colour of the other; what anybody else
            // computed has its own.
            let ink = match (who, against.contains('/')) {
                ("reference", true) => data_dot(self.case, against).0.colour,
                ("reference", false) => area,
                _ => colour(who),
            };
            let dot = self.dot(g, Dot { shape: look(who).shape, colour: ink, size: 11.0, filled: true });
            Residuals { against: against.to_string(), area, dot, points, errors: Vec::new() }
        });
        let series: Vec<Residuals> = series.collect();
        panel(self.case, &series, Of { symbol, unit, relative, size: if relative { 1.0 } else { most } })
    }
}
