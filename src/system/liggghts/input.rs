//! `pair_style gran` of LIGGGHTS with its global properties, and the wall beside it.

use super::Liggghts;
use crate::contact::LawError;
use crate::system::Parameters;
use crate::system::export::{AFTER_THE_BOX, BEFORE_THE_BOX, Input, Terms, read};

/// Pa; outside the program wants to be told that it is meant.
const HARD: f64 = 1e9;
const SOFT: f64 = 5e6;

impl Input for Liggghts {
    fn comment(&self) -> &'static str {
        "#"
    }

    fn material_keys(&self, _: &Parameters) -> Option<[&'static str; 2]> {
        Some([super::YOUNG, super::POISSON])
    }

    fn lines(&self, terms: &Terms) -> Result<Vec<String>, LawError> {
        let before = [BEFORE_THE_BOX, "newton off", "communicate single vel yes", AFTER_THE_BOX];
        let mut lines: Vec<String> = before.map(String::from).into();
        let mut property = |name: &str, kind: &str, value: String| {
            let number = lines.len() + 1 - before.len();
            lines.push(format!("fix m{number} all property/global {name} {kind} {value}"));
        };
        let linear = terms.word("model") == "hooke/stiffness";
        let mut options = String::new();
        if linear {
            property("kn", "peratomtypepair 1", terms.number("kn")?);
            property("kt", "peratomtypepair 1", terms.number_or_zero("kt"));
            property("gamman_abs", "peratomtypepair 1", terms.number("gamman_abs")?);
            property("gammat_abs", "peratomtypepair 1", terms.number_or_zero("gammat_abs"));
            options.push_str(" absolute_damping on");
        } else {
            property(super::YOUNG, "peratomtype", terms.number(super::YOUNG)?);
            property(super::POISSON, "peratomtype", terms.number(super::POISSON)?);
            property("coefficientRestitution", "peratomtypepair 1", terms.number("coefficientRestitution")?);
        }
        property(super::FRICTION, "peratomtypepair 1", terms.number_or_zero(super::FRICTION));
        let young = terms.get(super::YOUNG).unwrap_or(HARD);
        if young > HARD {
            lines.insert(1, "hard_particles yes".into());
        } else if young < SOFT {
            lines.insert(1, "soft_particles yes".into());
        }
        let friction = terms.get(super::FRICTION).is_some();
        let tangential = if friction { "history" } else { "off" };
        let model = format!("model {} tangential {tangential}", terms.word("model"));
        if friction {
            options.push_str(&format!(" tangential_damping {}", terms.word("tangential_damping")));
        }
        options.push_str(&format!(" limitForce {}", terms.word("limitForce")));
        lines.push(format!("pair_style gran {model}{options}"));
        lines.push("pair_coeff * *".into());
        if terms.wall() {
            lines.push(format!("fix wall all wall/gran {model} primitive type 1 zplane 0.0{options}"));
        }
        lines.push("fix motion all nve/sphere".into());
        Ok(lines)
    }

    fn read(&self, lines: &[String]) -> Option<Parameters> {
        let keys = [
            super::YOUNG,
            super::POISSON,
            "coefficientRestitution",
            "kn",
            "kt",
            "gamman_abs",
            "gammat_abs",
            super::FRICTION,
        ];
        let found = keys.into_iter().filter_map(|key| {
            let line = lines.iter().find(|line| line.contains(&format!("property/global {key} ")))?;
            Some((key, line.split_whitespace().last()?.parse().ok()?))
        });
        let found = read::frictional(found.collect(), &[super::FRICTION, "kt", "gammat_abs"]);
        let style = read::line(lines, "pair_style gran ")?;
        if let Some(wall) = read::line(lines, "fix wall ") {
            let mut words = style.strip_prefix("pair_style gran ")?.split_whitespace();
            words.all(|word| wall.split_whitespace().any(|known| known == word)).then_some(())?;
        }
        let mut words =
            vec![("model", read::after(style, "model ")?), ("limitForce", read::after(style, "limitForce ")?)];
        words.extend(read::after(style, "tangential_damping ").map(|damping| ("tangential_damping", damping)));
        Some(Parameters::new(found, &words))
    }
}
