//! Replaces a value in the text of a case and keeps its comments.

use toml_edit::{DocumentMut, Item, TableLike, TomlError, Value};

/// The text with another value at a path; `None` if the case has no such path.
///
/// # Errors
/// When the text is not TOML.
pub fn with_value(text: &str, path: &str, mut value: Value) -> Result<Option<String>, TomlError> {
    let mut document: DocumentMut = text.parse()?;
    let keys: Vec<&str> = path.split('.').collect();
    let Some(place) = value_at(document.as_table_mut(), &keys) else { return Ok(None) };
    if let Some(old) = place.as_value() {
        value.decor_mut().clone_from(old.decor());
    }
    *place = Item::Value(value);
    Ok(Some(document.to_string()))
}

/// Tables of a body whose names are left out of a path: `body.ball.radius`.
pub const SHAPES: [&str; 2] = ["sphere", "plate"];

/// The item at a path.
fn value_at<'t>(table: &'t mut dyn TableLike, path: &[&str]) -> Option<&'t mut Item> {
    let (first, rest) = path.split_first()?;
    if !rest.is_empty() {
        return value_at(table.get_mut(first)?.as_table_like_mut()?, rest);
    }
    if table.contains_key(first) {
        return table.get_mut(first);
    }
    let shape = SHAPES.into_iter().find(|shape| table.get(shape).is_some_and(|inner| inner.get(first).is_some()))?;
    table.get_mut(shape)?.get_mut(first)
}
