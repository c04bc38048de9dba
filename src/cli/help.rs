//! The help of the program: its verbs in groups, and examples that work below each verb.

use std::ffi::OsString;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Command, CommandFactory};

use super::{Cli, width};
use crate::error::nearest;

/// The verbs, by what they are for.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Start", &["new", "init", "run", "merge", "show", "explain", "list"]),
    ("Codes", &["compare", "convert", "contract", "export"]),
    (
        "Your code",
        &["doctor", "check", "fingerprint", "check-law", "gate", "accept", "shrink", "verify", "diff", "suite"],
    ),
    ("Measure", &["design", "fit", "advise"]),
    ("Paper", &["figure"]),
    ("Shell", &["completions", "help"]),
];

/// What stands below the list of verbs.
const FIRST: &[&str] = &["run normal/damped", "compare lammps damping=tsuji e=0.5 -- yade en=0.5", "explain tsuji"];

/// Commands below the help of each verb. Those of "Your code" are for a folder in which `init my-dem` was run, or that has a library of a law.
pub const EXAMPLES: [(&str, &[&str]); 26] = [
    ("new", &["new steel-ball", "new my-drops --fit"]),
    ("init", &["init my-dem", "init my-dem --out tests/collisions"]),
    ("run", &["run normal/damped/tsuji-restitution -v", "run normal/elastic --pictures none --json"]),
    (
        "merge",
        &[
            "run normal/elastic --partition 1/1 --out shards/1",
            "merge shards/1",
            "merge shards/1 --out reports/whole -q",
        ],
    ),
    ("show", &["show normal/elastic/glass-head-on", "show oblique/kharaz-kratos-total-spring --scene 3 --json"]),
    ("explain", &["explain tsuji", "explain \"known gap\""]),
    ("list", &["list laws", "list --gaps oblique"]),
    (
        "compare",
        &[
            "compare lammps damping=tsuji e=0.5 -- yade en=0.5",
            "compare liggghts kratos --set body.ball.radius=\"1 mm\" --verbose",
        ],
    ),
    ("contract", &["contract lammps", "contract normal/damped/tsuji-alpha --paragraph"]),
    ("convert", &["convert --from yade en=0.5 --to ours", "convert --from yade en=0.5 --to pfc --json"]),
    (
        "export",
        &[
            "export normal/elastic/glass-head-on --to lammps,yade",
            "export normal/elastic/glass-head-on --to lammps --out deck",
        ],
    ),
    ("doctor", &["doctor", "doctor my-dem --engines engines.toml"]),
    (
        "check",
        &["check in.lmp", "check in.lmp --speed \"0.5, 5 m/s\" --write cases", "check in.lmp --measure 0 --out page"],
    ),
    ("fingerprint", &["fingerprint my-dem --engines engines.toml", "fingerprint my-dem --engines engines.toml --json"]),
    ("check-law", &["check-law --header", "check-law ./libhertz.so --parameter friction=0.2"]),
    (
        "suite",
        &["suite normal/elastic --out collisions", "suite oblique/dynamic-friction --out friction --within \"0.5 %\""],
    ),
    (
        "gate",
        &[
            "accept cases --engines engines.toml --why \"as published\"",
            "gate --engines engines.toml --out reports/gate",
        ],
    ),
    (
        "accept",
        &[
            "accept cases --engines engines.toml --why \"as published\"",
            "accept cases --engines engines.toml --within 1e-6 --why new",
        ],
    ),
    ("shrink", &["shrink failing.toml", "shrink failing.toml --observable restitution --out small.toml"]),
    ("verify", &["run normal/elastic/glass-head-on", "verify reports/latest/run.jsonl"]),
    (
        "diff",
        &[
            "run normal/elastic/glass-head-on",
            "run normal/elastic/glass-head-on --out reports/now",
            "diff reports/latest reports/now",
        ],
    ),
    (
        "design",
        &["design --restitution 0.8 --within 0.01", "design --restitution 0.8 --within \"1 %\" --ruler \"0.5 mm\""],
    ),
    ("fit", &["fit calibration/golf-on-marble-heights", "fit --restitution 0.5 --law tsuji --ends force-clamped"]),
    ("advise", &["advise normal/elastic/glass-head-on", "advise normal/damped/tsuji-alpha --within restitution=0.01"]),
    (
        "figure",
        &["figure --list normal/damped/tsuji-restitution", "figure normal/damped/tsuji-restitution --out tsuji.pdf"],
    ),
    ("completions", &["completions bash", "completions zsh"]),
];

/// The command line with all of its help.
pub fn command() -> Command {
    let mut command = Cli::command().term_width(width().min(100));
    let groups = groups(&command);
    for (verb, examples) in EXAMPLES {
        command = command.mut_subcommand(verb, |verb| verb.after_help(shown(examples)));
    }
    let pages = concat!(
        "`collisionbench help VERB` has the options of a verb, and examples.\nThe guide: ",
        env!("CARGO_PKG_REPOSITORY"),
        "/tree/main/docs"
    );
    let below = format!("{groups}\n{}\n\n{pages}", shown(FIRST));
    command.after_help(below).help_template("{about}\n\n{usage-heading} {usage}{after-help}\n\nOptions:\n{options}")
}

/// The words of the command line, the name of the program first.
///
/// # Errors
/// What is wrong with them, an unknown verb with the nearest; or the help that was asked for.
pub fn matches(words: &[OsString]) -> Result<ArgMatches, clap::Error> {
    let command = command();
    let verbs: Vec<String> = command.get_subcommands().map(|verb| verb.get_name().to_string()).collect();
    command.try_get_matches_from(words).map_err(|mut error| {
        if let (ErrorKind::InvalidSubcommand, Some(ContextValue::String(word))) =
            (error.kind(), error.get(ContextKind::InvalidSubcommand))
            && let Some(near) = nearest(word, verbs.iter().map(String::as_str)).map(String::from)
        {
            error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(vec![near]));
        }
        error
    })
}

/// The verbs with a line each.
fn groups(command: &Command) -> String {
    let about = |verb: &str| match command.find_subcommand(verb).and_then(Command::get_about) {
        Some(about) => about.to_string(),
        None => "The help of a verb".to_string(),
    };
    let mut text = String::new();
    for (group, verbs) in GROUPS {
        text.push_str(&format!("{group}:\n"));
        for verb in verbs {
            text.push_str(&format!("  {verb:<12} {}\n", about(verb)));
        }
    }
    text
}

fn shown(examples: &[&str]) -> StyledStr {
    let lines: Vec<String> = examples.iter().map(|example| format!("  collisionbench {example}")).collect();
    format!("Examples:\n{}", lines.join("\n")).into()
}
