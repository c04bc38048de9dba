//! What an engine does not cover is a skip with its reason, never an error; and it is handed the words of its own system.

use std::fs;

use super::{checks, run, write};

/// An oblique impact of two spheres, of which a line of shell leaves nothing: where it is run at all, it is an error.
const CASE: &str = r#"
title = "Two glass spheres, oblique"

[material.glass]
density       = "2800 kg/m3"
young_modulus = "48 GPa"
poisson_ratio = 0.20

[body.left]
sphere   = { radius = "10 mm" }
material = "glass"

[body.right]
sphere   = { radius = "20 mm" }
material = "glass"

[impact]
speed = "2 m/s"
angle = "30 deg"

CONTACT

[run.reference]

[run.mine]
steps_per_contact = 100.37
onset_phases = 1

[[expect]]
that        = "mine"
agrees_with = "reference"
restitution = { within = "1 %" }
"#;

/// Contact in our words: a Mindlin spring with levers and limit, and more lines of the tangential law.
fn mindlin(more: &str) -> String {
    format!(
        "[contact]\nlever = \"half-overlap\"\nfriction_limit = \"absolute\"\nends = \"zero-overlap\"\n[contact.normal.hertz]\n\
         [contact.damping.tsuji]\nrestitution = 0.5\n\
         [contact.tangential.mindlin]\nform = \"total-spring\"\nfriction = 0.3\n{more}\n"
    )
}

/// Outcome of the check and all that was printed, of a program with these lines in its declaration.
fn outcome(contact: &str, engine: &str, covers: &str) -> (String, String, Option<serde_json::Value>) {
    outcome_of(&CASE.replace("CONTACT", contact), engine, covers)
}

/// The same of a whole case.
fn outcome_of(case: &str, engine: &str, covers: &str) -> (String, String, Option<serde_json::Value>) {
    let place = tempfile::tempdir().unwrap();
    let declared = format!(
        "[engine.mine]\ncommand = [\"sh\", \"-c\", \"exit 0\"]\n{engine}\n[engine.mine.covers]\nnormal = [\"hertz\"]\n\
         damping = [\"none\", \"tsuji\", \"stiffness-dashpot\"]\nends = [\"zero-overlap\"]\ntangential = [\"mindlin\", \"stiffness-ratio\"]\n{covers}\n"
    );
    write(place.path(), &[("case.toml", case), ("engines.toml", &declared)]);
    let (_, out, err) = run(place.path(), &["run", "case.toml", "--engines", "engines.toml", "--pictures", "none"]);
    assert_eq!(err, "", "{out}");
    let rows = checks(place.path());
    let row = rows.iter().find(|row| row["who"] == "mine" && row["against"] != "conserved").unwrap();
    let scene = fs::read_to_string(place.path().join("reports/latest.engines/case/mine/run-1/scene.json"));
    let scene = scene.ok().map(|text| serde_json::from_str(&text).unwrap());
    (row["outcome"].clone(), out.split_whitespace().collect::<Vec<_>>().join(" "), scene)
}

const ALL: &str = "levers = [\"half-overlap\"]\nhistory = [\"total\"]\nfriction_limit = [\"absolute\"]\ndashpot = [\"none\"]\n\
                   ranges = { restitution = \">= 0.05\", size_ratio = \"<= 2\" }";

