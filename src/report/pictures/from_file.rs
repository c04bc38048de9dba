//! The figure that a file asks for.

use crate::bench::record::{CaseRecord, Maker, Record};
use crate::collide::observe::Observable;
use crate::distinct::distinct;
use crate::error::{Diagnostic, Error};

use super::all_cases::laws::{Law, ObservationIndex};
use super::all_cases::{self};
use super::comparison::interpolated;
use super::entity::{again, look, maker_name};
use super::figure_file::{CurveSource, CurveStyle, FigureFile, FigureLine, Select, Source};
use super::own_data::Point;
use super::prelude::*;
use super::publication::{Published, cases_of};
use super::series::{COLUMNS, data_dot, measured, scene_label, solved, solver_name};
use super::sweep::{last, parameter};
use crate::case::Word;

/// What one curve is made of, SI.
struct Series<'a> {
    /// None of a table of the user's own.
    case: Option<&'a CaseRecord>,
    by: &'a str,
    maker: Maker,
    law: Option<Law>,
    /// Abscissa, ordinate, standard uncertainty.
    points: Vec<Point>,
    /// The scene of each point, or the one of all.
    scenes: Vec<&'a str>,
    units: [String; 2],
    /// Of the solver.
    variant: &'a str,
}

/// The axes of one panel as words.
#[derive(Clone, Copy)]
struct Axes<'f> {
    x: &'f Word,
    y: &'f Word,
}

/// One panel with what is drawn in it.
#[derive(Default)]
struct Drawing {
    layers: Layers,
    /// The first curve, by which differences are taken, and all of them with their looks.
    curves: Vec<(Vec<Point>, Item)>,
    units: Option<[String; 2]>,
}

impl FigureFile {
    /// Draws it from a record of its cases.
    ///
    /// # Errors
    /// At the place of what the record does not have, with what it has.
    pub fn draw<'a>(&'a self, record: &'a Record, name: &str) -> Result<Published<'a>, Error> {
        let (x, residual, curves) = match &self.source {
            Source::Curves { x, residual, curves } => (x, *residual, curves),
            Source::Series { name: series, select } => return self.series_of(record, name, (series, select)),
        };
        let first = self.panels.first().and_then(|panel| panel.y.as_ref());
        let Some(first) = first else { return Err(Diagnostic::new("there is nothing to draw").at(&x.origin).into()) };
        let mut table = Table::of(["case", "scene", "by", "curve", last(&x.text), &first.text, "uncertainty"]);
        let (mut panels, mut legend, mut cases) = (Vec::new(), Vec::new(), Vec::<&CaseRecord>::new());
        let mut spans: Vec<((f64, f64), String)> = Vec::new();
        for (at, style) in self.panels.iter().enumerate() {
            let Some(y) = &style.y else { continue };
            let mut drawing = Drawing::default();
            for wanted in curves.iter().filter(|curve| curve.is_in(at, &y.text)) {
                let series = self.series(Axes { x, y }, record, wanted)?;
                self.put(&mut drawing, &series, wanted);
                let label = drawing.layers.legend.last().map(|entry| entry.label.plain()).unwrap_or_default();
                let case = series.case.map_or("", |case| &case.name);
                for ((x, y, uncertainty), scene) in series.points.iter().zip(series.scenes.iter().cycle()) {
                    table.row(cells![case, *scene, series.by, &label, *x, *y, *uncertainty]);
                }
                cases.extend(series.case.filter(|own| !cases.iter().any(|known| known.name == own.name)));
                drawing.units.get_or_insert(series.units);
            }
            let Some(((x_range, y_range), [x_unit, y_unit])) = ranges(&drawing.layers.items).zip(drawing.units.take())
            else {
                continue;
            };
            spans.push((x_range, x_unit));
            let below = residual.then(|| drawing.differences(y, &y_unit)).flatten();
            legend
                .extend(drawing.layers.legend.into_iter().filter(|entry| !legend.contains(entry)).collect::<Vec<_>>());
            let axis = Axis::linear(self.ordinate(y, &y_unit), y_range).styled(&style.axis);
            panels.push(Panel { y: axis, weight: style.weight.unwrap_or(1.0), items: drawing.layers.items });
            panels.extend(below);
        }
        let Some((from, unit)) = spans.iter().map(|(span, unit)| (span.0, unit)).min_by(|a, b| a.0.total_cmp(&b.0))
        else {
            return Err(Diagnostic::new("there is nothing to draw").at(&first.origin).into());
        };
        let to = spans.iter().map(|(span, _)| span.1).fold(from, f64::max);
        let (x_name, x_symbol) = match symbol(&x.text) {
            Some(symbol) => (x.text.clone(), symbol),
            None => parameter(&x.text),
        };
        let title = self.title.clone().unwrap_or_else(|| format!("{} against {x_name}", first.text).replace('_', " "));
        let quantity = Quantity { name: &x_name, symbol: x_symbol, unit };
        let height = 400 + 600 * panels.len() as u32;
        let figure = Figure::new(&title, legend, Axis::fitting(quantity, (from, to), 1.5), panels, height);
        let drawn = Drawn { figure: self.styled(figure), table };
        Ok(Published { name: name.to_string(), title, drawn, cases })
    }

