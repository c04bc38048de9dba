//! Reads figure files: `[figure]` with its style, `[[panel]]`s, and a `[[curve]]` for each line or set of points; or the name of
//! a series of numbers over several cases, and which of the cases are meant.

use std::path::Path;
use std::sync::Arc;

use plotters::style::RGBColor;
use toml::de::DeValue;

use crate::case::reader::{Node, Reader, Table as Keys, kind, parse, quoted, suggestion};
use crate::case::{Case, Word};
use crate::collide::observe::Observable;
use crate::data::Files;
use crate::error::{Diagnostic, Error, SourceFile};
use crate::units::{self, Dimension};

use super::axis::AxisStyle;
use super::figure::{Dot, Figure, Style};
use super::layout;
use super::own_data::OwnTable;
use super::place::LABEL;
use super::series::COLUMNS;
use super::style::{DASHED, DOTTED, Dash, Marker, SOLID, named_colour};

/// Largest figure file that is read, bytes.
const LARGEST: u64 = 1 << 20;

const EXAMPLE: &str =
    "[[curve]]\n        case = \"oblique/kharaz-kratos-memory-diagram\"\n        by   = \"reference\"";

/// The contents of a figure file.
#[derive(Debug, Clone)]
pub struct FigureFile {
    pub title: Option<String>,
    pub source: Source,
    /// The first, and what further panels show.
    pub panels: Vec<PanelStyle>,
    pub x_axis: AxisStyle,
    /// Millimetres.
    pub width: Option<f64>,
    pub style: Style,
    legend: Option<LegendPlace>,
}

/// Where the numbers come from.
#[derive(Debug, Clone)]
pub enum Source {
    /// Curves that are named one by one, over an abscissa.
    Curves { x: Word, residual: bool, curves: Vec<FigureLine> },
    /// What is computed from all cases that are meant.
    Series { name: Word, select: Select },
}

/// A series of numbers over several cases, and the kind of figure they make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeriesName {
    pub name: &'static str,
    pub kind: &'static str,
}

/// Which cases are meant: what holds for all of these.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Select {
    /// A value that is swept.
    pub swept: Option<String>,
    /// What is observed.
    pub observable: Option<String>,
    /// A theory or dataset that numbers are held against.
    pub against: Option<String>,
    /// A column of trajectories.
    pub column: Option<String>,
}

/// One panel: what is drawn up it, its axis, and its share of the height.
#[derive(Debug, Clone, Default)]
pub struct PanelStyle {
    pub y: Option<Word>,
    pub axis: AxisStyle,
    pub weight: Option<f64>,
}

/// One line, or one set of points.
#[derive(Debug, Clone)]
pub struct FigureLine {
    pub from: CurveSource,
    /// In the legend.
    pub label: Option<String>,
    pub look: CurveStyle,
    /// The panel, counted from 0; all of them where none is named.
    pub panel: Option<usize>,
}

impl FigureLine {
    /// Whether it is drawn in a panel of this ordinate: the one it names, or all that have its numbers.
    pub fn is_in(&self, at: usize, y: &str) -> bool {
        match (self.panel, &self.from) {
            (Some(panel), _) => panel == at,
            (None, CurveSource::Data(table)) => at == 0 || table.has(y),
            (None, CurveSource::Case { .. }) => true,
        }
    }
}

/// Whose numbers a curve has.
#[derive(Debug, Clone)]
pub enum CurveSource {
    /// A run, a theory or a dataset, which may be named by the last part of its path, and part of the name of the scenes that
    /// are meant.
    Case { case: Word, by: Word, scene: Option<Word> },
    /// A table of the user's own.
    Data(OwnTable),
}

/// What a curve looks like, where that is not as usual. `None` inside: no line, no points.
#[derive(Debug, Clone, Copy, Default)]
pub struct CurveStyle {
    pub colour: Option<RGBColor>,
    pub marker: Option<Option<Marker>>,
    pub dash: Option<Option<Dash>>,
}

/// Where the names of lines stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LegendPlace {
    /// Inside the frame or above, as there is room.
    Free,
    /// Beside the ends of lines.
    Ends,
    Above,
}

impl FigureFile {
    /// Whether it is over what was swept, not along a trajectory.
    pub fn is_sweep(&self) -> bool {
        matches!(&self.source, Source::Curves { x, .. } if x.text.contains('.'))
    }

