//! Files and folders as they come: none, our own, wrong ones, huge ones.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::cli::{case, good, say};
use crate::common::{Ended, write};

fn folder() -> TempDir {
    TempDir::new().unwrap()
}

fn run(folder: &Path, what: &[&str]) -> Ended {
    say(folder, &[&["run", "--pictures", "none", "--threads", "1"], what].concat())
}

/// Two unequal spheres, held against a duration that is right for equal ones: 26 % off.
fn unequal() -> String {
    let two = "[body.plate]\nsphere = { radius = \"10 mm\" }\nmaterial = \"glass\"\n";
    let mut text = case("1", "");
    for (from, to) in [
        ("[body.plate]\nwall  = { normal = \"+z\" }\nrigid = true\n", two),
        (
            "agrees_with = \"antypov-elliott\"\nrestitution = { within = \"1e-9 relative\" }",
            "agrees_with = \"landau-lifshitz\"\nduration = { within = \"1 %\" }",
        ),
    ] {
        assert!(text.contains(from));
        text = text.replace(from, to);
    }
    text
}

/// One small case a code.
#[test]
fn exit_codes_tell_the_outcomes_apart() {
    let here = folder();
    let asked = |within: &str| {
        format!(
            "[[expect]]\nthat = \"reference\"\nagrees_with = \"requested-restitution\"\nrestitution = {{ within = \"{within}\" }}\n"
        )
    };
    let closed = format!("{}known_gap = {{ reason = \"there is none\", seen = {{}} }}\n", asked("1e-9 relative"));
    write(here.path(), "met.toml", case("0.5", &asked("1e-9 relative")));
    write(here.path(), "wrong.toml", "title = 3\n");
    write(here.path(), "closed.toml", case("0.5", &closed));
    write(here.path(), "missed.toml", unequal());
    for (file, code, word) in [
        ("met.toml", 0, "2 pass"),
        ("missed.toml", 1, "FAIL"),
        ("wrong.toml", 2, "wrong.toml:1"),
        ("closed.toml", 1, "closed"),
    ] {
        let said = run(here.path(), &[file]);
        assert_eq!(said.code, code, "{file}: {}{}", said.out, said.err);
        assert!(format!("{}{}", said.out, said.err).contains(word), "{file}: {}{}", said.out, said.err);
    }
}

/// A solver that computes and of which nothing is expected is named on the terminal, in the summary and on the page.
#[test]
fn a_solver_that_no_expectation_is_about_is_named() {
    let here = folder();
    let line = "leapfrog: computed but not checked: no [[expect]] names it";
    let stepped = case("0.5", "").replace("[[expect]]", "[run.leapfrog]\nsteps_per_contact = 50.37\n\n[[expect]]");
    for (text, named) in [(case("0.5", ""), false), (stepped, true)] {
        write(here.path(), "ball.toml", text);
        let said = run(here.path(), &["ball.toml"]);
        assert_eq!((said.code, said.out.contains(line)), (0, named), "{}{}", said.out, said.err);
        for page in ["summary.md", "ball/index.html"] {
            let page = fs::read_to_string(here.path().join("reports/latest").join(page)).unwrap();
            assert_eq!(page.contains("computed but not checked"), named);
        }
    }
}

#[test]
fn an_empty_folder_has_the_cases_built_in() {
    let here = folder();
    let said = say(here.path(), &["list", "cases"]);
    assert!(said.out.starts_with("cases from the built-in cases\n"), "{}", said.out);
    run(here.path(), &["normal/elastic/glass-head-on"]).ends(0);
    assert!(here.path().join("reports/latest/index.html").is_file());
    // What the program was built with goes on record; of which commit, where it was built from a checkout.
    let record = fs::read_to_string(here.path().join("reports/latest/environment.toml")).unwrap();
    let said = |key: &str| record.lines().find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix("= \""));
    assert!(said("compiler").unwrap().starts_with("rustc 1."), "{record}");
    if let Some(commit) = option_env!("COLLISIONBENCH_COMMIT") {
        assert_eq!(said("commit").unwrap().trim_end_matches('"'), commit, "{record}");
    }
}