    /// The figure of a series, in the style of the file: the first of several.
    fn series_of<'a>(
        &self,
        record: &'a Record,
        name: &str,
        (series, select): (&Word, &Select),
    ) -> Result<Published<'a>, Error> {
        let drawn = all_cases::drawn(record, &series.text, select).into_iter().next();
        let Some(mut found) = drawn.map(Drawn::from) else {
            let error = Diagnostic::new(format!("these cases do not have what the series `{}` needs", series.text));
            let help = "name cases, those of DEM codes too:  --cases cases/normal cases/engines      or a report:  --reports DIR";
            return Err(error.at(&series.origin).help(help).into());
        };
        found.figure = self.styled(found.figure);
        if let Some(title) = &self.title {
            found.figure.title.clone_from(title);
        }
        let cases = cases_of(record, &found);
        let title = self.title.clone().unwrap_or_else(|| found.figure.title.clone());
        Ok(Published { name: name.to_string(), title, drawn: found, cases })
    }

    /// Adds a curve to a panel, in its own look or the one that is asked for.
    fn put(&self, drawing: &mut Drawing, series: &Series<'_>, wanted: &FigureLine) {
        let (mut entry, items) = series.drawn(&drawing.layers.legend, &wanted.look);
        if let Some(label) = &wanted.label {
            entry.label = Label::text(label);
        } else if let CurveSource::Case { scene: Some(scene), .. } = &wanted.from
            && self.has_several(wanted)
        {
            entry.label = Label::text(format!("{}, {}", entry.label.plain(), scene_label(&scene.text).plain()));
        } else if drawing.layers.legend.iter().any(|known| known.label == entry.label) {
            let case = series.case.map_or("", |case| maker_name(&case.name));
            entry.label = Label::text(format!("{}, {case}", entry.label.plain()));
        }
        drawing.curves.extend(items.first().map(|item| (series.points.clone(), item.clone())));
        drawing.layers.legend.push(entry);
        drawing.layers.items.extend(items);
    }

    fn ordinate<'w>(&self, y: &'w Word, unit: &'w str) -> Quantity<'w> {
        let observed = Observable::from_word(&y.text).map(Observable::symbol);
        let own = if self.is_sweep() { observed } else { symbol(&y.text) };
        Quantity { name: &y.text, symbol: own.unwrap_or_default(), unit }
    }

    /// Whether another curve is of the same case by the same maker.
    fn has_several(&self, wanted: &FigureLine) -> bool {
        let of = |line: &FigureLine| match &line.from {
            CurveSource::Case { case, by, .. } => Some((case.text.clone(), by.text.clone())),
            CurveSource::Data(_) => None,
        };
        self.curves().iter().filter(|other| of(other).is_some() && of(other) == of(wanted)).count() > 1
    }

    fn series<'a>(
        &'a self,
        axes: Axes<'_>,
        record: &'a Record,
        wanted: &'a FigureLine,
    ) -> Result<Series<'a>, Diagnostic> {
        let (case, by, scene) = match &wanted.from {
            CurveSource::Case { case, by, scene } => (case, by, scene.as_ref()),
            CurveSource::Data(table) => {
                let read = table.points(&axes.x.text, &axes.y.text);
                let (points, units) = read.map_err(|message| Diagnostic::new(message).at(&axes.y.origin))?;
                let (law, variant, scenes) = (None, "", vec![""]);
                let (by, maker, units) = (table.file.as_str(), Maker::Data, units.map(str::to_string));
                return Ok(Series { case: None, by, maker, law, points, scenes, units, variant });
            }
        };
        let asked = case.text.trim_end_matches('/');
        let is = |case: &&CaseRecord| case.name == asked || case.file == asked;
        let Some(found) = record.cases.iter().find(is) else {
            let known: Vec<&str> = record.cases.iter().map(|case| case.name.as_str()).take(12).collect();
            return Err(wrong(case, format!("there is no case `{asked}`"), &known));
        };
        let line = Line { case, by, scene };
        let series = if self.is_sweep() { line.swept(axes, found) } else { line.course(axes, found) }?;
        if series.points.is_empty() {
            return Err(wrong(by, format!("`{}` has no value of `{}`", by.text, axes.y.text), &[]));
        }
        Ok(series)
    }
}

