//! `<case>/trajectory.<who>.csv`: the curves as drawn.

use std::path::Path;

use crate::error::Error;
use crate::record::{CaseRecord, Curve, Record};

use super::{Context, Reporter, files};
use crate::number::{exact, label};

/// Writes one file a case and maker.
pub struct Curves;

impl Reporter for Curves {
    fn name(&self) -> &'static str {
        "trajectory.<who>.csv"
    }

    fn about(&self) -> &'static str {
        "one folder per case: overlap, speed and force against time, as many points as a line within 0.05 % needs, six digits"
    }

    fn write(&self, context: &Context<'_>, folder: &Path) -> Result<Vec<String>, Error> {
        let mut written = Vec::new();
        let packed = are_packed(context.record);
        for case in &context.record.cases {
            for (name, curves) in by_maker(case) {
                let path = file(&format!("{}/{name}", case.name), packed);
                let failed = |e: std::io::Error| Error::write(&folder.join(&path), e);
                let bytes = text(&curves).map_err(|e| failed(std::io::Error::other(e)))?;
                let bytes = if packed { files::packed(&bytes).map_err(failed)? } else { bytes };
                written.push(files::write(folder, &path, &bytes)?);
            }
        }
        Ok(written)
    }
}

/// Bytes of a number in a file, about.
const NUMBER: usize = 20;

/// Whether the trajectories of a run are compressed: together they would be [`files::LARGE`].
pub fn are_packed(record: &Record) -> bool {
    let curves = record.cases.iter().flat_map(|case| &case.curves);
    let numbers: usize = curves.flat_map(|curve| &curve.values).map(Vec::len).sum();
    numbers * NUMBER > files::LARGE
}

/// The name a trajectory's file has.
pub fn file(name: &str, packed: bool) -> String {
    if packed { format!("{name}{}", files::COMPRESSED) } else { name.to_string() }
}

/// The curves of a case by the file they go to. Two makers whose names read the same in a file name are told apart
/// by a number.
pub fn by_maker(case: &CaseRecord) -> Vec<(String, Vec<&Curve>)> {
    let mut makers: Vec<(&str, String, Vec<&Curve>)> = Vec::new();
    for curve in &case.curves {
        if let Some(known) = makers.iter_mut().find(|(by, ..)| *by == curve.by) {
            known.2.push(curve);
            continue;
        }
        let short = curve.by.rsplit('/').find(|part| !part.is_empty()).unwrap_or(&curve.by);
        let base = files::slug(short);
        let mut name = format!("trajectory.{base}.csv");
        let mut number = 2;
        while makers.iter().any(|(_, taken, _)| *taken == name) {
            name = format!("trajectory.{base}-{number}.csv");
            number += 1;
        }
        makers.push((&curve.by, name, vec![curve]));
    }
    makers.into_iter().map(|(_, name, curves)| (name, curves)).collect()
}

/// One file: scene, variant, then every column any of the curves has, in SI.
fn text(curves: &[&Curve]) -> Result<Vec<u8>, csv::Error> {
    let mut words: Vec<&str> = Vec::new();
    for word in curves.iter().flat_map(|curve| &curve.columns) {
        if !words.contains(&word.as_str()) {
            words.push(word);
        }
    }
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(["scene", "variant"].iter().chain(&words))?;
    for curve in curves {
        let columns: Vec<Option<&Vec<f64>>> = words
            .iter()
            .map(|word| curve.columns.iter().position(|c| c == word).and_then(|i| curve.values.get(i)))
            .collect();
        let rows = columns.iter().flatten().map(|values| values.len()).max().unwrap_or(0);
        for row in 0..rows {
            let mut line = vec![label(&curve.scene).into_owned(), label(&curve.variant).into_owned()];
            line.extend(columns.iter().map(|c| c.and_then(|v| v.get(row)).map_or(String::new(), |&v| exact(v))));
            out.write_record(&line)?;
        }
    }
    out.into_inner().map_err(|e| e.into_error().into())
}
