//! The pages of a run: the front page, a page a subject, a case and a collision. Nothing is fetched from elsewhere, and
//! every page reads without script; pictures are the files beside it.

use std::io;
use std::path::Path;

use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, Value, context};
use rayon::prelude::*;

use crate::bench::record::{CaseRecord, Record};
use crate::error::Error;
use crate::report::findings::Kind;

use super::{Pictures, Reporter, files};

mod blocks;
mod case;
mod cases;
mod collision;
mod fitted;
mod front;
mod picture;
mod plot;
mod sheets;
mod site;
mod subject;

pub use blocks::{blocks, document};
pub(super) use picture::PictureView;
use site::{CASE_PAGE, COLLISION_PAGE, Site, up};

/// How every page shows a table: `{{ table(rows) }}`, the first row being its head.
const TABLE: &str = include_str!("html/table.html");
const LAYOUT: &str = include_str!("html/layout.html");
/// The style sheet of all pages.
pub(super) const STYLE: &str = include_str!("html/style.css");
/// Name of its file.
const STYLE_FILE: &str = "style.css";

/// Whether a file that begins so is a page that this program wrote, by the generator it names.
pub fn is_page(head: &[u8]) -> bool {
    let head = String::from_utf8_lossy(head);
    head.starts_with("<!doctype html>") && head.contains("<meta name=\"generator\" content=\"collisionbench ")
}

/// Writes `index.html`, which is part of a reduced report too.
pub const FRONT: Reporter = Reporter {
    name: "index.html",
    about: "the front page: what was found, code by code, with links to every other page",
    write: |context, folder| {
        let failed = |e| Error::write(&folder.join("index.html"), e);
        let site = Site::new(context.record, context.pictures, folder);
        let text = front::text(&site).map_err(failed)?;
        let page = files::write(folder, "index.html", text.as_bytes())?;
        Ok(vec![page, files::write(folder, STYLE_FILE, STYLE.as_bytes())?])
    },
};

/// Writes every other page.
pub const PAGES: Reporter = Reporter {
    name: "<page>.html",
    about: "one page per code, law, scheme, theory, dataset, case and collision, and cases.html with all cases",
    write: |context, folder| {
        let site = Site::new(context.record, context.pictures, folder);
        let put = |name: &str, text: io::Result<String>| {
            let text = text.map_err(|e| Error::write(&folder.join(name), e))?;
            files::write(folder, name, text.as_bytes())
        };
        let mut written = vec![put("cases.html", cases::text(&site))?];
        if !context.record.criteria.is_empty() {
            written.push(put(sheets::PAGE, sheets::text(&site))?);
        }
        let figures = front::shared(&site).map_err(|e| Error::write(folder, e))?;
        if !figures.is_empty() {
            written.push(put(front::FIGURES_PAGE, front::figures(&site, &figures))?);
        }
        // Each page is made by one thread from the record alone: the bytes do not depend on how many there are.
        let subjects = site.subjects().par_iter().map(|(about, name)| {
            context.go_on()?;
            Ok(vec![put(name, subject::text(&site, about, name))?])
        });
        let cases = context.record.cases.par_iter().map(|case| {
            context.go_on()?;
            let name = format!("{}/{CASE_PAGE}", case.name);
            let mut pages = vec![put(&name, case::text(&site, case, &name))?];
            if let Some(shown) = collision::choice(case) {
                let name = format!("{}/{COLLISION_PAGE}", case.name);
                pages.push(put(&name, collision::text(&site, case, &shown, &name))?);
            }
            Ok(pages)
        });
        written.extend(subjects.chain(cases).collect::<Result<Vec<Vec<String>>, Error>>()?.concat());
        Ok(written)
    },
};

/// The scene of a case that has a page of its own.
pub fn collision_scene(case: &CaseRecord) -> Option<&str> {
    collision::choice(case).map(|shown| shown.curve.scene.as_str())
}

/// The page of one collision of a case, with its style inside; `None` where the record has no trajectory of the scene.
///
/// # Errors
/// None that a record can cause; the template's own type asks for one.
pub fn collision_page(record: &Record, case: &CaseRecord, scene: &str) -> io::Result<Option<String>> {
    let site = Site::new(record, Pictures::None, Path::new(""));
    collision::chosen(case, scene).map(|shown| collision::alone(&site, case, &shown)).transpose()
}

/// A page in the layout of the report; `name` is its file.
fn page(site: &Site<'_>, name: &str, template: &str, title: &str, with: Value) -> io::Result<String> {
    render(template, context! { ..with, ..shared(site, name, title) })
}

/// The values for the layout of every page.
fn shared(site: &Site<'_>, name: &str, title: &str) -> Value {
    let there = |kind: &&Kind| site.subjects().iter().any(|(subject, _)| subject.kind == **kind);
    let nav: Vec<[&str; 2]> = Kind::ALL.iter().filter(there).map(|kind| [kind.folder(), kind.meaning()]).collect();
    context! { program => &site.record.program, title => title, up => up(name), scripts => "'none'", nav => nav }
}

/// A template filled in; whatever it is handed is escaped.
pub(super) fn render(template: &str, with: Value) -> io::Result<String> {
    let mut environment = Environment::new();
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build().map_err(io::Error::other)?;
    environment.set_syntax(syntax);
    environment.set_formatter(|out, state, value| match value.as_str() {
        Some(text) if !value.is_safe() => {
            out.write_str(&crate::report::markup::escaped(text)).map_err(minijinja::Error::from)
        }
        _ => minijinja::escape_formatter(out, state, value),
    });
    // The name's ending turns escaping on.
    let name = "page.html";
    for (part, text) in [("picture.html", picture::TEMPLATE), ("table.html", TABLE), ("layout.html", LAYOUT)] {
        environment.add_template(part, text).map_err(io::Error::other)?;
    }
    environment.add_template(name, template).map_err(io::Error::other)?;
    let template = environment.get_template(name).map_err(io::Error::other)?;
    let mut text = template.render(with).map_err(io::Error::other)?;
    text.push('\n');
    Ok(text)
}
