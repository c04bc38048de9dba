//! LIGGGHTS: `pair_style gran model ...` with `fix property/global`, and `fix wall/gran` with `primitive` and `mesh`.
//!
//! Sources: documentation of LIGGGHTS-PUBLIC, `gran model`, `fix property/global`, `fix wall/gran`; `normal_model_hooke.h`,
//! `normal_model_hooke_stiffness.h`.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::script::{Command, Script, Word};
use super::sizes::Sizes;
use super::touching::{DeckLaw, LawOf, Touching};
use super::units::{self, Units};
use super::{Contacts, as_written, lammps};
use crate::codes::liggghts::loading;
use crate::codes::restitution::full_force_ratio;
use crate::error::{Diagnostic, Error, Origin, cut};
use crate::law::{Pair, Side, Stiffness};

/// The parameters of friction, without which a contact is head-on alone.
pub(super) const FRICTION: [&str; 4] = ["coefficientFriction", "kt", "gammat_abs", "tangential_damping"];

/// The normal models that are read.
const NORMAL: [&str; 5] = ["hertz", "hooke", "hooke/stiffness", "hooke/hysteresis", "luding"];
const TANGENTIAL: [&str; 3] = ["history", "no_history", "off"];

/// Values of `fix property/global`, in the units of the script.
#[derive(Debug, Clone, PartialEq)]
struct Property {
    pair: bool,
    /// Types of a property of pairs.
    row: Option<usize>,
    values: Vec<Word>,
    origin: Origin,
}

#[derive(Debug, Clone)]
struct Properties {
    of: BTreeMap<String, Property>,
    types: usize,
}

/// The words of a model: those of `pair_style gran`, or of a wall.
#[derive(Debug, Clone)]
struct Model {
    normal: &'static str,
    tangential: &'static str,
    cohesion: String,
    limit_force: bool,
    tangential_damping: bool,
    absolute_damping: bool,
    notes: Vec<String>,
    origin: Origin,
}

/// The contacts of a script.
pub(super) fn contacts(script: &Script, units: &Units, sizes: &Sizes) -> Result<Contacts, Error> {
    let Some(style) = script.commands.iter().rfind(|command| command.name() == "pair_style") else {
        return Err(lammps::no_pair_style(script));
    };
    // The older styles are those of LAMMPS.
    if style.text(1).starts_with("gran/") {
        return lammps::contacts(script, units, sizes);
    }
    if style.text(1) != "gran" {
        let place = style.words.get(1).map_or(style.origin(), |word| &word.origin);
        let problem = Diagnostic::new(format!("`pair_style {}` is not read here", cut(style.text(1), 40))).at(place);
        return Err(problem.help("read are `gran model ...`, gran/hooke/history and gran/hertz/history").into());
    }
    let model = Model::read(&style.words[2..], style.origin()).map_err(Error::from)?;
    let mut found = Contacts {
        touching: Vec::new(),
        said: vec![as_written(style)],
        problems: Vec::new(),
        parameters_of: "liggghts",
    };
    let properties = Rc::new(Properties::read(script, sizes, &mut found));
    for i in 1..=properties.types {
        for j in i..=properties.types {
            let made = sizes.types.is_empty() || [i, j].iter().all(|kind| sizes.types.contains_key(kind));
            if made {
                found.touching.push(touching(&properties, &model, (i, j), None, *units, &model.origin));
            }
        }
    }
    walls(script, &properties, *units, sizes, &mut found);
    Ok(found)
}

impl Properties {
    fn read(script: &Script, sizes: &Sizes, found: &mut Contacts) -> Self {
        let mut of = BTreeMap::new();
        let mut types = sizes.types.keys().copied().max().unwrap_or(1);
        for command in &script.commands {
            if command.name() == "create_box"
                && let Some(count) = command.words.get(1).and_then(|word| word.count().ok())
            {
                types = types.max(count);
            }
            if !command.fix_style().is_some_and(|style| style.starts_with("property/global")) {
                continue;
            }
            found.said.push(as_written(command));
            let (pair, skip) = match command.text(5) {
                "peratomtypepair" => (true, 7),
                "peratomtype" | "scalar" | "vector" => (false, 6),
                _ => continue,
            };
            let values: Vec<Word> = command.words.iter().skip(skip).cloned().collect();
            types = types.max(match command.text(5) {
                "peratomtypepair" => command.words.get(6).and_then(|word| word.count().ok()).unwrap_or(1),
                "peratomtype" => values.len(),
                _ => 1,
            });
            let row = command.words.get(6).filter(|_| pair).and_then(|word| word.count().ok());
            let property = Property { pair, row, values, origin: command.origin().clone() };
            of.insert(command.text(4).to_string(), property);
        }
        Self { of, types: types.clamp(1, 60) }
    }

