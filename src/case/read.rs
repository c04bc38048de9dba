//! A whole file: its tables one after the other, then its scenes, then what is expected of them.

use std::sync::Arc;

use super::build::{CourseDraft, Draft};
use super::reader::Reader;
use super::unroll::unroll;
use super::{Case, body, calibration, contact, expect, impact, material, mdr, path, recorded, run, syntax};
use crate::data::Files;
use crate::error::{Error, SourceFile};

const TABLES: &[&str] = &[
    "title",
    "source",
    "material",
    "body",
    "impact",
    "path",
    "contact",
    "experiment",
    "fit",
    "export",
    "run",
    "expect",
];

/// Reads a case; all that is wrong with it is gathered first and reported together.
pub(super) fn case(file: &Arc<SourceFile>, name: &str, files: &Files, engines: &[String]) -> Result<Case, Error> {
    let mut reader = Reader::new(file, files);
    let Some(root) = syntax::parse(&mut reader) else {
        return Err(reader.finish().err().unwrap_or_else(|| Error::wrong("this is not TOML")));
    };
    root.only(&mut reader, TABLES);
    let title = root.require(&mut reader, "title", "\"Two glass spheres meet head on\"");
    let title = title.and_then(|node| node.text(&mut reader, "\"Two glass spheres meet head on\""));
    let source = root.get("source").and_then(|node| node.text(&mut reader, "\"Author year, journal volume, page\""));

    let materials = material::read(&mut reader, &root);
    let bodies = body::read(&mut reader, &root, &materials);
    let course = match path::read(&mut reader, &root, bodies.as_ref()) {
        Some(path) => Some(CourseDraft::Path(path)),
        None => impact::read(&mut reader, &root).map(CourseDraft::Impact),
    };
    let contact = contact::read(&mut reader, &root);
    let mut runs = run::read(&mut reader, &root, engines);
    let draught = calibration::read(&mut reader, &root, engines);

    // Scenes of a case that is wrong already would only repeat what is wrong.
    let sound = reader.count() == 0;
    let draft = match (bodies, course, contact) {
        (Some(bodies), Some(course), Some(contact)) if sound => Some(Draft { materials, bodies, contact, course }),
        _ => None,
    };
    let unrolled = draft.as_ref().and_then(|draft| unroll(&mut reader, draft));
    if let Some((_, scenes)) = &unrolled {
        mdr::check(&mut reader, &runs, scenes);
        recorded::tables(&mut reader, &mut runs, scenes);
    }
    let expects = expect::read(&mut reader, &root, &runs, unrolled.as_ref().map(|(_, scenes)| scenes.as_slice()));
    if let Some(draught) = &draught {
        draught.check(&mut reader, &expects);
    }
    let calibration = match (draught, draft, &unrolled) {
        (Some(draught), Some(draft), Some((_, scenes))) => {
            scenes.first().map(|nominal| calibration::finish(&reader, draught, draft, nominal.clone()))
        }
        _ => None,
    };
    reader.finish()?;
    let (Some(title), Some((swept, scenes))) = (title, unrolled) else {
        return Err(Error::wrong(format!("{}: this case cannot be read", file.name)));
    };
    let case = Case {
        name: name.to_string(),
        file: Arc::clone(file),
        title,
        source,
        swept,
        scenes,
        runs,
        expects,
        calibration: None,
    };
    // The scenes of a calibration are made as it asks for them, and its claims are about the fit.
    Ok(match calibration {
        Some(found) => {
            let expects = case.expects.clone();
            let calibration = Some(Box::new(found.with_expects(expects)));
            Case { scenes: Vec::new(), runs: Vec::new(), expects: Vec::new(), calibration, ..case }
        }
        None => case,
    })
}
