//! Many scenes of one case that differ in numbers alone: the case is read once, and each scene is built from its numbers.
//!
//! It is for callers that have their numbers in arrays. A scene with the numbers of a file is that of the file, to the last bit.

use std::sync::Arc;

use super::motion::{self, MotionDraft};
use super::reader::{self, Entry, Reader, quoted, suggestion};
use super::run::{self, Settings};
use super::scenes::{Draft, build_with};
use super::{KEYS, bodies, contact};
use crate::collide::How;
use crate::data::Files;
use crate::error::{Diagnostic, Error, SourceFile};
use crate::keys::Spec;
use crate::law::scene::Scene;
use crate::limits::{ANY, Limits};
use crate::units::Dimension;

/// A case with one scene, any number of which may be replaced.
#[derive(Debug)]
pub struct Batch {
    entries: Vec<Entry>,
    draft: Draft,
    how: How,
}

/// A number of the case that is replaced.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Replaced {
    index: usize,
    pub dimension: Dimension,
    pub limits: Limits,
}

impl Batch {
    /// Reads a case, which needs no check and no title; it is computed as its only `[run.*]` has it, exactly where it has none.
    ///
    /// # Errors
    /// Everything that is wrong with the text, a sweep, several solvers, and one that is a program of its own.
    pub fn read(file: &Arc<SourceFile>) -> Result<Self, Error> {
        let files = Files::Embedded;
        let mut reader = Reader::new(file, &files);
        let Some(root) = reader::parse(&mut reader) else {
            return Err(reader.finish().err().unwrap_or_else(|| Error::wrong("this is not TOML")));
        };
        root.only(&mut reader, &KEYS.names());
        let materials = bodies::materials(&mut reader, &root);
        let bodies = bodies::bodies(&mut reader, &root, &materials);
        let impact = motion::impact(&mut reader, &root);
        let contact = contact::contact(&mut reader, &root);
        let runs = run::read(&mut reader, &root, &[], false);
        if let Some(entry) = reader.entries.iter().find(|entry| entry.sweep.is_some()) {
            let (span, path) = (entry.origin.span.clone(), quoted(&entry.path));
            reader.wrong(
                &span,
                format!("{path} is a sweep, but one scene is expected"),
                &["give the numbers as an array"],
            );
        }
        let how = match &runs[..] {
            [run] => match &run.settings {
                Settings::Computed(how) => Some(how.clone()),
                _ => None,
            },
            _ => None,
        };
        let entries = reader.entries.clone();
        reader.finish()?;
        let (Some(bodies), Some(contact), Some(impact)) = (bodies, contact, impact) else {
            return Err(Error::wrong(format!("{}: this case cannot be read", file.name)));
        };
        let Some(how) = how else {
            return Err(Error::wrong("one solver computes the collisions: the reference or a scheme of this program"));
        };
        Ok(Self { entries, draft: Draft { materials, bodies, contact, motion: MotionDraft::Impact(impact) }, how })
    }

    /// How its collisions are computed.
    pub fn how(&self) -> &How {
        &self.how
    }

    /// The number under a path, `impact.speed` or `contact.damping.tsuji.restitution`.
    ///
    /// # Errors
    /// A path that the case does not have, and a word.
    pub fn replaced(&self, path: &str) -> Result<Replaced, Error> {
        let paths = || self.entries.iter().map(|entry| entry.path.as_str());
        let Some(index) = paths().position(|known| known == path) else {
            let known = paths().collect::<Vec<_>>().join(", ");
            let problem = Diagnostic::new(format!("there is no number {}{}", quoted(path), suggestion(path, paths())));
            return Err(problem.help(format!("there are {known}")).into());
        };
        match self.entries[index].spec {
            Some(Spec::Quantity(dimension, limits)) => Ok(Replaced { index, dimension, limits }),
            Some(Spec::Inertia) => {
                Ok(Replaced { index, dimension: Dimension::Number, limits: ANY.above(0.0).at_most(1.0) })
            }
            _ => Err(Error::wrong(format!("{} is a word, and one for all scenes", quoted(path)))),
        }
    }

    /// The scene with these numbers (SI) in place of those of the case; it has no list of parameters.
    ///
    /// # Errors
    /// Numbers outside of their limits, and what a case with them would be refused for.
    pub fn scene(&self, given: &[(Replaced, f64)]) -> Result<Scene, Error> {
        for (replaced, number) in given {
            if !replaced.limits.hold(*number) {
                let entry = &self.entries[replaced.index];
                let key = entry.path.rsplit('.').next().unwrap_or_default();
                let unit = replaced.dimension.si();
                let shown = format!("{number:?} {unit}");
                let message = format!("{} {}, not {}", quoted(key), replaced.limits.demand(), shown.trim_end());
                return Err(Error::wrong(message));
            }
        }
        let given: Vec<(usize, f64)> = given.iter().map(|(replaced, number)| (replaced.index, *number)).collect();
        let scene = build_with(&self.entries, &self.draft, &given);
        // With the numbers of the file the place in it is right.
        let placed = given.is_empty();
        scene.map_err(|problem| match placed {
            true => Error::Wrong(vec![*problem]),
            false => Error::Wrong(vec![Diagnostic { origin: None, ..*problem }]),
        })
    }
}
