//! The tables of cases with more scenes than are shown: every collision and every check, copied from the blocks they were computed in.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

use super::Reporter;
use super::files::stream;
use crate::bench::journal::RowsFile;
use crate::bench::record::LargeRecord;
use crate::bench::record::rows::{OF_CHECKS, header};

/// Every collision and every check of a large case; its other files show some.
pub const LARGE_TABLES: Reporter = Reporter {
    name: "collisions.csv, checks.csv",
    about: "of a case with more than 10 000 scenes: one row per collision, with what was swept, and one per check",
    write: |context, folder| {
        let mut written = Vec::new();
        for case in &context.record.cases {
            let (Some(large), Some(rows)) = (&case.large, context.rows.get(&case.name)) else { continue };
            let inner = format!("{}/collisions.csv", case.name);
            written.push(stream(folder, &inner, |out| {
                let mut head = csv::Writer::from_writer(&mut *out);
                head.write_record(header(case, &large.columns)).map_err(io::Error::other)?;
                head.flush()?;
                drop(head);
                rows.iter().try_for_each(|file| copy_collisions(file, large, case.swept.len() + 3, out))
            })?);
            let inner = format!("{}/checks.csv", case.name);
            written.push(stream(folder, &inner, |out| {
                writeln!(out, "{}", OF_CHECKS.join(","))?;
                rows.iter().try_for_each(|file| copy(&file.path, &file.checks, out))
            })?);
            context.go_on()?;
        }
        Ok(written)
    },
};

/// Copies some bytes of a file.
fn copy(path: &Path, bytes: &Range<u64>, out: &mut dyn Write) -> io::Result<()> {
    let mut part = part(path, bytes)?;
    let copied = io::copy(&mut part, out)?;
    if copied == bytes.end - bytes.start { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

fn part(path: &Path, bytes: &Range<u64>) -> io::Result<impl Read> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(bytes.start))?;
    Ok(BufReader::with_capacity(1 << 16, file).take(bytes.end - bytes.start))
}

/// Copies the rows of a block; where it lacks an observable that another has, its cells are empty. `first` columns are those of the scene.
fn copy_collisions(file: &RowsFile, large: &LargeRecord, first: usize, out: &mut dyn Write) -> io::Result<()> {
    if file.columns == large.columns {
        return copy(&file.path, &file.collisions, out);
    }
    let places: Vec<Option<usize>> =
        large.columns.iter().map(|column| file.columns.iter().position(|own| own == column)).collect();
    let mut rows = csv::ReaderBuilder::new().has_headers(false).from_reader(part(&file.path, &file.collisions)?);
    let mut wide = csv::Writer::from_writer(out);
    for row in rows.records() {
        let row = row.map_err(io::Error::other)?;
        let own = places.iter().map(|place| place.and_then(|place| row.get(first + place)).unwrap_or_default());
        wide.write_record(row.iter().take(first).chain(own)).map_err(io::Error::other)?;
    }
    wide.flush()
}
