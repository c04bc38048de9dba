//! What DEM codes are asked and what they answer.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use collisionbench::case::Case;
use collisionbench::codes;
use collisionbench::codes::attribution::{EffectiveContact, Share, shares};
use collisionbench::codes::differences::*;
use collisionbench::codes::engine::folders::*;
use collisionbench::codes::engine::process::*;
use collisionbench::codes::engine::{Atom, Cause, Counts, DUMP, Digits, Failure, HEAD_ON, Quota, snapshots};
use collisionbench::codes::export::*;
use collisionbench::codes::fingerprint::*;
use collisionbench::codes::lammps::input::versions;
use collisionbench::codes::lammps::releases::{lammps_tsuji_alpha, release, tsuji_request};
use collisionbench::codes::script::{Line, always, given, missing, read, write};
use collisionbench::codes::{Key, Parameters, find};
use collisionbench::collide::bounce::vertex;
use collisionbench::collide::observe::{Observable, observe};
use collisionbench::collide::{How, Solution, collide};
use collisionbench::data::Files;
use collisionbench::error::SourceFile;
use collisionbench::law::achieved::restitution_of_ratio;
use collisionbench::law::contract::Convention;
use collisionbench::law::scene::Scene;
use collisionbench::law::{Contact, Ends, Pair, PowerForce, Side, Stiffness};
use collisionbench::units::Dimension;

// src/codes/differences.rs
/// No parameter opens the door for another: not an undamped contact, whose coefficient is 0, and not a switch.
#[test]
fn a_force_that_is_a_little_off_is_not_kept() {
    let glass = Stiffness::Elastic { young_modulus: 70e9, poisson_ratio: 0.22 };
    let ball = Side { radius: 2e-3, mass: 8.4e-5, stiffness: glass };
    let pair = Pair::new(&ball, &ball);
    let one = |key: &'static str, value: f64| Parameters::numbers(&[(key, value)]);
    for (system, parameters) in [
        ("lammps", one("eta_n0", 0.0).with_word("damping", "velocity")),
        ("lammps", one("e", 0.1).with_word("damping", "tsuji")),
        ("liggghts", one("coefficientRestitution", 1.0)),
        ("liggghts", one("coefficientRestitution", 0.5)),
        ("kratos", one("COEFFICIENT_OF_RESTITUTION", 0.999)),
        ("kratos", one("COEFFICIENT_OF_RESTITUTION", 0.1)),
        ("yade", one("betan", 0.0)),
    ] {
        let system = find(system).unwrap();
        let there = system.contact(&parameters, system.in_use, &pair).unwrap().contact.force(&pair).unwrap();
        let held = |force: PowerForce| has_force(&force, system, &parameters, &pair).unwrap();
        let name = system.name();
        assert!(held(there), "{name} {parameters:?}");
        for by in [1e-11, 1e-6, 0.5] {
            assert!(!held(PowerForce { K: there.K * (1.0 + by), ..there }), "{name} {parameters:?}: K off by {by}");
            let C = if there.C == 0.0 { by } else { there.C * (1.0 + by) };
            assert!(!held(PowerForce { C, ..there }), "{name} {parameters:?}: C off by {by}");
        }
    }
}

// src/codes/engine/bounce.rs
#[test]
fn the_vertex_of_a_parabola_is_found_between_its_samples() {
    let parabola = |x: f64| 3.0 - 2.0 * (x - 0.3) * (x - 0.3);
    assert!((vertex(parabola(-1.0), parabola(0.0), parabola(1.0)) - 3.0).abs() < 1e-15);
    assert_eq!(vertex(1.0, 1.0, 1.0), 1.0);
}

// src/codes/engine/box_of_spheres.rs
const TEXT: &str = "ITEM: TIMESTEP\n7\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS ff ff ff\n-1 1\n-1 1\n-1 1\n\
                    ITEM: ATOMS id x vx fx \n1 0.25 -1e-3 5 \n2 3 4 -5 \n";

