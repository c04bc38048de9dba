//! `index.html` of a calibration: one page, its pictures beside it.

use std::io;
use std::path::Path;

use minijinja::{Value, context};

use super::{FitContext, sections};
use crate::error::{Error, cut};
use crate::report::block::Block;
use crate::report::files;
use crate::report::html::{self, STYLE, render};
use crate::report::pictures::fit::plan;

const TEMPLATE: &str = include_str!("page.html");

/// Writes `index.html`.
pub(super) fn write(context: &FitContext<'_>, folder: &Path) -> Result<Vec<String>, Error> {
    let text = page(context, folder).map_err(|e| Error::write(&folder.join("index.html"), e))?;
    Ok(vec![files::write(folder, "index.html", text.as_bytes())?])
}

/// The page's text. Pictures are read from where they have been put.
///
/// # Errors
/// When a picture that was just written cannot be read.
pub fn page(context: &FitContext<'_>, folder: &Path) -> io::Result<String> {
    let found = context.found;
    let planned = plan(found, context.pictures).into_iter();
    let pictures = planned.map(|picture| Block::Figure { name: picture.name, title: picture.title }).collect();
    render(
        TEMPLATE,
        context! {
            style => Value::from_safe_string(STYLE.to_string()),
            program => &context.result.program,
            command => &context.result.command,
            case => &found.case,
            // Control characters would be drawn as boxes.
            title => cut(&found.title, 400),
            source => cut(&found.source, 400),
            method => sections::method(found),
            blocks => html::blocks(&[sections::answer(found), pictures, sections::evidence(found)].concat(), folder)?,
            hashes => found.hashes.iter().map(|file| [file.name.clone(), file.sha256.clone()]).collect::<Vec<_>>(),
            file => &context.case.file.name,
            text => &context.case.file.text,
        },
    )
}
