//! `group_by` in a case: one fit for each value of a column.

use toml_edit::{Document, DocumentMut, Item, TomlError};

use super::table_parts::{plain, texts};
use crate::case::Case;
use crate::data::Files;
use crate::error::{Error, SourceFile};

/// The word of a case.
const GROUP_BY: &str = "group_by";

/// The case of each group, by name; `None` where a case has no groups.
///
/// # Errors
/// When the case is wrong, or its table has no such column.
pub(super) fn of(
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
