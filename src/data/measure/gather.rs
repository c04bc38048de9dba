//! All measurements of one experiment, with where they come from and what looks wrong about them.

use std::collections::BTreeMap;
use std::io::{self, Read};

use sha2::{Digest, Sha256};

use super::read::TableFile;
use super::{
    Besides, Drop, LoopPoint, Mapping, Measured, ObliqueImpact, Ratios, Rolled, Throw, Timed, Totals, Uncertain, read,
};
use crate::data::{Dataset, Files, LeftOut};
use crate::error::{Error, cut};
use crate::number::rounded;

/// Most tables of a folder, and most bytes of one of them.
const MOST_TABLES: usize = 256;
const LARGEST_TABLE: u64 = 4 << 20;
/// Most measurements that are held at once: a fit gains nothing from more.
const MOST: usize = 100_000;
/// A first interval that is this much shorter than those of its neighbours has lost a bounce, or was another drop.
const SHORT: f64 = 0.05;
/// How close it then is to their second interval, if the first bounce was not heard.
const SECOND: f64 = 0.03;
/// Robust standard deviations from the median of all ratios of neighbours that make an outlier.
const FAR: f64 = 8.0;
/// Ratios that are needed for a spread to be known.
const ENOUGH: usize = 20;

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
    /// The unit in which it would be one of a laboratory, of a reading that is far beyond it.
    pub likely: Option<&'static str>,
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
        let read = read::read(&format!("{name}/data.csv"), &mut table.as_bytes(), mapping, keep)?;
        let hashes = ["data.csv", "source.toml"].iter().zip(dataset.hashes);
        found.hashes = hashes.map(|(file, hash)| (format!("{name}/{file}"), hash)).collect();
        (found.tally, found.besides, found.physics) = (read.0, read.1, Some(dataset.physics));
        (found.title, found.cite, found.left_out) = (Some(dataset.title), Some(dataset.cite), dataset.left_out);
    } else if let Some((folder, tables)) = tables(files, name, mapping)? {
        let keep = &mut |measured| found.keep(measured);
        (found.tally, found.besides) = read::folder(&folder, &tables, mapping, keep)?;
        let hash = |(file, bytes): &TableFile| (format!("{folder}/{file}"), format!("{:x}", Sha256::digest(bytes)));
        found.hashes = tables.iter().map(hash).collect();
    } else {
        // What is measured today is on disk, even where the shipped files are those built in.
        let disk = Files::Folder(".".into());
        let input = files.open(name).or_else(|error| match files {
            Files::Embedded => disk.open(name),
            Files::Folder(_) | Files::Over(_) => Err(error),
        })?;
        let mut input = Hashing { inner: input, hash: Sha256::new() };
        let read = read::read(name, &mut input, mapping, &mut |measured| found.keep(measured))?;
        io::copy(&mut input, &mut io::sink()).map_err(|error| Error::wrong(format!("{}: {error}", cut(name, 160))))?;
        found.hashes = vec![(name.to_string(), format!("{:x}", input.hash.finalize()))];
        (found.tally, found.besides) = read;
    }
    found.doubts = suspicious(&found.throws);
    found.doubts.extend(found.drops.iter().enumerate().filter_map(|(index, drop)| {
        let (reason, likely) = (too_high(drop)?, Some("cm"));
        Some(Doubt { index, interval: None, row: drop.row, reason, likely })
    }));
    Ok(found)
}

