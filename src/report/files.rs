//! Writes files of a report that is being built, only below its folder.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::data::LONGEST_PART;
pub use crate::data::checked;
use crate::error::Error;

/// Writes a new file. A file of that name must not be there: two cases may not share one.
///
/// # Errors
/// [`Error::Wrong`] for a name that leaves the folder, [`Error::Write`] when the disk refuses.
pub fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<String, Error> {
    stream(folder, name, |out| out.write_all(bytes))
}

/// Writes a new file piece by piece, as [`write()`]: however long it gets, it is never held as a whole.
///
/// # Errors
/// As [`write()`], and those of `fill`.
pub fn stream(
    folder: &Path,
    name: &str,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<String, Error> {
    let path = folder.join(checked(name)?);
    let mut out = new_file(folder, name).map_err(|source| Error::write(&path, source))?;
    fill(&mut out).and_then(|()| out.flush()).map_err(|source| Error::write(&path, source))?;
    Ok(name.to_string())
}

/// Bytes of a record above which it is compressed.
pub const LARGE: usize = 2 << 20;

/// What is added to the name of a compressed file.
pub const COMPRESSED: &str = ".gz";

/// Writes a new file piece by piece, as [`stream`]; one that gets [`LARGE`] is compressed, and its name says so.
///
/// # Errors
/// As [`stream`].
pub fn stream_packed(
    folder: &Path,
    name: &str,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<String, Error> {
    let mut file = PackedWriter { folder, name: checked(name)?.to_string(), state: State::Held(Vec::new()) };
    let mut out = BufWriter::new(&mut file);
    let filled = fill(&mut out).and_then(|()| out.flush());
    drop(out);
    let path = folder.join(&file.name);
    match file.state {
        State::Held(bytes) => {
            filled.map_err(|source| Error::write(&path, source)).and_then(|()| write(folder, name, &bytes))
        }
        State::Packed(packer) => {
            let done = filled.and_then(|()| packer.finish()?.flush());
            done.map(|()| file.name).map_err(|source| Error::write(&path, source))
        }
    }
}

/// A file that is held in memory until it is [`LARGE`], and compressed from then on.
struct PackedWriter<'a> {
    folder: &'a Path,
    name: String,
    state: State,
}

enum State {
    Held(Vec<u8>),
    Packed(GzEncoder<BufWriter<File>>),
}

impl Write for PackedWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.state {
            State::Packed(packer) => packer.write(bytes),
            State::Held(held) if held.len() + bytes.len() <= LARGE => held.write(bytes),
            State::Held(held) => {
                let held = std::mem::take(held);
                self.name.push_str(COMPRESSED);
                let mut packer = gzip(new_file(self.folder, &self.name)?);
                packer.write_all(&held)?;
                let written = packer.write(bytes);
                self.state = State::Packed(packer);
                written
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A gzip writer without file name and time, so that equal contents give equal bytes.
fn gzip<W: Write>(out: W) -> GzEncoder<W> {
    GzEncoder::new(out, Compression::default())
}

fn new_file(folder: &Path, name: &str) -> io::Result<BufWriter<File>> {
    let path = folder.join(name);
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    Ok(BufWriter::new(OpenOptions::new().write(true).create_new(true).open(&path)?))
}

/// Writes a table of a run as a new CSV file, row by row below the names of its columns, as [`stream`].
///
/// # Errors
/// As [`write()`]; the CSV writer's own errors as those of the disk.
pub fn write_table<C: AsRef<[u8]>>(
    folder: &Path,
    name: &str,
    columns: impl IntoIterator<Item = C>,
    rows: impl FnOnce(&mut csv::Writer<&mut BufWriter<File>>) -> Result<(), csv::Error>,
) -> Result<Vec<String>, Error> {
    let file = stream(folder, name, |out| {
        let mut table = csv::Writer::from_writer(out);
        let filled = table.write_record(columns).and_then(|()| rows(&mut table));
        // An error of the disk stays one: its kind says what to do.
        filled.map_err(|error| match error.into_kind() {
            csv::ErrorKind::Io(source) => source,
            other => io::Error::other(format!("{other:?}")),
        })?;
        table.flush()
    });
    Ok(vec![file?])
}

/// A word turned into a file name: everything but letters, digits, `.`, `_` and `-` becomes `-`.
///
/// ```
/// assert_eq!(collisionbench::report::files::slug("lammps 29Sep2021/a"), "lammps-29Sep2021-a");
/// ```
pub fn slug(word: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-') { c } else { '-' };
    let slug: String = word.chars().map(kept).take(LONGEST_PART / 2).collect();
    let slug = slug.trim_start_matches('.');
    if slug.is_empty() { "-".to_string() } else { slug.to_string() }
}
