//! The figure that a file asks for.

use crate::bench::record::{CaseRecord, Maker, Record};
use crate::collide::observe::Observable;
use crate::distinct::distinct;
use crate::error::{Diagnostic, Error};

use super::all_cases::laws::{Law, ObservationIndex};
use super::entity::{again, look, maker_name};
use super::figure_file::{FigureFile, FigureLine};
use super::prelude::*;
use super::publication::Published;
use super::series::{COLUMNS, data_dot, measured, scene_label, solved, solver_name};
use super::sweep::{last, parameter};
use crate::case::Word;

/// What one curve is made of, SI.
struct Series<'a> {
    case: &'a CaseRecord,
    by: &'a str,
    maker: Maker,
    law: Option<Law>,
    /// Abscissa, ordinate, standard uncertainty.
    points: Vec<(f64, f64, Option<f64>)>,
    /// The scene of each point, or the one of all.
    scenes: Vec<&'a str>,
    units: [String; 2],
    /// Of the solver.
    variant: &'a str,
}

impl FigureFile {
    /// Draws it from a record of its cases.
    ///
    /// # Errors
    /// At the place of what the record does not have, with what it has.
    pub fn draw<'a>(&self, record: &'a Record, name: &str) -> Result<Published<'a>, Error> {
        let mut table = Table::of(["case", "scene", "by", "curve", last(&self.x.text), &self.y.text, "uncertainty"]);
        let (mut layers, mut cases) = (Layers::default(), Vec::<&CaseRecord>::new());
        let mut units = None;
        for wanted in &self.curves {
            let series = self.series(record, wanted)?;
            let (mut entry, item) = series.drawn(&layers.legend);
            if let Some(name) = &wanted.name {
                entry.label = Label::text(name);
            } else if let Some(scene) = wanted.scene.as_ref().filter(|_| self.has_several(wanted)) {
                entry.label = Label::text(format!("{}, {}", entry.label.plain(), scene_label(&scene.text).plain()));
            } else if layers.legend.iter().any(|known| known.label == entry.label) {
                entry.label = Label::text(format!("{}, {}", entry.label.plain(), maker_name(&series.case.name)));
            }
            let curve = entry.label.plain();
            for ((x, y, uncertainty), scene) in series.points.iter().zip(series.scenes.iter().cycle()) {
                table.row(cells![&series.case.name, *scene, series.by, &curve, *x, *y, *uncertainty]);
            }
            layers.put(entry, item);
            if !cases.iter().any(|known| known.name == series.case.name) {
                cases.push(series.case);
            }
            units.get_or_insert(series.units);
        }
        let Some(((x_range, y_range), [x_unit, y_unit])) = ranges(&layers.items).zip(units) else {
            return Err(Diagnostic::new("there is nothing to draw").at(&self.y.origin).into());
        };
        let (x_name, x_symbol) = match symbol(&self.x.text) {
            Some(symbol) => (self.x.text.clone(), symbol),
            None => parameter(&self.x.text),
        };
        let observed = Observable::from_word(&self.y.text).map(Observable::symbol);
        let y_symbol = if self.is_sweep() { observed } else { symbol(&self.y.text) };
        let y = Quantity { name: &self.y.text, symbol: y_symbol.unwrap_or_default(), unit: &y_unit };
        let title = self.title.clone().unwrap_or_else(|| format!("{} against {x_name}", self.y.text).replace('_', " "));
        let x = Axis::fitting(Quantity { name: &x_name, symbol: x_symbol, unit: &x_unit }, x_range, 1.5);
        let drawn = layers.drawn(&title, [x, Axis::linear(y, y_range)], 1000, table);
        Ok(Published { name: name.to_string(), title, drawn, cases })
    }

    /// Whether another curve is of the same case by the same maker.
    fn has_several(&self, wanted: &FigureLine) -> bool {
        let same = |other: &&FigureLine| (&other.case.text, &other.by.text) == (&wanted.case.text, &wanted.by.text);
        self.curves.iter().filter(same).count() > 1
    }

    fn series<'a>(&self, record: &'a Record, wanted: &FigureLine) -> Result<Series<'a>, Diagnostic> {
        let asked = wanted.case.text.trim_end_matches('/');
        let is = |case: &&CaseRecord| case.name == asked || case.file == asked;
        let Some(case) = record.cases.iter().find(is) else {
            let known: Vec<&str> = record.cases.iter().map(|case| case.name.as_str()).take(12).collect();
            return Err(wrong(&wanted.case, format!("there is no case `{asked}`"), &known));
        };
        let series = if self.is_sweep() { self.swept(case, wanted) } else { self.course(case, wanted) }?;
        if series.points.is_empty() {
            return Err(wrong(&wanted.by, format!("`{}` has no value of `{}`", wanted.by.text, self.y.text), &[]));
        }
        Ok(series)
    }

    /// An observable over a swept value.
    fn swept<'a>(&self, case: &'a CaseRecord, wanted: &FigureLine) -> Result<Series<'a>, Diagnostic> {
        if !case.swept.contains(&self.x.text) {
            let swept: Vec<&str> = case.swept.iter().map(String::as_str).collect();
            return Err(wrong(&self.x, format!("`{}` is not swept in {}", self.x.text, case.name), &swept));
        }
        let seen: Vec<(&str, Maker)> =
            case.observations().filter(|o| o.observable == self.y.text).map(|o| (o.by, o.maker)).collect();
        let (by, maker) = chosen(&wanted.by, case, &self.y.text, seen)?;
        let values = ObservationIndex::of(case, &self.y.text);
        let scenes =
            case.scenes.iter().filter(|s| wanted.scene.as_ref().is_none_or(|part| s.name.contains(&part.text)));
        let of = |scene: &'a crate::bench::record::SceneRecord| {
            let parameter = scene.parameter(&self.x.text)?;
            let seen = values.get(&scene.name, by)?;
            // What was computed has an uncertainty far below a line's width.
            let sigma = seen.uncertainty.filter(|_| maker == Maker::Data);
            Some((scene, (parameter.value?, seen.value?, sigma), [parameter.unit.as_str(), seen.unit]))
        };
        let mut found: Vec<_> = scenes.filter_map(of).collect();
        found.sort_by(|a, b| a.1.0.total_cmp(&b.1.0));
        let law = found.first().and_then(|(scene, ..)| Law::of(scene, by));
        let variant = found.first().and_then(|(scene, ..)| values.get(&scene.name, by)).map_or("", |seen| seen.variant);
        let units = found.first().map_or(["", ""], |(.., units)| *units).map(str::to_string);
        found.dedup_by(|a, b| (a.1.0, a.1.1) == (b.1.0, b.1.1));
        if let Some(pair) = found.windows(2).find(|pair| pair[0].1.0 == pair[1].1.0) {
            let names = [pair[0].0.name.as_str(), pair[1].0.name.as_str()];
            return Err(several(wanted, case, &names));
        }
        let scenes = found.iter().map(|(scene, ..)| scene.name.as_str()).collect();
        Ok(Series {
            case,
            by,
            maker,
            law,
            points: found.into_iter().map(|(_, point, _)| point).collect(),
            scenes,
            units,
            variant,
        })
    }

    /// Two columns of one trajectory.
    fn course<'a>(&self, case: &'a CaseRecord, wanted: &FigureLine) -> Result<Series<'a>, Diagnostic> {
        let words = [self.x.text.as_str(), self.y.text.as_str()];
        let has = |curve: &&'a crate::bench::record::Curve| words.iter().all(|word| curve.column(word).is_some());
        let seen = case.curves.iter().filter(has).map(|curve| (curve.by.as_str(), curve.maker)).collect();
        let (by, maker) = chosen(&wanted.by, case, &words.join("` and `"), seen)?;
        let meant = |name: &str| wanted.scene.as_ref().is_none_or(|part| name.contains(&part.text));
        let all: Vec<_> = case.curves.iter().filter(has).filter(|c| c.by == by && meant(&c.scene)).collect();
        let Some(first) = all.first().copied() else {
            // A record has the trajectories of some scenes; what is computed has that of every scene.
            let all = case.scenes.iter().map(|scene| scene.name.as_str());
            let kept = distinct(case.curves.iter().map(|curve| curve.scene.as_str()));
            let scenes = if all.clone().any(meant) { kept } else { all.take(6).collect() };
            let place = wanted.scene.as_ref().unwrap_or(&wanted.by);
            return Err(wrong(place, format!("{} has no trajectory of such a scene", case.name), &scenes));
        };
        let mut names: Vec<&str> = all.iter().map(|curve| curve.scene.as_str()).collect();
        names.dedup();
        if names.len() > 1 {
            return Err(several(wanted, case, &names));
        }
        let curve = solved(case, &first.scene, &words).into_iter().find(|curve| curve.by == by).unwrap_or(first);
        let scene = case.scenes.iter().find(|scene| scene.name == curve.scene);
        let unit = |word: &str| {
            let at = curve.columns.iter().position(|column| column == word);
            at.and_then(|at| curve.units.get(at)).cloned().unwrap_or_default()
        };
        let law = scene.and_then(|scene| Law::of(scene, by));
        let (points, units) = (measured(curve, words[0], words[1]), words.map(unit));
        Ok(Series { case, by, maker, law, points, scenes: vec![&curve.scene], units, variant: &curve.variant })
    }
}

