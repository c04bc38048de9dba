//! Reads and writes the file of a baseline.
//!
//! ```toml
//! format  = 4
//! case    = "normal/elastic/glass-head-on"
//! why     = "agrees with Hertz to 12 digits"
//! program = "collisionbench 0.1.0"
//! drift   = 1e-12
//! every   = 5         # of five scenes one is kept; all of them unless given
//! numbers = 1
//! curves  = 0
//! sha256  = "9d3a..." # of the file as it was written, without this line
//!
//! [inputs]
//! physics = "1f0c..."
//!
//! [[collision]]
//! scene = "-"
//! by    = "reference"
//!
//! [collision.observed]
//! max_force = "10696.889012345678 +- 1.1e-9 N"
//! ```
//!
//! Counts and digest find what was edited by hand, cut off or merged. Who edits the digest as well is found only by
//! computing the numbers again.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml_edit::Key;

use super::{BaseCurve, BaseValue, Baseline, CollisionId, FORMAT};
use crate::collide::estimate::Estimate;
use crate::data::sha256;
use crate::error::{Diagnostic, Error, Origin, SourceFile, cut};

/// Largest file that is read, bytes: a hundred thousand scenes of one run have 76 MB.
pub const LARGEST_BASELINE: u64 = 128 << 20;

/// Bytes that a collision takes in the file, about.
const OF_A_COLLISION: u64 = 760;

/// How many scenes apart numbers have to be accepted for so many collisions to fit into a file that is read; `None` where all
/// of them do.
pub fn sampling(collisions: usize, every: usize) -> Option<usize> {
    let bytes = (collisions as u64).saturating_mul(OF_A_COLLISION);
    let least = bytes.div_ceil(LARGEST_BASELINE);
    let least = usize::try_from(least).unwrap_or(usize::MAX);
    (least > every).then_some(least)
}

