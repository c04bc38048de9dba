//! All measurements of one experiment, with where they come from and what looks wrong about them.

use std::fmt::Write as _;
use std::io::{self, Read};

use sha2::{Digest, Sha256};

use super::suspect::{suspicious, suspicious_drops};
use super::{
    Besides, Drop, LoopPoint, Mapping, Measured, ObliqueImpact, Ratios, Rolled, Throw, Timed, Totals, Uncertain, read,
};
use crate::data::{Dataset, Files, LeftOut};
use crate::error::{Error, cut};

/// Most measurements that are held at once: a fit gains nothing from more.
const MOST: usize = 100_000;

/// Something that looks wrong and is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Doubt {
    /// Index into the drops or the throws.
    pub index: usize,
    /// Interval of a throw, counted from 1; `None` of a drop.
    pub interval: Option<usize>,
    /// Row below the headers, counted from 1.
    pub row: u64,
    pub reason: String,
}

/// What was measured. Of the lists one is filled.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Measurements {
    /// As it was asked for.
    pub name: String,
    /// Title and citation, where a `source.toml` gives them.
    pub title: Option<String>,
    pub cite: Option<String>,
    pub drops: Vec<Drop>,
    pub throws: Vec<Throw>,
    pub obliques: Vec<ObliqueImpact>,
    pub timed: Vec<Timed>,
    pub rolled: Vec<Rolled>,
    pub points: Vec<LoopPoint>,
    pub ratios: Vec<Ratios>,
    pub tally: Totals,
    /// What was passed over in the table.
    pub besides: Besides,
    pub doubts: Vec<Doubt>,
    /// Rows its `source.toml` leaves out, counted from 0.
    pub left_out: Vec<LeftOut>,
    /// Every file with its SHA-256.
    pub hashes: Vec<(String, String)>,
    /// Of a dataset: SHA-256 of its numbers and of what they are ([`Dataset::physics`]).
    pub physics: Option<String>,
}

impl Measurements {
    /// What the table was, in words.
    pub fn kind(&self) -> &'static str {
        match () {
            () if !self.drops.is_empty() => "drop and rebound heights",
            () if !self.throws.is_empty() => "times between bounces",
            () if !self.obliques.is_empty() && self.ratios.is_empty() => "oblique impacts",
            () if !self.timed.is_empty() => "contact times",
            () if !self.rolled.is_empty() => "balls that roll to rest",
            () if !self.points.is_empty() => "a loop of force against overlap",
            () => "ratios",
        }
    }

    /// The mean restitution of impacts that all return more speed than they took, beyond three standard deviations.
    pub fn created(&self) -> Option<f64> {
        let each = self.ratios.iter().map(|ratio| {
            let Uncertain { value, sigma } = ratio.restitution?;
            (value - 3.0 * sigma.unwrap_or(0.0) >= 1.0).then_some(value)
        });
        let each: Vec<f64> = each.collect::<Option<_>>()?;
        (!each.is_empty()).then(|| each.iter().sum::<f64>() / each.len() as f64)
    }

    fn keep(&mut self, measured: Measured) -> Result<(), Error> {
        let count = self.tally.measured as usize;
        if count >= MOST {
            let message = format!("{}: more than {MOST} measurements", cut(&self.name, 160));
            return Err(Error::with_help(message, "remove some, or average those of one height"));
        }
        self.tally.measured += 1;
        match measured {
            Measured::Drop(drop) => self.drops.push(drop),
            Measured::Throw(throw) => self.throws.push(throw),
            Measured::Oblique(oblique) => self.obliques.push(oblique),
            Measured::Timed(timed) => self.timed.push(timed),
            Measured::Rolled(rolled) => self.rolled.push(rolled),
            Measured::LoopPoint(point) => self.points.push(point),
            Measured::Ratio(ratio) => self.ratios.push(ratio),
        }
        Ok(())
    }

    fn doubt(&mut self) {
        let throws = suspicious(&self.throws).into_iter().map(|s| Doubt {
            index: s.throw,
            interval: Some(s.interval),
            row: self.throws[s.throw].row_of(s.interval - 1),
            reason: s.reason,
        });
        let drops = suspicious_drops(&self.drops).into_iter().map(|(index, reason)| Doubt {
            index,
            interval: None,
            row: self.drops[index].row,
            reason,
        });
        self.doubts = throws.chain(drops).collect();
    }
}

