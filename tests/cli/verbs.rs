//! Every verb: its help, and what it prints.

use clap::CommandFactory;
use collisionbench::cli::Cli;
use collisionbench::codes::CODES;
use collisionbench::codes::pfc::PROPERTIES;
use collisionbench::theory::ORACLES;
use serde_json::Value;

use crate::cli::{good, wrong};

/// The short form of the help has an argument a line.
#[test]
fn every_argument_is_described() {
    for verb in Cli::command().get_subcommands().map(|verb| verb.get_name().to_string()) {
        let help = good(&[&verb, "-h"]);
        let starts = |line: &str| {
            line.starts_with(['-', '<']) || line.starts_with('[') && line[1..].starts_with(char::is_uppercase)
        };
        let arguments: Vec<&str> = help.lines().filter(|line| starts(line.trim_start())).collect();
        let bare: Vec<_> = arguments.iter().filter(|line| !line.trim().contains("  ")).collect();
        assert!(!arguments.is_empty() && bare.is_empty(), "{verb}: without a line about it: {bare:?}\n{help}");
    }
}

/// Laws along the contact are shown as all others; a key that takes a word says which.
#[test]
fn laws_along_the_contact_are_listed_and_explained() {
    let laws = good(&["list", "laws"]);
    for law in ["contact.tangential.mindlin ", "contact.tangential.none ", "contact.rolling.spring-dashpot "] {
        assert!(laws.contains(law), "{law} in\n{laws}");
    }
    assert!(good(&["list", "limits"]).contains("absolute"));
    assert!(good(&["list", "levers"]).contains("half-overlap"));
    let mindlin = good(&["explain", "mindlin"]);
    assert!(
        mindlin.contains(
            "how the tangential spring responds to a change of the normal load: total-spring, incremental, rescaled"
        ),
        "{mindlin}"
    );
    assert!(good(&["explain", "contact.rolling.constant"]).contains("mu_r N R*"));
    assert!(good(&["explain", "contact.lever.proportional"]).contains("r d/(r1+r2)"));
    // The key of a law, with the laws that have it.
    let key = good(&["explain", "breaks_at"]);
    assert!(key.contains("breaks_at (contact.normal)") && key.contains("a key of jkr"), "{key}");
}