#[test]
fn a_folder_of_ones_own_wins() {
    let here = folder();
    write(here.path(), "cases/mine.toml", case("0.5", ""));
    let said = say(here.path(), &["list", "cases"]);
    assert!(said.out.starts_with("cases from ./cases\n  mine  A ball falls on a plate\n"), "{}", said.out);
    run(here.path(), &[]).ends(0).prints(["1 case,"]);
}

#[test]
fn what_new_writes_runs_and_is_never_overwritten() {
    let here = folder();
    say(here.path(), &["new", "first"]).ends(0);
    let text = fs::read_to_string(here.path().join("first.toml")).unwrap();
    run(here.path(), &["first.toml"]).ends(0);
    for name in ["first", "first.toml"] {
        say(here.path(), &["new", name]).ends(2).complains(["first.toml already exists"]);
    }
    assert_eq!(fs::read_to_string(here.path().join("first.toml")).unwrap(), text);
    say(here.path(), &["new", "no/such/folder/case"]).ends(5);
}

#[test]
fn files_that_are_no_cases() {
    let here = folder();
    write(here.path(), "latin.toml", b"title = \"M\xfcller\"\n");
    fs::create_dir(here.path().join("folder.toml")).unwrap();
    fs::create_dir(here.path().join("empty")).unwrap();
    for (file, word) in [
        ("latin.toml", "is not UTF-8 text: byte 10 (line 1) is 0xfc"),
        ("folder.toml", "there is no case in folder.toml"),
        ("empty", "there is no case in empty"),
        ("missing.toml", "missing.toml"),
    ] {
        let said = run(here.path(), &[file]);
        assert_eq!(said.code, 2, "{file}: {}", said.out);
        assert!(said.err.contains(word), "{file}: {}", said.err);
        assert!(!here.path().join("reports/latest").exists(), "nothing is written for a wrong request");
    }
}

/// 200 MB on one line, in a program that may have 600 MB of addresses: they are not even read.
#[cfg(target_os = "linux")]
#[test]
fn a_huge_file_is_refused_in_little_memory() {
    let here = folder();
    File::create(here.path().join("huge.toml")).unwrap().set_len(200_000_000).unwrap();
    for verb in ["run", "advise", "contract"] {
        let output = Command::new("sh")
            .args([
                "-c",
                "ulimit -v 600000; exec \"$0\" \"$@\"",
                env!("CARGO_BIN_EXE_collisionbench"),
                verb,
                "huge.toml",
            ])
            .current_dir(here.path())
            .output()
            .unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{verb}: {err}");
        assert!(err.contains("huge.toml") && err.len() < 1000, "{verb}: {err}");
    }
}

/// `collisionbench list | head -1` is no reason to complain.
#[test]
fn a_reader_that_goes_away_is_no_error() {
    for words in [&["list"][..], &["explain", "pfc"], &["compare", "pfc", "yade"], &["completions", "zsh"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_collisionbench"))
            .args(words)
            .current_dir(folder().path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        let status = child.wait().unwrap();
        assert_eq!((status.code(), err.as_str()), (Some(0), ""), "{words:?}");
    }
}

/// What can be refused is refused before anything is computed: nothing is left behind.
#[cfg(unix)]
#[test]
fn refusals_come_before_the_work() {
    use std::os::unix::ffi::OsStrExt;
    let folder = TempDir::new().unwrap();
    let left = || std::fs::read_dir(folder.path()).unwrap().count();
    std::fs::write(folder.path().join("c:d.toml"), case("0.5", "")).unwrap();
    say(folder.path(), &["run", "c:d.toml"]).refused(2).complains(["the name `c:d`", "rename the case file"]);
    assert_eq!(left(), 1);

    std::fs::rename(folder.path().join("c:d.toml"), folder.path().join("ball.toml")).unwrap();
    std::os::unix::fs::symlink("nowhere/at/all", folder.path().join("link")).unwrap();
    say(folder.path(), &["run", "ball.toml", "--out", "link"])
        .refused(5)
        .complains(["it is a link to nowhere/at/all, which does not exist"]);

    say(folder.path(), &["gate", "ball.toml"]).refused(2).complains(["none of these cases has a baseline"]);
    assert_eq!(left(), 2, "the case and the link");

    let odd = std::ffi::OsStr::from_bytes(b"odd\xff.toml");
    std::fs::write(folder.path().join(odd), case("0.5", "")).unwrap();
    let output = crate::cli::bench(folder.path()).arg("run").arg(odd).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("is not UTF-8"), "{output:?}");
}

/// A full standard output is no full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_named() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_collisionbench"));
    let output = command.args(["list", "laws"]).stdout(full).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(5), "{err}");
    assert!(err.contains("standard output") && !err.contains("--out"), "{err}");
}

