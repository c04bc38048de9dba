//! LIGGGHTS: `pair_style gran model hertz` and `fix wall/gran`, many separate pairs in one box.

use std::path::{Path, PathBuf};

use super::{FRICTION, KEYS, Liggghts, POISSON, YOUNG};
use crate::scene::Scene;
use crate::system::engine::boxed::{Code, ContactLine, Fill, Kind};
use crate::system::engine::installed::{PROBE, printed};
use crate::system::engine::probe::look;
use crate::system::engine::spheres::free;
use crate::system::engine::{Batch, Bounce, Cause, Driver, Engine, Looked, NoAnswer};
use crate::system::express::express;

/// LIGGGHTS-PUBLIC.
#[derive(Debug)]
pub struct Installations;

impl Driver for Installations {
    fn title(&self) -> &'static str {
        "LIGGGHTS-PUBLIC"
    }

    fn get(&self) -> &'static str {
        "Debian: liggghts"
    }

    fn look(&self, places: &[PathBuf]) -> Vec<Looked> {
        look(&["liggghts"], places, |place| {
            let command = [place.display().to_string(), "-h".to_string()];
            let text = printed(&command, &[], PROBE, &[1])?;
            let version = version(&text).ok_or_else(|| NoAnswer::because("its help names no version"))?;
            Ok(Some(Box::new(Installed { version, place: place.to_path_buf() }) as Box<dyn Engine>))
        })
    }
}

/// The input, but for its contacts.
const TEMPLATE: &str = include_str!("liggghts.in");

/// Most kinds of spheres in one simulation: their contacts stand in matrices.
const MOST_KINDS: usize = 60;

/// What the style of a contact may be, by its friction (none, without a dashpot, with one) and whether it may pull.
const STYLES: [[&str; 2]; 3] = [
    ["tangential off limitForce on", "tangential off limitForce off"],
    [
        "tangential history tangential_damping off limitForce on",
        "tangential history tangential_damping off limitForce off",
    ],
    [
        "tangential history tangential_damping on limitForce on",
        "tangential history tangential_damping on limitForce off",
    ],
];

/// Numbers of one kind of contact.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Law {
    /// Pa
    young: f64,
    poisson: f64,
    restitution: f64,
    friction: f64,
}

/// One LIGGGHTS.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Installed {
    pub version: String,
    pub place: PathBuf,
}

impl Engine for Installed {
    fn name(&self) -> &str {
        "liggghts"
    }

    fn version(&self) -> &str {
        &self.version
    }

    fn place(&self) -> String {
        self.place.display().to_string()
    }

    fn covers(&self, scene: &Scene) -> Result<(), String> {
        contact(scene).map(drop)
    }

    fn write(&self, batch: &Batch<'_>, folder: &Path) -> Result<Vec<String>, Cause> {
        self.with_code(|code| code.write(batch, folder))
    }

    fn run(&self, batch: &Batch<'_>, folder: &Path, stop: &dyn Fn() -> bool) -> Result<Vec<Bounce>, Cause> {
        self.with_code(|code| code.run(batch, folder, stop))
    }
}

impl Installed {
    fn with_code<T>(&self, then: impl FnOnce(&Code<'_, Law>) -> T) -> T {
        let program = self.place();
        let arguments = ["-log", "log.liggghts", "-screen", "none"];
        then(&Code { program: &program, arguments: &arguments, most_kinds: MOST_KINDS, say: &contact, input: &input })
    }
}

fn input(fill: &Fill<'_, Law>) -> String {
    let (kinds, style) = (&fill.part.kinds, fill.part.style.as_str());
    let each = |value: fn(&Law) -> f64| {
        kinds.iter().map(|kind: &Kind<Law>| value(&kind.law).to_string()).collect::<Vec<_>>().join(" ")
    };
    // Two spheres of different kinds never meet: those places of the matrix take the first kind's value.
    let pairwise = |value: fn(&Law) -> f64| {
        let place = |i: usize, j: usize| kinds.get(if i == j { i } else { 0 }).map_or(1.0, |kind| value(&kind.law));
        let row = |i: usize| (0..kinds.len()).map(move |j| place(i, j).to_string());
        (0..kinds.len()).flat_map(row).collect::<Vec<_>>().join(" ")
    };
    let friction = if style.contains("history") {
        let values = pairwise(|law| law.friction);
        format!(
            "fix           friction all property/global coefficientFriction peratomtypepair {} {values}",
            kinds.len()
        )
    } else {
        String::new()
    };
    let mut walls = Vec::new();
    for (index, _) in kinds.iter().enumerate().filter(|(_, kind)| kind.wall) {
        let number = index + 1;
        walls.push(format!("group         ball{number} type {number}"));
        let model = style.split_once(" tangential_damping").or_else(|| style.split_once(" limitForce"));
        let (model, _) = model.unwrap_or((style, ""));
        let options = style.strip_prefix(model).unwrap_or_default();
        walls.push(format!(
            "fix           wall{number} ball{number} wall/gran model hertz {model} primitive type {number} xplane 0.0{options}"
        ));
    }
    fill.template(
        TEMPLATE,
        &[
            ("{young}", each(|law| law.young)),
            ("{poisson}", each(|law| law.poisson)),
            ("{restitution}", pairwise(|law| law.restitution)),
            ("{friction}", friction),
            ("{count}", kinds.len().to_string()),
            ("{style}", style.to_string()),
            ("{walls}", walls.join("\n")),
            ("{format}", format!("%d{}", " %.17g".repeat(fill.columns.len()))),
        ],
    )
}

/// The numbers with which the force is that of the scene.
fn contact(scene: &Scene) -> Result<ContactLine<Law>, String> {
    free(scene)?;
    let parameters = express(scene, &Liggghts, "")?;
    if parameters.word(KEYS, "model").map_err(|error| error.message)? != "hertz" {
        return Err("it is run with `model hertz` only".to_string());
    }
    let number = |key: &str| parameters.numbers.get(key);
    let need = |key: &str| number(key).ok_or_else(|| format!("there is no `{key}`"));
    let friction = number(FRICTION);
    let damped = parameters.given("tangential_damping") != Some("off");
    let pulls = parameters.given("limitForce") != Some("on");
    let style = STYLES[friction.map_or(0, |_| 1 + usize::from(damped))][usize::from(pulls)];
    let restitution = need("coefficientRestitution")?;
    let law = Law { young: need(YOUNG)?, poisson: need(POISSON)?, restitution, friction: friction.unwrap_or_default() };
    Ok(ContactLine { law, style: style.to_string() })
}

/// `3.8.0` of `LIGGGHTS (Version LIGGGHTS-PUBLIC 3.8.0, compiled ...)`.
fn version(help: &str) -> Option<String> {
    let (_, after) = help.split_once("LIGGGHTS-PUBLIC ")?;
    let version: String = after.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '.').collect();
    (!version.is_empty()).then_some(version)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_version_is_read_off_its_help() {
        let help =
            "LIGGGHTS (Version LIGGGHTS-PUBLIC 3.8.0, compiled 2022-01-26-19:42:32 by buildd, git commit unknown)";
        assert_eq!(super::version(help).unwrap(), "3.8.0");
        assert_eq!(super::version("Command line options:"), None);
    }
}