#[test]
fn each_convention_that_is_not_covered_is_a_skip_with_its_reason() {
    // All of it is covered: the program is run, and leaves nothing.
    assert_eq!(outcome(&mindlin(""), "", ALL).0, "error");
    // What is not said is not asked.
    assert_eq!(outcome(&mindlin(""), "", "").0, "error");
    for (from, to, reason) in [
        ("half-overlap", "proportional/radius", "it does not cover the levers half-overlap (slip/torque)"),
        ("\"total\"", "\"incremental\", \"rescaled\"", "it does not cover the tangential history total"),
        ("absolute", "elastic", "it does not cover the friction limit absolute"),
        ("\"none\"", "\"dropped\"", "it does not cover a contact without a tangential dashpot"),
        (">= 0.05", "> 0.5", "it covers restitution > 0.5 and this is 0.5"),
        ("<= 2", "< 2", "it covers size_ratio < 2 and this is 2"),
    ] {
        assert!(ALL.contains(from));
        let (outcome, out, _) = outcome(&mindlin(""), "", &ALL.replace(from, to));
        assert_eq!((outcome.as_str(), out.contains(reason)), ("skip", true), "{reason}: {out}");
    }
    let dashpot = mindlin("dashpot_beta = 0.2\nwhile_sliding = \"capped\"");
    let (outcome, out, _) = outcome(&dashpot, "", ALL);
    let reason = "it does not cover a tangential dashpot that is capped during sliding";
    assert_eq!((outcome.as_str(), out.contains(reason)), ("skip", true), "{out}");
}

/// What is covered between spheres need not be at a wall.
#[test]
fn a_list_for_pairs_is_not_asked_at_a_wall() {
    let covers = |pairs: &str, walls: &str| format!("history = {{ pairs = [\"{pairs}\"], walls = [\"{walls}\"] }}");
    assert_eq!(outcome(&mindlin(""), "", &covers("total", "incremental")).0, "error");
    let (outcome, out, _) = outcome(&mindlin(""), "", &covers("incremental", "total"));
    let reason = "it does not cover the tangential history total";
    assert_eq!((outcome.as_str(), out.contains(reason)), ("skip", true), "{out}");
}

/// Of a law and a convention that an engine lacks the law is the reason: the convention alone would not keep the case from being run.
#[test]
fn the_law_that_is_lacking_is_the_reason_of_a_skip() {
    let rings = "[contact]\nlever = \"radius\"\nfriction_limit = \"total\"\nends = \"force-clamped\"\n[contact.normal.hertz]\n\
                 [contact.damping.hunt-crossley]\nlambda = \"0.3 s/m\"\n\
                 [contact.tangential.mindlin]\nform = \"incremental\"\nfriction = 0.3\n";
    let (outcome_here, out, _) = outcome(rings, "", ALL);
    assert_eq!(outcome_here, "skip", "{out}");
    assert!(out.contains("it does not cover the damping hunt-crossley") && !out.contains("does not end at"), "{out}");
    // With a dialect the law is found to be lacking in what its parameters express.
    let engine = "dialect = \"mercurydpm\"\ntakes = \"dialect\"";
    let covers = format!("{ALL}\ndamping = [\"none\", \"tsuji\", \"hunt-crossley\"]");
    let case = CASE.replace("CONTACT", rings);
    let place = tempfile::tempdir().unwrap();
    let declared = format!(
        "[engine.mine]\ncommand = [\"sh\", \"-c\", \"exit 0\"]\n{engine}\n[engine.mine.covers]\nnormal = [\"hertz\"]\n\
         ends = [\"zero-overlap\"]\ntangential = [\"mindlin\"]\n{covers}\n"
    );
    write(place.path(), &[("case.toml", &case), ("engines.toml", &declared)]);
    let (_, out, _) = run(place.path(), &["run", "case.toml", "--engines", "engines.toml", "--pictures", "none"]);
    let out = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(out.contains("has no dashpot that grows with the overlap") && !out.contains("does not end at"), "{out}");
}

#[test]
fn rolling_is_handed_over_to_an_engine_that_covers_it() {
    let rolling = mindlin("") + "[contact.rolling.constant]\nfriction = 0.01\n";
    let (skipped, out, _) = outcome(&rolling, "", ALL);
    assert_eq!(skipped, "skip", "{out}");
    assert!(out.contains("it does not cover the rolling resistance constant"), "{out}");
    let (run, out, scene) = outcome(&rolling, "", &format!("{ALL}\nrolling = [\"none\", \"constant\"]"));
    assert_eq!(run, "error", "{out}");
    let rolling = &scene.unwrap()["scenes"][0]["contact"]["rolling"];
    assert_eq!((rolling["name"].as_str(), rolling["friction"].as_f64()), (Some("constant"), Some(0.01)));
}

