//! Blocks of a report as HTML.

use std::io;
use std::path::Path;

use minijinja::value::Serde;
use minijinja::{Value, context};

use super::{PictureView, STYLE, render};
use crate::report::block::Block;

const TEMPLATE: &str = include_str!("blocks.html");
const DOCUMENT: &str = include_str!("document.html");

/// The blocks, for a page in the folder of their pictures: a picture that was not drawn is left out.
///
/// # Errors
/// When a picture that was just written cannot be read.
pub fn blocks(blocks: &[Block], folder: &Path) -> io::Result<Value> {
    let mut views: Vec<Value> = Vec::new();
    for group in blocks.chunk_by(|a, b| [a, b].iter().all(|block| matches!(block, Block::Figure { .. }))) {
        let mut pictures = Vec::new();
        for block in group {
            match block {
                Block::Figure { name, title } => pictures.extend(PictureView::new(name, title, folder)?),
                other => views.push(Value::from(Serde(other))),
            }
        }
        if !pictures.is_empty() {
            views.push(Value::from(Serde(pictures)));
        }
    }
    render(TEMPLATE, context! { blocks => views }).map(Value::from_safe_string)
}

/// A page of its own, with its style inside, in the folder of its pictures.
///
/// # Errors
/// When a picture that was just written cannot be read.
pub fn document(program: &str, title: &str, of: &[Block], folder: &Path) -> io::Result<String> {
    let with = context! {
        style => Value::from_safe_string(STYLE.to_string()),
        program => program,
        title => title,
        alone => true,
        scripts => "'none'",
        blocks => blocks(of, folder)?,
    };
    render(DOCUMENT, with)
}
