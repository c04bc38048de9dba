//! The two bodies of a conversion: those of a case, or spheres given on the command line.

use std::f64::consts::PI;
use std::path::PathBuf;

use super::one_case::one_case;
use super::quantity;
use crate::case::Case;
use crate::error::Error;
use crate::law::{Pair, Side, Stiffness};
use crate::units::Dimension;

#[derive(Debug, clap::Args)]
#[group(skip)]
#[command(next_help_heading = "The two bodies")]
pub(super) struct Args {
    /// A case to take the bodies from (its first scene)
    #[arg(long, value_name = "CASE", conflicts_with_all = ["radius", "density", "young_modulus", "poisson_ratio"])]
    pair: Option<PathBuf>,
    /// A file that declares your own programs as engines, which the case names (default: engines.toml in the configuration folder)
    #[arg(long, value_name = "FILE", requires = "pair")]
    engines: Option<PathBuf>,
    /// Radius of both spheres, `2 mm`; give it twice for two different radii
    #[arg(long, value_name = "LENGTH")]
    radius: Vec<String>,
    /// Density of both spheres, `2500 kg/m3`, or of each
    #[arg(long, value_name = "DENSITY")]
    density: Vec<String>,
    /// Young's modulus of both spheres, `70 GPa`, or of each
    #[arg(long, value_name = "PRESSURE")]
    young_modulus: Vec<String>,
    /// Poisson's ratio of both spheres, or of each
    #[arg(long, value_name = "NUMBER")]
    poisson_ratio: Vec<String>,
}

/// Two bodies, and how they are called in the output.
#[derive(Debug)]
pub(super) struct Bodies {
    pub pair: Pair,
    pub shown: String,
    /// The case of the bodies, if there is one.
    pub case: Option<Case>,
}

impl Args {
    pub(super) fn bodies(&self) -> Result<Bodies, Error> {
        if let Some(path) = &self.pair {
            let case = one_case(path, self.engines.as_deref())?;
            let Some(scene) = case.scenes.first() else {
                return Err(Error::wrong(format!("{} has no scene", path.display())));
            };
            let [one, two] = &scene.bodies;
            let scene_name = if scene.name == "-" { String::new() } else { format!(" at {}", scene.name) };
            let shown = format!("{} and {} of {}{scene_name}", one.name, two.name, case.name);
            return Ok(Bodies { pair: scene.pair, shown, case: Some(case) });
        }
        let radius = two("--radius", &self.radius, "2 mm", Dimension::Length)?;
        let density = two("--density", &self.density, "2500 kg/m3", Dimension::Density)?;
        let modulus = two("--young-modulus", &self.young_modulus, "70 GPa", Dimension::Pressure)?;
        let poisson = two("--poisson-ratio", &self.poisson_ratio, "0.22", Dimension::Number)?;
        for given in radius.iter().chain(&density).chain(&modulus) {
            if given.value <= 0.0 {
                return Err(Error::wrong(format!("`{}` must be greater than zero", given.text)));
            }
        }
        if let Some(bad) = poisson.iter().find(|nu| !(nu.value > -1.0 && nu.value <= 0.5)) {
            return Err(Error::wrong(format!(
                "a Poisson's ratio lies above -1 and at most at 0.5, not at {}",
                bad.text
            )));
        }
        let side = |i: usize| Side {
            radius: radius[i].value,
            mass: density[i].value * 4.0 / 3.0 * PI * radius[i].value.powi(3),
            stiffness: Stiffness::Elastic { young_modulus: modulus[i].value, poisson_ratio: poisson[i].value },
        };
        let words =
            |i: usize| [&radius[i], &density[i], &modulus[i], &poisson[i]].map(|given| given.text.as_str()).join(", ");
        let (one, other) = (words(0), words(1));
        let mut shown = if one == other { format!("two spheres: {one}") } else { format!("spheres: {one}; {other}") };
        let given = [&self.radius, &self.density, &self.young_modulus, &self.poisson_ratio];
        if given.iter().all(|values| values.is_empty()) {
            shown.push_str(" (default bodies)");
        }
        Ok(Bodies { pair: Pair::new(&side(0), &side(1)), shown, case: None })
    }
}

/// A value as number and as written.
struct Given {
    value: f64,
    text: String,
}

/// One value for both bodies, one for each, or the default.
fn two(option: &str, texts: &[String], default: &str, dimension: Dimension) -> Result<[Given; 2], Error> {
    let [one, other] = match texts {
        [] => [default, default],
        [both] => [both.as_str(); 2],
        [one, other] => [one.as_str(), other.as_str()],
        _ => {
            let message = format!("{option} is given {} times", texts.len());
            return Err(Error::with_help(message, "give it once for both bodies, or twice, once for each"));
        }
    };
    let read = |text: &str| {
        let value = quantity(option, text, dimension)?;
        Ok::<_, Error>(Given { value, text: text.to_string() })
    };
    Ok([read(one)?, read(other)?])
}