#[test]
fn a_tangential_dashpot_is_handed_over() {
    let dashpot = mindlin("dashpot_coefficient = \"3 N s/m\"\nwhile_sliding = \"added\"");
    let (_, out, scene) = outcome(&dashpot, "", "");
    let scene = scene.expect(&out);
    let handed = &scene["scenes"][0]["contact"]["shear"]["dashpot"];
    let numbers = (handed["C"].as_f64(), handed["beta"].as_f64(), handed["while_sliding"].as_str());
    assert_eq!(numbers, (Some(3.0), Some(0.0), Some("added")));
}

/// A program whose tangential dashpot goes with the normal one: half of the ratio `ln 2/sqrt(pi^2 + ln^2 2)` of restitution 0.5. In its own
/// conventions it is handed a contact that has it.
#[test]
fn a_tangential_dashpot_goes_with_the_normal_one() {
    let bound = "dashpot = [\"none\", \"capped\"]\ndashpot_of_normal = 0.5";
    let half = 0.5 * 2f64.ln() / 2f64.ln().hypot(std::f64::consts::PI);
    let ratio = |ratio: f64| mindlin(&format!("dashpot_ratio = {ratio}\nwhile_sliding = \"capped\""));
    let undamped = ratio(half).replace("restitution = 0.5", "restitution = 1");
    for (contact, reason) in [
        (mindlin(""), "it damps the tangential spring with the normal one: dashpot_ratio = 0.107727 there, 0 here"),
        (ratio(1.01 * half), "dashpot_ratio = 0.107727 there, 0.108804 here"),
        (undamped, "it has no tangential dashpot beside an undamped contact"),
    ] {
        let (outcome, out, _) = outcome(&contact, "", bound);
        assert_eq!((outcome.as_str(), out.contains(reason)), ("skip", true), "{reason}: {out}");
    }
    // It is covered, so that the program is run, and leaves nothing.
    assert_eq!(outcome(&ratio(half), "", bound).0, "error");
    let place = tempfile::tempdir().unwrap();
    let asked = CASE
        .replace("[run.mine]\nsteps_per_contact = 100.37\nonset_phases = 1\n", "")
        .replace("\"mine\"", "\"reference\"");
    let declared = format!(
        "[engine.mine]\ncommand = [\"sh\", \"-c\", \"exit 0\"]\n[engine.mine.covers]\nnormal = [\"hertz\"]\ndamping = [\"tsuji\"]\n\
         ends = [\"zero-overlap\"]\ntangential = [\"mindlin\"]\n{bound}\n"
    );
    let asked = asked
        .replace("agrees_with = \"reference\"\nrestitution", "agrees_with = \"requested-restitution\"\nrestitution");
    write(place.path(), &[("case.toml", &asked.replace("CONTACT", &mindlin(""))), ("engines.toml", &declared)]);
    run(place.path(), &["run", "case.toml", "--engines", "engines.toml", "--engine", "mine", "--pictures", "none"]);
    let scene =
        fs::read_to_string(place.path().join("reports/latest.engines/case-as-mine/mine/run-1/scene.json")).unwrap();
    let scene: serde_json::Value = serde_json::from_str(&scene).unwrap();
    let (contact, shear) = (&scene["scenes"][0]["contact"], &scene["scenes"][0]["contact"]["shear"]);
    let number = |value: &serde_json::Value| value.as_f64().unwrap();
    let needed = 2.0 * half * (number(&shear["S"]) * number(&contact["effective"]["m_star"])).sqrt();
    assert!((number(&shear["dashpot"]["C"]) / needed - 1.0).abs() < 1e-12, "{shear}");
    assert_eq!(shear["dashpot"]["while_sliding"], "capped");
}