#[test]
fn wrong_words_end_with_two() {
    assert!(wrong(&["rnu"]).contains("rnu"));
    assert!(wrong(&["run", "--threads", "0"]).contains("--threads"));
    assert!(wrong(&["run", "--pictures", "many"]).contains("many"));
    assert!(wrong(&["explain", "hetrz"]).contains("did you mean `hertz`?"));
    assert!(wrong(&["run", "normal/elastic/glass-haed-on"]).contains("did you mean `normal/elastic/glass-head-on`?"));
    assert!(wrong(&["contract", "yad"]).contains("did you mean `yade`?"));
    assert!(
        wrong(&["advise", "normal/elastic/glass-head-on", "--scheme", "leapfrg"]).contains("did you mean `leapfrog`?")
    );
    assert!(wrong(&["advise", "normal/elastic"]).contains("contains several cases"));
    for (within, words) in
        [("1", "`1` is not a tolerance"), ("0 %", "above 0"), ("overlpa=1 %", "did you mean `overlap`?")]
    {
        let said = wrong(&["advise", "normal/elastic/glass-head-on", "--within", within]);
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn a_list_names_everything_that_can_be_explained() {
    let counts = good(&["list"]);
    assert!(counts.lines().count() <= 20, "{counts}");
    let listed = |kind: &str, name: &str| {
        let list = good(&["list", kind]);
        assert!(list.lines().any(|line| line.trim_start().starts_with(&format!("{name} "))), "{name}: {list}");
        let count = counts.lines().find(|line| line.trim_start().starts_with(&format!("{kind} "))).unwrap();
        let rows = list.lines().filter(|line| line.starts_with("  ")).count();
        assert_eq!(count.split_whitespace().nth(1), Some(rows.to_string().as_str()), "{kind}");
        assert!(!good(&["explain", name]).is_empty());
    };
    listed("codes", "musen");
    listed("schemes", "leapfrog");
    listed("theories", ORACLES[0].card.name);
    listed("laws", "contact.tangential.mindlin");
    for code in CODES {
        assert!(good(&["explain", code.name()]).contains("source"), "{}", code.name());
    }
    let tsuji = good(&["explain", "tsuji"]);
    for symbol in ["    alpha  damping coefficient", "    delta  overlap  [m]", "    e      restitution"] {
        assert_eq!(tsuji.matches(symbol).count(), 1, "{tsuji}");
    }
    assert!(good(&["list", "cases"]).starts_with("cases from the built-in cases"));
}

#[test]
fn every_parameter_and_every_erratum_of_a_system_is_explained() {
    for code in CODES {
        let text = good(&["explain", code.name()]);
        let (_, parameters) = text.split_once("\n  parameters\n").unwrap();
        for key in code.keys {
            let line = parameters.lines().find(|line| line.trim_start().starts_with(&format!("{} ", key.name)));
            let line = line.unwrap_or_else(|| panic!("{} of {}", key.name, code.name()));
            let default = Some(key.default_text()).filter(|default| default != "-").unwrap_or_default();
            let parts = [key.range(), default, key.doc.to_string()];
            assert!(parts.iter().all(|part| line.contains(part)), "{line}");
        }
        for erratum in code.errata {
            assert!([erratum.says, erratum.is, erratum.number].iter().all(|part| text.contains(part)), "{text}");
            assert!(good(&["explain", &erratum.id.to_lowercase()]).contains(erratum.is));
        }
        for (title, line) in code.contract().lines() {
            assert!(text.contains(title) && text.contains(&line), "{title}");
        }
    }
    let pfc = good(&["explain", "pfc"]);
    let (_, pfc) = pfc.split_once("documented properties").unwrap();
    for row in PROPERTIES {
        let line = pfc.lines().find(|line| line.trim_start().starts_with(&format!("{} ", row.keyword))).unwrap();
        let parts = [row.symbol, row.kind, row.range, row.default, row.meaning];
        assert!(parts.iter().all(|part| line.contains(part)), "{line}");
        assert!(row.choices.iter().all(|choice| pfc.contains(choice)), "{}", row.keyword);
    }
}

#[test]
fn a_scheme_is_explained() {
    let text = good(&["explain", "run.leapfrog"]);
    assert!(text.starts_with("leapfrog (run)\n  Leapfrog, also called symplectic Euler\n"), "{text}");
    assert!(text.contains("NewtonIntegrator"));
}

#[test]
fn two_contracts_are_compared_line_by_line() {
    let text = good(&["compare", "lammps", "musen", "--verbose"]);
    let (numbers, lines) = text.split_once("\n  They differ in ").unwrap();
    assert!(
        numbers.starts_with("lammps e=0.5 damping=coeff_restitution against musen RestitutionCoefficient=0.5\n"),
        "{text}"
    );
    let (parted, lines) = lines.split_once(" of 12 conventions\n").unwrap();
    let parted: usize = parted.parse().unwrap();
    let count = |word: &str| lines.lines().filter(|line| line.contains(&format!("  {word}  "))).count();
    assert_eq!((count("both"), count("first"), count("second")), (12 - parted, parted, parted), "{text}");
    assert!(good(&["compare", "pfc", "pfc", "-v"]).contains("They share all 12 conventions"));
    assert!(good(&["contract", "pfc", "--paragraph"]).starts_with("Conventions of PFC. end of contact: zero-overlap"));
}

/// Both sides in their own words, on one ball, with options on either side of `--`: LAMMPS' `tsuji` makes 0.616 of 0.5 (erratum L1),
/// YADE 0.5, and the damping and the end of the contact make the difference.
#[test]
fn two_codes_are_compared_in_their_own_words() {
    let sides = ["compare", "lammps", "damping=tsuji", "e=0.5", "--", "yade", "en=0.5"];
    let pair = ["--set", "body.ball.radius=1.5 mm", "--json"];
    let behind: Value = serde_json::from_str(&good(&[&sides[..], &pair].concat())).unwrap();
    let before: Value = serde_json::from_str(&good(&[&sides[..1], &pair, &sides[1..]].concat())).unwrap();
    assert_eq!(behind, before);
    let number = |side: usize, word: &str| {
        let numbers = behind["sides"][side]["numbers"].as_array().unwrap();
        numbers.iter().find(|number| number["observable"] == word).unwrap()["value"].as_f64().unwrap()
    };
    let shares = behind["shares"].as_array().unwrap();
    assert!((number(0, "restitution") - 0.616076).abs() < 2e-6 && (number(1, "restitution") - 0.5).abs() < 1e-3);
    for word in ["restitution", "rebound_angle", "rebound_spin"] {
        let sum: f64 = shares.iter().map(|share| share["numbers"][word].as_f64().unwrap()).sum();
        let apart = number(1, word) - number(0, word);
        assert!((sum - apart).abs() < 1e-9 * apart.abs(), "{word}: {sum}, {apart}");
    }
    // The polynomial adds, and that YADE's contact never pulls takes back a part: 0.5503 of the same coefficient.
    let of = |part: &str| {
        let share = shares.iter().find(|share| share["part"] == part).unwrap();
        share["numbers"]["restitution"].as_f64().unwrap()
    };
    assert!(of("damping normalisation") < -0.1 && of("end of contact") > 0.03, "{behind:#}");
}

/// The page of a comparison has a figure over the restitution asked for and one over the angle: LAMMPS' polynomial gives 0.616076 for 0.5 (L1).
#[test]
fn a_comparison_is_drawn() {
    let here = tempfile::tempdir().unwrap();
    let place = here.path().join("page").display().to_string();
    good(&["compare", "lammps", "damping=tsuji", "e=0.3", "--", "yade", "en=0.3", "--out", &place]);
    let read = |name: &str| std::fs::read_to_string(here.path().join("page").join(name)).unwrap();
    let asked = read("restitution.csv");
    let half = asked.lines().find(|line| line.starts_with("lammps damping=tsuji e=0.3,0.5,")).unwrap();
    assert!((half.rsplit(',').next().unwrap().parse::<f64>().unwrap() - 0.616076).abs() < 2e-6, "{half}");
    assert!(read("angle.csv").lines().count() > 30 && read("index.html").contains("angle.svg"));
}

/// What cannot be compared is refused with what to write.
#[test]
fn a_comparison_needs_two() {
    assert!(wrong(&["compare", "lammps", "e=0.5"]).contains("nothing to compare with"));
    assert!(wrong(&["compare", "lammps", "yade", "pfc"]).contains("`pfc` is a third name"));
    assert!(wrong(&["compare", "lamps", "--", "yade"]).contains("did you mean `lammps`?"));
    assert!(wrong(&["compare", "lammps", "--", "yade", "en=2"]).contains("en"));
    assert!(wrong(&["compare", "lammps", "--", "yade", "--scene", "9"]).contains("no scene 9"));
}

/// Two histories of a spring of constant stiffness are no difference.
#[test]
fn contracts_of_a_constant_spring_share_its_history() {
    let here = tempfile::tempdir().unwrap();
    let case = |name: &str, normal: &str, form: &str| {
        let path = here.path().join(name);
        let text = format!(
            "title = \"one\"\n[material.a]\ndensity = \"3000 kg/m3\"\nyoung_modulus = \"1e8 Pa\"\npoisson_ratio = 0.3\n\
             [body.one]\nsphere = {{ radius = \"1 mm\" }}\nmaterial = \"a\"\n[body.two]\nsphere = {{ radius = \"2 mm\" }}\n\
             material = \"a\"\n[impact]\nspeed = \"0.3 m/s\"\nangle = \"35 deg\"\n[contact]\n\
             friction_limit = \"absolute\"\nlever = \"half-overlap\"\n[contact.normal.{normal}]\n\
             [contact.tangential.stiffness-ratio]\nform = \"{form}\"\nfriction = 0.4\nratio = 0.6\n[run.reference]\n\
             [[expect]]\nthat = \"reference\"\nagrees_with = \"conserved\"\nmomentum_residual = {{ within = \"1e-11 absolute\" }}\n"
        );
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let differ = |one: &str, other: &str| {
        let text = good(&["compare", one, other, "-v"]);
        !text.lines().any(|line| line.trim_start().starts_with("history rule") && line.contains("  both  "))
    };
    let hooke = "hooke]\nstiffness = \"5000 N/m\"\n[contact.damping.none";
    let linear = case("rescaled.toml", hooke, "rescaled");
    let total = case("total.toml", hooke, "total-spring");
    assert!(!differ(&linear, &total));
    assert!(!differ(&linear, "liggghts"));
    let hertz = case("hertz.toml", "hertz", "rescaled");
    assert!(differ(&hertz, &case("hertz-total.toml", "hertz", "total-spring")) && differ(&hertz, "liggghts"));
    assert!(differ(&total, &hertz));
}

#[test]
fn a_case_has_a_contract() {
    let text = good(&["contract", "normal/damped/tsuji-restitution"]);
    assert!(
        text.starts_with("normal/damped/tsuji-restitution, collisionbench\n  end of contact          zero-overlap"),
        "{text}"
    );
    assert!(text.contains("others differ in end of contact"), "{text}");
    let text = good(&["compare", "normal/damped/tsuji-alpha", "yade", "en=0.9", "-v"]);
    assert!(text.contains("They differ in "), "{text}");
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = good(&["completions", shell]);
        assert!(Cli::command().get_subcommands().all(|verb| script.contains(verb.get_name())), "{shell}");
    }
    assert!(wrong(&["completions", "tcsh"]).contains("tcsh"));
}

#[test]
fn a_coefficient_is_fitted_to_a_wanted_restitution() {
    // alpha of the contact that never pulls, by its closed form in forty digits: 0.57081367878199015.
    let text = good(&["fit", "--restitution", "0.5", "--law", "tsuji", "--ends", "force-clamped"]);
    assert!(text.contains("5.7081367878199"), "{text}");
    assert!(wrong(&["fit", "--restitution", "1.2", "--law", "tsuji", "--ends", "force-clamped"]).contains("1.2"));
}