/// The tables of a folder by their names, if it is one and has some, or the tables that are listed; and the name of their folder.
fn tables(files: &Files, name: &str, mapping: &Mapping) -> Result<Option<(String, Vec<TableFile>)>, Error> {
    let disk = Files::Folder(".".into());
    let files = if let Files::Embedded = files { &disk } else { files };
    let bytes = |path: &str| {
        let mut bytes = Vec::new();
        let mut input = files.open(path)?.take(LARGEST_TABLE);
        input.read_to_end(&mut bytes).map_err(|error| Error::wrong(format!("{path}: {error}")))?;
        if bytes.len() as u64 == LARGEST_TABLE {
            return Err(Error::wrong(format!(
                "{path}: {LARGEST_TABLE} bytes or more are not read beside other tables"
            )));
        }
        Ok(bytes)
    };
    if !mapping.files.is_empty() {
        let names = [name].into_iter().chain(mapping.files.iter().map(String::as_str));
        let tables = names.take(MOST_TABLES).map(|name| Ok((name.to_string(), bytes(name)?)));
        return Ok(Some((".".to_string(), tables.collect::<Result<_, Error>>()?)));
    }
    let Ok(names) = files.list(name, "") else { return Ok(None) };
    let own = |full: &String| full.strip_prefix(&format!("{name}/")).map(str::to_string);
    let is_table = |file: &String| {
        let ending = file.rsplit_once('.').map(|(_, ending)| ending.to_lowercase());
        !file.contains('/') && ending.is_some_and(|ending| read::TABLES.contains(&ending.as_str()))
    };
    let names: Vec<String> = names.iter().filter_map(own).filter(is_table).collect();
    if names.is_empty() {
        return Ok(None);
    }
    if names.len() > MOST_TABLES {
        return Err(Error::wrong(format!("{name}: {} tables; {MOST_TABLES} is the most that is read", names.len())));
    }
    let tables = names.into_iter().map(|file| Ok((file.clone(), bytes(&format!("{name}/{file}"))?)));
    Ok(Some((name.to_string(), tables.collect::<Result<_, Error>>()?)))
}

/// The dataset of that folder, if it is one.
fn dataset(files: &Files, name: &str) -> Result<Option<Dataset>, Error> {
    let is_folder = files.list(name, "source.toml").is_ok_and(|names| names.contains(&format!("{name}/source.toml")));
    if is_folder { Dataset::read(files, name).map(Some) } else { Ok(None) }
}