fn read_text(text: &[u8]) -> Result<Vec<(u64, Vec<Atom>)>, Cause> {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join(DUMP);
    std::fs::write(&path, text).unwrap();
    let mut all = Vec::new();
    snapshots(&path, 2, &HEAD_ON, 2, |step, atoms| {
        all.push((step, atoms.to_vec()));
        Ok(())
    })?;
    Ok(all)
}

#[test]
fn numbers_stand_where_their_header_says() {
    let all = read_text(TEXT.as_bytes()).unwrap();
    assert_eq!(all.len(), 1);
    let (step, atoms) = &all[0];
    assert_eq!((*step, atoms[0][0], atoms[0][3], atoms[0][6]), (7, 0.25, -1e-3, 5.0));
    assert_eq!((atoms[1][0], atoms[1][6], atoms[1][1]), (3.0, -5.0, 0.0));
}

#[test]
fn a_dump_that_lies_is_refused() {
    let with = |from: &str, to: &str| read_text(TEXT.replace(from, to).as_bytes()).unwrap_err().to_string();
    assert!(with("2 3 4 -5", "2 nan 4 -5").contains("`x` of pair body 2 is nan"));
    assert!(with("2 3 4 -5", "3 3 4 -5").contains("this is not body 2"));
    assert!(with("2 3 4 -5 \n", "2 3 4 -5").contains("does not end"));
    assert!(with("2 3 4 -5 \n", "").contains("cut off"));
    assert!(with("2 3 4 -5", "2 3 4").contains("missing"));
    assert!(with("ATOMS\n2\n", "ATOMS\n1\n").contains("1 bodies, but 2 were in the input"));
    assert!(with("id x vx fx", "id x fx vx").contains("expected"));
    assert!(with(TEXT, "").contains("empty"));
    // A dump without an end is not read to its end.
    assert!(with(TEXT, &TEXT.repeat(3)).contains("more than the 2 requested snapshots"));
    assert!(matches!(read_text(b"\xff\xfe\n"), Err(Cause::NotUtf8 { line: 1, .. })));
}

// src/codes/engine/columns.rs
/// What C prints of these, and half a unit in the last place of 12.345678 and of 0.00123.
#[test]
fn half_a_unit_in_the_last_place() {
    for (format, texts, expected) in [
        ("%.6g", ["12.3457", "0.00123", "-10", "1.23457e-18"], [0.5e-4, 0.5e-8]),
        ("%.6f", ["12.345678", "0.001230", "-10.000000", "0.000000"], [0.5e-6, 0.5e-6]),
        ("%.4e", ["1.2346e+01", "1.2300e-03", "-1.0000e+01", "0.0000e+00"], [0.5e-3, 0.5e-7]),
        ("%.17g", ["12.345678000000001", "0.00123", "-10", "0"], [0.5e-15, 0.5e-15]),
        ("%.2g", ["12", "0.0012", "-10", "0"], [0.5, 0.5e-4]),
    ] {
        let mut printed = Digits::default();
        texts.iter().for_each(|text| printed.see(text));
        for (value, expected) in [12.345678, 0.00123].into_iter().zip(expected) {
            let got = printed.half_unit(value);
            assert!((got / expected - 1.0).abs() < 1e-9, "{format}: {got:e} for {expected:e} at {value}");
        }
    }
    assert_eq!(Digits::default().half_unit(-3.0), 3.0);
}

/// 1.2345 mm is known to 0.05 um; 30.0 deg/s to 0.05 deg/s = 9e-4 rad/s, and no better.
#[test]
fn half_a_unit_of_another_unit_is_said_in_si() {
    let mut printed = Digits::default();
    printed.see_in("1.2345", 1e-3);
    assert!((printed.half_unit(1.2345e-3) / 0.5e-7 - 1.0).abs() < 1e-9);
    let (mut printed, degree) = (Digits::default(), std::f64::consts::PI / 180.0);
    printed.see_in("30.0", degree);
    let half = printed.half_unit(30.0 * degree);
    assert!((0.05 * degree..1.0 * degree).contains(&half), "{half}");
}

