//! `[run.recorded]`: a trajectory that a code outside this program computed, read from a table beside the case.
//!
//! What the table holds is about the scenes of the case, so that it is read when these are known.

use std::sync::Arc;

use super::reader::{Node, Reader, quoted};
use super::{RecordedRun, Run, Settings, Word, direction};
use crate::codes::engine::recorded::{CodeSettings, LARGEST, Recording, parse};
use crate::error::SourceFile;
use crate::keys::{Key, Keys, Takes};
use crate::law::scene::Scene;
use crate::limits::POSITIVE;
use crate::units::Dimension;

/// The word after `run.`.
pub const RECORDED: &str = "recorded";

/// Description in `list`, one line.
pub const RECORDED_TITLE: &str =
    "the recorded output of a code that cannot be run here, read from a table next to the case";

/// Longest name of a code, in characters: it stands in every line about it.
const LONGEST_CODE: usize = 60;

const DATA: Key = Key::new(
    "data",
    Takes::Line,
    "a table (.csv) beside the case file, or from the folder where the program is started",
)
.required("\"oblique.csv\"      # a table beside the case");
const PLACE: &str = "`data` is the path of a .csv table, relative to the case file or to the current folder";
const CODE: Key = Key::new("code", Takes::Short(LONGEST_CODE), "name and version of the code: hybird 3.1")
    .required("\"hybird 3.1\"      # name and version of the code");
const TIME_STEP: Key = Key::new(
    "time_step",
    Takes::Single(Dimension::Time, POSITIVE),
    "of the code; needed for the bound of the energy error",
);
const WALL_NORMAL: Key = Key::new("wall_normal", Takes::Direction, "out of the wall, in the axes of the recording")
    .unless("that of the case");

pub(super) static KEYS: Keys = Keys {
    header: "[run.recorded]",
    doc: "what a code that cannot be run here left of the scenes: a table of times, positions, velocities and spins",
    keys: &[DATA, CODE, TIME_STEP, WALL_NORMAL],
    rules: "",
};

/// Reads the settings; the table is read by [`tables`].
pub(super) fn read(reader: &mut Reader, node: &Node) -> Settings {
    let data = Word { text: String::new(), origin: reader.origin(node.key_span.clone()) };
    let (code, settings, recording) = (String::new(), CodeSettings::default(), Recording::default());
    let mut recorded = RecordedRun { data, code, settings, recording };
    if let Some(table) = node.keyed(reader, "[run.recorded]", &KEYS) {
        recorded.data = table.word(reader, &DATA).unwrap_or(recorded.data);
        if let Some(code) = table.word(reader, &CODE) {
            if code.text.chars().count() > LONGEST_CODE {
                let message = format!("`code` is longer than {LONGEST_CODE} characters");
                let help = format!("write name and version:  code = {}", CODE.example);
                reader.wrong(&code.origin.span, message, &[&help]);
            }
            recorded.code = code.text;
        }
        recorded.settings = CodeSettings {
            time_step: table.get("time_step").and_then(|node| time_step(reader, &node)),
            wall_normal: table.get("wall_normal").and_then(|node| direction::vector(reader, &node)),
        };
    }
    Settings::Recorded(Arc::new(recorded))
}

fn time_step(reader: &mut Reader, node: &Node) -> Option<f64> {
    let (choices, sweep) = reader.choices(node, TIME_STEP.spec()?)?;
    if sweep.is_some() {
        reader.wrong(&node.span(), "a recording has one time step", &["give the step it was computed with"]);
    }
    choices.first()?.number()
}

/// Reads the table of a recording, for the scenes of the case.
pub(super) fn tables(reader: &mut Reader, runs: &mut [Run], scenes: &[Scene]) {
    for run in runs {
        let Settings::Recorded(recorded) = &mut run.settings else { continue };
        let Word { text: name, origin } = recorded.data.clone();
        if name.is_empty() {
            continue;
        }
        let at = origin.span.clone();
        if recorded.settings.wall_normal.is_some() && scenes.iter().any(|scene| !scene.bodies[1].is_wall()) {
            let header = run.solver.origin.span.clone();
            reader.wrong(&header, "`wall_normal` is only valid with a wall", &["leave it out"]);
        }
        let text = match reader.beside(&name) {
            Some((folder, files)) => files
                .text(&name, LARGEST)
                .map(|file| SourceFile { name: folder.join(&name).display().to_string(), ..file }),
            None => reader.files.text(&name, LARGEST),
        };
        match text.and_then(|file| parse(&Arc::new(file), scenes)) {
            Ok(recording) => *recorded = Arc::new(RecordedRun { recording, ..RecordedRun::clone(recorded) }),
            Err(error) => reader.unread(error, at, &format!("recording {}", quoted(&name)), &[PLACE]),
        }
    }
}
