//! Wrong engine files, and exactly what is said about them.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use collisionbench::case::engines_toml;
use collisionbench::codes::engine::Counts;
use collisionbench::codes::engine::installed::{Config, Version};
use collisionbench::codes::engine::user::{ByBodies, EngineInput};
use collisionbench::error::SourceFile;
use collisionbench::law::shear::{Arm, Levers};

fn read(text: &str) -> Result<Config, String> {
    let file = Arc::new(SourceFile { name: "engines.toml".into(), text: text.into() });
    engines_toml::read(&file, Path::new("/home/me/codes")).map_err(|error| error.to_string())
}

/// The same words for spheres and for a sphere at a wall.
fn everywhere(words: &[&str]) -> ByBodies<String> {
    [(); 2].map(|()| words.iter().map(ToString::to_string).collect())
}

#[test]
fn a_good_one_is_read() {
    let config = read(
        "[engine.mine]\ncommand = [\"bin/mine\"]\nargs = [\"{here}/x\", \"-q\"]\ntime_limit = \"2 min\"\nversion = [\"mine\", \"-v\"]\n\
         covers = { normal = [\"hertz\"] }\nenvironment = { A = \"1\" }\ndialect = \"yade\"\n",
    );
    let config = match config {
        Ok(config) => config,
        // Minutes are no unit everywhere.
        Err(error) => {
            assert!(error.contains("min"), "{error}");
            read("[engine.mine]\ncommand = [\"bin/mine\"]\nargs = [\"{here}/x\", \"-q\"]\ntime_limit = \"120 s\"\nversion = [\"mine\", \"-v\"]\ncovers = { normal = [\"hertz\"] }\nenvironment = { A = \"1\" }\ndialect = \"yade\"\n").unwrap()
        }
    };
    let mine = &config.engines[0];
    assert_eq!((mine.version_counts, &mine.driver_version), (Counts::Release, &Version::Unknown));
    let more = "protocol = 1\nversion_counts = \"minor\"\ndriver_version = \"0.3\"\n";
    let told = read(&format!("[engine.x]\ncommand = [\"a\"]\n{more}covers = {{ normal = [\"hertz\"] }}\n")).unwrap();
    assert_eq!(told.engines[0].version_counts, Counts::Minor);
    assert_eq!(told.engines[0].driver_version, Version::Given("0.3".into()));
    assert_eq!(mine.command, ["/home/me/codes/bin/mine", "/home/me/codes/x", "-q"]);
    assert_eq!(mine.time_limit, Duration::from_secs(120));
    assert_eq!(mine.version, Version::Asked(vec!["mine".into(), "-v".into()]));
    assert_eq!(mine.environment, [("A".to_string(), "1".to_string())]);
    assert_eq!((&mine.covers.damping, mine.covers.bodies.len()), (&everywhere(&["none"]), 2));
}

/// One `[engine.x]` with these lines in its `covers`.
fn covering(lines: &str) -> String {
    format!("[engine.x]\ncommand = [\"a\"]\ndialect = \"musen\"\n[engine.x.covers]\nnormal = [\"hertz\"]\n{lines}\n")
}

#[test]
fn what_a_file_does_not_say_is_not_asked() {
    let covers = read(&covering("")).unwrap().engines.remove(0).covers;
    assert_eq!((covers.levers, covers.history, covers.friction_limit, covers.dashpot), (None, None, None, None));
    assert_eq!((covers.rolling, covers.ranges.len()), (everywhere(&["none"]), 0));
    assert_eq!(covers.takes, EngineInput::Laws);
}