    /// The curves, where they are named.
    pub fn curves(&self) -> &[FigureLine] {
        if let Source::Curves { curves, .. } = &self.source { curves } else { &[] }
    }

    /// The cases that curves name.
    pub fn cases(&self) -> impl Iterator<Item = &Word> {
        self.curves().iter().filter_map(|curve| match &curve.from {
            CurveSource::Case { case, .. } => Some(case),
            CurveSource::Data(_) => None,
        })
    }

    /// The scenes of a case whose trajectories it names.
    pub fn scenes(&self, case: &Case) -> Vec<usize> {
        let parts = self.curves().iter().filter_map(|curve| match &curve.from {
            CurveSource::Case { case: asked, scene: Some(scene), .. }
                if [&case.name, &case.file.name].contains(&&asked.text) =>
            {
                Some(scene)
            }
            _ => None,
        });
        let parts: Vec<&Word> = parts.filter(|_| !self.is_sweep()).collect();
        let meant = |at: &usize| parts.iter().any(|part| case.scenes[*at].name.contains(&part.text));
        (0..case.scenes.len()).filter(meant).collect()
    }

    /// A figure in the style of the file.
    #[must_use]
    pub fn styled(&self, mut figure: Figure) -> Figure {
        figure.x = figure.x.styled(&self.x_axis);
        // Panels of curves have theirs, and panels of differences between them.
        let styles = if self.curves().is_empty() { &self.panels[..] } else { &[] };
        for (panel, style) in figure.panels.iter_mut().zip(styles) {
            panel.y = panel.y.clone().styled(&style.axis);
            panel.weight = style.weight.unwrap_or(panel.weight);
        }
        let ends = self.legend.map_or(figure.style.ends, |place| place == LegendPlace::Ends);
        let above = self.legend == Some(LegendPlace::Above);
        figure.style = Style { ends, above, named: figure.style.named, ..self.style };
        figure
    }
}

/// Whether a file is one of these and no case.
pub fn is_one(path: &Path) -> bool {
    let begins = |line: &str| line.trim_start().starts_with("[figure") || line.trim_start().starts_with("[[curve");
    std::fs::read_to_string(path).is_ok_and(|text| text.lines().any(begins))
}

/// Reads the file of that name, and the tables beside it that it names.
///
/// # Errors
/// Everything that is wrong with it.
pub fn file(path: &Path, series: &[SeriesName]) -> Result<FigureFile, Error> {
    let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let files = Files::Folder(folder);
    let mut source = files.text(&name, LARGEST)?;
    source.name = path.display().to_string();
    read(&Arc::new(source), &files, series)
}

/// Reads the text of such a file; its tables are among `files`, and its series one of these.
///
/// # Errors
/// Everything that is wrong with it, each with its place and what to write instead.
pub fn read(file: &Arc<SourceFile>, files: &Files, series: &[SeriesName]) -> Result<FigureFile, Error> {
    let mut reader = Reader::new(file, files);
    let found = parse(&mut reader).and_then(|root| whole(&mut reader, &root, files, series));
    reader.finish()?;
    found.ok_or_else(|| Error::wrong(format!("{} is no figure", file.name)))
}

const FIGURE: [&str; 16] = [
    "title",
    "series",
    "kind",
    "x",
    "y",
    "x_label",
    "y_label",
    "x_limits",
    "y_limits",
    "x_log",
    "y_log",
    "width",
    "height",
    "font",
    "font_size",
    "legend",
];
const PANEL: [&str; 5] = ["y", "y_label", "y_limits", "y_log", "weight"];
const CURVE: [&str; 11] = ["case", "by", "scene", "data", "x", "y", "label", "colour", "marker", "line", "panel"];
const SELECT: [&str; 4] = ["swept", "observable", "against", "column"];