/// Every kind of word that `list` names is explained.
#[test]
fn explain_knows_every_kind_of_word_that_list_names() {
    for (kind, word, about) in [
        ("theories", "mindlin-deresiewicz", "an annulus slips"),
        ("ends", "force-clamped", "never pulls"),
        ("limits", "absolute", "magnitude"),
        ("levers", "half-overlap", "r - delta/2"),
        ("reports", "run.jsonl", "record"),
        ("engines", "engine.lammps", "available from"),
        ("datasets", "golf-on-marble-heights", "golf ball"),
        ("datasets", "hertz-sphere-on-wall", "Hertz 1881"),
        ("cases", "normal/elastic/glass-head-on", "source"),
        ("words", "known gap", "reason"),
    ] {
        let said = good(&["explain", word]);
        assert!(said.to_lowercase().contains(&about.to_lowercase()), "{word}: {said}");
        let last = word.strip_prefix("engine.").unwrap_or(word);
        assert!(good(&["list", kind]).contains(last), "{word} is not listed");
    }
}

/// A large record is written compressed: it is read by its own name, by the plain one, and as a folder.
#[test]
fn a_compressed_record_is_read_by_either_name() {
    use std::io::Write;
    let here = folder();
    run(here.path(), &["normal/elastic/glass-head-on"]).ends(0);
    let packed = here.path().join("packed");
    fs::create_dir(&packed).unwrap();
    let mut file = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    file.write_all(&fs::read(here.path().join("reports/latest/run.jsonl")).unwrap()).unwrap();
    fs::write(packed.join("run.jsonl.gz"), file.finish().unwrap()).unwrap();
    for arguments in [
        ["verify", "packed/run.jsonl"].as_slice(),
        &["verify", "packed/run.jsonl.gz"],
        &["diff", "reports/latest", "packed"],
    ] {
        let said = say(here.path(), arguments);
        assert!(said.code == 0 && said.out.contains("identical: 0 of"), "{arguments:?}: {}{}", said.out, said.err);
    }
}

/// A page is written over an earlier page only, and never over the case that it shows.
#[test]
fn a_page_takes_the_place_of_a_page_only() {
    let here = folder();
    let text = case("0.5", "");
    fs::write(here.path().join("ball.toml"), &text).unwrap();
    fs::write(here.path().join("foreign.html"), "<!doctype html>\n<title>mine</title>\n").unwrap();
    for other in ["ball.toml", "foreign.html"] {
        say(here.path(), &["show", "ball.toml", "--out", other]).ends(2).complains(["already exists", "--out FILE"]);
    }
    for _ in 0..2 {
        let said = say(here.path(), &["show", "ball.toml", "--out", "page.html"]);
        assert!(said.code < 2, "{}", said.err);
        assert!(fs::read_to_string(here.path().join("page.html")).unwrap().starts_with("<!doctype html>"));
    }
    assert_eq!(fs::read_to_string(here.path().join("ball.toml")).unwrap(), text);
    assert!(fs::read_to_string(here.path().join("foreign.html")).unwrap().contains("mine"));
}

/// No case is written that `--set` made unreadable, nor what would lie beside it.
#[test]
fn a_value_that_cannot_be_read_is_not_written() {
    let here = folder();
    for kind in [&[][..], &["--fit"], &["--oblique"]] {
        let bad = [&["new", "ball"], kind, &["--set", "title=5"]].concat();
        let said = say(here.path(), &bad);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{kind:?}: {}", said.err);
        assert!(said.err.contains("ball.toml:"), "{kind:?}: {}", said.err);
        assert_eq!(fs::read_dir(here.path()).unwrap().count(), 0, "{kind:?}");
    }
    say(here.path(), &["new", "my ball", "--set", "impact.speed=2 m/s"])
        .ends(0)
        .prints(["collisionbench run 'my ball.toml'"]);
}
