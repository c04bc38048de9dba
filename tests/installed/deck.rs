//! Decks run as they are written, by the program itself, and give what the bench gets from its own run.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use collisionbench::bench::{self, two_bodies};
use collisionbench::case::{Case, engines_toml};
use collisionbench::codes::engine::{Engines, Folders, called, read_dump, read_output};
use collisionbench::fit::calibrate::{Depth, Unwatched, calibrate};
use collisionbench::fit::file::FitResult;
use collisionbench::law::scene::Scene;
use collisionbench::law::shear::RollingForce;

use super::{Needs, bench as bench_program, engines_file};

pub const TESTS: &[Needs] = &[
    Needs {
        name: "forty_decks_run_as_written",
        engines: &["lammps", "liggghts", "yade"],
        test: forty_decks_run_as_written,
    },
    Needs { name: "lines_run_where_they_are_pasted", engines: &["lammps 29Sep2021", "liggghts"], test: pasted },
    Needs { name: "a_phone_s_export_becomes_decks_that_run", engines: &["lammps", "liggghts"], test: phone },
    Needs { name: "a_deck_is_written_into_a_new_folder", engines: &["lammps 29Sep2021"], test: a_deck_is_written },
];

/// Most decks of one installation.
const EACH: usize = 16;

/// The contact of a fit, from measurements to the file that `export` reads.
fn fitted() -> Scene {
    let found = bench::find(&[Path::new("calibration/synthetic-drops").to_path_buf()], Path::new(".")).unwrap();
    let (name, file) = found.cases.into_iter().next().unwrap();
    let data = found.data;
    let case = Case::read_with(Arc::new(file), &name, &data, &[]).unwrap();
    let how = Depth::Quick;
    let found = calibrate(&case, how, &Unwatched).unwrap();
    FitResult::of(&case, &found, "test", "fit").unwrap().scene().unwrap()
}

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
    let (scenes, fit) = (scenes(), fitted());
    let rolls = |scene: &Scene| scene.shear.is_some_and(|shear| shear.rolling != RollingForce::None);
    let mut decks = Vec::new();
    for name in ["lammps", "liggghts", "yade", "kratos"] {
        for engine in engines.installations(name) {
            let able: Vec<&Scene> = scenes.iter().filter(|scene| engine.covers(scene).is_ok()).collect();
            let every = able.len().div_ceil(EACH).max(1);
            let rolling = able.iter().copied().filter(|scene| rolls(scene)).take(1);
            let fits = std::iter::once(&fit).filter(|fit| engine.covers(fit).is_ok());
            for scene in able.iter().copied().step_by(every).chain(rolling).chain(fits) {
                let batch = two_bodies(scene).unwrap();
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
                // To the last bit; an elastic force that is unknown is no number, and equal to none.
                let [read, expected] = [read.unwrap(), expected].map(|runs| format!("{runs:?}"));
                assert_eq!(read, expected, "{} {}", called(engine), scene.name);
                let fit = std::ptr::eq(scene, &raw const fit);
                let what = [
                    scene.bodies[1].is_wall(),
                    scene.kinematics.is_head_on(),
                    scene.force.is_some_and(|force| force.C != 0.0),
                ];
                decks.push((what, rolls(scene), fit));
            }
        }
    }
    assert!(decks.len() >= 40, "only {} decks", decks.len());
    for kind in 0..3 {
        for is in [true, false] {
            assert!(decks.iter().filter(|(what, ..)| what[kind] == is).count() >= 5, "{decks:?}");
        }
    }
    assert!(decks.iter().any(|(_, rolls, _)| *rolls), "none rolls: {decks:?}");
    assert!(decks.iter().filter(|(.., fit)| *fit).count() >= 3, "no fits: {decks:?}");
}

/// What `export` writes stands in an input of the two parts that its comments name, and the program takes it.
fn pasted() {
    for (program, to) in [("lmp", "lammps 29Sep2021"), ("liggghts", "liggghts")] {
        for source in [
            "engines/chung-ooi-1-glass",
            "engines/lammps-gran-hertz",
            "engines/lammps-rolling",
            "engines/glancing-liggghts",
        ] {
            let place = tempfile::tempdir().unwrap();
            let scene = first_scene(source);
            let (code, text, err) = bench_program(place.path(), &["export", source, "--to", to, "--scene", &scene]);
            assert_eq!(code, 0, "{err}");
            let (before, after) = text.split_once("\n# after it\n").unwrap_or_else(|| panic!("{to}: {text}"));
            let (_, before) = before.split_once("# before create_box").unwrap();
            let before = before.split_once('\n').unwrap().1;
            let input = format!(
                "units si\natom_style sphere\nboundary f f f\n{before}\nregion box block -1 1 -1 1 -1 1 units box\n\
                 create_box 1 box\nneighbor 0.001 bin\n{after}\ntimestep 1e-9\ncreate_atoms 1 single 0 0 0.0019 units box\n\
                 set type 1 diameter 0.004\nset type 1 density 2500\nrun 3\n"
            );
            std::fs::write(place.path().join("in.txt"), &input).unwrap();
            let out = Command::new(program).args(["-in", "in.txt"]).current_dir(place.path()).output().unwrap();
            let said = String::from_utf8_lossy(&out.stdout);
            assert!(out.status.success() && !said.contains("ERROR"), "{to} {source}\n{input}\n{said}");
        }
    }
}

