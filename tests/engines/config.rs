//! Wrong engine files, and exactly what is said about them.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use collisionbench::case::engines_toml;
use collisionbench::error::SourceFile;
use collisionbench::system::engine::Counts;
use collisionbench::system::engine::declared::{Config, Version};

fn read(text: &str) -> Result<Config, String> {
    let file = Arc::new(SourceFile { name: "engines.toml".into(), text: text.into() });
    engines_toml::read(&file, Path::new("/home/me/codes")).map_err(|error| error.to_string())
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
    assert_eq!((mine.covers.damping.as_slice(), mine.covers.bodies.len()), (&["none".to_string()][..], 2));
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
            "engines.toml:1:9: `leapfrog` is a solver of this program",
        ),
        (&format!("[engine.X]\ncommand = [\"a\"]\n{covers}"), "`X` is no name of an engine"),
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
            "engines.toml:3:21: `herz` is not a choice of `normal`, did you mean `hertz`?",
        ),
        ("[engine.x]\ncommand = [\"a\"]\ncovers = {}\n", "this covers nothing: it names no normal law"),
        (
            "[engine.x]\ncommand = [\"a\"]\ncovers = { normal = [\"hertz\"], damping = [\"tsuji\"] }\n",
            "a damped contact ends in a way that has to be said",
        ),
        (
            &format!("[engine.x]\ncommand = [\"a\"]\ncomand = 1\n{covers}"),
            "unknown key `comand`, did you mean `command`?",
        ),
        (
            &format!("[engine.x]\ncommand = [\"a\"]\nspin_limit = 1\n{covers}"),
            "where a later version of collisionbench reads it: use that version",
        ),
        ("[engine_pool]\n", "where a later version of collisionbench reads it: use that version"),
        (
            &format!("[engine.x]\nprotocol = 2\ncommand = [\"a\"]\n{covers}"),
            "engines.toml:2:12: this version of collisionbench speaks protocol 1 and no other",
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