    fn property(&self, name: &str, model: &Model) -> Result<&Property, Diagnostic> {
        self.of.get(name).ok_or_else(|| {
            let problem = Diagnostic::new(format!(
                "`{}` needs the property `{name}`, which the script does not give",
                model.normal
            ));
            problem.at(&model.origin).help(format!("add  fix ID all property/global {name} ..."))
        })
    }

    /// The number of a pair of types.
    fn pair(&self, name: &str, (i, j): (usize, usize), model: &Model) -> Result<f64, Diagnostic> {
        let property = self.property(name, model)?;
        let row = property.row.unwrap_or(self.types);
        let place = if property.pair { (i - 1) * row + j - 1 } else { 0 };
        property.number(place, name)
    }

    /// The number of a type.
    fn kind(&self, name: &str, kind: usize, model: &Model) -> Result<f64, Diagnostic> {
        self.property(name, model)?.number(kind - 1, name)
    }

    /// Young's modulus (Pa) and Poisson's ratio of a type.
    fn moduli(&self, kind: usize, model: &Model, units: &Units) -> Result<[f64; 2], Diagnostic> {
        let young = self.kind("youngsModulus", kind, model)? * units.si(units::PRESSURE);
        Ok([young, self.kind("poissonsRatio", kind, model)?])
    }
}

impl Property {
    fn number(&self, place: usize, name: &str) -> Result<f64, Diagnostic> {
        match self.values.get(place) {
            Some(word) => word.number(),
            None => {
                let message = format!("`{name}` has {} values, and value {} is needed", self.values.len(), place + 1);
                Err(Diagnostic::new(message).at(&self.origin))
            }
        }
    }
}

impl Model {
    /// `model hertz tangential history cohesion sjkr ... limitForce on`
    fn read(words: &[Word], origin: &Origin) -> Result<Self, Diagnostic> {
        let mut model = Self {
            normal: "hertz",
            tangential: "off",
            cohesion: "off".to_string(),
            limit_force: false,
            tangential_damping: true,
            absolute_damping: false,
            notes: Vec::new(),
            origin: origin.clone(),
        };
        let known = |word: &Word, kind: &str, names: &[&'static str]| {
            names.iter().copied().find(|name| *name == word.text).ok_or_else(|| {
                let problem = Diagnostic::new(format!("the {kind} model `{}` is not read here", cut(&word.text, 40)));
                problem.at(&word.origin).meant(
                    &word.text,
                    names.iter().copied(),
                    format!("read are {}", names.join(", ")),
                )
            })
        };
        if words.first().map(|word| word.text.as_str()) != Some("model") || words.len() < 2 {
            return Err(Diagnostic::new("`gran` is followed by no model")
                .at(origin)
                .help("write  gran model hertz tangential history"));
        }
        for pair in words.chunks(2) {
            let [key, word] = pair else {
                return Err(Diagnostic::new(format!("`{}` is followed by nothing", pair[0].text)).at(&pair[0].origin));
            };
            let on = word.text == "on";
            match key.text.as_str() {
                "model" => model.normal = known(word, "normal", &NORMAL)?,
                "tangential" => model.tangential = known(word, "tangential", &TANGENTIAL)?,
                "cohesion" => {
                    model.cohesion = known(word, "cohesion", &["off", "sjkr", "sjkr2"])?.to_string();
                }
                "surface" if word.text == "default" => {}
                "surface" => {
                    let problem =
                        Diagnostic::new(format!("`surface {}` is not read here: spheres are", cut(&word.text, 40)));
                    return Err(problem.at(&word.origin));
                }
                "rolling_friction" if word.text == "off" => {}
                "rolling_friction" => {
                    model.notes.push(format!("rolling_friction {} is not in the oblique impacts here", word.text));
                }
                "limitForce" => model.limit_force = on,
                "tangential_damping" => model.tangential_damping = on,
                "absolute_damping" => model.absolute_damping = on,
                "viscous" | "ktToKnUser" if on => {
                    return Err(Diagnostic::new(format!("`{} on` is not read here", key.text)).at(&key.origin));
                }
                "heating_normal_hertz"
                | "heating_normal_hooke"
                | "heating_tangential_history"
                | "heating_tracking"
                | "computeElasticPotential"
                | "computeDissipatedEnergy"
                | "viscous"
                | "ktToKnUser" => {}
                other => model.notes.push(format!("`{other} {}` is not read", cut(&word.text, 40))),
            }
        }
        Ok(model)
    }

