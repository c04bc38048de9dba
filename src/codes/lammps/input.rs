//! Writes and reads LAMMPS input: `pair_style`, `pair_coeff` and `fix wall/gran`.

use super::GAMMA;
use super::{KEYS, Lammps, gran, releases};
use crate::codes::Parameters;
use crate::codes::export::{AFTER_THE_BOX, BEFORE_THE_BOX, Input, InputData, read};
use crate::law::LawError;
use crate::number::exact;

impl Input for Lammps {
    fn material_keys(&self, parameters: &Parameters) -> Option<[&'static str; 2]> {
        let granular = parameters.given("style").unwrap_or("granular") == "granular";
        granular.then_some([super::YOUNG, super::POISSON])
    }

    fn lines(&self, data: &InputData) -> Result<Vec<String>, LawError> {
        let model = Model::new(data.params)?;
        let mut lines = vec![
            BEFORE_THE_BOX.into(),
            "newton off".into(),
            "comm_modify vel yes".into(),
            AFTER_THE_BOX.into(),
            format!("pair_style {}", model.style),
            format!("pair_coeff * * {}", model.pair),
        ];
        if data.wall() {
            let (axis, up) = data.scene.bodies[1].axis().unwrap_or(("z", true));
            let sides = if up { "0.0 NULL" } else { "NULL 0.0" };
            lines.push(format!("fix wall all wall/gran {} {axis}plane {sides}", model.wall));
        }
        lines.push("fix motion all nve/sphere".into());
        Ok(lines)
    }

    fn read(&self, lines: &[String]) -> Option<Parameters> {
        let style = read::line(lines, "pair_style ")?.strip_prefix("pair_style ")?;
        let line = read::line(lines, "pair_coeff * * ")?;
        // A wall that is written with another model is not what the pair says.
        if let Some(wall) = read::line(lines, "fix wall ") {
            let model = style.strip_prefix("gran/").or(line.strip_prefix("pair_coeff * * "))?;
            wall.contains(&format!(" {model} ")).then_some(())?;
        }
        if style != "granular" {
            return gran::read(style);
        }
        let words: Vec<&str> = line.split_whitespace().skip(3).collect();
        let value = |i: usize| words.get(i)?.parse::<f64>().ok();
        let normal = *words.first()?;
        let damping = read::after(line, " damping ")?;
        let strength = if asks_restitution(damping) { "e" } else { "eta_n0" };
        let mut found = vec![(strength, value(2)?)];
        if normal == "hooke" {
            found.push(("k_n", value(1)?));
        } else {
            found.extend([(super::YOUNG, value(1)?), (super::POISSON, value(3)?)]);
            if matches!(normal, "dmt" | "jkr") {
                found.push((GAMMA, value(4)?));
            }
        }
        let limit = if words.contains(&"limit_damping") { "true" } else { "false" };
        let mut given = vec![("normal", normal), ("damping", damping), ("limit_damping", limit)];
        let tangential = words.iter().position(|word| *word == "tangential")? + 1;
        let slides = |model: &&&str| **model != "linear_nohistory" && !line.contains(NO_FRICTION);
        if let Some(model) = words.get(tangential).filter(slides) {
            given.push(("tangential", *model));
            found.extend([("x_gammat", value(tangential + 2)?), ("mu_t", value(tangential + 3)?)]);
            found.extend(value(tangential + 1).map(|stiffness| ("k_t", stiffness)));
        }
        if let Some(rolling) = words.iter().position(|word| *word == "rolling") {
            given.push(("rolling", words.get(rolling + 1)?));
            for (i, key) in super::SDS.iter().enumerate() {
                found.push((key, value(rolling + 2 + i)?));
            }
        }
        Some(Parameters::new(found, &given))
    }

    fn as_run(&self, read: &Parameters, data: &InputData) -> Parameters {
        let stiffens = stiffens_walls(data) && releases::is_old(data.version);
        match [super::YOUNG, super::POISSON].map(|key| read.numbers.get(key)) {
            // E/(2(1-nu)) is the modulus of two bodies with E(1+nu).
            [Some(young), Some(nu)] if stiffens => read.clone().with(super::YOUNG, young * (1.0 + nu)),
            _ => read.clone(),
        }
    }