// src/codes/engine/folders.rs
#[test]
fn what_is_not_ours_is_never_deleted() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path().join("latest.engines");
    fs::create_dir(&root).unwrap();
    fs::write(root.join("thesis.tex"), "years of work").unwrap();
    assert!(Folders::below(root.clone()).fresh(&["case"]).is_err());
    assert!(root.join("thesis.tex").exists());

    fs::remove_file(root.join("thesis.tex")).unwrap();
    let folder = Folders::below(root.clone()).fresh(&["normal/x", "../small 1.0"]).unwrap();
    assert_eq!(folder, root.join("normal").join("x").join("_").join("small_1.0"));
    fs::write(folder.join("scene.json"), "{}").unwrap();
    assert!(!Folders::below(root).fresh(&["normal/x", "../small 1.0"]).unwrap().join("scene.json").exists());
}

/// A second run beside one that goes on leaves its folders alone, and has temporary ones.
#[test]
fn two_runs_at_once_do_not_clear_each_other() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path().join("latest.engines");
    let first = Folders::below(root.clone());
    let mine = first.fresh(&["case", "run-1"]).unwrap();
    fs::write(mine.join("scene.json"), "{}").unwrap();
    let second = Folders::below(root.clone());
    let theirs = second.fresh(&["case", "run-1"]).unwrap();
    assert!(!theirs.starts_with(place.path()) && mine.join("scene.json").exists(), "{}", theirs.display());
    drop(second);
    assert!(!theirs.exists());
    drop(first);
    assert!(mine.join("scene.json").exists());
    let third = Folders::below(root.clone()).fresh(&["other"]).unwrap();
    assert!(third.starts_with(&root) && !mine.exists());
}

#[test]
fn temporary_folders_go_unless_something_went_wrong() {
    let folders = Folders::temporary();
    let folder = folders.fresh(&["a"]).unwrap();
    drop(folders);
    assert!(!folder.exists());
    let folders = Folders::temporary();
    let folder = folders.fresh(&["a"]).unwrap();
    folders.keep();
    let root = folder.parent().unwrap().to_path_buf();
    drop(folders);
    assert!(folder.exists());
    fs::remove_dir_all(root).unwrap();
}

// src/codes/engine/installed.rs
#[test]
fn a_commit_does_not_count() {
    for (version, release) in [
        ("1.4", "1.4"),
        ("v1.4.2", "v1.4.2"),
        ("1.4+1a2b3c4", "1.4"),
        ("1.4-14-g1a2b3c4", "1.4"),
        ("1.4-14-g1234567-dirty", "1.4"),
        ("my-dem 2.1 (commit 0a1b2c3d4e5f)", "my-dem 2.1"),
        ("2.1-dirty", "2.1"),
        ("2023.02a", "2023.02a"),
        ("22Dec2022", "22Dec2022"),
        ("10.4.4", "10.4.4"),
        ("20231012", "20231012"),
        ("1a2b3c4", ""),
        ("2.0\u{2013}1a2b3c4", "2.0"),
        ("", ""),
    ] {
        assert_eq!(Counts::Release.of(version), release, "{version}");
        assert_eq!(Counts::All.of(version), version);
    }
    assert_eq!((Counts::Minor.of("1.4.2+x"), Counts::Major.of("1.4.2"), Counts::Minor.of("1")), ("1.4", "1", "1"));
    assert_eq!(Counts::Nothing.of("1.4"), "");
}

// src/codes/engine.rs
// src/codes/engine/process.rs
#[cfg(unix)]
fn job(folder: &Path, script: &str, seconds: f64, stop: &dyn Fn() -> bool) -> Result<(), Cause> {
    let arguments = ["-c".to_string(), script.to_string()];
    let time_limit = Duration::from_secs_f64(seconds);
    let quota = Quota { bytes: 64 << 20, files: 100 };
    run(&Job { program: "sh", arguments: &arguments, folder, environment: &[], time_limit, quota, stop })
}