    /// The law of two types for an effective mass and radius.
    fn law(
        &self,
        of: &Properties,
        kinds: (usize, usize),
        units: &Units,
        [m_star, R_star]: [f64; 2],
    ) -> Result<DeckLaw, Diagnostic> {
        let mut law = DeckLaw { notes: self.notes.clone(), ..DeckLaw::default() };
        match self.normal {
            "hooke" => self.hooke(of, kinds, units, [m_star, R_star], &mut law)?,
            "hooke/stiffness" => self.stiffness(of, kinds, units, m_star, &mut law)?,
            "hertz" => {
                law.word("model", "hertz");
                law.number("coefficientRestitution", of.pair("coefficientRestitution", kinds, self)?);
                self.cohesion(of, kinds, units, &mut law)?;
                self.friction(of, kinds, &mut law)?;
            }
            hysteretic => {
                law.word("model", hysteretic);
                let own: &[(&str, [i32; 3])] = match hysteretic {
                    "luding" => &[("LoadingStiffness", units::STIFFNESS), ("UnloadingStiffness", [0; 3])],
                    _ => &[("coefficientMaxElasticStiffness", [0; 3]), ("characteristicVelocity", [0, 1, -1])],
                };
                let both = [
                    ("coefficientAdhesionStiffness", [0; 3]),
                    ("coefficientPlasticityDepth", [0; 3]),
                    ("coefficientRestitution", [0; 3]),
                ];
                for (name, powers) in own.iter().chain(&both) {
                    law.number(name, of.pair(name, kinds, self)? * units.si(*powers));
                }
                if self.tangential != "off" {
                    law.head_on_alone = Some(format!("friction beside {hysteretic} is not computed here"));
                }
            }
        }
        if self.limit_force {
            law.word("limitForce", "on");
        }
        Ok(law)
    }

    fn cohesion(
        &self,
        of: &Properties,
        kinds: (usize, usize),
        units: &Units,
        law: &mut DeckLaw,
    ) -> Result<(), Diagnostic> {
        if self.cohesion == "off" {
            return Ok(());
        }
        let density = of.pair("cohesionEnergyDensity", kinds, self)? * units.si(units::PRESSURE);
        if density == 0.0 {
            return Ok(());
        }
        law.word("cohesion", self.cohesion.clone());
        law.number("cohesionEnergyDensity", density);
        Ok(())
    }

    /// Friction, beside the stiffness that a law adds.
    fn friction(&self, of: &Properties, kinds: (usize, usize), law: &mut DeckLaw) -> Result<(), Diagnostic> {
        match self.tangential {
            "history" => {
                law.number("coefficientFriction", of.pair("coefficientFriction", kinds, self)?);
                law.word("tangential_damping", if self.tangential_damping { "on" } else { "off" });
            }
            "no_history" => {
                law.head_on_alone =
                    Some("tangential no_history has no spring: its friction is not computed here".to_string());
            }
            _ => {}
        }
        Ok(())
    }

