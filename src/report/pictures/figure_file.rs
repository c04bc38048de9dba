//! Reads figure files: `[figure]` with its style, `[[panel]]`s, and a `[[curve]]` for each line or set of points; or the name of
//! a series of numbers over several cases, and which of the cases are meant.

use std::path::Path;
use std::sync::Arc;

use plotters::style::RGBColor;
use toml::de::DeValue;

use crate::case::reader::{Node, Reader, Table, kind, parse, quoted, suggestion};
use crate::case::{Case, Word};
use crate::collide::observe::Observable;
use crate::data::Files;
use crate::error::{Diagnostic, Error, SourceFile};
use crate::keys::{Key, Keys, Takes};
use crate::limits::{ANY, Limits};
use crate::units::{self, Dimension};
use crate::words::worded;

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

worded! {
    /// Where the names of lines stand.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum LegendPlace {
        /// Inside the frame or above, as there is room.
        Free = "free",
        /// Beside the ends of lines.
        Ends = "ends",
        Above = "above",
    }
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

const LIMITS: Takes =
    Takes::Other("two numbers, or a text with one unit: `[0, 1]`, `\"0 60 deg\"`", r#"{"type": ["array", "string"]}"#);

const TITLE: Key =
    Key::new("title", Takes::Line, "what a page calls the figure").example("\"Rebound of an alumina sphere\"");
const SERIES: Key = Key::new("series", Takes::Line, "what is computed of all cases: `figure --list` has their names")
    .example("\"psi\"");
const KIND: Key = Key::new("kind", Takes::Word(&KINDS), "what is drawn: lines; with their differences from the first (`sweep`); a point a case; closed loops; error against step; a table of colours")
    .example("\"line\"");
const KINDS: [&str; 6] = ["line", "sweep", "strip", "loop", "order", "matrix"];
const X: Key = Key::new("x", Takes::Line, "a swept value with its table, or a column of trajectories")
    .example("\"impact.angle\"      # a swept value, or a column of trajectories");
const Y: Key = Key::new("y", Takes::Line, "an observable, or a column of trajectories")
    .example("\"tangential_restitution\"      # what was observed, or a column of trajectories");
const X_LABEL: Key = Key::new("x_label", Takes::Line, "what stands along the axis").example("\"angle of impact\"");
const Y_LABEL: Key = Key::new("y_label", Takes::Line, "what stands along the axis").example("\"slip after\"");
const X_LIMITS: Key = Key::new("x_limits", LIMITS, "the ends of the axis");
const Y_LIMITS: Key = Key::new("y_limits", LIMITS, "the ends of the axis");
const X_LOG: Key = Key::new("x_log", Takes::Flag, "whether the axis is one of decades");
const Y_LOG: Key = Key::new("y_log", Takes::Flag, "whether the axis is one of decades");
const WIDTH: Key =
    Key::new("width", Takes::Single(Dimension::Length, ANY.at_least(0.05).at_most(0.4)), "of the printed figure")
        .example("\"85 mm\"");
const HEIGHT: Key =
    Key::new("height", Takes::Single(Dimension::Length, ANY.at_least(0.03).at_most(0.4)), "of the printed figure")
        .example("\"60 mm\"");
const FONT: Key = Key::new("font", Takes::Word(&["sans"]), "DejaVu Sans, the one font that every file has in it")
    .example("\"sans\"")
    .meanings(&["write:  font = \"sans\"   for DejaVu Sans, the one font that every file has in it"]);
const FONT_SIZE: Key =
    Key::new("font_size", Takes::Setting(ANY.at_least(6.0).at_most(20.0)), "of the labels of axes, points");
const LEGEND: Key = Key::new(
    "legend",
    Takes::Word(LegendPlace::WORDS),
    "where the names of lines stand: where there is room, at the ends of the lines, or above",
)
.example("\"ends\"");
static FIGURE: Keys = Keys::new("[figure]", "a file of a figure, for `collisionbench figure FILE`").keys(&[
    TITLE, SERIES, KIND, X, Y, X_LABEL, Y_LABEL, X_LIMITS, Y_LIMITS, X_LOG, Y_LOG, WIDTH, HEIGHT, FONT, FONT_SIZE,
    LEGEND,
]);

const WEIGHT: Key =
    Key::new("weight", Takes::Setting(ANY.at_least(0.05).at_most(20.0)), "the share of the height of this panel");
static PANEL: Keys =
    Keys::new("[[panel]]", "a panel of a figure, below the first").keys(&[Y, Y_LABEL, Y_LIMITS, Y_LOG, WEIGHT]);

const CASE: Key = Key::new("case", Takes::Line, "the case whose numbers are drawn")
    .example("\"oblique/kharaz-kratos-memory-diagram\"");
const BY: Key = Key::new("by", Takes::Line, "a run, a theory or a dataset of that case")
    .example("\"reference\"      # a run, a theory or a dataset of the case");
const SCENE: Key =
    Key::new("scene", Takes::Line, "a part of the names of the scenes that are meant").example("\"restitution=0.7\"");
const DATA: Key = Key::new("data", Takes::Line, "a table of your own beside the file, in place of a case")
    .example("\"my.csv\"      # a table beside this file");
const X_COLUMN: Key = Key::new("x", Takes::Line, "a column of that table").example("\"angle\"");
const Y_COLUMN: Key = Key::new("y", Takes::Line, "a column of that table").example("\"angle\"");
const LABEL_OF: Key = Key::new("label", Takes::Line, "its name in the legend").example("\"total spring\"");
const COLOUR: Key = Key::new("colour", Takes::Line, "a name or `#d55e00`").example("\"vermilion\"");
const MARKER: Key =
    Key::new("marker", Takes::Word(&["circle", "square", "up", "diamond", "down", "none"]), "the shape of its points")
        .example("\"circle\"");
const LINE: Key =
    Key::new("line", Takes::Word(&["solid", "dashed", "dotted", "none"]), "how its line is drawn").example("\"solid\"");
const IN_PANEL: Key =
    Key::new("panel", Takes::Setting(Limits::whole(1.0, 100.0)), "the panel it is in, counted from 1");
static CURVE: Keys = Keys::new("[[curve]]", "a line, or a set of points, of a figure")
    .keys(&[CASE, BY, SCENE, DATA, X_COLUMN, Y_COLUMN, LABEL_OF, COLOUR, MARKER, LINE, IN_PANEL]);

const SWEPT: Key = Key::new("swept", Takes::Line, "a value that these cases sweep").example("\"impact.angle\"");
const OBSERVABLE: Key = Key::new("observable", Takes::Line, "what they observe").example("\"restitution\"");
const AGAINST: Key =
    Key::new("against", Takes::Line, "a theory or dataset they are held against").example("\"hertz-impact\"");
const COLUMN: Key = Key::new("column", Takes::Line, "a column of their trajectories").example("\"tangential_force\"");
static SELECT: Keys = Keys::new("[select]", "which cases the `series` of a figure means: what holds for all")
    .keys(&[SWEPT, OBSERVABLE, AGAINST, COLUMN]);

/// The tables of such a file.
pub static TABLES: [&Keys; 4] = [&FIGURE, &SELECT, &PANEL, &CURVE];

fn whole(reader: &mut Reader, root: &Table, files: &Files, known: &[SeriesName]) -> Option<FigureFile> {
    for node in root.nodes().iter().filter(|node| !["figure", "select", "panel", "curve"].contains(&node.key)) {
        let guess = suggestion(node.key, ["figure", "select", "panel", "curve"]);
        let help = "known here: figure, select, panel, curve";
        reader.wrong(&node.key_span, format!("unknown key {}{guess}", quoted(node.key)), &[help]);
    }
    let figure = root.require(reader, "figure", "{ x = \"impact.angle\", y = \"restitution\" }")?;
    let figure = figure.keyed(reader, "[figure]", &FIGURE)?;
    let title = figure.line(reader, &TITLE);
    let series = figure.word(reader, &SERIES);
    let first = panel(reader, &figure);
    let mut panels = vec![first];
    if let Some(more) = root.get("panel").and_then(|node| node.tables(reader, "[[panel]]  y = \"rebound_spin\"")) {
        for table in more {
            table.only(reader, &PANEL.names());
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
    let x_axis = axis(reader, &figure, [&X_LABEL, &X_LIMITS, &X_LOG]);
    let (width, style) = style(reader, &figure);
    let legend = figure.one_of(reader, &LEGEND, LegendPlace::from_word);
    Some(FigureFile { title, source: source?, panels, x_axis, width, style, legend })
}

/// What kind of figure it is; whether curves have their differences from the first below.
fn kind_of(reader: &mut Reader, figure: &Table, series: Option<&Word>, known: &[SeriesName]) -> bool {
    let of_kind = |word: &str| KINDS.into_iter().find(|kind| *kind == word);
    let Some(kind) = figure.one_of(reader, &KIND, of_kind) else { return false };
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

fn panel(reader: &mut Reader, table: &Table) -> PanelStyle {
    let (y, weight) = (table.word(reader, &Y), table.stated(reader, &WEIGHT));
    PanelStyle { y, axis: axis(reader, table, [&Y_LABEL, &Y_LIMITS, &Y_LOG]), weight }
}

fn axis(reader: &mut Reader, table: &Table, [label, limits, log]: [&Key; 3]) -> AxisStyle {
    let label = table.line(reader, label);
    let log = table.get(log.name).map(|node| node.boolean(reader));
    let node = table.get(limits.name);
    let limits = node.as_ref().and_then(|node| self::limits(reader, node));
    if let (Some(true), Some((low, _)), Some(node)) = (log, limits, node)
        && low <= 0.0
    {
        let help = format!("write:  {} = [0.01, 1]", node.key);
        node.refuse::<()>(reader, "an axis of decades begins above zero", &[&help]);
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
fn style(reader: &mut Reader, figure: &Table) -> (Option<f64>, Style) {
    let mut length = |key: &Key| {
        let Takes::Single(dimension, limits) = key.takes else { return None };
        let node = figure.get(key.name)?;
        let text = node.text(reader, key.example)?;
        let help = format!("write:  {} = {}", key.name, key.example);
        match units::parse(&text, dimension) {
            Ok(metres) if limits.hold(metres) => Some(1e3 * metres),
            Ok(_) => node.refuse(reader, format!("`{}` {}", key.name, limits.demand()), &[&help]),
            Err(error) => node.refuse(reader, error.to_string(), &[&help]),
        }
    };
    let (width, height) = (length(&WIDTH), length(&HEIGHT));
    figure.one_of(reader, &FONT, |word| (word == "sans").then_some(()));
    // Points of an em of the label of an axis.
    let usual = LABEL * super::drawing::POINTS;
    let size = figure.stated(reader, &FONT_SIZE);
    let scale = size.map_or(1.0, |size| size / usual);
    (width, Style { scale, height: height.map(layout::units), ..Style::default() })
}

fn series_of(reader: &mut Reader, root: &Table, figure: &Table, name: Word, known: &[SeriesName]) -> Option<Source> {
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
        table.only(reader, &SELECT.names());
        let [swept, observable, against, column] =
            [SWEPT, OBSERVABLE, AGAINST, COLUMN].map(|key| table.line(reader, &key));
        Select { swept, observable, against, column }
    });
    Some(Source::Series { name, select: select.unwrap_or_default() })
}

fn curves_of(
    reader: &mut Reader,
    root: &Table,
    (figure, panels): (&Table, &mut Vec<PanelStyle>),
    files: &Files,
    residual: bool,
) -> Option<Source> {
    root.bars(reader, "select", "`select` is for a `series`: a curve names its case", &[]);
    let x = figure.needs(reader, &X).and_then(|node| node.word(reader, X.example));
    if panels.iter().all(|panel| panel.y.is_none()) {
        figure.needs(reader, &Y);
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
        table.only(reader, &CURVE.names());
        let from = if table.has("data") { own_data(reader, &table, files) } else { of_case(reader, &table) };
        let label = table.line(reader, &LABEL_OF);
        let look = look(reader, &table);
        let panel = table.stated(reader, &IN_PANEL).map(|panel| panel as usize - 1);
        if let (Some(node), true) = (table.get(IN_PANEL.name), panel.is_some_and(|panel| panel >= panels)) {
            node.refuse::<()>(reader, format!("`panel` is from 1 to {panels}"), &["write:  panel = 1"]);
        }
        curves.extend(from.map(|from| FigureLine { from, label, look, panel }));
    }
    curves
}

fn of_case(reader: &mut Reader, table: &Table) -> Option<CurveSource> {
    for key in ["x", "y"] {
        table.bars(reader, key, format!("`{key}` names a column of the table `data`"), &[]);
    }
    let [case, by] = [CASE, BY].map(|key| table.needs(reader, &key)?.word(reader, key.example));
    let scene = table.word(reader, &SCENE);
    Some(CurveSource::Case { case: case?, by: by?, scene })
}

/// The table of a curve, which is read at once: its mistakes have places of their own.
fn own_data(reader: &mut Reader, table: &Table, files: &Files) -> Option<CurveSource> {
    for key in ["case", "by", "scene"] {
        table.bars(reader, key, format!("a curve of a table has no `{key}`"), &[]);
    }
    let node = table.get(DATA.name)?;
    let name = node.word(reader, DATA.example)?;
    let columns = [X_COLUMN, Y_COLUMN].map(|key| table.word(reader, &key));
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

fn look(reader: &mut Reader, table: &Table) -> CurveStyle {
    let colour = table.get("colour").and_then(|node| {
        let word = node.text(reader, "\"vermilion\"")?;
        named_colour(&word).or_else(|| {
            let names: Vec<&str> = super::style::COLOURS.iter().map(|(name, _)| *name).collect();
            let guess = suggestion(&word, names.iter().copied());
            let help = format!("there are: {}; or write it as  colour = \"#d55e00\"", names.join(", "));
            node.refuse(reader, format!("there is no colour {}{guess}", quoted(&word)), &[&help])
        })
    });
    CurveStyle { colour, marker: table.one_of(reader, &MARKER, shape), dash: table.one_of(reader, &LINE, pattern) }
}

fn shape(word: &str) -> Option<Option<Marker>> {
    match word {
        "circle" => Some(Some(Marker::Circle)),
        "square" => Some(Some(Marker::Square)),
        "up" => Some(Some(Marker::Up)),
        "diamond" => Some(Some(Marker::Diamond)),
        "down" => Some(Some(Marker::Down)),
        "none" => Some(None),
        _ => None,
    }
}

fn pattern(word: &str) -> Option<Option<Dash>> {
    match word {
        "solid" => Some(Some(SOLID)),
        "dashed" => Some(Some(DASHED)),
        "dotted" => Some(Some(DOTTED)),
        "none" => Some(None),
        _ => None,
    }
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
