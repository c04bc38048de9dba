//! Splits a table into parts that are fitted separately: rows (`--group-by`, or `group_by` in a case) or columns (`--wide balls`).

use std::fmt::Write as _;
use std::path::Path;

use toml_edit::{Document, DocumentMut, Item, TomlError};

use super::Args;
use crate::case::Case;
use crate::data::Files;
use crate::data::measure::{BLOCK, Mapping, Measurements, Unread, Values, Wide, gather, is_rebound};
use crate::error::{Error, SourceFile, cut};

/// Most parts of a table.
const MOST: usize = 64;
/// Headers of a column that has a ball a row, or a block of rows.
const BALLS: [&str; 10] =
    ["ball", "kugel", "bille", "balle", "bola", "pelota", "palla", "sphere", "sample", "specimen"];

/// A part of a table.
pub(super) struct TablePart {
    /// `Ball = golf`
    pub about: String,
    /// What is added to the name of its case.
    pub name: String,
    pub mapping: Mapping,
}

pub(super) fn read(table: &Path, mapping: &Mapping) -> Result<Measurements, Error> {
    let folder = table.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    gather(&Files::Folder(folder.to_path_buf()), &file_name(table), mapping)
}

pub(super) fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The requested parts; empty for a table that is not split.
pub(super) fn of(args: &Args, table: &Path, mapping: &Mapping) -> Result<Vec<TablePart>, Error> {
    let mut parts = vec![];
    if args.wide.as_deref() == Some("balls") {
        // What each column is does not matter for its header.
        let all = read(table, &Mapping { wide: Some(Wide::Repeats), ..mapping.clone() })?;
        let rebounds = all.besides.read.into_iter().filter(|(_, words, _)| is_rebound(words));
        for (header, words, _) in rebounds {
            let mut mapping = mapping.clone();
            mapping.columns.push(("rebound".to_string(), header.clone()));
            let own = words.replace("rebound", "").replace("height", "");
            parts.push(TablePart { about: format!("rebound = {header}"), name: plain(own.trim()), mapping });
        }
    }
    // Blocks that the file names are groups, unless one was chosen.
    let chosen = || mapping.rows.iter().any(|(column, _)| column == BLOCK);
    let named = || -> Result<Option<String>, Error> {
        let found = read(table, mapping)?;
        Ok(found.besides.columns.into_iter().map(|column| column.header).find(|header| header == BLOCK))
    };
    let blocks = if parts.is_empty() && args.group_by.is_none() && !chosen() { named()? } else { None };
    let Some(column) = args.group_by.as_ref().or(blocks.as_ref()) else { return Ok(parts) };
    if !parts.is_empty() {
        return Err(Error::wrong("--group-by and --wide balls: a table has a row or a column for each ball, not both"));
    }
    for group in texts(&read(table, mapping)?, column)? {
        let mut mapping = mapping.clone();
        mapping.rows.push((column.clone(), group.clone()));
        parts.push(TablePart { about: format!("{column} = {group}"), name: plain(&group), mapping });
    }
    Ok(parts)
}

/// A text as part of the name of a file.
pub(super) fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect()
}

/// The texts of a column, each a group.
pub(super) fn texts(found: &Measurements, column: &str) -> Result<Vec<String>, Error> {
    let columns = &found.besides.columns;
    let Some(own) = columns.iter().find(|other| other.header == column) else {
        let names: Vec<&str> = columns.iter().map(|column| column.header.as_str()).collect();
        let message = format!("group_by: no column `{}` is left to group by", cut(column, 80));
        return Err(Error::with_help(message, format!("there is: {}", names.join(", "))));
    };
    let mut texts = match &own.values {
        Values::Texts { texts, .. } => Some(texts.clone()),
        Values::Numbers(numbers) => Some(numbers.iter().map(f64::to_string).collect()),
        Values::Many => None,
    };
    let mut seen = std::collections::BTreeSet::new();
    texts.iter_mut().for_each(|all| all.retain(|t| !t.is_empty() && t != "NaN" && seen.insert(t.clone())));
    texts
        .filter(|texts| texts.len() <= MOST)
        .ok_or_else(|| Error::wrong(format!("group_by: `{}` has more than {MOST} different texts", cut(column, 80))))
}

/// The column that names the balls.
pub(super) fn ball_column(found: &Measurements) -> Option<String> {
    let is_ball = |header: &str| BALLS.iter().any(|ball| header.to_lowercase().contains(ball));
    let texts = found.besides.columns.iter().filter(|column| matches!(column.values, Values::Texts { .. }));
    texts.map(|column| column.header.clone()).find(|header| is_ball(header))
}

/// A question about a table whose rows may belong to several balls, before it is fitted as one.
pub(super) fn question(found: &Measurements) -> String {
    let mut text = String::new();
    for Unread { header, values, .. } in &found.besides.columns {
        let Values::Texts { texts, of } = values else { continue };
        let filled: Vec<&str> = texts.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
        let is_ball = BALLS.iter().any(|ball| header.to_lowercase().contains(ball));
        let whole = filled.len() == texts.len() && filled.len() < of.iter().filter(|text| **text < texts.len()).count();
        if filled.len() > 1 && (is_ball || whole) {
            let _ = writeln!(
                text,
                "  question  column {header} has {} values, {}; all rows are fitted together as one ball. One case for each \
                 value: --group-by '{header}'. The rows of one value only: --where '{header}={}'",
                filled.len(),
                cut(&filled.join(", "), 80),
                filled[0]
            );
        }
    }
    text
}

/// The word of a case.
const GROUP_BY: &str = "group_by";

/// The case of each group, by name; `None` where a case has no groups.
///
/// # Errors
/// When the case is wrong, or its table has no such column.
pub(super) fn grouped(
    name: &str,
    file: &SourceFile,
    files: &Files,
    engines: &[String],
) -> Result<Option<Vec<(String, SourceFile)>>, Error> {
    // What is no TOML is said by whoever reads the case.
    let Ok(document) = Document::parse(file.text.as_str()) else { return Ok(None) };
    let experiment = document.get("experiment").and_then(Item::as_table_like);
    // Of several experiments none is grouped; the reader says so.
    let Some((kind, table)) = experiment.filter(|table| table.len() == 1).and_then(|table| table.iter().next()) else {
        return Ok(None);
    };
    let Some((key, value)) = table.as_table_like().and_then(|table| table.get_key_value(GROUP_BY)) else {
        return Ok(None);
    };
    let Some(column) = value.as_str() else {
        let message = format!("{}: `{GROUP_BY}` is the header of a column", file.name);
        return Err(Error::with_help(message, "write:  group_by = \"Ball\""));
    };
    let (start, end) = (key.span().unwrap_or_default().start, value.span().unwrap_or_default().end);
    let with = |text: String| SourceFile { name: file.name.clone(), text };
    let put = |line: &str| [&file.text[..start], line, &file.text[end..]].concat();
    let whole = Case::read_with(with(put("")).into(), name, files, engines)?;
    let Some(calibration) = &whole.calibration else { return Ok(None) };
    let ungrouped = put(if table.get("where").is_some() { "" } else { "where = {}" });
    let one = |group: String| {
        let mut case: DocumentMut = ungrouped.parse().map_err(|error: TomlError| Error::wrong(error.to_string()))?;
        if let Some(rows) = case["experiment"][kind]["where"].as_table_like_mut() {
            rows.insert(column, toml_edit::value(&group));
        }
        Ok((format!("{name}-{}", plain(&group)), with(case.to_string())))
    };
    texts(&calibration.experiment.measured, column)?.into_iter().map(one).collect::<Result<_, Error>>().map(Some)
}