#[test]
fn conventions_are_read_in_the_words_of_case_files() {
    let lines = "levers = [\"half-overlap\", \"proportional/radius\"]\nhistory = [\"total\"]\nfriction_limit = [\"absolute\"]\nspring_rotation = [\"normal\"]\n\
                 rolling = [\"none\", \"own-spin\"]\ndashpot = [\"none\", \"dropped\"]\n\
                 ranges = { restitution = \">= 0.05\", young_modulus = \"1 MPa .. 1000 GPa\", size_ratio = \"<= 1000\", YoungModulus = \"> 1 kPa\" }";
    let text = covering(lines).replace("[engine.x.covers]", "takes = \"dialect\"\n[engine.x.covers]");
    let covers = read(&text).unwrap().engines.remove(0).covers;
    let levers = vec![Levers::both(Arm::HalfOverlap), Levers { slip: Arm::Proportional, torque: Arm::Radius }];
    assert_eq!(covers.levers, Some([levers.clone(), levers]));
    assert_eq!(covers.history, Some(everywhere(&["total"])));
    assert_eq!(covers.friction_limit, Some(everywhere(&["absolute"])));
    assert_eq!(covers.spring_rotation, Some(everywhere(&["normal"])));
    assert_eq!(covers.dashpot, Some(everywhere(&["none", "dropped"])));
    assert_eq!((covers.rolling[0].len(), covers.takes), (2, EngineInput::Dialect));
    let ranges: Vec<(&str, &str)> = covers.ranges.iter().map(|w| (w.name.as_str(), w.text.as_str())).collect();
    assert!(ranges.contains(&("young_modulus", "1 MPa .. 1000 GPa")) && ranges.contains(&("YoungModulus", "> 1 kPa")));
    assert_eq!(ranges.len(), 4);
}

/// Every list of words may be one for spheres and one for a sphere at a wall.
#[test]
fn pairs_and_walls_may_be_covered_apart() {
    let apart =
        |key: &str, one: &str, other: &str| format!("{key} = {{ pairs = [\"{one}\"], walls = [\"{other}\"] }}\n");
    let lines = [
        ("normal", "hertz", "hooke"),
        ("damping", "tsuji", "none"),
        ("ends", "zero-overlap", "force-clamped"),
        ("tangential", "mindlin", "stiffness-ratio"),
        ("history", "total", "incremental"),
        ("friction_limit", "absolute", "total"),
        ("spring_rotation", "normal", "normal-and-spin"),
        ("rolling", "constant", "none"),
        ("dashpot", "none", "capped"),
        ("levers", "half-overlap", "overlap"),
    ];
    let text: String = lines.iter().map(|(key, one, other)| apart(key, one, other)).collect();
    let covers = read(&covering(&text).replace("normal = [\"hertz\"]\n", "")).unwrap().engines.remove(0).covers;
    let found = [
        ("normal", Some(covers.normal)),
        ("damping", Some(covers.damping)),
        ("ends", Some(covers.ends)),
        ("tangential", Some(covers.tangential)),
        ("history", covers.history),
        ("friction_limit", covers.friction_limit),
        ("spring_rotation", covers.spring_rotation),
        ("rolling", Some(covers.rolling)),
        ("dashpot", covers.dashpot),
    ];
    for ((key, one, other), (name, lists)) in lines.iter().zip(found) {
        assert_eq!((*key, Some([vec![(*one).to_string()], vec![(*other).to_string()]])), (name, lists));
    }
    assert_eq!(covers.levers, Some([vec![Levers::both(Arm::HalfOverlap)], vec![Levers::both(Arm::Overlap)]]));
}

#[test]
fn every_mistake_in_what_is_covered_has_its_cure() {
    for (lines, message) in [
        ("levers = [\"halfoverlap\"]", "`halfoverlap` is not a choice of `levers`, did you mean `half-overlap`?"),
        ("levers = [\"radius/overlop\"]", "`overlop` is not a choice of `levers`, did you mean `overlap`?"),
        ("history = [\"totl\"]", "`totl` is not a choice of `history`, did you mean `total`?"),
        ("friction_limit = [\"elastisch\"]", "`elastisch` is not a choice of `friction_limit`"),
        ("spring_rotation = [\"norml\"]", "`norml` is not a choice of `spring_rotation`, did you mean `normal`?"),
        ("rolling = [\"own-spi\"]", "`own-spi` is not a choice of `rolling`, did you mean `own-spin`?"),
        ("dashpot = [\"cap\"]", "`cap` is not a choice of `dashpot`"),
        ("tangential = [\"mindlyn\"]", "`mindlyn` is not a choice of `tangential`, did you mean `mindlin`?"),
        ("history = { pairs = [\"totl\"], walls = [\"total\"] }", "`totl` is not a choice of `history`"),
        ("history = { pairs = [\"total\"] }", "history.walls` is missing"),
        ("ends = { spheres = [\"zero-overlap\"] }", "unknown key `spheres`"),
        (
            "damping = [\"none\", \"local-damping\"]\nends = [\"zero-overlap\"]",
            "engines.toml:6:11: the protocol has no damping `local-damping`: its force is not a power of the overlap",
        ),
        ("ranges = { restitutin = \"> 0\" }", "unknown key `restitutin`, did you mean `restitution`?"),
        ("ranges = { young_modulus = \"> 3\" }", "`young_modulus`: `> 3` is not a range"),
        ("ranges = { restitution = \"0.5\" }", "`restitution`: `0.5` is not a range"),
        ("ranges = { en = \"> 0\" }", "unknown key `en`"),
    ] {
        let said = read(&covering(lines)).unwrap_err();
        assert!(said.contains(message), "{lines}\n--- said\n{said}\n--- expected\n{message}");
    }
    let said =
        read("[engine.x]\ncommand = [\"a\"]\ntakes = \"dialect\"\ncovers = { normal = [\"hertz\"] }\n").unwrap_err();
    assert!(said.contains("`takes = \"dialect\"` needs a `dialect`"), "{said}");
    let said = read("[engine.x]\ncommand = [\"a\"]\ntakes = \"law\"\ncovers = { normal = [\"hertz\"] }\n").unwrap_err();
    assert!(said.contains("`law` is not a choice of `takes`, did you mean `laws`?"), "{said}");
}

