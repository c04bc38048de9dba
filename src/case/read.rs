//! Reads a whole case file: its tables, then its scenes, then the expectations.

use std::sync::Arc;

use super::build::{Draft, MotionDraft};
use super::reader::Reader;
use super::unroll::unroll;
use super::{Case, body, calibration, contact, expect, fit, impact, material, path, recorded, run, syntax};
use crate::data::Files;
use crate::error::{Error, SourceFile};
use crate::keys::{Key, Keys, Takes};

const TITLE: Key = Key::new("title", Takes::Line, "what the case shows").required("\"Two glass spheres meet head on\"");
const SOURCE: Key =
    Key::new("source", Takes::Line, "where the case comes from").example("\"Author year, journal volume, page\"");

/// The tables of a case; the keys of each are declared where it is read.
pub(super) static KEYS: Keys = Keys {
    header: "",
    doc: "Two bodies meet; the collision is computed and compared with what is known.",
    keys: &[
        TITLE,
        SOURCE,
        Key::new("material", Takes::Named(&material::KEYS), "materials by name"),
        Key::new("body", Takes::Named(&body::KEYS), "two spheres, or a sphere and, second, a wall").required(""),
        Key::new("impact", Takes::Table(&impact::KEYS), "how the bodies meet"),
        Key::new("path", Takes::Table(&path::KEYS), "a contact driven slowly, instead of an impact"),
        Key::new("contact", Takes::Table(&contact::KEYS), "the laws of the contact").required(""),
        Key::new("experiment", OF_A_KIND, "what was measured, in place of an impact"),
        Key::new("fit", Takes::Table(&fit::KEYS), "how the parameters are found"),
        Key::new("export", Takes::Table(&fit::EXPORT), "codes the result is written for"),
        Key::new("run", OF_A_KIND, "solvers of the collision"),
        Key::new("expect", Takes::List(&expect::KEYS), "what is expected of the runs").required(""),
    ],
    rules: r#"{
        "if": {"required": ["experiment"]},
        "then": {"not": {"anyOf": [{"required": ["impact"]}, {"required": ["path"]}, {"required": ["run"]}]}},
        "else": {
            "required": ["run"],
            "oneOf": [{"required": ["impact"]}, {"required": ["path"]}],
            "not": {"anyOf": [{"required": ["fit"]}, {"required": ["export"]}]}
        }
    }"#,
};

/// A table with one table for each kind: experiments, solvers.
const OF_A_KIND: Takes = Takes::Other("a table of one of its kinds", r#"{"type": "object"}"#);

/// Reads a case; all errors are collected and reported together. `judged`: that it has no check is one.
pub(super) fn case(
    file: &Arc<SourceFile>,
    name: &str,
    files: &Files,
    engines: &[String],
    judged: bool,
) -> Result<Case, Error> {
    let mut reader = Reader::new(file, files);
    let Some(root) = syntax::parse(&mut reader) else {
        return Err(reader.finish().err().unwrap_or_else(|| Error::wrong("this is not TOML")));
    };
    root.only(&mut reader, &KEYS.names());
    let title = root.line(&mut reader, &TITLE);
    let source = root.line(&mut reader, &SOURCE);

    let materials = material::read(&mut reader, &root);
    let bodies = body::read(&mut reader, &root, &materials);
    let motion = match path::read(&mut reader, &root, bodies.as_ref()) {
        Some(path) => Some(MotionDraft::Path(path)),
        None => impact::read(&mut reader, &root).map(MotionDraft::Impact),
    };
    let contact = contact::read(&mut reader, &root);
    let mut runs = run::read(&mut reader, &root, engines);
    let draught = calibration::read(&mut reader, &root);

    // Scenes of a case that is wrong already would only repeat what is wrong.
    let sound = reader.count() == 0;
    let draft = match (bodies, motion, contact) {
        (Some(bodies), Some(motion), Some(contact)) if sound => Some(Draft { materials, bodies, contact, motion }),
        _ => None,
    };
    let unrolled = draft.as_ref().and_then(|draft| unroll(&mut reader, draft));
    if let Some((_, scenes)) = &unrolled {
        recorded::tables(&mut reader, &mut runs, scenes);
    }
    let scenes = unrolled.as_ref().map(|(_, scenes)| scenes.as_slice());
    let expects =
        if judged || root.has("expect") { expect::read(&mut reader, &root, &runs, scenes) } else { Vec::new() };
    if let Some(draught) = &draught {
        draught.check(&mut reader, &expects);
    }
    let nominal = unrolled.as_ref().and_then(|(_, scenes)| scenes.first());
    let calibration = draught.zip(draft).zip(nominal).map(|((draught, draft), nominal)| {
        Box::new(calibration::finish(&reader, draught, draft, nominal.clone(), expects.clone()))
    });
    reader.finish()?;
    let (Some(title), Some((swept, scenes))) = (title, unrolled) else {
        return Err(Error::wrong(format!("{}: this case cannot be read", file.name)));
    };
    // The scenes of a calibration are made as it asks for them, and its claims are about the fit.
    let (scenes, runs, expects) = if calibration.is_some() { Default::default() } else { (scenes, runs, expects) };
    let (name, file) = (name.to_string(), Arc::clone(file));
    Ok(Case { name, file, title, source, swept, scenes, runs, expects, calibration })
}