impl Drawing {
    /// A panel of the differences of all curves from the first, where both are.
    fn differences(&self, y: &Word, unit: &str) -> Option<Panel> {
        let ((first, _), others) = self.curves.split_first()?;
        let mut line: Vec<(f64, f64)> = first.iter().map(|point| (point.0, point.1)).collect();
        line.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut items = vec![Item::Level { value: 0.0, colour: QUIET }];
        for (points, item) in others {
            let off = points.iter().filter_map(|&(x, y, sigma)| Some((x, y - interpolated(&line, x)?, sigma)));
            items.push(match item {
                Item::Line { stroke, .. } => {
                    Item::Line { points: off.map(|(x, y, _)| (x, y)).collect(), stroke: *stroke }
                }
                Item::Points { dot, .. } => Item::Points { points: off.collect(), dot: *dot },
                _ => continue,
            });
        }
        let (_, (low, high)) = ranges(&items)?;
        let symbol = format!("Δ{}", Observable::from_word(&y.text).map_or("", Observable::symbol));
        let far = low.abs().max(high.abs());
        let quantity = Quantity { name: "difference", symbol: &symbol, unit };
        Some(Panel { y: Axis::linear(quantity, (-far, far)), weight: 0.5, items })
    }
}

/// A curve of a case, as the file names it.
struct Line<'f> {
    case: &'f Word,
    by: &'f Word,
    scene: Option<&'f Word>,
}