    /// `hooke`: a stiffness from the characteristic velocity, a dashpot from the restitution; `k_t = k_n` and the same dashpot.
    fn hooke(
        &self,
        of: &Properties,
        kinds: (usize, usize),
        units: &Units,
        [m_star, R_star]: [f64; 2],
        law: &mut DeckLaw,
    ) -> Result<(), Diagnostic> {
        let side = |[young_modulus, poisson_ratio]: [f64; 2]| Side {
            radius: 2.0 * R_star,
            mass: 2.0 * m_star,
            stiffness: Stiffness::Elastic { young_modulus, poisson_ratio },
        };
        let pair = Pair::new(&side(of.moduli(kinds.0, self, units)?), &side(of.moduli(kinds.1, self, units)?));
        let speed = of.pair("characteristicVelocity", kinds, self)? * units.si([0, 1, -1]);
        let e = of.pair("coefficientRestitution", kinds, self)?;
        let E_star =
            pair.E_star.ok_or_else(|| Diagnostic::new("`hooke` needs the moduli of its types").at(&self.origin))?;
        let stiffness = loading(E_star, speed, &pair);
        let damping = 2.0 * full_force_ratio(e) * (m_star * stiffness).sqrt();
        law.notes.push(format!(
            "hooke: k_n = {} N/m from characteristicVelocity {} m/s, and e {} are computed as hooke/stiffness with these numbers",
            crate::number::significant(stiffness, 5), crate::number::exact(speed), crate::number::exact(e)
        ));
        law.asked = Some(e);
        self.linear(of, kinds, [stiffness, damping], [stiffness, damping], law)
    }

    /// `hooke/stiffness`; without `absolute_damping on` its coefficients are multiplied by the effective mass.
    fn stiffness(
        &self,
        of: &Properties,
        kinds: (usize, usize),
        units: &Units,
        m_star: f64,
        law: &mut DeckLaw,
    ) -> Result<(), Diagnostic> {
        let damping = if self.absolute_damping { ["gamman_abs", "gammat_abs"] } else { ["gamman", "gammat"] };
        let factor = if self.absolute_damping { units.si(units::DAMPING) } else { m_star * units.si(units::PER_TIME) };
        let stiffness = |name: &str| Ok::<_, Diagnostic>(of.pair(name, kinds, self)? * units.si(units::STIFFNESS));
        let normal = [stiffness("kn")?, of.pair(damping[0], kinds, self)? * factor];
        if self.tangential != "history" {
            return self.linear(of, kinds, normal, [0.0; 2], law);
        }
        let along = if self.tangential_damping { of.pair(damping[1], kinds, self)? * factor } else { 0.0 };
        self.linear(of, kinds, normal, [stiffness("kt")?, along], law)
    }

    /// A linear spring and dashpot, normal and along the contact.
    fn linear(
        &self,
        of: &Properties,
        kinds: (usize, usize),
        normal: [f64; 2],
        along: [f64; 2],
        law: &mut DeckLaw,
    ) -> Result<(), Diagnostic> {
        if self.cohesion != "off" {
            return Err(
                Diagnostic::new(format!("cohesion beside {} is not computed here", self.normal)).at(&self.origin)
            );
        }
        law.word("model", "hooke/stiffness");
        law.number("kn", normal[0]);
        law.number("gamman_abs", normal[1]);
        if self.tangential == "history" {
            law.number("kt", along[0]);
            law.number("gammat_abs", along[1]);
        }
        self.friction(of, kinds, law)
    }
}

/// Two types, or a type and a wall of the other type.
fn touching(
    properties: &Rc<Properties>,
    model: &Model,
    kinds: (usize, usize),
    wall: Option<String>,
    units: Units,
    origin: &Origin,
) -> Touching {
    let linear = model.normal.starts_with("hooke") && model.normal != "hooke/hysteresis" || model.normal == "luding";
    let moduli = |kind: usize| properties.moduli(kind, model, &units).ok();
    let (model, of) = (model.clone(), Rc::clone(properties));
    // The moduli are known to be read before the law asks for them.
    let needs = (!linear).then(|| model.normal.to_string());
    let law: LawOf = Box::new({
        let (model, of) = (model.clone(), Rc::clone(&of));
        move |m_star, R_star| {
            if needs.is_some() {
                of.moduli(kinds.0, &model, &units)?;
                of.moduli(kinds.1, &model, &units)?;
            }
            model.law(&of, kinds, &units, [m_star, R_star])
        }
    });
    let mut origins = vec![origin.clone()];
    let used = [
        "youngsModulus",
        "poissonsRatio",
        "coefficientRestitution",
        "coefficientFriction",
        "cohesionEnergyDensity",
        "kn",
        "gamman",
    ];
    origins.extend(used.iter().filter_map(|name| Some(of.of.get(*name)?.origin.clone())));
    Touching {
        kind: kinds.0,
        other: wall.map_or(Ok(kinds.1), Err),
        moduli: [moduli(kinds.0), moduli(kinds.1)],
        law,
        origins,
    }
}

