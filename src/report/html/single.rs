//! One HTML file that holds a report without its cases: for mail.

use std::fs;
use std::io;
use std::path::Path;

use super::site::Site;
use super::{STYLE, STYLE_FILE, front, subject};
use crate::record::Record;
use crate::report::Pictures;

/// Standard base64 with padding.
pub(super) fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let letter = char::from(LETTERS[(word >> (18 - 6 * place)) as usize & 63]);
            text.push(if place <= chunk.len() { letter } else { '=' });
        }
    }
    text
}

/// The front page and the pages of all subjects as one file: style and the pictures of the front page inside, links between
/// them inside the file. What lies in the folder of the report only (cases, tables) is named without a link.
///
/// # Errors
/// When a picture that was just written cannot be read.
pub fn single_file(record: &Record, pictures: Pictures, folder: &Path) -> io::Result<String> {
    let site = Site::new(record, pictures, folder);
    let mut text = front::text(&site)?;
    let link = format!("<link rel=\"stylesheet\" href=\"{STYLE_FILE}\">");
    text = text.replacen(&link, &format!("<style>\n{STYLE}</style>"), 1);
    // The pictures of the front page only: a mail has room for those.
    let site = Site::new(record, Pictures::None, folder);
    let mut sections = String::new();
    for (about, page) in site.subjects() {
        let own = subject::text(&site, about, page)?;
        let main = own.split_once("<main id=\"main\">").and_then(|(_, rest)| rest.split_once("</main>"));
        let id = section(page);
        let main = main.map_or("", |(main, _)| main).replace("<h1>", "<h2>").replace("</h1>", "</h2>");
        // What has an id in a page has one of its own in the file.
        let main = main
            .replace(" id=\"", &format!(" id=\"{id}-"))
            .replace("aria-labelledby=\"", &format!("aria-labelledby=\"{id}-"))
            .replace("../", "");
        sections.push_str(&format!("<section class=\"page\" id=\"{id}\">{main}</section>\n"));
    }
    text = text.replacen("</main>", &format!("{sections}</main>"), 1);
    let pages: Vec<&str> = site.subjects().iter().map(|(_, page)| page.as_str()).collect();
    inside(&text, &pages, folder)
}

/// The id of a page in the file.
fn section(page: &str) -> String {
    page.trim_end_matches(".html").replace(['/', '.'], "-")
}

/// Turns links into those inside the file, pictures into data, and takes away what leads out of it.
fn inside(text: &str, pages: &[&str], folder: &Path) -> io::Result<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = ["href=\"", "src=\""].iter().filter_map(|key| rest.find(key).map(|at| at + key.len())).min() {
        let (before, after) = rest.split_at(at);
        let Some((link, after)) = after.split_once('"') else { break };
        let plain = link.to_string();
        let (page, place) = plain.split_once('#').unwrap_or((&plain, ""));
        let id = section(&decoded(page));
        let new = if before.ends_with("src=\"") {
            let bytes = fs::read(folder.join(decoded(page)))?;
            format!("data:image/svg+xml;base64,{}", base64(&bytes))
        } else if plain.starts_with('#') || page == "index.html" {
            format!("#{}", if place.is_empty() { "main" } else { place })
        } else if pages.contains(&decoded(page).as_str()) {
            if place.is_empty() { format!("#{id}") } else { format!("#{id}-{place}") }
        } else {
            // Cases, collisions and tables lie in the folder of the report.
            out.push_str(before.strip_suffix(" href=\"").unwrap_or(before));
            rest = after;
            continue;
        };
        out.push_str(&format!("{before}{new}\""));
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

/// A link as the name of a file.
fn decoded(link: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = link.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let hex = (first == b'%').then(|| after.get(..2)).flatten();
        let byte = hex.and_then(|hex| std::str::from_utf8(hex).ok()).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        bytes.push(byte.unwrap_or(first));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