/// The dataset as a table under its own words, in SI, so that one reader checks all: row for row that of the file.
fn table(dataset: &Dataset) -> String {
    let mut columns: Vec<(String, Vec<Option<f64>>)> = Vec::new();
    for column in &dataset.columns {
        let (words, si) = (column.is.replace('_', " "), column.dimension.si());
        let unit = if si.is_empty() { String::new() } else { format!(" ({si})") };
        columns.push((format!("{words}{unit}"), column.values.clone()));
        let own = format!("{}_sigma", column.is);
        if let (Some(spread), None) = (dataset.uncertainty.get(&column.is), dataset.column(&own)) {
            let sigmas = column.values.iter().map(|value| value.map(|value| spread.of(value)));
            columns.push((format!("{words} sigma{unit}"), sigmas.collect()));
        }
    }
    let line = |cells: Vec<String>| cells.join(",") + "\n";
    let cell = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
    let rows = (0..dataset.rows()).map(|row| line(columns.iter().map(|(_, values)| cell(values[row])).collect()));
    line(columns.iter().map(|(header, _)| header.clone()).collect()) + &rows.collect::<String>()
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

/// Everything about these throws that a reader should look at, in their order.
///
/// - The first interval in which a ball rises higher than in a laboratory.
/// - An interval that is not shorter than the one before: a bounce does not gain energy.
/// - A first interval that is 5 % off the median of the throws from the same height.
/// - A ratio of neighbours that is 8 robust standard deviations (1.4826 times the median deviation) off their median.
pub fn suspicious(throws: &[Throw]) -> Vec<Doubt> {
    let ratios: Vec<f64> =
        throws.iter().flat_map(|throw| throw.intervals.windows(2).map(|pair| pair[1] / pair[0])).collect();
    let spread = median(&ratios).filter(|_| ratios.len() >= ENOUGH).and_then(|middle| {
        let deviations: Vec<f64> = ratios.iter().map(|ratio| (ratio - middle).abs()).collect();
        Some((middle, 1.4826 * median(&deviations)?))
    });
    let usual = usual(throws);
    let mut found = Vec::new();
    for (index, throw) in throws.iter().enumerate() {
        let mut doubt = |interval: usize, reason, likely| {
            found.push(Doubt { index, interval: Some(interval), row: throw.row_of(interval - 1), reason, likely });
        };
        if let Some(reason) = first_is_short(&usual, throw) {
            doubt(1, reason, None);
        }
        if let Some((at, reason)) =
            throw.intervals.iter().enumerate().find_map(|(at, &long)| Some((at, too_long(long)?)))
        {
            doubt(at + 1, reason, Some("ms"));
        }
        let mut name = |interval: usize, reason| doubt(interval, reason, None);
        for (k, pair) in throw.intervals.windows(2).enumerate() {
            let (interval, ratio) = (k + 2, pair[1] / pair[0]);
            if pair[1] == pair[0] {
                name(interval, format!("interval {interval} repeats interval {} to the last digit", interval - 1));
            } else if ratio > 1.0 {
                let before = interval - 1;
                name(
                    interval,
                    format!("interval {interval} is longer than interval {before}: a bounce does not gain energy"),
                );
            } else if let Some((middle, sigma)) = spread.filter(|(middle, sigma)| (ratio - middle).abs() > FAR * sigma)
            {
                let off = (ratio - middle) / sigma;
                let before = interval - 1;
                name(
                    interval,
                    format!(
                        "interval {interval} is {ratio:.3} of interval {before}, {off:+.0} standard deviations from {middle:.3}"
                    ),
                );
            }
        }
    }
    found
}

/// A drop from higher than a laboratory, m.
const HIGHEST: f64 = 10.0;

/// A height that is more probably in another unit.
fn too_high(drop: &Drop) -> Option<String> {
    let height = drop.drop;
    (height > HIGHEST).then(|| {
        format!(
            "a drop of {height} m is higher than a laboratory: is the unit of the column right? read as cm it is {} m, as mm \
             {} m",
            height / 100.0,
            height / 1000.0
        )
    })
}

/// An interval, s, in which a ball rises higher than in a laboratory.
fn too_long(interval: f64) -> Option<String> {
    let height = 9.81 * interval * interval / 8.0;
    (height > HIGHEST).then(|| {
        format!(
            "between bounces {} s apart a ball rises {} m: is the unit of the column right? read as ms it is {} s",
            rounded(interval, 4),
            rounded(height, 3),
            rounded(interval / 1000.0, 4)
        )
    })
}

/// Medians of the first and second intervals of the throws from each height that has three or more.
fn usual(throws: &[Throw]) -> BTreeMap<u64, [Option<f64>; 2]> {
    let mut heights: BTreeMap<u64, Vec<&Throw>> = BTreeMap::new();
    for throw in throws {
        if let Some(drop) = throw.drop {
            heights.entry(drop.to_bits()).or_default().push(throw);
        }
    }
    heights.retain(|_, alike| alike.len() >= 3);
    let middle = |alike: &[&Throw], k: usize| {
        median(&alike.iter().filter_map(|throw| throw.intervals.get(k).copied()).collect::<Vec<_>>())
    };
    heights.into_iter().map(|(height, alike)| (height, [0, 1].map(|k| middle(&alike, k)))).collect()
}

/// A first interval unlike those of the other throws from the same height.
fn first_is_short(usual: &BTreeMap<u64, [Option<f64>; 2]>, throw: &Throw) -> Option<String> {
    let at = usual.get(&throw.drop?.to_bits())?;
    let first = *throw.intervals.first()?;
    let off = first / at[0]? - 1.0;
    if off.abs() <= SHORT {
        return None;
    }
    let percent = 100.0 * off.abs();
    let word = if off < 0.0 { "shorter" } else { "longer" };
    let mut reason = format!("interval 1 is {percent:.0} % {word} than that of the other throws from this height");
    if at[1].is_some_and(|second| (first / second - 1.0).abs() <= SECOND) {
        reason += ", and as long as their interval 2: the first bounce is probably missing";
    }
    Some(reason)
}

fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    let high = *sorted.get(half)?;
    Some(if sorted.len() % 2 == 1 { high } else { 0.5 * (high + sorted[half - 1]) })
}