/// `fix ID GROUP wall/gran model ... primitive type T ... | mesh n_meshes N meshes ID ...`
fn walls(script: &Script, properties: &Rc<Properties>, units: Units, sizes: &Sizes, found: &mut Contacts) {
    let all = script.commands.iter().filter(|command| command.fix_style() == Some("wall/gran"));
    for command in all.take(lammps::MOST_COMMANDS) {
        found.said.push(as_written(command));
        let words = &command.words[4..];
        let end =
            words.iter().position(|word| matches!(word.text.as_str(), "primitive" | "mesh")).unwrap_or(words.len());
        let model = match Model::read(&[&words[..end], &options(&words[end..])].concat(), command.origin()) {
            Ok(model) => model,
            Err(problem) => {
                found.problems.push(problem);
                continue;
            }
        };
        let kinds = match wall_types(script, command, &words[end..]) {
            Ok(kinds) => kinds,
            Err(problem) => {
                found.problems.push(problem);
                continue;
            }
        };
        for wall in kinds {
            if wall > properties.types {
                let message = format!("type {wall} of this wall is more than the {} of the script", properties.types);
                found.problems.push(Diagnostic::new(message).at(command.origin()));
                continue;
            }
            let all = || (1..=properties.types).collect();
            let of = if command.text(2) == "all" { all() } else { sizes.of_group(command.text(2)).unwrap_or_else(all) };
            for kind in of {
                let name = format!("{} of type {wall}", command.text(1));
                found.touching.push(touching(properties, &model, (kind, wall), Some(name), units, command.origin()));
            }
        }
    }
}

/// The options of a model after the geometry of a wall.
fn options(geometry: &[Word]) -> Vec<Word> {
    let known = ["limitForce", "tangential_damping", "absolute_damping", "viscous", "ktToKnUser"];
    let at = |word: &Word| known.contains(&word.text.as_str());
    let pairs = geometry.windows(2).filter(|pair| at(&pair[0]));
    pairs.flat_map(|pair| pair.to_vec()).collect()
}

/// The types of the material of a wall.
fn wall_types(script: &Script, command: &Command, geometry: &[Word]) -> Result<Vec<usize>, Diagnostic> {
    let word = |name: &str| geometry.iter().position(|word| word.text == name).and_then(|at| geometry.get(at + 1));
    match geometry.first().map(|first| first.text.as_str()) {
        Some("primitive") => match word("type") {
            Some(kind) => Ok(vec![kind.count()?]),
            None => Err(Diagnostic::new("this wall has no `type`").at(command.origin())),
        },
        Some("mesh") => {
            let names: Vec<&Word> = geometry.iter().skip_while(|word| word.text != "meshes").skip(1).collect();
            let mut kinds = Vec::new();
            for name in names {
                let mesh = script.commands.iter().find(|fix| {
                    fix.fix_style().is_some_and(|style| style.starts_with("mesh/surface")) && fix.text(1) == name.text
                });
                let Some(mesh) = mesh else { break };
                let kind = mesh.words.iter().position(|word| word.text == "type").and_then(|at| mesh.words.get(at + 1));
                let Some(kind) = kind else {
                    return Err(Diagnostic::new(format!("the mesh `{}` has no `type`", name.text)).at(mesh.origin()));
                };
                let kind = kind.count()?;
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                }
            }
            if kinds.is_empty() {
                return Err(Diagnostic::new("the meshes of this wall are not in the script").at(command.origin()));
            }
            Ok(kinds)
        }
        _ => Err(Diagnostic::new("this wall is neither `primitive` nor `mesh`").at(command.origin())),
    }
}