fn whole(reader: &mut Reader, root: &Keys, files: &Files, known: &[SeriesName]) -> Option<FigureFile> {
    only(reader, root, &["figure", "select", "panel", "curve"]);
    let figure = root.require(reader, "figure", "{ x = \"impact.angle\", y = \"restitution\" }")?;
    let figure = figure.table(reader, "[figure]")?;
    only(reader, &figure, &FIGURE);
    let title = figure.get("title").and_then(|node| node.text(reader, "\"Rebound of an alumina sphere\""));
    let series = figure.get("series").and_then(|node| node.word(reader, "\"psi\""));
    let first = panel(reader, &figure);
    let mut panels = vec![first];
    if let Some(more) = root.get("panel").and_then(|node| node.tables(reader, "[[panel]]  y = \"rebound_spin\"")) {
        for table in more {
            only(reader, &table, &PANEL);
            panels.push(panel(reader, &table));
        }
        if panels[0].y.is_none() && series.is_none() && panels.len() > 1 {
            panels.remove(0);
        }
    }
    let residual = kind_of(reader, &figure, series.as_ref(), known);
    let source = match series {
        Some(name) => series_of(reader, root, &figure, name, known),
        None => curves_of(reader, root, (&figure, &mut panels), files, residual),
    };
    let x_axis = axis(reader, &figure, "x");
    let (width, style) = style(reader, &figure);
    let legend = choice(
        reader,
        &figure,
        "legend",
        &[("free", LegendPlace::Free), ("ends", LegendPlace::Ends), ("above", LegendPlace::Above)],
    );
    Some(FigureFile { title, source: source?, panels, x_axis, width, style, legend })
}

/// What kind of figure it is; whether curves have their differences from the first below.
fn kind_of(reader: &mut Reader, figure: &Keys, series: Option<&Word>, known: &[SeriesName]) -> bool {
    const KINDS: [&str; 6] = ["line", "sweep", "strip", "loop", "order", "matrix"];
    let kinds = KINDS.map(|kind| (kind, kind));
    let Some(kind) = choice(reader, figure, "kind", &kinds) else { return false };
    let node = figure.get("kind");
    let own = series.and_then(|series| known.iter().find(|known| known.name == series.text));
    match (own, node) {
        (Some(own), Some(node)) if own.kind != kind => {
            node.refuse::<()>(reader, format!("the series `{}` is of the kind `{}`", own.name, own.kind), &[]);
        }
        (None, Some(node)) if series.is_none() && !["line", "loop", "sweep"].contains(&kind) => {
            let help =
                "curves are lines:  kind = \"line\", or with their differences from the first:  kind = \"sweep\"";
            node.refuse::<()>(reader, format!("curves are no {kind}"), &[help]);
        }
        _ => {}
    }
    kind == "sweep"
}

/// One of several words, and what it means.
fn choice<T: Copy>(reader: &mut Reader, table: &Keys, key: &str, choices: &[(&str, T)]) -> Option<T> {
    let node = table.get(key)?;
    let word = node.text(reader, &format!("\"{}\"", choices.first()?.0))?;
    let found = choices.iter().find(|(known, _)| *known == word);
    if found.is_none() {
        let known: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
        let guess = suggestion(&word, known.iter().copied());
        let help = format!("there are: {}", known.join(", "));
        node.refuse::<()>(reader, format!("{} is no `{key}` of a figure{guess}", quoted(&word)), &[&help]);
    }
    found.map(|(_, value)| *value)
}

fn only(reader: &mut Reader, table: &Keys, known: &[&str]) {
    for node in table.nodes().into_iter().filter(|node| !known.contains(&node.key)) {
        let guess = suggestion(node.key, known.iter().copied());
        let help = format!("known here: {}", known.join(", "));
        reader.wrong(&node.key_span, format!("unknown key {}{guess}", quoted(node.key)), &[&help]);
    }
}

fn panel(reader: &mut Reader, table: &Keys) -> PanelStyle {
    let y = table.get("y").and_then(|node| node.word(reader, "\"tangential_restitution\""));
    let weight = table.get("weight").and_then(|node| number(reader, &node, (0.05, 20.0), "1.5"));
    PanelStyle { y, axis: axis(reader, table, "y"), weight }
}

fn axis(reader: &mut Reader, table: &Keys, of: &str) -> AxisStyle {
    let label = table.get(&format!("{of}_label")).and_then(|node| node.text(reader, "\"slip after\""));
    let log = table.get(&format!("{of}_log")).map(|node| node.boolean(reader));
    let limits = table.get(&format!("{of}_limits")).and_then(|node| limits(reader, &node));
    if let (Some(true), Some((low, _)), Some(node)) = (log, limits, table.get(&format!("{of}_limits")))
        && low <= 0.0
    {
        node.refuse::<()>(
            reader,
            "an axis of decades begins above zero",
            &[&format!("write:  {of}_limits = [0.01, 1]")],
        );
    }
    AxisStyle { label, limits, log }
}

