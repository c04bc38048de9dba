//! Decks run as they are written, by the program itself, and give what the bench gets from its own run.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use collisionbench::bench::{self, two_bodies};
use collisionbench::case::{Case, engines_toml};
use collisionbench::scene::Scene;
use collisionbench::system::engine::{Engines, Folders, called, read_dump, read_output};

use super::{Needs, bench as program, engines_file};

pub const TESTS: &[Needs] = &[
    Needs {
        name: "forty_decks_run_as_written",
        engines: &["lammps", "liggghts", "yade"],
        test: forty_decks_run_as_written,
    },
    Needs { name: "a_deck_is_written_into_a_new_folder", engines: &["lammps 29Sep2021"], test: a_deck_is_written },
];

/// Most decks of one installation.
const EACH: usize = 16;

/// One scene a case: head-on, oblique, at walls, unequal; every second of the shipped cases that a code may have.
fn scenes() -> Vec<Scene> {
    let found = bench::find(&[], Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    let wanted = found.cases.into_iter().filter(|(name, _)| !name.starts_with("calibration"));
    let cases = wanted.map(|(name, file)| Case::read_with(Arc::new(file), &name, &found.data, &[]).unwrap());
    cases.filter_map(|case| case.scenes.into_iter().rev().find(|scene| scene.path.is_none())).collect()
}

fn forty_decks_run_as_written() {
    let config = engines_file().map(|file| engines_toml::file(&file).unwrap()).unwrap_or_default();
    let engines = Engines::new(config, Folders::temporary());
    let scenes = scenes();
    let mut decks = Vec::new();
    for name in ["lammps", "liggghts", "yade", "kratos"] {
        for engine in engines.installations(name) {
            let able: Vec<&Scene> = scenes.iter().filter(|scene| engine.covers(scene).is_ok()).collect();
            let every = able.len().div_ceil(EACH).max(1);
            for scene in able.into_iter().step_by(every) {
                let batch = two_bodies(scene);
                let [own, deck] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
                let expected = engine.run(&batch, own.path(), &|| false).unwrap();
                let command = engine.write(&batch, deck.path()).unwrap();
                let status = Command::new(&command[0])
                    .args(&command[1..])
                    .current_dir(deck.path())
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .status();
                assert!(status.unwrap().success(), "{}: {command:?}", called(engine));
                let dumped = ["lammps", "liggghts"].contains(&name);
                let read = if dumped { read_dump(&batch, deck.path()) } else { read_output(&batch, deck.path()) };
                assert_eq!(read.unwrap(), expected, "{} {}", called(engine), scene.name);
                decks.push((scene.bodies[1].is_wall(), scene.meeting.is_head_on(), scene.force.C != 0.0));
            }
        }
    }
    assert!(decks.len() >= 40, "only {} decks", decks.len());
    type Deck = (bool, bool, bool);
    let kinds: [fn(&Deck) -> bool; 5] = [|d| d.0, |d| !d.0, |d| d.1, |d| !d.1, |d| d.2];
    for kind in kinds {
        assert!(decks.iter().filter(|deck| kind(deck)).count() >= 5, "{decks:?}");
    }
}

fn a_deck_is_written() {
    let place = tempfile::tempdir().unwrap();
    let case = ["export", "engines/chung-ooi-1-glass", "--to", "lammps 29Sep2021", "--deck", "deck"];
    let (code, out, err) = program(place.path(), &case);
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.contains("-in input.txt"), "{out}");
    let input = std::fs::read_to_string(place.path().join("deck/input.txt")).unwrap();
    assert!(input.contains("pair_coeff") && place.path().join("deck/pairs.txt").is_file(), "{input}");
    let (code, _, err) = program(place.path(), &case);
    assert_eq!(code, 2);
    assert!(err.contains("exists already"), "{err}");
}