impl Series<'_> {
    /// In the look of what made it; a second curve of the same look is dashed in another way.
    fn drawn(&self, legend: &[Entry]) -> (Entry, Item) {
        if self.maker == Maker::Data {
            let (dot, name) = data_dot(self.case, self.by);
            return (Entry::dot(name, dot), Item::Points { points: self.points.clone(), dot });
        }
        let own = look(self.by);
        let named = self.law.map(|law| (law.word().to_string(), law.stroke()));
        let (name, mut stroke) = named
            .unwrap_or((solver_name(self.by, self.variant), Stroke { colour: own.colour, width: 5.0, dash: own.dash }));
        let taken = |stroke: Stroke| {
            let same = |known: Stroke| (known.colour, known.dash) == (stroke.colour, stroke.dash);
            legend.iter().filter_map(|entry| entry.stroke).any(same)
        };
        if taken(stroke) {
            stroke.dash = again().find(|dash| !taken(Stroke { dash, ..stroke })).unwrap_or(stroke.dash);
        }
        let points = self.points.iter().map(|&(x, y, _)| (x, y)).collect();
        (Entry::line(name, stroke), Item::Line { points, stroke })
    }
}

fn symbol(column: &str) -> Option<&'static str> {
    COLUMNS.iter().find(|(known, _)| *known == column).map(|(_, [_, symbol, _])| *symbol)
}

/// Who of those that computed or measured something is meant: by the whole name, or the last part of a path.
fn chosen<'a>(
    by: &Word,
    case: &CaseRecord,
    what: &str,
    seen: Vec<(&'a str, Maker)>,
) -> Result<(&'a str, Maker), Diagnostic> {
    if let Some(found) = seen.iter().find(|(known, _)| *known == by.text || maker_name(known) == by.text) {
        return Ok(*found);
    }
    let known = distinct(seen.iter().map(|(name, _)| maker_name(name)));
    Err(wrong(by, format!("`{}` has no `{what}` by `{}`", case.name, by.text), &known))
}

fn several(wanted: &FigureLine, case: &CaseRecord, names: &[&str]) -> Diagnostic {
    let place = wanted.scene.as_ref().unwrap_or(&wanted.case);
    let shown: Vec<&str> = names.iter().copied().take(6).collect();
    wrong(place, format!("{} has several scenes here", case.name), &shown)
        .help("choose by a part of the name:  scene = \"...\"")
}

fn wrong(word: &Word, message: String, known: &[&str]) -> Diagnostic {
    let error = Diagnostic::new(message).at(&word.origin);
    if known.is_empty() { error } else { error.help(format!("there are: {}", known.join("; "))) }
}