#[test]
fn every_mistake_has_its_place_and_its_cure() {
    let covers = "covers = { normal = [\"hertz\"] }\n";
    for (text, message) in [
        (
            "[engin.x]\n",
            "engines.toml:1:2: unknown table `engin`, did you mean `engine`?\n1 | [engin.x]\n  |  ^^^^^\n  known here: [engine.NAME], [installed]",
        ),
        (&format!("[engine.x]\n{covers}"), "engines.toml:1:1: `engine.x.command` is missing"),
        (
            &format!("[engine.x]\ncommand = \"a b\"\n{covers}"),
            "engines.toml:2:11: `command` should be a list of texts, not a text\n2 | command = \"a b\"\n  |           ^^^^^",
        ),
        (&format!("[engine.x]\ncommand = []\n{covers}"), "`command` is empty"),
        (
            &format!("[engine.leapfrog]\ncommand = [\"a\"]\n{covers}"),
            "engines.toml:1:9: `leapfrog` is the name of a built-in solver",
        ),
        (&format!("[engine.X]\ncommand = [\"a\"]\n{covers}"), "`X` is not a valid engine name"),
        (
            &format!("[engine.x]\ncommand = [\"a\"]\ntime_limit = \"5 mm\"\n{covers}"),
            "engines.toml:3:14: `mm` is not a unit of time",
        ),
        (
            &format!("[engine.x]\ncommand = [\"a\"]\ntime_limit = \"0 s\"\n{covers}"),
            "`time_limit` must be above zero and at most 24 h",
        ),
        (
            "[engine.x]\ncommand = [\"a\"]\ncovers = { normal = [\"herz\"] }\n",
            "engines.toml:3:21: there is no normal law `herz`, did you mean `hertz`?",
        ),
        ("[engine.x]\ncommand = [\"a\"]\ncovers = {}\n", "`covers` names no normal law"),
        (
            "[engine.x]\ncommand = [\"a\"]\ncovers = { normal = [\"hertz\"], damping = [\"tsuji\"] }\n",
            "`covers` with damping requires `ends`, the end of contact",
        ),
        (
            &format!("[engine.x]\ncommand = [\"a\"]\ncomand = 1\n{covers}"),
            "unknown key `comand`, did you mean `command`?",
        ),
        (
            &format!("[engine.x]\ncommand = [\"a\"]\nspin_limit = 1\n{covers}"),
            "if it is a key of a later version of collisionbench: use that version",
        ),
        ("[engine_pool]\n", "if it is a key of a later version of collisionbench: use that version"),
        (
            &format!("[engine.x]\nprotocol = 2\ncommand = [\"a\"]\n{covers}"),
            "engines.toml:2:12: this version of collisionbench supports protocol 1 only",
        ),
        (
            &format!("[engine.x]\ncommand = [\"a\"]\nversion_counts = \"releas\"\n{covers}"),
            "`releas` is not a choice of `version_counts`, did you mean `release`?",
        ),
        (
            &format!("[engine.x]\ncommand = [\"a\"]\ndialect = \"lamps\"\n{covers}"),
            "there is no dialect `lamps`, did you mean `lammps`?",
        ),
    ] {
        let said = read(text).unwrap_err();
        assert!(said.contains(message), "{text}\n--- said\n{said}\n--- expected\n{message}");
    }
}