/// The rotation of the spring is asked where a body spins out of the plane of the impact.
#[test]
fn how_the_spring_turns_is_asked_where_it_turns() {
    let turned = |covers: &str, spin: &str| {
        let case = CASE.replace("[body.left]", &format!("[body.left]\n{spin}")).replace("CONTACT", &mindlin(""));
        outcome_of(&case, "", &format!("{ALL}\nspring_rotation = [\"{covers}\"]"))
    };
    let spin = "spin = [\"100 rad/s\", \"50 rad/s\", \"70 rad/s\"]";
    assert_eq!(turned("normal-and-spin", spin).0, "error");
    let (skipped, out, _) = turned("normal", spin);
    assert_eq!(skipped, "skip", "{out}");
    assert!(out.contains("it does not cover the rotation of the spring normal-and-spin"), "{out}");
    assert_eq!(turned("normal", "").0, "error");
}

/// Without damping every limit is the same; at a wall `proportional` is `radius`.
#[test]
fn conventions_that_make_no_difference_are_not_asked() {
    let elastic = mindlin("").replace("[contact.damping.tsuji]\nrestitution = 0.5\n", "");
    let other = ALL.replace("absolute", "elastic").replace("restitution = \">= 0.05\", ", "");
    assert_eq!(outcome(&elastic, "", &other).0, "error");
}

/// What a system's parameters do not hold is a skip, with what is lost; and so is what it refuses.
#[test]
fn an_engine_that_takes_a_dialect_is_asked_for_what_that_dialect_holds() {
    let engine = "dialect = \"mercurydpm\"\ntakes = \"dialect\"";
    let (run, out, scene) = outcome(&mindlin(""), engine, "");
    assert_eq!(run, "error", "{out}");
    let said = &scene.unwrap()["scenes"][0]["contact"]["said"];
    assert_eq!(said["system"], "mercurydpm");
    assert_eq!(said["numbers"]["slidingFrictionCoefficient"], 0.3);
    for (from, to, reason) in [
        (
            "form = \"total-spring\"",
            "form = \"incremental\"",
            "tangential history: mercurydpm has `total`, not `incremental`",
        ),
        ("half-overlap", "radius", "lever: mercurydpm has `half-overlap`"),
        ("absolute", "elastic", "friction limit: mercurydpm has `absolute`"),
        (
            "friction = 0.3",
            "friction = 0.3\ndashpot_coefficient = \"3 N s/m\"\nwhile_sliding = \"dropped\"",
            "tangential dashpot",
        ),
        ("friction = 0.3", "friction = 0.3\ndashpot_ratio = 0.1\nwhile_sliding = \"added\"", "during sliding"),
    ] {
        let contact = mindlin("").replace(from, to);
        assert_ne!(contact, mindlin(""));
        let (outcome, out, _) = outcome(&contact, engine, "");
        assert_eq!((outcome.as_str(), out.contains(reason)), ("skip", true), "{reason}: {out}");
    }
    // The page's rate of approach feeds energy, which the code refuses.
    let feeds = "[contact.mercurydpm]\nrestitutionCoefficient = 0.5\nv_n = \"approach\"\nreading = \"as-documented\"\nslidingFrictionCoefficient = 0.3\n";
    let (outcome, out, _) = outcome(feeds, engine, "");
    assert_eq!((outcome.as_str(), out.contains("no dashpot that adds energy")), ("skip", true), "{out}");
}

/// A case in the words of the system itself reaches the program in those words, so that its own setters are used.
#[test]
fn a_system_gets_its_own_words_back() {
    let own = "[contact.mercurydpm]\neffectiveElasticModulus = \"1 GPa\"\nrestitutionCoefficient = 0.5\npoissonRatio = 0.3\n\
               slidingFrictionCoefficient = 0.3\nreading = \"corrected\"\n";
    let (_, out, scene) = outcome(own, "dialect = \"mercurydpm\"\ntakes = \"dialect\"", "");
    let scene = scene.expect(&out);
    let numbers = &scene["scenes"][0]["contact"]["said"]["numbers"];
    assert_eq!((numbers["restitutionCoefficient"].as_f64(), numbers["poissonRatio"].as_f64()), (Some(0.5), Some(0.3)));
    assert!(numbers.get("dissipation").is_none() && numbers.get("effectiveShearModulus").is_none(), "{numbers}");
}