/// A number without a unit.
fn plain(node: &Node) -> Option<f64> {
    match node.value.get_ref() {
        DeValue::Float(float) => float.as_str().parse().ok(),
        DeValue::Integer(integer) => integer.as_str().parse().ok(),
        _ => None,
    }
    .filter(|value: &f64| value.is_finite())
}

/// A number between two others.
fn number(reader: &mut Reader, node: &Node, (least, most): (f64, f64), example: &str) -> Option<f64> {
    let help = format!("write:  {} = {example}", node.key);
    let Some(value) = plain(node) else { return node.should_be(reader, "a number", &[&help]) };
    if (least..=most).contains(&value) {
        return Some(value);
    }
    node.refuse(reader, format!("{} is from {least} to {most}", quoted(node.key)), &[&help])
}

/// `[0, 1]`, or with a unit `"0 60 deg"`; SI.
fn limits(reader: &mut Reader, node: &Node) -> Option<(f64, f64)> {
    let help = [format!("write:  {0} = [0, 1]   or with a unit:  {0} = \"0 60 deg\"", node.key)];
    let help: Vec<&str> = help.iter().map(String::as_str).collect();
    let ends: Option<Vec<f64>> = match node.value.get_ref() {
        DeValue::Array(items) => items.iter().map(|item| plain(&node.item(item))).collect(),
        DeValue::String(text) => {
            let words: Vec<&str> = text.split_whitespace().collect();
            let unit = words.last().copied().unwrap_or_default();
            let of_unit = |d: &&Dimension| units::in_unit("1", unit, **d).is_ok();
            units::MEASURED.iter().find(of_unit).and_then(|dimension| {
                let listed = units::parse_list(text, *dimension).ok()?;
                Some(listed.into_iter().map(|(value, _)| value).collect())
            })
        }
        _ => None,
    };
    match ends.as_deref() {
        Some([low, high]) if low < high => Some((*low, *high)),
        Some([_, _]) => node.refuse(reader, "the first limit is below the second", &help),
        _ => node.refuse(
            reader,
            format!("{} is two numbers, with one unit where they have one", quoted(node.key)),
            &help,
        ),
    }
}

/// Width in millimetres, and how the figure is set.
fn style(reader: &mut Reader, figure: &Keys) -> (Option<f64>, Style) {
    let mut length = |key: &str, (least, most): (f64, f64)| {
        let node = figure.get(key)?;
        let text = node.text(reader, "\"85 mm\"")?;
        let help = format!("write:  {key} = \"85 mm\"");
        match units::parse(&text, Dimension::Length) {
            Ok(metres) if (least..=most).contains(&(1e3 * metres)) => Some(1e3 * metres),
            Ok(_) => node.refuse(reader, format!("`{key}` is from {least} mm to {most} mm"), &[&help]),
            Err(error) => node.refuse(reader, error.to_string(), &[&help]),
        }
    };
    let (width, height) = (length("width", (50.0, 400.0)), length("height", (30.0, 400.0)));
    if let Some(node) = figure.get("font")
        && node.text(reader, "\"sans\"").is_some_and(|font| font != "sans")
    {
        let help = "write:  font = \"sans\"   for DejaVu Sans, the one font that every file has in it";
        node.refuse::<()>(reader, "there is no such font", &[help]);
    }
    // Points of an em of the label of an axis.
    let usual = LABEL * super::drawing::POINTS;
    let size = figure.get("font_size").and_then(|node| number(reader, &node, (6.0, 20.0), "9"));
    let scale = size.map_or(1.0, |size| size / usual);
    (width, Style { scale, height: height.map(layout::units), ..Style::default() })
}