fn alive(folder: &Path, file: &str) -> bool {
    let pid = fs::read_to_string(folder.join(file)).unwrap();
    let status = fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
    !status.is_empty() && !status.contains(") Z ")
}

/// Whatever message passing a program has, it stays on its machine.
#[test]
fn programs_are_told_to_stay_alone() {
    let place = tempfile::tempdir().unwrap();
    let script = "echo $OMPI_MCA_ess_singleton_isolated $OMPI_MCA_btl $UCX_TLS";
    assert!(job(place.path(), script, 20.0, &|| false).is_ok());
    assert_eq!(fs::read_to_string(place.path().join(STDOUT)).unwrap(), "1 self,vader self,sm\n");
}

/// LAMMPS and LIGGGHTS run without a screen: their errors are in their own log.
#[test]
fn an_error_in_the_log_of_a_code_is_its_last_line() {
    let place = tempfile::tempdir().unwrap();
    let log = "Step Atoms\n0 4\nERROR: Lost atoms: original 4 current 2 (src/thermo.cpp:438)\nLast command: run 100\n";
    fs::write(place.path().join("log.lammps"), log).unwrap();
    let failed = || Failure::new("lammps".into(), "a", place.path().into(), Cause::Exit(1)).to_string();
    assert!(
        failed().ends_with("; last line: ERROR: Lost atoms: original 4 current 2 (src/thermo.cpp:438)"),
        "{}",
        failed()
    );
    // The log of a run that ended well has none.
    fs::write(place.path().join("log.lammps"), "Total wall time: 0:00:01\n").unwrap();
    assert!(!failed().contains("last line"), "{}", failed());
}

#[test]
fn endings_are_told_apart() {
    let place = tempfile::tempdir().unwrap();
    let go = |script: &str| job(place.path(), script, 20.0, &|| false);
    assert!(go("echo fine").is_ok());
    assert_eq!(fs::read_to_string(place.path().join(STDOUT)).unwrap(), "fine\n");
    assert!(matches!(go("exit 7"), Err(Cause::Exit(7))));
    assert!(matches!(go("kill -SEGV $$"), Err(Cause::Signal(11))));
    assert!(matches!(job(place.path(), "sleep 30", 0.2, &|| false), Err(Cause::TimeLimit(_))));
    assert!(matches!(job(place.path(), "sleep 30", 20.0, &|| true), Err(Cause::Stopped)));
    assert!(matches!(go("yes"), Err(Cause::LogTooLong(_))));
    // Files and folders, one large file, and one that is just cut off at the limit.
    for script in [
        "for i in $(seq 200); do mkdir $i; done; sleep 30",
        "for i in 1 2 3; do truncate -s 30M part-$i; done; sleep 30",
        "head -c 100000000 /dev/zero > big; exit 0",
    ] {
        let place = tempfile::tempdir().unwrap();
        let ended = job(place.path(), script, 20.0, &|| false);
        assert!(matches!(ended, Err(Cause::TooMuch { .. })), "{script}: {ended:?}");
    }
    let nobody = Job {
        program: "no-such-program",
        arguments: &[],
        folder: place.path(),
        environment: &[],
        time_limit: Duration::from_secs(1),
        quota: Quota::default(),
        stop: &|| false,
    };
    assert!(matches!(run(&nobody), Err(Cause::Start { .. })));
}

