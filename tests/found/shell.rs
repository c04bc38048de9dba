//! Cases, names, folders and what is pinned.

use tempfile::TempDir;

use crate::common::{self, run};

/// A glass ball on a rigid wall with a damping of its own.
fn case(damping: &str, ends: &str) -> String {
    format!(
        r#"title = "T"
[material.glass]
density       = "2500 kg/m3"
young_modulus = "70 GPa"
poisson_ratio = 0.22
[body.ball]
sphere   = {{ radius = "2 mm" }}
material = "glass"
[body.floor]
wall  = {{ normal = "+z" }}
rigid = true
[contact]
normal.hertz = {{}}
{damping}
ends = "{ends}"
[impact]
speed = "1 m/s"
[run.reference]
[[expect]]
that        = "reference"
agrees_with = "requested-restitution"
restitution = {{ within = "1e-6 relative" }}
"#
    )
}

/// What a contact without a restitution of its own is held against.
const CONSERVED: &str = "agrees_with = \"conserved\"\nenergy_residual = { within = \"1e-12 absolute\" }";

fn folder(files: &[(&str, String)]) -> TempDir {
    let here = TempDir::new().unwrap();
    files.iter().for_each(|(name, text)| common::write(here.path(), name, text));
    here
}

/// newcomer 0.1: the contact was taken from the built-in code that the file is called like.
#[test]
fn a_case_may_be_called_like_a_code() {
    let one = case("damping.tsuji.restitution = 0.5", "force-clamped");
    let other = case("damping.linear-dashpot.coefficient = \"0.05 N s/m\"", "zero-overlap")
        .replace("agrees_with = \"requested-restitution\"\nrestitution = { within = \"1e-6 relative\" }", CONSERVED);
    let here = folder(&[
        ("lammps.toml", one.clone()),
        ("yade.toml", other.clone()),
        ("oneone.toml", one),
        ("four.toml", other),
    ]);
    let like_codes = run(here.path(), &["compare", "lammps.toml", "yade.toml", "-v"]);
    let plain = run(here.path(), &["compare", "oneone.toml", "four.toml", "-v"]);
    assert_eq!(like_codes.code, 0, "{}", like_codes.text());
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(words(&like_codes.out.replace("lammps", "oneone").replace("yade", "four")), words(&plain.out));
    let alone = run(here.path(), &["contract", "lammps.toml"]);
    assert_eq!(alone.out.replace("lammps", "oneone"), run(here.path(), &["contract", "oneone.toml"]).out);
    // Of one name they are called as they were given, and the code itself is still there.
    let own = run(here.path(), &["compare", "yade.toml", "yade", "en=0.5"]);
    assert!(own.out.starts_with("yade.toml against yade en=0.5\n"), "{}", own.text());
}

const SOURCE: &str = r#"title   = "Mine"
cite    = "Me 2026"
read_in = "a table of mine"
how     = "tabulated"
form    = "table"
class   = "experiment"
[column.speed]
is   = "speed"
unit = "m/s"
[column.restitution]
is   = "restitution"
unit = "-"
[uncertainty]
restitution = "0.01 absolute"
"#;