fn series_of(reader: &mut Reader, root: &Keys, figure: &Keys, name: Word, known: &[SeriesName]) -> Option<Source> {
    let known: Vec<&str> = known.iter().map(|series| series.name).collect();
    if !known.contains(&name.text.as_str()) {
        let guess = suggestion(&name.text, known.iter().copied());
        let message = format!("there is no series {}{guess}", quoted(&name.text));
        let help = format!("there are: {}", known.join(", "));
        reader.report(Diagnostic::new(message).at(&name.origin).help(help));
    }
    for key in ["x", "y"] {
        figure.bars(
            reader,
            key,
            format!("a series has its own `{key}`"),
            &[&format!("its name:  {key}_label = \"...\"")],
        );
    }
    root.bars(reader, "curve", "a figure has a `series` or curves, not both", &[]);
    let select = root.get("select").and_then(|node| node.table(reader, "[select]")).map(|table| {
        only(reader, &table, &SELECT);
        let mut word = |key: &str, example: &str| table.get(key).and_then(|node| node.text(reader, example));
        Select {
            swept: word("swept", "\"impact.angle\""),
            observable: word("observable", "\"restitution\""),
            against: word("against", "\"hertz-impact\""),
            column: word("column", "\"tangential_force\""),
        }
    });
    Some(Source::Series { name, select: select.unwrap_or_default() })
}

fn curves_of(
    reader: &mut Reader,
    root: &Keys,
    (figure, panels): (&Keys, &mut Vec<PanelStyle>),
    files: &Files,
    residual: bool,
) -> Option<Source> {
    root.bars(reader, "select", "`select` is for a `series`: a curve names its case", &[]);
    let x = figure.require(reader, "x", "\"impact.angle\"      # a swept value, or a column of trajectories");
    let x = x.and_then(|node| node.word(reader, "\"impact.angle\""));
    if panels.iter().all(|panel| panel.y.is_none()) {
        let example = "\"tangential_restitution\"      # what was observed, or a column of trajectories";
        figure.require(reader, "y", example);
    }
    let data_alone = root.get("curve").is_some_and(|node| match node.value.get_ref() {
        DeValue::Array(items) => {
            items.iter().all(|item| matches!(item.get_ref(), DeValue::Table(t) if t.contains_key("data")))
        }
        _ => false,
    });
    if let Some(x) = x.as_ref().filter(|_| !data_alone) {
        for panel in panels.iter() {
            known_axes(reader, x, panel.y.as_ref());
        }
    }
    let count = panels.len();
    let curves = match root.get("curve") {
        Some(node) => curves(reader, &node, files, count),
        None => {
            reader.absent("there is no curve", &[&format!("add:  {EXAMPLE}")]);
            Vec::new()
        }
    };
    if panels.iter().any(|panel| panel.y.is_none()) {
        return None;
    }
    Some(Source::Curves { x: x?, residual, curves })
}

fn known_axes(reader: &mut Reader, x: &Word, y: Option<&Word>) {
    let columns = COLUMNS.map(|(column, _)| column);
    let observables: Vec<&str> = Observable::ALL.iter().map(|observable| observable.word()).collect();
    // What is swept has the name of its table before it.
    let swept = x.text.contains('.');
    if !swept && !columns.contains(&x.text.as_str()) {
        let help = "a swept value is written with its table:  x = \"impact.angle\"";
        let guess = suggestion(&x.text, columns);
        let columns = format!("columns of trajectories: {}", columns.join(", "));
        let message = format!("{} is neither a swept value nor a column of trajectories{guess}", quoted(&x.text));
        reader.report(Diagnostic::new(message).at(&x.origin).help(help).help(columns));
        return;
    }
    let known = if swept { observables.as_slice() } else { columns.as_slice() };
    if let Some(y) = y.filter(|y| !known.contains(&y.text.as_str())) {
        let guess = suggestion(&y.text, known.iter().copied());
        let (what, help) = match swept {
            true => ("an observable", "`collisionbench list observables` prints them".to_string()),
            false => ("a column of trajectories", format!("over `{}` there are: {}", x.text, columns.join(", "))),
        };
        reader.report(Diagnostic::new(format!("{} is not {what}{guess}", quoted(&y.text))).at(&y.origin).help(help));
    }
}