#[test]
fn nothing_is_left_running() {
    let place = tempfile::tempdir().unwrap();
    // In the group, and out of it.
    for (script, limit, well) in [
        ("sleep 600 & echo $! > pid; exit 0", 20.0, true),
        ("sleep 600 & echo $! > pid; wait", 0.3, false),
        ("setsid sh -c 'echo $$ > pid; exec sleep 600' & while [ ! -s pid ]; do sleep 0.01; done", 20.0, true),
    ] {
        let _ = fs::remove_file(place.path().join("pid"));
        assert_eq!(job(place.path(), script, limit, &|| false).is_ok(), well, "{script}");
        // A killed process is gone once its new parent has seen it.
        let until = Instant::now() + Duration::from_secs(5);
        while alive(place.path(), "pid") && Instant::now() < until {
            sleep(Duration::from_millis(5));
        }
        assert!(!alive(place.path(), "pid"), "{script}");
    }
}

// src/codes/export.rs
#[test]
fn a_name_is_one_token_in_every_language() {
    assert_eq!(identifier("soda-lime glass"), "soda_lime_glass");
    assert_eq!(identifier("304"), "m_304");
    assert_eq!(identifier(""), "m_");
    assert_eq!(identifier("x\"); import os #"), "x____import_os__");
    assert_eq!(identifier(&"a".repeat(200)).len(), 40);
}

#[test]
fn a_comment_stays_one_line() {
    assert_eq!(words("ball\nrun 1 & \\"), "ball run 1");
    assert_eq!(words("a \"quoted\" ${var} `x` */ title, e = 0.5"), "a quoted var x / title, e = 0.5");
    assert_eq!(words("\u{2028}\r\n"), "");
}

// src/codes/attribution.rs
/// Restitution and contact time of a glass ball on a glass wall, 5 mm and 1 m/s, head-on, by the reference.
fn seen(of: &EffectiveContact) -> Result<[f64; 2], String> {
    let scene = on_glass().with_wall_radius(of.wall_radius);
    let scene = scene.with_contact(&of.contact).map_err(|error| error.message)?;
    let Solution::Exact(found) =
        collide(&scene, &How::Exact { tolerance: 1e-12 }).map_err(|error| error.to_string())?
    else {
        return Err("no impact".to_string());
    };
    let found = observe(&scene, &found.collision(&scene));
    let of = |wanted: Observable| found.iter().find(|(known, _)| *known == wanted).unwrap().1.value;
    Ok([of(Observable::Restitution), of(Observable::Duration)])
}

fn on_glass() -> Scene {
    let text = "title = \"a glass ball on glass\"\n[material.glass]\ndensity = \"2500 kg/m3\"\nyoung_modulus = \"60 GPa\"\npoisson_ratio = 0.25\n\
         [body.ball]\nsphere = { radius = \"5 mm\" }\nmaterial = \"glass\"\n\
         [body.wall]\nwall = { normal = \"+z\" }\nmaterial = \"glass\"\n\
         [impact]\nspeed = \"1 m/s\"\n[contact]\n[contact.normal.hertz]\n";
    let file = SourceFile { name: "ball.toml".to_string(), text: text.to_string() };
    Case::read_unjudged(file.into(), "ball", &Files::Embedded, &[]).unwrap().scenes.remove(0)
}

/// The contact of a code on that wall, with this restitution if it is given one.
fn contact_of(code: &str, restitution: Option<f64>) -> EffectiveContact {
    let code = codes::find(code).unwrap();
    let params = restitution.map(|e| Parameters::default().with(code.restitution_key().unwrap(), e));
    let found = code.contact(&params.unwrap_or_default(), code.in_use, &on_glass().pair).unwrap();
    let wall_radius = match found.contract.effective_radius.meaning() {
        Some(Convention::WallRadius(part)) => *part,
        _ => 1.0,
    };
    EffectiveContact { contact: found.contact, wall_radius }
}

fn parted(one: &EffectiveContact, other: &EffectiveContact) -> Vec<Share<2>> {
    shares(one, other, seen).unwrap()
}

