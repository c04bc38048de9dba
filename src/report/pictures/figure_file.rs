//! Reads figure files: `[figure]`, and a `[[curve]]` for each line or set of points.

use std::path::Path;
use std::sync::Arc;

use toml::de::DeValue;

use crate::case::reader::{Node, Reader, Table as Keys, kind, parse, quoted, suggestion};
use crate::case::{Case, Word};
use crate::collide::observe::Observable;
use crate::data::Files;
use crate::error::{Diagnostic, Error, SourceFile};

use super::series::COLUMNS;

/// Largest figure file that is read, bytes.
const LARGEST: u64 = 1 << 20;

const EXAMPLE: &str =
    "[[curve]]\n        case = \"oblique/kharaz-kratos-memory-diagram\"\n        by   = \"reference\"";

/// The contents of a figure file.
#[derive(Debug, Clone)]
pub struct FigureFile {
    pub title: Option<String>,
    pub x: Word,
    pub y: Word,
    pub curves: Vec<FigureLine>,
}

/// One line, or one set of points.
#[derive(Debug, Clone)]
pub struct FigureLine {
    pub case: Word,
    /// A run, a theory or a dataset, which may be named by the last part of its path.
    pub by: Word,
    /// Part of the name of the scenes that are meant.
    pub scene: Option<Word>,
    /// In the legend.
    pub name: Option<String>,
}

impl FigureFile {
    /// Whether it is over what was swept, not along a trajectory.
    pub fn is_sweep(&self) -> bool {
        self.x.text.contains('.')
    }

    /// The scenes of a case whose trajectories it names.
    pub fn scenes(&self, case: &Case) -> Vec<usize> {
        let of = |curve: &&FigureLine| !self.is_sweep() && [&case.name, &case.file.name].contains(&&curve.case.text);
        let parts: Vec<&Word> = self.curves.iter().filter(of).filter_map(|curve| curve.scene.as_ref()).collect();
        let meant = |at: &usize| parts.iter().any(|part| case.scenes[*at].name.contains(&part.text));
        (0..case.scenes.len()).filter(meant).collect()
    }
}

/// Whether a file is one of these and no case.
pub fn is_one(path: &Path) -> bool {
    let begins = |line: &str| line.trim_start().starts_with("[figure") || line.trim_start().starts_with("[[curve");
    std::fs::read_to_string(path).is_ok_and(|text| text.lines().any(begins))
}

/// Reads the file of that name.
///
/// # Errors
/// Everything that is wrong with it.
pub fn file(path: &Path) -> Result<FigureFile, Error> {
    let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut source = Files::Folder(folder).text(&name, LARGEST)?;
    source.name = path.display().to_string();
    read(&Arc::new(source))
}

/// Reads the text of such a file.
///
/// # Errors
/// Everything that is wrong with it, each with its place and what to write instead.
pub fn read(file: &Arc<SourceFile>) -> Result<FigureFile, Error> {
    let mut reader = Reader::new(file, &Files::Embedded);
    let found = parse(&mut reader).and_then(|root| {
        only(&mut reader, &root, &["figure", "curve"]);
        let figure = root.require(&mut reader, "figure", "{ x = \"impact.angle\", y = \"restitution\" }");
        let figure = figure.and_then(|node| node.table(&mut reader, "[figure]"));
        let axes = figure.and_then(|figure| axes(&mut reader, &figure));
        let curves = match root.get("curve") {
            Some(node) => curves(&mut reader, &node),
            None => {
                reader.absent("there is no curve", &[&format!("add:  {EXAMPLE}")]);
                Vec::new()
            }
        };
        axes.map(|(title, x, y)| FigureFile { title, x, y, curves })
    });
    reader.finish()?;
    found.ok_or_else(|| Error::wrong(format!("{} is no figure", file.name)))
}

fn only(reader: &mut Reader, table: &Keys, known: &[&str]) {
    for node in table.nodes().into_iter().filter(|node| !known.contains(&node.key)) {
        let guess = suggestion(node.key, known.iter().copied());
        let help = format!("known here: {}", known.join(", "));
        reader.wrong(&node.key_span, format!("unknown key {}{guess}", quoted(node.key)), &[&help]);
    }
}

fn axes(reader: &mut Reader, figure: &Keys) -> Option<(Option<String>, Word, Word)> {
    only(reader, figure, &["title", "x", "y"]);
    let title = figure.get("title").and_then(|node| node.text(reader, "\"Rebound of an alumina sphere\""));
    let mut of = |key: &str, example: &str| {
        let node = figure.require(reader, key, example)?;
        node.word(reader, example)
    };
    let x = of("x", "\"impact.angle\"      # a swept value, or a column of trajectories");
    let y = of("y", "\"tangential_restitution\"      # what was observed, or a column of trajectories");
    let (x, y) = (x?, y?);
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
    }
    let known = if swept { observables.as_slice() } else { columns.as_slice() };
    if (swept || columns.contains(&x.text.as_str())) && !known.contains(&y.text.as_str()) {
        let guess = suggestion(&y.text, known.iter().copied());
        let (what, help) = match swept {
            true => ("an observable", "`collisionbench list observables` prints them".to_string()),
            false => ("a column of trajectories", format!("over `{}` there are: {}", x.text, columns.join(", "))),
        };
        reader.report(Diagnostic::new(format!("{} is not {what}{guess}", quoted(&y.text))).at(&y.origin).help(help));
    }
    Some((title, x, y))
}

fn curves(reader: &mut Reader, node: &Node) -> Vec<FigureLine> {
    let DeValue::Array(list) = node.value.get_ref() else {
        let message = format!("`curve` must be an array of tables, not {}", kind(node.value.get_ref()));
        reader.wrong(&node.span(), message, &[&format!("write:  {EXAMPLE}")]);
        return Vec::new();
    };
    let mut curves = Vec::new();
    for value in list.iter() {
        let item = Node { key: "curve", key_span: value.span(), value, path: "curve".to_string() };
        let Some(table) = item.table(reader, EXAMPLE) else { continue };
        only(reader, &table, &["case", "by", "scene", "name"]);
        let mut required = |key: &str, example: &str| {
            let node = table.require(reader, key, example)?;
            node.word(reader, example)
        };
        let case = required("case", "\"oblique/kharaz-kratos-memory-diagram\"");
        let by = required("by", "\"reference\"      # a run, a theory or a dataset of the case");
        let scene = table.get("scene").and_then(|node| node.word(reader, "\"restitution=0.7\""));
        let name = table.get("name").and_then(|node| node.text(reader, "\"total spring\""));
        curves.extend(case.zip(by).map(|(case, by)| FigureLine { case, by, scene, name }));
    }
    curves
}