#[derive(Deserialize)]
struct Format {
    format: Spanned<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(rename = "format")]
    _format: u32,
    case: String,
    why: String,
    program: String,
    date: Option<String>,
    drift: Spanned<f64>,
    every: Option<Spanned<usize>>,
    numbers: usize,
    curves: usize,
    sha256: Spanned<String>,
    inputs: BTreeMap<String, String>,
    #[serde(default)]
    collision: Vec<CollisionWritten>,
    #[serde(default)]
    curve: Vec<CurveWritten>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CollisionWritten {
    scene: String,
    by: String,
    #[serde(default)]
    variant: String,
    observed: BTreeMap<String, Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CurveWritten {
    scene: String,
    by: String,
    #[serde(default)]
    variant: String,
    /// s since first touch
    time: Vec<f64>,
    /// N
    force: Spanned<Vec<f64>>,
}

/// Reads a baseline.
///
/// # Errors
/// With its place in the file, for another format, and for everything that differs from what [`text`] writes, counts and digest
/// included.
pub fn read(file: SourceFile) -> Result<Baseline, Error> {
    let file = Arc::new(file);
    let Format { format } = parsed(&file)?;
    if *format.as_ref() != FORMAT {
        let message =
            format!("baseline format {} is not supported; this version reads format {FORMAT}", format.as_ref());
        return Err(refused(&file, format.span(), message));
    }
    let written: Written = parsed(&file)?;
    let (stated, sha256) = ((written.numbers, written.curves), written.sha256.clone());
    let baseline = baseline(&file, written)?;
    let found = (baseline.values.len(), baseline.curves.len());
    if found != stated {
        let ((numbers, curves), (n, c)) = (stated, found);
        let message = format!("this baseline states {numbers} numbers and {curves} curves, and holds {n} and {c}");
        return Err(refused(&file, sha256.span(), message));
    }
    if *sha256.as_ref() != digest(&baseline) {
        let message = "this baseline was changed after it was accepted: its SHA-256 is not the stated one".to_string();
        return Err(refused(&file, sha256.span(), message));
    }
    Ok(baseline)
}

const ANEW: &str = "restore the file as it was committed, or look at the numbers and accept them anew:  \
                    collisionbench accept CASE --why \"...\"";

fn refused(file: &Arc<SourceFile>, span: std::ops::Range<usize>, message: String) -> Error {
    Diagnostic::new(message).at(&Origin::new(file, span)).help(ANEW).into()
}

fn parsed<T: DeserializeOwned>(file: &Arc<SourceFile>) -> Result<T, Error> {
    toml::from_str(&file.text)
        .map_err(|error| refused(file, error.span().unwrap_or(0..0), cut(error.message(), 160).to_string()))
}

fn baseline(file: &Arc<SourceFile>, written: Written) -> Result<Baseline, Error> {
    let at = |span, message| refused(file, span, message);
    let drift = *written.drift.as_ref();
    if !(drift > 0.0 && drift < 1.0) {
        return Err(at(written.drift.span(), "an allowed drift lies between 0 and 1".to_string()));
    }
    let every = match &written.every {
        Some(every) if *every.as_ref() < 1 => {
            return Err(at(every.span(), "`every` must be a whole number from 1".to_string()));
        }
        every => every.as_ref().map_or(1, |every| *every.as_ref()),
    };
    let mut values = Vec::new();
    let mut known = BTreeSet::new();
    for collision in written.collision {
        let of = CollisionId { scene: collision.scene, by: collision.by, variant: collision.variant };
        // Two of the same in a row would be written as one, in another order.
        let again = values.last().is_some_and(|last: &BaseValue| last.of == of);
        for (observable, text) in collision.observed {
            let span = text.span();
            if again {
                return Err(at(span, "this collision is given twice".to_string()));
            }
            let Some((value, unit)) = parse(text.as_ref()) else {
                let message = format!("`{}` is not a number with its uncertainty", cut(text.as_ref(), 80));
                return Err(at(span, message));
            };
            if !known.insert((of.clone(), observable.clone())) {
                return Err(at(span, "this number is given twice".to_string()));
            }
            values.push(BaseValue { of: of.clone(), observable, unit, value });
        }
    }
    let mut curves = Vec::new();
    for curve in written.curve {
        let (time, force) = (&curve.time, curve.force.as_ref());
        if time.len() != force.len() || time.iter().chain(force).any(|x| !x.is_finite()) {
            return Err(at(curve.force.span(), "a curve has a finite force at every time".to_string()));
        }
        let points = time.iter().zip(force).map(|(t, F)| [*t, *F]).collect();
        let of = CollisionId { scene: curve.scene, by: curve.by, variant: curve.variant };
        curves.push(BaseCurve { of, points });
    }
    Ok(Baseline {
        case: written.case,
        // The line ends of another system are no change.
        why: written.why.replace("\r\n", "\n"),
        program: written.program,
        date: written.date,
        drift,
        every,
        inputs: written.inputs,
        values,
        curves,
    })
}

/// `1.5 +- 2e-13 N`, or `1.5 N` of a number without uncertainty.
fn parse(text: &str) -> Option<(Estimate, String)> {
    let bare = || text.split_once(' ').map_or((text, "0".to_string()), |(value, unit)| (value, format!("0 {unit}")));
    let (value, rest) = text.split_once(" +- ").map_or_else(bare, |(value, rest)| (value, rest.to_string()));
    let (uncertainty, unit) = rest.split_once(' ').unwrap_or((&rest, ""));
    let (value, uncertainty): (f64, f64) = (value.parse().ok()?, uncertainty.parse().ok()?);
    (value.is_finite() && uncertainty.is_finite() && uncertainty >= 0.0)
        .then(|| (Estimate::new(value, uncertainty), unit.to_string()))
}

/// The file's text: values read back to the same bits, uncertainties to two digits, rounded up; an uncertainty of zero is left
/// out. A value smaller than its uncertainty is rounding, and has two digits.
pub fn text(baseline: &Baseline) -> String {
    written(baseline, Some(&digest(baseline)))
}

/// SHA-256 of the text without its own line. Spaces and comments of a file do not count: what is read does.
fn digest(baseline: &Baseline) -> String {
    sha256(&written(baseline, None))
}

fn written(baseline: &Baseline, sha256: Option<&str>) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "format  = {FORMAT}");
    let _ = writeln!(out, "case    = {}", quoted(&baseline.case));
    let _ = writeln!(out, "why     = {}", quoted(&baseline.why));
    let _ = writeln!(out, "program = {}", quoted(&baseline.program));
    if let Some(date) = &baseline.date {
        let _ = writeln!(out, "date    = {}", quoted(date));
    }
    let _ = writeln!(out, "drift   = {:?}", baseline.drift);
    if baseline.every > 1 {
        let _ = writeln!(out, "every   = {}", baseline.every);
    }
    let _ = writeln!(out, "numbers = {}\ncurves  = {}", baseline.values.len(), baseline.curves.len());
    if let Some(sha256) = sha256 {
        let _ = writeln!(out, "sha256  = {}", quoted(sha256));
    }
    let _ = writeln!(out, "\n[inputs]");
    for (name, hash) in &baseline.inputs {
        let _ = writeln!(out, "{} = {}", key(name), quoted(hash));
    }
    let mut open = None;
    for kept in &baseline.values {
        if open != Some(&kept.of) {
            let _ = writeln!(out, "\n[[collision]]");
            head(&mut out, &kept.of);
            let _ = writeln!(out, "[collision.observed]");
            open = Some(&kept.of);
        }
        let Estimate { value, uncertainty } = kept.value;
        let value = if value.abs() < uncertainty { format!("{value:.1e}") } else { format!("{value:?}") };
        let within = if uncertainty == 0.0 { String::new() } else { format!(" +- {}", rounded_up(uncertainty)) };
        let unit = if kept.unit.is_empty() { String::new() } else { format!(" {}", kept.unit) };
        let _ = writeln!(out, "{} = {}", Key::new(&kept.observable), quoted(&format!("{value}{within}{unit}")));
    }
    for curve in &baseline.curves {
        let _ = writeln!(out, "\n[[curve]]");
        head(&mut out, &curve.of);
        for (name, column) in [("time ", 0), ("force", 1)] {
            let numbers: Vec<String> = curve.points.iter().map(|point| format!("{:?}", point[column])).collect();
            let _ = writeln!(out, "{name} = [{}]", numbers.join(", "));
        }
    }
    out
}