/// The shares add up, and do not depend on which contact comes first: of a sequence of exchanges only the first is true.
#[test]
fn shares_add_up_to_the_difference_and_have_no_order() {
    for (one, other) in [("liggghts", "kratos"), ("liggghts", "yade"), ("woo", "mercurydpm")] {
        let [one, other] = [one, other].map(|code| contact_of(code, Some(0.5)));
        let (there, back, [a, b]) =
            (parted(&one, &other), parted(&other, &one), [&one, &other].map(|c| seen(c).unwrap()));
        assert!(there.len() > 1, "{one:?} and {other:?} differ in too little");
        for i in 0..2 {
            let sum: f64 = there.iter().map(|share| share.numbers[i]).sum();
            assert!((sum - (b[i] - a[i])).abs() < 1e-12 * a[i].abs(), "{one:?}, {other:?}: {sum}");
            for (share, back) in there.iter().zip(&back) {
                assert_eq!(share.part, back.part);
                assert!((share.numbers[i] + back.numbers[i]).abs() < 1e-12 * a[i].abs(), "{share:?}, {back:?}");
            }
        }
    }
}

/// The twin: parts that are exchanged one after the other add up, too, and depend on which contact comes first.
#[test]
fn a_sequence_of_exchanges_would_be_seen() {
    let [one, other] = ["liggghts", "kratos"].map(|code| contact_of(code, Some(0.5)));
    let first = |from: &EffectiveContact, to: &EffectiveContact| {
        let contact = Contact { damping: to.contact.damping.clone(), ..from.contact.clone() };
        let mixed = EffectiveContact { contact, ..*from };
        seen(&mixed).unwrap()[0] - seen(from).unwrap()[0]
    };
    assert!((first(&one, &other) + first(&other, &one)).abs() > 1e-3);
}

/// LIGGGHTS asks the formula of the full force for 0.5 and gets 0.4999; clamped, the same coefficient gives 0.5502, and
/// Kratos' fit of the clamped contact 0.4999: two parts that cancel.
#[test]
fn two_parts_that_cancel_are_both_named() {
    let [one, other] = ["liggghts", "kratos"].map(|code| contact_of(code, Some(0.5)));
    let [a, b] = [&one, &other].map(|contact| seen(contact).unwrap()[0]);
    assert!((a - 0.5).abs() < 5e-4 && (b - 0.5).abs() < 5e-4, "{a}, {b}");
    let found = parted(&one, &other);
    let share = |part: &str| found.iter().find(|share| share.part == part).unwrap().numbers[0];
    let (ends, damping) = (share("end of contact"), share("damping normalisation"));
    assert!(ends > 0.04 && damping < -0.04 && (ends + damping).abs() < 1e-3, "{ends}, {damping}");
    // With the ends alone exchanged: the measured 0.5502 of limitForce, half of what the two orders differ by aside.
    let full = collisionbench::codes::restitution::full_force_ratio(0.5);
    let clamped = restitution_of_ratio(full, Ends::ForceClamped) - restitution_of_ratio(full, Ends::ZeroOverlap);
    assert!((clamped - 0.0503).abs() < 1e-4 && (ends - clamped).abs() < 0.01, "{clamped}, {ends}");
}

/// Woo's wall is a sphere of the same size: 2^0.2.
#[test]
fn the_radius_of_a_wall_is_a_contact_time() {
    let [one, other] = ["mercurydpm", "woo"].map(|code| contact_of(code, None));
    let found = parted(&one, &other);
    let share = found.iter().find(|share| share.part == "effective radius").unwrap();
    let time = seen(&one).unwrap()[1];
    assert!((share.numbers[1] / time - (2f64.powf(0.2) - 1.0)).abs() < 1e-10, "{found:?}");
    assert!(share.numbers[0].abs() < 1e-12, "{found:?}");
}

#[test]
fn a_code_parts_in_nothing_from_itself() {
    let contact = contact_of("liggghts", Some(0.5));
    assert!(parted(&contact, &contact).is_empty());
}

