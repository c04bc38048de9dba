//! A picture on a page: the file beside it, which a click opens.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use serde::Serialize;

/// Where width and height stand in a PNG: after its signature and the head of its first chunk.
const SIZE: std::ops::Range<usize> = 16..24;

/// How a page shows it: `{% include "picture.html" %}` where it is called `picture`.
pub(super) const TEMPLATE: &str = include_str!("picture.html");

#[derive(Clone, Serialize)]
pub(in crate::report) struct PictureView {
    pub title: String,
    /// Bodies, materials, speed and source; empty where the page says them.
    pub caption: String,
    alt: String,
    /// Links, seen from the report's folder.
    pub png: String,
    csv: String,
    width: u32,
    height: u32,
}

impl PictureView {
    /// `None` when the picture was not drawn.
    ///
    /// The page names the file beside it: pictures inside the page made it twenty times as large, and a browser cannot
    /// leave out what nobody looks at.
    pub(in crate::report) fn new(stem: &str, title: &str, folder: &Path) -> io::Result<Option<Self>> {
        let mut start = [0; SIZE.end];
        match File::open(folder.join(format!("{stem}.png"))) {
            Ok(mut file) => file.read_exact(&mut start)?,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(e),
        }
        let number = |at: usize| u32::from_be_bytes([start[at], start[at + 1], start[at + 2], start[at + 3]]);
        let link = |ending: &str| encoded(&format!("{stem}.{ending}"));
        Ok(Some(Self {
            title: title.to_string(),
            caption: String::new(),
            alt: format!("{title}: {}", stem.rsplit_once('/').map_or(stem, |(case, _)| case)),
            png: link("png"),
            // A run with many trajectories compresses them.
            csv: link(if folder.join(format!("{stem}.csv")).is_file() { "csv" } else { "csv.gz" }),
            width: number(SIZE.start),
            height: number(SIZE.start + 4),
        }))
    }
}

/// A relative link to a file of the report.
pub(super) fn encoded(path: &str) -> String {
    let keep = |b: u8| b.is_ascii_alphanumeric() || b"/-_.~".contains(&b);
    path.bytes().map(|b| if keep(b) { (b as char).to_string() } else { format!("%{b:02X}") }).collect()
}
