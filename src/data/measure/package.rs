//! The XML in the zip that a workbook is.

use std::io::{Cursor, Read};

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;

/// Fails, rather than ends, after so many bytes.
pub(super) struct Limited<R> {
    inner: R,
    left: u64,
}

impl<R> Limited<R> {
    pub fn new(inner: R) -> Self {
        Self { inner, left: LARGEST_FILE }
    }
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.left = self
            .left
            .checked_sub(count as u64)
            .ok_or_else(|| std::io::Error::other(format!("it unpacks to more than {LARGEST_FILE} bytes")))?;
        Ok(count)
    }
}

pub(super) const LARGEST_FILE: u64 = 16 << 20;

pub(super) type Book = ZipArchive<Cursor<Vec<u8>>>;

/// A path as it is compared: some programs write `\` or other letters.
pub(super) fn path(written: &str) -> String {
    written.replace('\\', "/").to_lowercase()
}

/// The text of a part.
pub(super) fn part(book: &mut Book, wanted: &str) -> Result<String, String> {
    let at = book.file_names().position(|known| known.is_ok_and(|known| path(&known) == path(wanted)));
    let file = at.and_then(|at| book.by_index(at).ok()).ok_or_else(|| format!("it has no {wanted}"))?;
    let mut text = String::new();
    Limited::new(file).read_to_string(&mut text).map_err(|error| format!("{wanted}: {error}"))?;
    Ok(text)
}

/// The events of a part: what begins ends, also an element that is empty.
pub(super) struct Events<'x>(Reader<&'x [u8]>);

impl<'x> Events<'x> {
    pub fn of(xml: &'x str) -> Self {
        let mut reader = Reader::from_str(xml);
        reader.config_mut().expand_empty_elements = true;
        Self(reader)
    }

    /// The next event; none at the end.
    pub fn next(&mut self) -> Result<Option<Event<'x>>, String> {
        match self.0.read_event().map_err(|error| error.to_string())? {
            Event::Eof => Ok(None),
            event => Ok(Some(event)),
        }
    }

    /// Visits the start of each element.
    pub fn each(mut self, mut visit: impl FnMut(&BytesStart<'_>)) -> Result<(), String> {
        while let Some(event) = self.next()? {
            if let Event::Start(start) = event {
                visit(&start);
            }
        }
        Ok(())
    }
}

/// An attribute by its last word: `r:id` is `id`.
pub(super) fn attribute(start: &BytesStart<'_>, wanted: &str) -> Option<String> {
    let found = start.attributes().flatten().find(|a| a.key.local_name().as_ref() == wanted.as_bytes())?;
    found.normalized_value(quick_xml::XmlVersion::Implicit1_0).ok().map(|value| value.into_owned())
}

/// Text of an event, where it has any.
pub(super) fn piece(event: &Event<'_>) -> Option<String> {
    match event {
        Event::Text(text) => text.decode().ok().map(|text| text.into_owned()),
        Event::CData(text) => text.decode().ok().map(|text| text.into_owned()),
        Event::GeneralRef(name) => {
            let name = name.decode().ok()?;
            let full = format!("&{name};");
            // One that is not defined stays as it was written.
            Some(quick_xml::escape::unescape(&full).map_or_else(|_| full.clone(), |text| text.into_owned()))
        }
        _ => None,
    }
}
