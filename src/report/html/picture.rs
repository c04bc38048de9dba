//! A picture on a page: the file beside it, which a click opens.

use std::fs;
use std::io;
use std::path::Path;

use serde::Serialize;

/// How a page shows it: `{% include "picture.html" %}` where it is called `picture`.
pub(super) const TEMPLATE: &str = include_str!("picture.html");

#[derive(Clone, Serialize)]
pub(in crate::report) struct PictureView {
    pub title: String,
    /// Bodies, materials, speed and source; empty where the page says them.
    pub caption: String,
    alt: String,
    /// Links, seen from the report's folder.
    pub svg: String,
    csv: String,
    width: String,
    height: String,
}

impl PictureView {
    /// `None` when the picture was not drawn.
    ///
    /// The page names the file beside it: pictures inside the page made it twenty times as large, and a browser cannot
    /// leave out what nobody looks at.
    pub(in crate::report) fn new(stem: &str, title: &str, folder: &Path) -> io::Result<Option<Self>> {
        let drawing = match fs::read_to_string(folder.join(format!("{stem}.svg"))) {
            Ok(drawing) => drawing,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(e),
        };
        let box_of = drawing.split_once("viewBox=\"0 0 ").and_then(|(_, rest)| rest.split_once('"'));
        let (width, height) = box_of.and_then(|(size, _)| size.split_once(' ')).unwrap_or_default();
        let link = |ending: &str| encoded(&format!("{stem}.{ending}"));
        Ok(Some(Self {
            title: title.to_string(),
            caption: String::new(),
            alt: format!("{title}: {}", stem.rsplit_once('/').map_or(stem, |(case, _)| case)),
            svg: link("svg"),
            // A run with many trajectories compresses them.
            csv: link(if folder.join(format!("{stem}.csv")).is_file() { "csv" } else { "csv.gz" }),
            width: width.to_string(),
            height: height.to_string(),
        }))
    }
}

/// A relative link to a file of the report.
pub(super) fn encoded(path: &str) -> String {
    let keep = |b: u8| b.is_ascii_alphanumeric() || b"/-_.~".contains(&b);
    path.bytes().map(|b| if keep(b) { (b as char).to_string() } else { format!("%{b:02X}") }).collect()
}