    fn defects(&self, data: &InputData) -> Vec<String> {
        if !data.wall() {
            return Vec::new();
        }
        let of = |release: &str, known: bool, what: &str| {
            (data.version.is_empty() || known).then(|| format!("in the release {release} a wall has {what}"))
        };
        let modulus = stiffens_walls(data)
            .then(|| of("29Sep2021", releases::is_old(data.version), "E/(2(1-nu)) in place of E/(2(1-nu^2))"));
        let slides = data.params.word_or_empty("style") == gran::HERTZ && data.params.numbers.get("xmu").is_some();
        let slides = slides.then(|| {
            of("22Jul2025", data.version == "22Jul2025", "half the friction of gran/hertz/history while it slides")
        });
        [modulus, slides].into_iter().flatten().flatten().collect()
    }

    fn notes(&self, data: &InputData) -> Vec<String> {
        let asked = data.params.word_or_empty("damping") == "coeff_restitution" && data.version.is_empty();
        let newer = asked.then(|| "coeff_restitution is not in releases as old as 29Sep2021".into());
        super::for_this_pair(data.params).map(String::from).into_iter().chain(newer).collect()
    }
}

/// Whether 29Sep2021 has another modulus at the wall.
fn stiffens_walls(data: &InputData) -> bool {
    data.wall() && data.material.is_some() && !gran::is_asked(data.params).unwrap_or_default()
}

/// Whether the number of a damping model is a restitution.
fn asks_restitution(damping: &str) -> bool {
    matches!(damping, "coeff_restitution" | "tsuji")
}

/// One contact as the arguments of `pair_style`, `pair_coeff` and `fix wall/gran`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Model {
    pub style: String,
    /// Empty if the coefficients belong to the style.
    pub pair: String,
    pub wall: String,
}

impl Model {
    pub(super) fn new(parameters: &Parameters) -> Result<Self, LawError> {
        if gran::is_asked(parameters)? {
            let style = gran::style(parameters)?;
            let wall = style.trim_start_matches("gran/").to_string();
            return Ok(Self { style, pair: String::new(), wall });
        }
        let pair = granular(parameters)?;
        Ok(Self { style: "granular".into(), wall: format!("granular {pair}"), pair })
    }
}

/// No friction beside `dmt` and `jkr`: with a tangential model that keeps no history 29Sep2021 ends with an overflow of it.
pub(super) const NO_FRICTION: &str = "linear_history 0 0 0";

/// `hertz/material E x nu tangential ... damping MODEL [limit_damping]`, as pair and wall take it.
fn granular(parameters: &Parameters) -> Result<String, LawError> {
    let number = |key| parameters.require(KEYS, key, "lammps").map(exact);
    let damping = parameters.word(KEYS, "damping")?;
    let strength = number(if asks_restitution(damping) { "e" } else { "eta_n0" })?;
    let normal = match parameters.word(KEYS, "normal")? {
        model @ ("dmt" | "jkr") => {
            let [young, poisson, gamma] = [super::YOUNG, super::POISSON, GAMMA].map(number);
            format!("{model} {} {strength} {} {}", young?, poisson?, gamma?)
        }
        "hooke" => format!("hooke {} {strength}", number("k_n")?),
        model => format!("{model} {} {strength} {}", number(super::YOUNG)?, number(super::POISSON)?),
    };
    let limit = if parameters.word(KEYS, "limit_damping")? == "true" { " limit_damping" } else { "" };
    let tangential = if parameters.numbers.get(super::FRICTION).is_none() {
        let cohesive = super::is_asked(parameters)?;
        if cohesive { NO_FRICTION } else { "linear_nohistory 0 0" }.to_string()
    } else {
        let model = parameters.word(KEYS, "tangential")?;
        let stiffness = if model == "linear_history" { number("k_t")? } else { "NULL".into() };
        format!("{model} {stiffness} {} {}", number("x_gammat")?, number(super::FRICTION)?)
    };
    let rolling = match parameters.word(KEYS, "rolling")? {
        "none" => String::new(),
        model => {
            format!(" rolling {model} {}", super::SDS.map(number).into_iter().collect::<Result<Vec<_>, _>>()?.join(" "))
        }
    };
    Ok(format!("{normal} tangential {tangential}{rolling} damping {damping}{limit}"))
}