fn curves(reader: &mut Reader, node: &Node, files: &Files, panels: usize) -> Vec<FigureLine> {
    let DeValue::Array(list) = node.value.get_ref() else {
        let message = format!("`curve` must be an array of tables, not {}", kind(node.value.get_ref()));
        reader.wrong(&node.span(), message, &[&format!("write:  {EXAMPLE}")]);
        return Vec::new();
    };
    let mut curves = Vec::new();
    for value in list.iter() {
        let item = Node { key: "curve", key_span: value.span(), value, path: "curve".to_string() };
        let Some(table) = item.table(reader, EXAMPLE) else { continue };
        only(reader, &table, &CURVE);
        let from = if table.has("data") { own_data(reader, &table, files) } else { of_case(reader, &table) };
        let label = table.get("label").and_then(|node| node.text(reader, "\"total spring\""));
        let look = look(reader, &table);
        let panel = table.get("panel").and_then(|node| {
            let most = panels as f64;
            number(reader, &node, (1.0, most), "1").map(|panel| panel as usize - 1)
        });
        curves.extend(from.map(|from| FigureLine { from, label, look, panel }));
    }
    curves
}

fn of_case(reader: &mut Reader, table: &Keys) -> Option<CurveSource> {
    for key in ["x", "y"] {
        table.bars(reader, key, format!("`{key}` names a column of the table `data`"), &[]);
    }
    let mut required = |key: &str, example: &str| {
        let node = table.require(reader, key, example)?;
        node.word(reader, example)
    };
    let case = required("case", "\"oblique/kharaz-kratos-memory-diagram\"");
    let by = required("by", "\"reference\"      # a run, a theory or a dataset of the case");
    let scene = table.get("scene").and_then(|node| node.word(reader, "\"restitution=0.7\""));
    Some(CurveSource::Case { case: case?, by: by?, scene })
}

/// The table of a curve, which is read at once: its mistakes have places of their own.
fn own_data(reader: &mut Reader, table: &Keys, files: &Files) -> Option<CurveSource> {
    for key in ["case", "by", "scene"] {
        table.bars(reader, key, format!("a curve of a table has no `{key}`"), &[]);
    }
    let node = table.get("data")?;
    let name = node.word(reader, "\"my.csv\"      # a table beside this file")?;
    let mut column = |key: &str| table.get(key).and_then(|node| node.word(reader, "\"angle\""));
    let columns = [column("x"), column("y")];
    match OwnTable::read(files, &name, columns) {
        Ok(table) => Some(CurveSource::Data(table)),
        Err(error) => {
            reader.unread(
                error,
                node.span(),
                &format!("the table {}", quoted(&name.text)),
                &["it lies beside this file"],
            );
            None
        }
    }
}

fn look(reader: &mut Reader, table: &Keys) -> CurveStyle {
    let colour = table.get("colour").and_then(|node| {
        let word = node.text(reader, "\"vermilion\"")?;
        named_colour(&word).or_else(|| {
            let names: Vec<&str> = super::style::COLOURS.iter().map(|(name, _)| *name).collect();
            let guess = suggestion(&word, names.iter().copied());
            let help = format!("there are: {}; or write it as  colour = \"#d55e00\"", names.join(", "));
            node.refuse(reader, format!("there is no colour {}{guess}", quoted(&word)), &[&help])
        })
    });
    const MARKERS: [(&str, Option<Marker>); 6] = [
        ("circle", Some(Marker::Circle)),
        ("square", Some(Marker::Square)),
        ("up", Some(Marker::Up)),
        ("diamond", Some(Marker::Diamond)),
        ("down", Some(Marker::Down)),
        ("none", None),
    ];
    const LINES: [(&str, Option<Dash>); 4] =
        [("solid", Some(SOLID)), ("dashed", Some(DASHED)), ("dotted", Some(DOTTED)), ("none", None)];
    let marker = choice(reader, table, "marker", &MARKERS);
    let dash = choice(reader, table, "line", &LINES);
    CurveStyle { colour, marker, dash }
}

impl CurveStyle {
    /// A dot of this shape and colour, where one is wanted.
    pub fn dot(&self, usual: Option<Dot>, colour: RGBColor) -> Option<Dot> {
        let made = |shape| Dot { shape, colour, size: 10.0, filled: true };
        match self.marker {
            None => usual.map(|dot| Dot { colour: self.colour.unwrap_or(dot.colour), ..dot }),
            Some(None) => None,
            Some(Some(shape)) => Some(Dot { shape, colour, ..usual.unwrap_or(made(shape)) }),
        }
    }
}
