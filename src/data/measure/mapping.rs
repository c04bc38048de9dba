//! How a table is to be read beyond what its headers show: which column is which, units, which rows.

use super::header::{Header, is_one};
use crate::error::{Diagnostic, Error, cut, nearest};
use crate::words::worded;

/// What a column can be mapped to: words of a header with `_` for blanks, and a few that are short for others.
const WORDS: &str = "drop, drop_sigma, rebound, rebound_sigma, release_speed, interval, interval_sigma, interval_index, throw, event, frame, time, \
                     position, y, bounce, height, angle, tangential_restitution, rebound_spin, impact_spin, x, rotation, rebound_angle, \
                     speed, rebound_speed, contact_time, rolling_speed, rolling_distance, rolling_time, overlap, force, loop, restitution, \
                     height_ratio, velocity_ratio";

worded! {
    /// What the columns of rebounds in one row are.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Wide {
        /// Several drops from one height.
        Repeats = "repeats",
        /// Successive rebounds of one drop.
        Bounces = "bounces",
    }
}

/// Columns, units and rows of a table, as a case or the command line gives them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Mapping {
    /// What a column is, and its header.
    pub columns: Vec<(String, String)>,
    /// A header, and the unit of its column.
    pub units: Vec<(String, String)>,
    /// A header, and the text that rows to be read have there.
    pub rows: Vec<(String, String)>,
    /// The one sheet of a workbook that is read.
    pub sheet: Option<String>,
    /// Frames in a second, of a track.
    pub frame_rate: Option<f64>,
    /// Length of a pixel, m, of a track.
    pub pixel_size: Option<f64>,
    /// What several columns of rebounds in one row are.
    pub wide: Option<Wide>,
    /// Rows below the headers, counted from 1, that the case leaves out.
    pub left_out: Vec<u64>,
    /// Further tables of the same experiment, beside the first.
    pub files: Vec<String>,
}

impl Mapping {
    /// Refuses a word that no column can be, and one that is given to two columns.
    ///
    /// # Errors
    /// With the words there are.
    pub fn check(&self) -> Result<(), Diagnostic> {
        for (at, (word, header)) in self.columns.iter().enumerate() {
            if let Some((_, first)) = self.columns.iter().take(at).find(|(other, _)| other == word) {
                let message = format!("`{}` is both `{}` and `{}`", cut(word, 80), cut(first, 80), cut(header, 80));
                let several = format!("  {word}={}  {word}_2={}", cut(first, 40), cut(header, 40));
                return Err(match word == "rebound" {
                    true => Diagnostic::new(message).help(format!("several rebounds in a row are numbered:{several}")),
                    false => Diagnostic::new(message).help("name one column"),
                });
            }
        }
        let Some((word, _)) = self.columns.iter().find(|(word, _)| header_words(word).is_none()) else {
            return Ok(());
        };
        let names: Vec<&str> = WORDS.split(", ").collect();
        let near = nearest(word, names.iter().copied()).map(|near| format!(", did you mean `{near}`?"));
        let message = format!("unknown column type `{}`{}", cut(word, 80), near.unwrap_or_default());
        let problem = Diagnostic::new(message).help("choose one of:");
        Err(names.chunks(9).fold(problem, |problem, names| problem.help(format!("  {}", names.join(", ")))))
    }
}

/// The words of the header of a column that is mapped to `word`; `rebound_2` is the second rebound.
pub(super) fn header_words(word: &str) -> Option<String> {
    match word {
        "drop" | "rebound" => Some(format!("{word} height")),
        "angle" => Some("impact angle".to_string()),
        known if is_one(known, WORDS) => Some(word.replace('_', " ")),
        _ => {
            let number: u16 = word.strip_prefix("rebound_")?.parse().ok()?;
            Some(format!("rebound height {number}"))
        }
    }
}

/// The place of a header, as it is written in the file or without its unit.
pub(super) fn place(name: &str, headers: &[Header], wanted: &str, key: &str) -> Result<usize, Error> {
    let wanted_as = Header::new(wanted);
    let exact = headers.iter().position(|header| header.text == wanted.trim());
    let loose = || {
        let alike =
            |h: &Header| h.original == wanted_as.original && (wanted_as.unit.is_none() || h.unit == wanted_as.unit);
        let mut found = headers.iter().enumerate().filter(|(_, header)| alike(header));
        found.next().filter(|_| found.next().is_none()).map(|(at, _)| at)
    };
    exact.or_else(loose).ok_or_else(|| {
        let names: Vec<&str> = headers.iter().map(|header| header.text.as_str()).collect();
        let near = nearest(wanted, names.iter().copied()).map(|near| format!(", did you mean `{}`?", cut(near, 80)));
        let message = format!("{name}: no column is headed `{}` ({key}){}", cut(wanted, 80), near.unwrap_or_default());
        Error::with_help(message, format!("the table has: {}", cut(&names.join(", "), 160)))
    })
}