impl Line<'_> {
    /// An observable over a swept value.
    fn swept<'a>(&self, axes: Axes<'_>, case: &'a CaseRecord) -> Result<Series<'a>, Diagnostic> {
        if !case.swept.contains(&axes.x.text) {
            let swept: Vec<&str> = case.swept.iter().map(String::as_str).collect();
            return Err(wrong(axes.x, format!("`{}` is not swept in {}", axes.x.text, case.name), &swept));
        }
        let seen: Vec<(&str, Maker)> =
            case.observations().filter(|o| o.observable == axes.y.text).map(|o| (o.by, o.maker)).collect();
        let (by, maker) = chosen(self.by, case, &axes.y.text, seen)?;
        let values = ObservationIndex::of(case, &axes.y.text);
        let scenes = case.scenes.iter().filter(|s| self.scene.is_none_or(|part| s.name.contains(&part.text)));
        let of = |scene: &'a crate::bench::record::SceneRecord| {
            let parameter = scene.parameter(&axes.x.text)?;
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
            return Err(several(self, case, &names));
        }
        let scenes = found.iter().map(|(scene, ..)| scene.name.as_str()).collect();
        Ok(Series {
            case: Some(case),
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
    fn course<'a>(&self, axes: Axes<'_>, case: &'a CaseRecord) -> Result<Series<'a>, Diagnostic> {
        let words = [axes.x.text.as_str(), axes.y.text.as_str()];
        let has = |curve: &&'a crate::bench::record::Curve| words.iter().all(|word| curve.column(word).is_some());
        let seen = case.curves.iter().filter(has).map(|curve| (curve.by.as_str(), curve.maker)).collect();
        let (by, maker) = chosen(self.by, case, &words.join("` and `"), seen)?;
        let meant = |name: &str| self.scene.is_none_or(|part| name.contains(&part.text));
        let all: Vec<_> = case.curves.iter().filter(has).filter(|c| c.by == by && meant(&c.scene)).collect();
        let Some(first) = all.first().copied() else {
            // A record has the trajectories of some scenes; what is computed has that of every scene.
            let all = case.scenes.iter().map(|scene| scene.name.as_str());
            let kept = distinct(case.curves.iter().map(|curve| curve.scene.as_str()));
            let scenes = if all.clone().any(meant) { kept } else { all.take(6).collect() };
            let place = self.scene.unwrap_or(self.by);
            return Err(wrong(place, format!("{} has no trajectory of such a scene", case.name), &scenes));
        };
        let mut names: Vec<&str> = all.iter().map(|curve| curve.scene.as_str()).collect();
        names.dedup();
        if names.len() > 1 {
            return Err(several(self, case, &names));
        }
        let curve = solved(case, &first.scene, &words).into_iter().find(|curve| curve.by == by).unwrap_or(first);
        let scene = case.scenes.iter().find(|scene| scene.name == curve.scene);
        let unit = |word: &str| {
            let at = curve.columns.iter().position(|column| column == word);
            at.and_then(|at| curve.units.get(at)).cloned().unwrap_or_default()
        };
        let law = scene.and_then(|scene| Law::of(scene, by));
        let (points, units) = (measured(curve, words[0], words[1]), words.map(unit));
        Ok(Series {
            case: Some(case),
            by,
            maker,
            law,
            points,
            scenes: vec![&curve.scene],
            units,
            variant: &curve.variant,
        })
    }
}

impl Series<'_> {
    /// In the look of what made it, as far as no other is asked for; a second curve of the same look is dashed in another
    /// way.
    fn drawn(&self, legend: &[Entry], asked: &CurveStyle) -> (Entry, Vec<Item>) {
        let (name, usual, dot) = self.usual();
        let taken = |stroke: Stroke| {
            let same = |known: Stroke| (known.colour, known.dash) == (stroke.colour, stroke.dash);
            legend.iter().filter_map(|entry| entry.stroke).any(same)
        };
        let colour = asked.colour.or(usual.map(|stroke| stroke.colour)).or(dot.map(|dot| dot.colour)).unwrap_or(INK);
        let width = usual.map_or(5.0, |stroke| stroke.width);
        let stroke = match asked.dash {
            None => usual.map(|stroke| Stroke { colour, ..stroke }),
            Some(dash) => dash.map(|dash| Stroke { colour, width, dash }),
        };
        let stroke = stroke.map(|stroke| match asked.dash.is_none() && taken(stroke) {
            true => {
                Stroke { dash: again().find(|dash| !taken(Stroke { dash, ..stroke })).unwrap_or(stroke.dash), ..stroke }
            }
            false => stroke,
        });
        let dot = asked.dot(dot, colour);
        let line = |stroke| Item::Line { points: self.points.iter().map(|&(x, y, _)| (x, y)).collect(), stroke };
        let points = |dot| Item::Points { points: self.points.clone(), dot };
        let items = stroke.map(line).into_iter().chain(dot.map(points)).collect();
        (Entry::new(name, stroke, dot), items)
    }

    /// Name, line and points where nothing else is asked for.
    fn usual(&self) -> (String, Option<Stroke>, Option<Dot>) {
        let Some(case) = self.case else {
            let dot = Dot { shape: MEASURED, colour: INK, size: 10.0, filled: false };
            return (maker_name(self.by).trim_end_matches(".csv").to_string(), None, Some(dot));
        };
        if self.maker == Maker::Data {
            let (dot, name) = data_dot(case, self.by);
            return (name, None, Some(dot));
        }
        let own = look(self.by);
        let stroke = Stroke { colour: own.colour, width: 5.0, dash: own.dash };
        let named = self.law.map(|law| (law.word().to_string(), law.stroke()));
        let (name, stroke) = named.unwrap_or((solver_name(self.by, self.variant), stroke));
        (name, Some(stroke), None)
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

fn several(wanted: &Line<'_>, case: &CaseRecord, names: &[&str]) -> Diagnostic {
    let place = wanted.scene.unwrap_or(wanted.case);
    let shown: Vec<&str> = names.iter().copied().take(6).collect();
    wrong(place, format!("{} has several scenes here", case.name), &shown)
        .help("choose by a part of the name:  scene = \"...\"")
}

fn wrong(word: &Word, message: String, known: &[&str]) -> Diagnostic {
    let error = Diagnostic::new(message).at(&word.origin);
    if known.is_empty() { error } else { error.help(format!("there are: {}", known.join("; "))) }
}