fn head(out: &mut String, CollisionId { scene, by, variant }: &CollisionId) {
    let _ = writeln!(out, "scene = {}\nby    = {}", quoted(scene), quoted(by));
    if !variant.is_empty() {
        let _ = writeln!(out, "variant = {}", quoted(variant));
    }
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_string()).to_string()
}

/// A key in quotes: on one line whatever is in it.
fn key(text: &str) -> String {
    let quoted = quoted(text);
    if !quoted.starts_with("\"\"\"") && !quoted.starts_with("'''") {
        return quoted;
    }
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => drop(write!(out, "\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out + "\""
}

/// An uncertainty rounded up to two significant digits.
pub fn rounded_up(uncertainty: f64) -> String {
    let near = format!("{uncertainty:.1e}");
    let short: f64 = near.parse().unwrap_or(uncertainty);
    if short >= uncertainty {
        return near.replace(".0e", "e");
    }
    // One more in the last of the two digits.
    let exponent: i32 = near.rsplit('e').next().and_then(|e| e.parse().ok()).unwrap_or(0);
    let more = format!("{:.1e}", short + 0.1 * 10f64.powi(exponent));
    if more.parse::<f64>().is_ok_and(|more| more >= uncertainty) {
        more.replace(".0e", "e")
    } else {
        format!("{uncertainty:e}")
    }
}