/// Reads `data`: a folder with `data.csv` and `source.toml`, or one table or zip; columns, units and rows as `mapping` has
/// them.
///
/// ```
/// use collisionbench::data::{Files, measure::{Mapping, gather}};
/// let golf = gather(&Files::Embedded, "reference-data/experiments/golf-on-marble-intervals", &Mapping::default())?;
/// assert_eq!((golf.throws.len(), golf.hashes.len()), (20, 2));
/// assert!(golf.doubts[0].reason.contains("the first bounce is probably missing"));
/// # Ok::<(), collisionbench::error::Error>(())
/// ```
///
/// # Errors
/// With file, line and column of the first thing that is wrong.
pub fn gather(files: &Files, data: &str, mapping: &Mapping) -> Result<Measurements, Error> {
    let name = data.trim_end_matches('/');
    let mut found = Measurements { name: name.to_string(), ..Measurements::default() };
    if let Some(dataset) = dataset(files, name)? {
        let table = table(&dataset);
        let [rate, size] = dataset.film;
        let (frame_rate, pixel_size) = (mapping.frame_rate.or(rate), mapping.pixel_size.or(size));
        let mapping = &Mapping { frame_rate, pixel_size, ..mapping.clone() };
        let keep = &mut |measured| found.keep(measured);
        let read = read(&format!("{name}/data.csv"), &mut table.as_bytes(), mapping, keep)?;
        let hashes = ["data.csv", "source.toml"].iter().zip(dataset.hashes);
        found.hashes = hashes.map(|(file, hash)| (format!("{name}/{file}"), hash)).collect();
        (found.tally, found.besides, found.physics) = (read.0, read.1, Some(dataset.physics));
        (found.title, found.cite, found.left_out) = (Some(dataset.title), Some(dataset.cite), dataset.left_out);
    } else {
        // What is measured today is on disk, even where the shipped files are those built in.
        let disk = Files::Folder(".".into());
        let input = files.open(name).or_else(|error| match files {
            Files::Embedded => disk.open(name),
            Files::Folder(_) | Files::Over(_) => Err(error),
        })?;
        let mut input = Hashing { inner: input, hash: Sha256::new() };
        let read = read(name, &mut input, mapping, &mut |measured| found.keep(measured))?;
        io::copy(&mut input, &mut io::sink()).map_err(|error| Error::wrong(format!("{}: {error}", cut(name, 160))))?;
        found.hashes = vec![(name.to_string(), format!("{:x}", input.hash.finalize()))];
        (found.tally, found.besides) = read;
    }
    found.doubt();
    Ok(found)
}

/// The dataset of that folder, if it is one.
fn dataset(files: &Files, name: &str) -> Result<Option<Dataset>, Error> {
    let is_folder = files.list(name, "source.toml").is_ok_and(|names| names.contains(&format!("{name}/source.toml")));
    if is_folder { Dataset::read(files, name).map(Some) } else { Ok(None) }
}

/// The dataset as a table under its own words, in SI, so that one reader checks all: row for row that of the file.
fn table(dataset: &Dataset) -> String {
    let mut headers: Vec<String> = Vec::new();
    let mut columns: Vec<Vec<Option<f64>>> = Vec::new();
    for column in &dataset.columns {
        let (words, si) = (column.is.replace('_', " "), column.dimension.si());
        let unit = if si.is_empty() { String::new() } else { format!(" ({si})") };
        headers.push(format!("{words}{unit}"));
        columns.push(column.values.clone());
        let own = format!("{}_sigma", column.is);
        if let (Some(spread), None) = (dataset.uncertainty.get(&column.is), dataset.column(&own)) {
            headers.push(format!("{words} sigma{unit}"));
            columns.push(column.values.iter().map(|value| value.map(|value| spread.of(value))).collect());
        }
    }
    let mut text = headers.join(",") + "\n";
    for row in 0..dataset.rows() {
        for (k, column) in columns.iter().enumerate() {
            let value = column.get(row).copied().flatten();
            let _ = match value {
                Some(value) => write!(text, "{}{value}", if k == 0 { "" } else { "," }),
                None => write!(text, "{}", if k == 0 { "" } else { "," }),
            };
        }
        text.push('\n');
    }
    text
}

/// Takes the hash of what passes through.
struct Hashing<R> {
    inner: R,
    hash: Sha256,
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.hash.update(&buffer[..count]);
        Ok(count)
    }
}