/// newcomer 0.2: own data in `reference-data/` hid what is built in; a `sweep` takes any folder.
#[test]
fn own_data_stand_beside_what_is_built_in() {
    let mine = case("damping.tsuji.restitution = 0.5", "force-clamped")
        .replace("speed = \"1 m/s\"", "speed = { sweep = \"mydata/mine\" }")
        .replace("requested-restitution", "mydata/mine")
        .replace("1e-6 relative", "0.02 absolute");
    let numbers = "speed,restitution\n0.5,0.5\n1,0.501\n";
    let here = folder(&[
        ("reference-data/published/mine/source.toml", SOURCE.into()),
        ("reference-data/published/mine/data.csv", numbers.into()),
        ("mydata/mine/source.toml", SOURCE.into()),
        ("mydata/mine/data.csv", numbers.into()),
        ("mine.toml", mine),
    ]);
    let list = run(here.path(), &["list", "datasets"]);
    for name in ["mine", "kharaz-2001-kratos"] {
        assert!(list.out.lines().any(|line| line.trim_start().starts_with(&format!("{name} "))), "{}", list.text());
    }
    let shipped = run(here.path(), &["run", "oblique/kharaz-kratos-total-spring", "--pictures", "none"]);
    assert_eq!(shipped.code, 0, "{}", shipped.text());
    let own = run(here.path(), &["run", "mine.toml", "--pictures", "none"]);
    assert_eq!(own.code, 0, "{}", own.text());
    assert!(own.out.contains("2 scenes") && own.out.contains("mine"), "{}", own.text());
    // A folder with the name of a built-in dataset is one dataset, not half of it.
    common::write(here.path(), "reference-data/published/kharaz-2001-kratos/data.csv", "angle_deg\n5\n");
    let half = run(here.path(), &["run", "oblique/kharaz-kratos-total-spring", "--pictures", "none"]);
    assert_eq!(half.code, 2, "{}", half.text());
    half.complains(["source.toml"]);
}

/// newcomer 0.7: what a passed check says nothing on was in the pages alone.
#[test]
fn the_terminal_names_assumptions_that_are_broken_or_open() {
    let fast = case("damping.tsuji.restitution = 0.8", "force-clamped").replace("1 m/s", "100 m/s");
    let known = fast.replace("poisson_ratio = 0.22", "poisson_ratio = 0.22\nyield_stress = \"70 MPa\"");
    let here = folder(&[("open.toml", fast), ("known.toml", known)]);
    let open = run(here.path(), &["run", "open.toml", "--pictures", "none"]);
    assert!(open.out.contains("amber") && open.out.contains("no `yield_stress` is given"), "{}", open.text());
    let broken = run(here.path(), &["run", "known.toml", "--pictures", "none"]);
    assert!(broken.out.lines().any(|line| line.contains("red") && line.contains("stay elastic")), "{}", broken.text());
}

/// reliability 18: a title could turn round what stands beside it, two names could be one folder.
#[test]
fn names_and_titles_are_what_they_look_like() {
    let plain = case("damping.tsuji.restitution = 0.5", "force-clamped");
    for c in ['\u{202e}', '\u{2028}', '\u{2066}', '\u{e0041}', '\u{feff}'] {
        let here = folder(&[("c.toml", plain.replace("\"T\"", &format!("\"T{c}T\"")))]);
        let ended = run(here.path(), &["run", "c.toml", "--pictures", "none"]);
        assert_eq!(ended.code, 2, "{}", ended.text());
        assert!(ended.err.contains(&format!("U+{:04X}", u32::from(c))) && !ended.err.contains(c), "{}", ended.err);
    }
    let here = folder(&[("cases/c.toml", plain.clone()), ("cases/C.toml", plain.replace("0.5", "0.6"))]);
    let ended = run(here.path(), &["run", "cases", "--pictures", "none"]);
    assert_eq!(ended.code, 2, "{}", ended.text());
    ended.complains(["but for capitals"]);
}

/// reliability 19: the mark by which an engine's processes are found was taken for a value that is missing; one may be empty.
#[test]
fn the_environment_of_an_engine_keeps_the_mark() {
    let engine = |name: &str| format!("[engine.mine]\ncommand = [\"true\"]\nenvironment = {{ {name} = \"\" }}\n");
    let here = folder(&[("marked.toml", engine("COLLISIONBENCH_RUN")), ("empty.toml", engine("OMP_PROC_BIND"))]);
    let marked = run(here.path(), &["doctor", "--engines", "marked.toml"]);
    assert_eq!(marked.code, 2, "{}", marked.text());
    marked.complains(["is set for every engine"]);
    let empty = run(here.path(), &["doctor", "--engines", "empty.toml"]);
    assert!(!empty.err.contains("OMP_PROC_BIND"), "{}", empty.text());
}
