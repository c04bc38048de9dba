//! `pair_style gran` of LIGGGHTS with its global properties, and the wall beside it.

use super::{Terms, Writer};
use crate::contact::LawError;
use crate::dialect::{Dialect, liggghts};

#[derive(Debug)]
pub(super) struct Liggghts;

/// Pa; outside the program wants to be told that it is meant.
const HARD: f64 = 1e9;
const SOFT: f64 = 5e6;

impl Writer for Liggghts {
    fn dialect(&self) -> &'static dyn Dialect {
        &liggghts::Liggghts
    }

    fn comment(&self) -> &'static str {
        "#"
    }

    fn material_keys(&self) -> Option<[&'static str; 2]> {
        Some([liggghts::YOUNG, liggghts::POISSON])
    }

    fn lines(&self, terms: &Terms) -> Result<Vec<String>, LawError> {
        let mut lines: Vec<String> = vec!["newton off".into(), "communicate single vel yes".into()];
        let mut property = |name: &str, kind: &str, value: String| {
            let number = lines.len() - 1;
            lines.push(format!("fix m{number} all property/global {name} {kind} {value}"));
        };
        let linear = terms.word("model") == "hooke/stiffness";
        let mut options = String::new();
        if linear {
            property("kn", "peratomtypepair 1", terms.number("kn")?);
            property("kt", "peratomtypepair 1", "0".into());
            property("gamman_abs", "peratomtypepair 1", terms.number("gamman_abs")?);
            property("gammat_abs", "peratomtypepair 1", "0".into());
            options.push_str(" absolute_damping on");
        } else {
            property(liggghts::YOUNG, "peratomtype", terms.number(liggghts::YOUNG)?);
            property(liggghts::POISSON, "peratomtype", terms.number(liggghts::POISSON)?);
            property("coefficientRestitution", "peratomtypepair 1", terms.number("coefficientRestitution")?);
        }
        property("coefficientFriction", "peratomtypepair 1", "0".into());
        let young = terms.get(liggghts::YOUNG).unwrap_or(HARD);
        if young > HARD {
            lines.insert(0, "hard_particles yes".into());
        } else if young < SOFT {
            lines.insert(0, "soft_particles yes".into());
        }
        let model = format!("model {} tangential off", terms.word("model"));
        options.push_str(&format!(" limitForce {}", terms.word("limitForce")));
        lines.push(format!("pair_style gran {model}{options}"));
        lines.push("pair_coeff * *".into());
        if terms.wall() {
            lines.push(format!("fix wall all wall/gran {model} primitive type 1 zplane 0.0{options}"));
        }
        lines.push("fix motion all nve/sphere".into());
        Ok(lines)
    }
}
