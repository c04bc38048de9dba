//! `group_by` in a case: one case, and a fit of the rows that share a text of a column.

use toml::de::{DeTable, DeValue};
use toml::{Spanned, Value};

use super::parts::{plain, texts};
use crate::case::Case;
use crate::data::Files;
use crate::error::{Diagnostic, Error, SourceFile};

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
    let Ok(root) = DeTable::parse(&file.text) else { return Ok(None) };
    let experiment = root.get_ref().get("experiment").and_then(inner);
    // Of several experiments none is grouped; the reader says so.
    let kind = experiment.filter(|table| table.len() == 1).and_then(|table| table.values().next()).and_then(inner);
    let Some(table) = kind else { return Ok(None) };
    let Some((key, value)) = table.iter().find(|(key, _)| key.get_ref() == GROUP_BY) else { return Ok(None) };
    let DeValue::String(column) = value.get_ref() else {
        let message = format!("{}: `{GROUP_BY}` is the header of a column", file.name);
        return Err(Error::with_help(message, "write:  group_by = \"Ball\""));
    };
    let place = key.span().start..value.span().end;
    let with = |text: String| SourceFile { name: file.name.clone(), text };
    let put = |line: &str| {
        let mut text = file.text.clone();
        text.replace_range(place.clone(), line);
        text
    };
    let whole = Case::read_with(with(put("")).into(), name, files, engines)?;
    let Some(calibration) = &whole.calibration else { return Ok(None) };
    let rows = table.iter().find(|(key, _)| key.get_ref() == "where").map(|(_, rows)| rows.span());
    let one = |group: String| {
        let quoted = |text: &str| Value::String(text.to_string()).to_string();
        let own = format!("{} = {}", quoted(column), quoted(&group));
        let text = match &rows {
            None => put(&format!("where = {{ {own} }}")),
            // The later place first, so that the other stays where it is.
            Some(rows) if file.text[rows.clone()].starts_with('{') => {
                let mut text = file.text.clone();
                let mut edits = [(place.clone(), String::new()), (rows.start..rows.start + 1, format!("{{ {own}, "))];
                edits.sort_by_key(|(place, _)| std::cmp::Reverse(place.start));
                edits.into_iter().for_each(|(place, new)| text.replace_range(place, &new));
                text
            }
            Some(_) => {
                let problem = Diagnostic::new(format!("{}: `{GROUP_BY}` beside a table `where`", file.name));
                return Err(Error::from(problem.help("write:  where = { column = \"text\" }")));
            }
        };
        Ok((format!("{name}-{}", plain(&group)), with(text)))
    };
    texts(&calibration.experiment.measured, column)?.into_iter().map(one).collect::<Result<_, Error>>().map(Some)
}

fn inner<'d>(value: &'d Spanned<DeValue<'d>>) -> Option<&'d DeTable<'d>> {
    value.get_ref().as_table()
}