/// The name of the first scene of a shipped case.
fn first_scene(name: &str) -> String {
    let found = bench::find(&[Path::new(name).to_path_buf()], Path::new(".")).unwrap();
    let (name, file) = found.cases.into_iter().next().unwrap();
    Case::read_with(Arc::new(file), &name, &found.data, &[]).unwrap().scenes[0].name.clone()
}

fn a_deck_is_written() {
    let place = tempfile::tempdir().unwrap();
    let case = ["export", "engines/chung-ooi-1-glass", "--to", "lammps 29Sep2021", "--out", "deck"];
    let (code, out, err) = bench_program(place.path(), &case);
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.contains("-in input.txt"), "{out}");
    let input = std::fs::read_to_string(place.path().join("deck/input.txt")).unwrap();
    assert!(input.contains("pair_coeff") && place.path().join("deck/pairs.txt").is_file(), "{input}");
    assert!(!out.contains("NOT faithful") && !input.contains("NOT faithful"), "{out}{input}");
    let (code, _, err) = bench_program(place.path(), &case);
    assert_eq!(code, 2);
    assert!(err.contains("already exists"), "{err}");
    // The wall of this release is another one: the deck has to tell, and is not written with --strict.
    let wall = ["export", "engines/chung-ooi-3", "--scene", "1", "--to", "lammps 29Sep2021", "--out", "wall"];
    let (code, out, err) = bench_program(place.path(), &[&wall[..], &["--strict"]].concat());
    assert!(code == 2 && err.contains("in the release 29Sep2021 a wall has") && out.is_empty(), "{out}{err}");
    assert!(!place.path().join("wall").exists());
    let (code, out, _) = bench_program(place.path(), &wall);
    let input = std::fs::read_to_string(place.path().join("wall/input.txt")).unwrap();
    assert!(code == 0 && out.contains("  NOT faithful: in the release 29Sep2021 a wall has"), "{out}");
    assert!(input.starts_with("# NOT faithful: in the release 29Sep2021 a wall has"), "{input}");
}

/// What the guide says of a phone's export: three commands and at most five typed values make a deck for each of two codes
/// that runs, says what it holds, and returns the fitted restitution.
fn phone() {
    let guide = include_str!("../../docs/calibrating.md");
    let (_, guide) = guide.split_once("## From a phone").unwrap();
    let (guide, _) = guide.split_once("\n## ").unwrap();
    let blocks: Vec<&str> = guide
        .split("```")
        .skip(1)
        .step_by(2)
        .filter_map(|block| block.split_once('\n'))
        .map(|(_, text)| text)
        .collect();
    let place = tempfile::tempdir().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_collisionbench")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let shell = |script: &str, folder: &Path| {
        let mut command = Command::new("bash");
        command.args(["-e", "-c", script]).current_dir(folder).env("PATH", &path).env("NO_COLOR", "1");
        let output = command.output().unwrap();
        assert!(output.status.success(), "{script}\n{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let commands = blocks.concat();
    let count = |word: &str| commands.matches(word).count();
    assert_eq!(count("collisionbench "), 3, "{commands}");
    assert!(count("--set ") + count("--data ") <= 5, "{commands}");
    let told = shell(&commands, place.path());

    let fit = std::fs::read_to_string(place.path().join("reports/fit/phone/fit.json")).unwrap();
    let fit: serde_json::Value = serde_json::from_str(&fit).unwrap();
    let [low, high] = ["low", "high"].map(|end| fit["parameters"][0]["interval"][end].as_f64().unwrap());
    let runs: Vec<&str> = told.lines().filter(|line| line.contains(" -in ")).collect();
    assert_eq!(runs.len(), 2, "{told}");
    for (name, run) in ["lammps", "liggghts"].into_iter().zip(runs) {
        let deck = place.path().join("decks").join(name);
        let input = std::fs::read_to_string(deck.join("input.txt")).unwrap();
        assert!(
            input.starts_with("# restitution = 0.8") && input.lines().next().unwrap().contains("its interval is 0.8"),
            "{input}"
        );
        shell(run, &deck);
        // One ball: every snapshot ends in its speed.
        let dump = std::fs::read_to_string(deck.join("dump.txt")).unwrap();
        let mut lines = dump.lines();
        let mut speeds = Vec::new();
        while let Some(line) = lines.next() {
            if line.starts_with("ITEM: ATOMS id x vx") {
                speeds.push(lines.next().unwrap().split_whitespace().nth(2).unwrap().parse::<f64>().unwrap());
            }
        }
        let e = -speeds[speeds.len() - 1] / speeds[0];
        assert!(low < e && e < high, "{name}: {e} is not within {low} to {high}");
    }
}
