//! A picture on a page: the file beside it, which a click opens.

use std::fs;
use std::io;
use std::path::Path;

use serde::Serialize;

use crate::report::markup::unescaped;

/// How a page shows it: `{% include "picture.html" %}` where it is called `picture`; `up` is the way to the report's folder.
pub(super) const TEMPLATE: &str = include_str!("picture.html");

#[derive(Clone, Serialize)]
pub(in crate::report) struct PictureView {
    /// What its numbers say, or else what it shows.
    pub title: String,
    /// Its name for `collisionbench figure`; empty on the page of a fit, which has no record to draw from.
    pub figure: String,
    /// Bodies, materials, speed and source; empty where the page says them.
    pub caption: String,
    alt: String,
    /// Links, seen from the report's folder.
    pub svg: String,
    /// Where there is one.
    png: Option<String>,
    /// The numbers that are drawn.
    csv: Vec<String>,
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
        let described = drawing.split_once("<desc>").and_then(|(_, rest)| rest.split_once("</desc>"));
        let finding = described.map(|(text, _)| unescaped(text));
        let (width, height) = box_of.and_then(|(size, _)| size.split_once(' ')).unwrap_or_default();
        Ok(Some(Self {
            figure: String::new(),
            caption: finding.as_ref().map_or_else(String::new, |_| format!("{title}.")),
            alt: match (&finding, stem.rsplit_once('/').map_or(stem, |(case, _)| case)) {
                (Some(finding), case) => format!("{title}: {case}. {finding}"),
                (None, case) => format!("{title}: {case}"),
            },
            title: finding.unwrap_or_else(|| title.to_string()),
            svg: encoded(&format!("{stem}.svg")),
            png: Some(format!("{stem}.png")).filter(|file| folder.join(file).is_file()).map(|file| encoded(&file)),
            csv: data_of(stem, folder)?.iter().map(|file| encoded(file)).collect(),
            width: width.to_string(),
            height: height.to_string(),
        }))
    }

    /// For a page in the folder of the picture and its numbers.
    pub(super) fn beside(mut self) -> Self {
        for link in self.csv.iter_mut().chain(&mut self.png).chain([&mut self.svg]) {
            *link = link.rsplit('/').next().unwrap_or_default().to_string();
        }
        self
    }
}

/// The files with the numbers of a picture: its own table, or the trajectories of its case.
fn data_of(stem: &str, folder: &Path) -> io::Result<Vec<String>> {
    let own = format!("{stem}.csv");
    if folder.join(&own).is_file() {
        return Ok(vec![own]);
    }
    trajectories(stem.rsplit_once('/').map_or("", |(case, _)| case), folder)
}

/// The files with the trajectories of a case; none where nothing of it was written yet.
pub(super) fn trajectories(case: &str, folder: &Path) -> io::Result<Vec<String>> {
    let entries = match fs::read_dir(folder.join(case)) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    let mut names = names.collect::<io::Result<Vec<String>>>()?;
    names.retain(|name| name.starts_with("trajectory."));
    names.sort();
    Ok(names.into_iter().map(|name| format!("{case}/{name}")).collect())
}

/// A relative link to a file of the report.
pub(super) fn encoded(path: &str) -> String {
    let keep = |b: u8| b.is_ascii_alphanumeric() || b"/-_.~".contains(&b);
    path.bytes().map(|b| if keep(b) { (b as char).to_string() } else { format!("%{b:02X}") }).collect()
}