// src/codes/fingerprint.rs
fn of(offs: &[f64]) -> Inference {
    let all: Vec<Hypothesis> =
        offs.iter().enumerate().map(|(i, &off)| Hypothesis { says: format!("h{i}"), off }).collect();
    choose("end of contact", Place::Pairs, &all, "e = 0.5")
}

/// A verdict of which nothing is decided has no praise for the engine.
#[test]
fn an_undecided_verdict_finds_no_agreement() {
    let undecided = verdict(&[of(&[f64::NAN])]);
    assert!(undecided.contains("no convention of this engine could be determined"), "{undecided}");
    assert!(!undecided.contains("no listed deviation"), "{undecided}");
    assert!(verdict(&[of(&[0.1, 100.0])]).contains("no listed deviation"));
}

#[test]
fn evidence_is_weighed() {
    assert_eq!((of(&[0.1, 100.0]).strength, of(&[0.1, 100.0]).says.as_str()), (Trust::Certain, "h0"));
    // The best one does not fit.
    assert_eq!(of(&[2.0, 100.0]).strength, Trust::CannotTell);
    // Two fit.
    assert_eq!(of(&[0.1, 0.2]).strength, Trust::CannotTell);
    assert_eq!(of(&[0.6, 1.2]).strength, Trust::Likely);
    assert_eq!(of(&[f64::NAN]).strength, Trust::CannotTell);
    assert_eq!(of(&[]).strength, Trust::CannotTell);
    // All were computed, and all are far off: that is known.
    let none = of(&[380.0, 400.0]);
    assert_eq!((none.strength, none.says.as_str()), (Trust::NoMatch, ""));
    assert!(none.evidence.contains("deviation 380.00 of the tolerance: h0; next, 400.0: h1"), "{}", none.evidence);
    assert!(verdict(&[none]).ends_with("no listed rule fits: end of contact (pairs)"));
    assert_eq!(of(&[380.0, f64::NAN]).strength, Trust::CannotTell);
    // One that could not be computed is not excluded.
    assert_eq!(of(&[0.1, 100.0, f64::NAN]).strength, Trust::Likely);
}

// src/codes/lammps.rs
#[test]
fn the_date_is_read_off_a_version() {
    let versions = ["29Sep2021", "22Jul2025", "8Feb2023", "22Jul2025update1", "stable", "Sep2021", "29sep2021", ""];
    let dates =
        [Some((2021, 9, 29)), Some((2025, 7, 22)), Some((2023, 2, 8)), Some((2025, 7, 22)), None, None, None, None];
    assert_eq!(versions.map(release), dates);
}

#[test]
fn what_tsuji_is_asked_gives_the_coefficient_that_is_wanted() {
    for alpha in [1e-3, 0.1, 0.6, 1.2728, 1.9] {
        let e = tsuji_request(alpha).unwrap();
        assert!((lammps_tsuji_alpha(e) / alpha - 1.0).abs() < 1e-12, "{alpha}");
    }
    assert!(tsuji_request(100.0).is_err());
}

#[test]
fn the_version_of_lammps_is_read_off_its_help() {
    let help = "\nLarge-scale Atomic/Molecular Massively Parallel Simulator - 29 Sep 2021 - Update 2\n\nUsage";
    assert_eq!(versions(help).unwrap(), ["29Sep2021", "29Sep2021, Update 2"]);
    assert_eq!(versions("lmp: not found"), None);
}

// src/codes/liggghts.rs
#[test]
fn the_version_of_liggghts_is_read_off_its_help() {
    let help = "LIGGGHTS (Version LIGGGHTS-PUBLIC 3.8.0, compiled 2022-01-26-19:42:32 by buildd, git commit unknown)";
    assert_eq!(collisionbench::codes::liggghts::version(help).unwrap(), "3.8.0");
    assert_eq!(collisionbench::codes::liggghts::version("Command line options:"), None);
}

