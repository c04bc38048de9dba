//! Names of cases as names of files.

use crate::error::{Error, cut, disguises};

/// Longest part of a path between two `/`, in bytes: file systems allow 255, and suffixes are added.
pub(crate) const LONGEST_PART: usize = 200;

/// The name, if it can be a path below the report's folder on any system: no part is empty, hidden or `..`.
///
/// # Errors
/// Says which name is wrong and why.
pub fn checked(name: &str) -> Result<&str, Error> {
    let why = name.split('/').find_map(|part| match part {
        "" => Some("has an empty part"),
        _ if part.starts_with('.') => Some("has a part that begins with a dot"),
        _ if part.len() > LONGEST_PART => Some("has a part longer than 200 bytes"),
        _ if part.chars().any(|c| disguises(c) || matches!(c, '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|')) => {
            Some("has a character that is not allowed in a file name")
        }
        _ => None,
    });
    match why {
        None => Ok(name),
        Some(why) => Err(Error::with_help(
            format!("the name `{}` {why}, so no report folder can be created", cut(name, 80)),
            "rename the case file; letters, digits, `-`, `_` and `.` always work",
        )),
    }
}