// src/codes/script.rs
const KEYS: &[Key] = &[
    Key::number("e", Dimension::Number, ""),
    Key::number("mu", Dimension::Number, ""),
    Key::number("z", Dimension::Number, ""),
    Key::number("gap", Dimension::Length, ""),
    Key::choice("limit", &["off", "on"], ""),
];

const LINES: &[Line] = &[
    always("material {name}: {density} kg/m3"),
    missing("gap", "touching"),
    given("gap", "apart by {gap}"),
    always("pair({e?, e=}{z?, z=}{gap?, gap=})"),
    always("friction {mu=0}{limit:off=|on= limited}"),
];

fn written(lines: &[Line], params: &Parameters) -> Vec<String> {
    write(lines, params, &[("name", "glass".to_string()), ("density", "2500".to_string())]).unwrap()
}

#[test]
fn what_is_written_is_read_back() {
    let some = |numbers: &[(&'static str, f64)], word: &[(&'static str, &str)]| Parameters::new(numbers.to_vec(), word);
    for (params, lines) in [
        (some(&[], &[]), ["touching", "pair()", "friction 0"]),
        (some(&[("e", 0.5)], &[("limit", "on")]), ["touching", "pair(e=0.5)", "friction 0 limited"]),
        (some(&[("gap", 1e-300), ("mu", 0.1)], &[]), ["apart by 1e-300", "pair(gap=1e-300)", "friction 0.1"]),
        (
            some(&[("e", -1.0 / 3.0), ("z", 0.5), ("mu", 0.3)], &[]),
            ["", "pair(e=-0.3333333333333333, z=0.5)", "friction 0.3"],
        ),
    ] {
        let text = written(LINES, &params);
        assert_eq!(text[0], "material glass: 2500 kg/m3");
        assert!(lines.iter().zip(&text[1..]).all(|(line, is)| line.is_empty() || line == is), "{text:?}");
        let back = read(LINES, KEYS, &["mu", "z"], &text).unwrap();
        for key in KEYS {
            assert_eq!(back.numbers.get(key.name), params.numbers.get(key.name), "{} of {text:?}", key.name);
            assert_eq!(back.given(key.name), params.given(key.name), "{} of {text:?}", key.name);
        }
    }
}

/// What goes with friction is not given where there is none.
#[test]
fn without_friction_nothing_is_left_of_it() {
    let text = written(LINES, &Parameters::numbers(&[("mu", 0.0), ("z", 0.5), ("e", 0.5)]));
    let back = read(LINES, KEYS, &["mu", "z"], &text).unwrap();
    assert_eq!((back.numbers.get("z"), back.numbers.get("e")), (None, Some(0.5)), "{text:?}");
}

#[test]
fn another_line_is_not_read() {
    let params = Parameters::numbers(&[("e", 0.5), ("gap", 1.0)]);
    let text = written(LINES, &params);
    let with = |at: usize, line: &str| {
        let mut text = text.clone();
        text[at] = line.to_string();
        read(LINES, KEYS, &[], &text)
    };
    assert!(with(0, &text[0]).is_some());
    for (at, line) in [
        (0, "materials glass: 2500 kg/m3"),
        (1, "apart by much"),
        (1, "apart by 2"),
        (2, "pair(e=0.5, gap=1) or so"),
        (2, "pair(z=0.5, e=1)"),
        (3, "friction"),
        (3, "friction 0 limit"),
    ] {
        assert_eq!(with(at, line), None, "{line}");
    }
}

/// A table without a line forgets its parameter; a parameter that a line needs is asked for.
#[test]
fn a_table_without_a_line_is_seen() {
    let params = Parameters::numbers(&[("e", 0.5), ("mu", 0.3)]);
    let short = &LINES[..4];
    let back = read(short, KEYS, &[], &written(short, &params)).unwrap();
    assert_eq!((back.numbers.get("e"), back.numbers.get("mu")), (Some(0.5), None));
    assert_eq!(write(&[always("{e}")], &Parameters::default(), &[]).unwrap_err().message, "there is no `e` to export");
}
