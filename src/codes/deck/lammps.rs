//! LAMMPS: `pair_style granular` and `gran/*`, `fix wall/gran` and `fix wall/gran/region`.
//!
//! Sources: documentation of pair_style granular, pair_style gran/hooke, fix wall/gran; mixing as in `gran_sub_mod_normal.cpp` and
//! `gran_sub_mod_tangential.cpp` of 2025.

use std::collections::BTreeMap;

use super::script::{Command, Script, Word};
use super::sizes::Sizes;
use super::touching::{DeckLaw, Touching};
use super::units::{self, Units};
use super::{Contacts, as_written};
use crate::error::{Diagnostic, Error, Origin, nearest};

/// The normal models that are read, with the number of their arguments.
const NORMAL: [(&str, usize); 5] = [("hooke", 2), ("hertz", 2), ("hertz/material", 3), ("dmt", 4), ("jkr", 4)];
/// The tangential models with theirs.
const TANGENTIAL: [(&str, usize); 9] = [
    ("none", 0),
    ("linear_nohistory", 2),
    ("linear_history", 3),
    ("linear_history_classic", 3),
    ("mindlin", 3),
    ("mindlin_classic", 3),
    ("mindlin/force", 3),
    ("mindlin_rescale", 3),
    ("mindlin_rescale/force", 3),
];
const DAMPING: [&str; 6] = ["none", "velocity", "mass_velocity", "viscoelastic", "tsuji", "coeff_restitution"];
const STYLES: &str = "granular, gran/hooke, gran/hooke/history and gran/hertz/history are read";

/// The parameters of friction, without which a contact is head-on alone.
pub(super) const FRICTION: [&str; 13] = [
    "mu_t",
    "tangential",
    "k_t",
    "k_t_per_radius",
    "x_gammat",
    "rolling",
    "k_roll",
    "gamma_roll",
    "mu_roll",
    "K_t",
    "gamma_t",
    "xmu",
    "dampflag",
];

/// A contact as `pair_coeff` of `pair_style granular` gives it, in the units of the script.
#[derive(Debug, Clone, PartialEq)]
struct Granular {
    normal: &'static str,
    /// Its arguments: stiffness or modulus, damping, Poisson's ratio, surface energy.
    coefficients: Vec<f64>,
    damping: &'static str,
    tangential: &'static str,
    /// Stiffness (`None`: NULL), damping, friction.
    along: (Option<f64>, f64, f64),
    /// Stiffness, damping, friction of `rolling sds`.
    rolling: Option<[f64; 3]>,
    limit_damping: bool,
    notes: Vec<String>,
}

/// The numbers of `gran/*`, in the units of the script.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Gran {
    hertz: bool,
    history: bool,
    stiffness: [Option<f64>; 2],
    damping: [Option<f64>; 2],
    friction: f64,
    damped_along: bool,
    limit_damping: bool,
}

/// The contacts of a script.
pub(super) fn contacts(script: &Script, units: &Units, sizes: &Sizes) -> Result<Contacts, Error> {
    let Some(style) = script.commands.iter().rfind(|command| command.name() == "pair_style") else {
        return Err(no_pair_style(script));
    };
    let mut found =
        Contacts { touching: Vec::new(), said: vec![as_written(style)], problems: Vec::new(), parameters_of: "lammps" };
    let name = style.text(1);
    match name {
        "granular" => pairs(script, units, sizes, &mut found),
        "gran/hooke" | "gran/hooke/history" | "gran/hertz/history" => {
            let gran = Gran::read(name, &style.words[2..], style.origin()).map_err(Error::from)?;
            gran_pairs(script, style, gran, units, sizes, &mut found);
        }
        _ => {
            let problem = Diagnostic::new(format!("`pair_style {name}` is not read here"));
            return Err(problem.at(&style.words[1.min(style.words.len() - 1)].origin).help(STYLES).into());
        }
    }
    walls(script, units, sizes, name, &mut found);
    Ok(found)
}

/// A script without a contact law.
pub(super) fn no_pair_style(script: &Script) -> Error {
    let problem = Diagnostic::new("this script has no `pair_style`: there is no contact to check");
    let help = "give the script in which the contact is set; what it includes is read if it is in the same folder";
    let place = script.commands.first().map(Command::origin);
    place.map_or(problem.clone(), |origin| problem.at(origin)).help(help).into()
}

/// Number of types: `create_box`, or the largest that is named.
fn types(script: &Script, sizes: &Sizes) -> usize {
    let made = script.commands.iter().find(|command| command.name() == "create_box");
    let made = made.and_then(|command| command.words.get(1)?.count().ok());
    let named = script.commands.iter().filter(|command| command.name() == "pair_coeff").flat_map(|command| {
        let words = command.words.iter().skip(1).take(2);
        words.filter_map(|word| {
            word.text.trim_matches('*').split('*').filter_map(|part| part.parse::<usize>().ok()).max()
        })
    });
    let known = named.chain(sizes.types.keys().copied()).max().unwrap_or(1);
    made.unwrap_or(known).clamp(1, MOST_TYPES)
}

/// Most types whose pairs are looked at.
const MOST_TYPES: usize = 60;

/// Most `pair_coeff` and most walls that are looked at.
pub(super) const MOST_COMMANDS: usize = 1000;

/// The types of `2`, `*`, `2*`, `*3`, `2*3`.
fn range(word: &Word, most: usize) -> Result<std::ops::RangeInclusive<usize>, Diagnostic> {
    let wrong = || {
        let problem =
            Diagnostic::new(format!("`{}` is not a type or a range of types", crate::error::cut(&word.text, 40)));
        problem
            .at(&word.origin)
            .help(format!("the script has {most} types: write 1, *, 1*2; names of types are not read"))
    };
    let bound = |text: &str, empty: usize| if text.is_empty() { Ok(empty) } else { text.parse().map_err(|_| wrong()) };
    let (low, high) = match word.text.split_once('*') {
        Some((low, high)) => (bound(low, 1)?, bound(high, most)?),
        None => {
            let one = bound(&word.text, 0)?;
            (one, one)
        }
    };
    if low < 1 || high > most || low > high { Err(wrong()) } else { Ok(low..=high) }
}

/// The contacts of `pair_style granular`; pairs without a `pair_coeff` are mixed.
fn pairs(script: &Script, units: &Units, sizes: &Sizes, found: &mut Contacts) {
    let most = types(script, sizes);
    let mut set: BTreeMap<(usize, usize), (Result<Granular, Diagnostic>, Origin)> = BTreeMap::new();
    let all = script.commands.iter().filter(|command| command.name() == "pair_coeff" && command.words.len() > 2);
    for command in all.take(MOST_COMMANDS) {
        found.said.push(as_written(command));
        let ranges = range(&command.words[1], most).and_then(|one| Ok((one, range(&command.words[2], most)?)));
        let (one, other) = match ranges {
            Ok(ranges) => ranges,
            Err(problem) => {
                found.problems.push(problem);
                continue;
            }
        };
        let law = Granular::read(&command.words[3..], command.origin());
        for i in one {
            for j in other.clone().filter(|j| *j >= i) {
                set.insert((i, j), (law.clone(), command.origin().clone()));
            }
        }
    }
    for i in 1..=most {
        for j in i..=most {
            if let Some((law, origin)) = set.get(&(i, j)) {
                let moduli = law.as_ref().ok().and_then(|law| law.moduli(units));
                found.touching.push(touching((i, Ok(j)), law.clone(), [moduli; 2], units, vec![origin.clone()]));
                continue;
            }
            let (Some((one, at)), Some((other, also))) = (set.get(&(i, i)), set.get(&(j, j))) else {
                if sizes.types.is_empty() || [i, j].iter().all(|kind| sizes.types.contains_key(kind)) {
                    let problem = Diagnostic::new(format!("no `pair_coeff` for types {i} and {j}"));
                    found.problems.push(problem.help("the code stops there: add one"));
                }
                continue;
            };
            let (Ok(a), Ok(b)) = (one, other) else { continue };
            let moduli = [a.moduli(units), b.moduli(units)];
            let law = mixed(a, b).map_err(|why| Diagnostic::new(format!("types {i} and {j}: {why}")).at(also));
            found.touching.push(touching((i, Ok(j)), law, moduli, units, vec![at.clone(), also.clone()]));
        }
    }
}

fn touching(
    (kind, other): (usize, Result<usize, String>),
    law: Result<Granular, Diagnostic>,
    moduli: [Option<[f64; 2]>; 2],
    units: &Units,
    origins: Vec<Origin>,
) -> Touching {
    let law = law.map(|law| law.parameters(units));
    Touching { kind, other, moduli, law: Box::new(move |_, _| law.clone()), origins }
}

/// The coefficients of a pair without its own: geometric means, and the effective modulus of both materials.
fn mixed(one: &Granular, other: &Granular) -> Result<Granular, String> {
    let same = one.normal == other.normal && one.damping == other.damping && one.tangential == other.tangential;
    if !same || one.rolling.is_some() != other.rolling.is_some() {
        return Err("their models differ, and LAMMPS mixes like models only: add a `pair_coeff`".to_string());
    }
    let mean = |a: f64, b: f64| (a * b).sqrt();
    let mut notes = one.notes.clone();
    let k = match (one.along.0, other.along.0) {
        (Some(a), Some(b)) => Some(mean(a, b)),
        _ => one.null_of_mixed(other, &mut notes),
    };
    let rolling = one.rolling.zip(other.rolling).map(|(a, b)| [mean(a[0], b[0]), mean(a[1], b[1]), mean(a[2], b[2])]);
    let coefficients = one.coefficients.iter().zip(&other.coefficients).map(|(a, b)| mean(*a, *b)).collect();
    let along = (k, mean(one.along.1, other.along.1), mean(one.along.2, other.along.2));
    notes.push("mixed as LAMMPS of 2025 does: geometric means, and E* of both materials".to_string());
    Ok(Granular { coefficients, along, rolling, notes, ..one.clone() })
}

impl Granular {
    /// The words after the types of `pair_coeff`, or after `granular` of a wall.
    fn read(words: &[Word], origin: &Origin) -> Result<Self, Diagnostic> {
        let Some(first) = words.first() else {
            return Err(Diagnostic::new("the normal model is missing").at(origin).help(known_normal()));
        };
        let Some(&(normal, count)) = NORMAL.iter().find(|(name, _)| *name == first.text) else {
            let problem =
                Diagnostic::new(format!("the normal model `{}` is not read here", first.text)).at(&first.origin);
            return Err(problem.meant(&first.text, NORMAL.iter().map(|(name, _)| *name), known_normal()));
        };
        let coefficients = numbers(&words[1..], count, &first.origin, normal)?;
        let mut law = Self {
            normal,
            coefficients,
            damping: "viscoelastic",
            tangential: "none",
            along: (None, 0.0, 0.0),
            rolling: None,
            limit_damping: false,
            notes: Vec::new(),
        };
        let mut rest = &words[1 + count..];
        while let Some((word, after)) = rest.split_first() {
            rest = law.option(word, after)?;
        }
        Ok(law)
    }

    /// One keyword with what belongs to it; the words after that.
    fn option<'a>(&mut self, word: &Word, after: &'a [Word]) -> Result<&'a [Word], Diagnostic> {
        let lacks = || Diagnostic::new(format!("`{}` is followed by no model", word.text)).at(&word.origin);
        let model = after.first();
        match word.text.as_str() {
            "damping" => {
                let model = model.ok_or_else(lacks)?;
                let known = DAMPING.into_iter().find(|name| *name == model.text);
                self.damping = known.ok_or_else(|| {
                    let problem = Diagnostic::new(format!("the damping model `{}` is not read here", model.text));
                    problem.at(&model.origin).meant(&model.text, DAMPING, format!("read are {}", DAMPING.join(", ")))
                })?;
                Ok(&after[1..])
            }
            "tangential" => self.tangential(model.ok_or_else(lacks)?, &after[1..]),
            "rolling" | "twisting" if model.is_some_and(|model| model.text == "none") => Ok(&after[1..]),
            "rolling" => {
                let model = model.ok_or_else(lacks)?;
                if model.text != "sds" {
                    let problem = Diagnostic::new(format!("the rolling model `{}` is not read here", model.text));
                    return Err(problem.at(&model.origin).help("read is sds"));
                }
                let all = numbers(&after[1..], 3, &model.origin, "sds")?;
                self.rolling = all.try_into().ok();
                Ok(&after[4..])
            }
            "twisting" => {
                let model = model.ok_or_else(lacks)?;
                self.notes.push(format!(
                    "twisting {} acts about the normal alone: it has no part in these impacts",
                    model.text
                ));
                let count = if model.text == "sds" { 3 } else { 0 };
                Ok(&after[(1 + count).min(after.len())..])
            }
            "limit_damping" => {
                self.limit_damping = true;
                Ok(after)
            }
            "heat" => {
                self.notes.push("heat has no effect on the motion: not read".to_string());
                Ok(&after[after.len().min(2)..])
            }
            "cutoff" => Ok(&after[after.len().min(1)..]),
            "synchronized_verlet" => {
                self.notes
                    .push("synchronized_verlet is not read: it changes how an oblique impact is stepped".to_string());
                Ok(after)
            }
            other => {
                let known = ["damping", "tangential", "rolling", "twisting", "limit_damping", "heat", "cutoff"];
                let near = nearest(other, known)
                    .map_or(format!("read are {}", known.join(", ")), |near| format!("did you mean `{near}`?"));
                Err(Diagnostic::new(format!("`{other}` is not read here")).at(&word.origin).help(near))
            }
        }
    }

    /// The tangential model with what is given to it; the words after that.
    fn tangential<'a>(&mut self, model: &Word, given: &'a [Word]) -> Result<&'a [Word], Diagnostic> {
        let known = TANGENTIAL.iter().find(|(name, _)| *name == model.text);
        let &(name, count) = known.ok_or_else(|| {
            let names = TANGENTIAL.map(|(name, _)| name);
            let problem = Diagnostic::new(format!("the tangential model `{}` is not read here", model.text));
            problem.at(&model.origin).meant(&model.text, names, format!("read are {}", names.join(", ")))
        })?;
        self.tangential = name;
        self.along = match (count, given.first()) {
            (3, Some(first)) if first.text == "NULL" => {
                let [xt, mu] = two(&numbers(&given[1..], 2, &model.origin, name)?);
                (None, xt, mu)
            }
            (3, _) => {
                let all = numbers(given, 3, &model.origin, name)?;
                let [xt, mu] = two(&all[1..]);
                (all.first().copied(), xt, mu)
            }
            (2, _) => {
                let [xt, mu] = two(&numbers(given, 2, &model.origin, name)?);
                (None, xt, mu)
            }
            _ => (None, 0.0, 0.0),
        };
        Ok(&given[count.min(given.len())..])
    }

    /// `k_t` over the contact radius, in the units of the script, of `mindlin NULL` where LAMMPS mixes this law with another one: its
    /// modulus is `E*` already, of which two bodies are made again, `8/(4 (2-nu)(1+nu)/E*)` (`mix_stiffnessG` of 2023 and later). Says so.
    fn null_of_mixed(&self, other: &Self, notes: &mut Vec<String>) -> Option<f64> {
        let ([E1, _, nu1, ..], [E2, _, nu2, ..]) = (&self.coefficients[..], &other.coefficients[..]) else {
            return None;
        };
        if !self.tangential.starts_with("mindlin") {
            return None;
        }
        let compliance = |E: f64, nu: f64| (1.0 - nu * nu) / E;
        let E_star = 1.0 / (compliance(*E1, *nu1) + compliance(*E2, *nu2));
        let nu = (nu1 * nu2).sqrt();
        let G = |E: f64, nu: f64| 2.0 * (2.0 - nu) * (1.0 + nu) / E;
        let (k, whole) = (2.0 * E_star / ((2.0 - nu) * (1.0 + nu)), 8.0 / (G(*E1, *nu1) + G(*E2, *nu2)));
        notes.push(format!(
            "{}: mindlin NULL of a pair that is mixed: k_t is {} of 8 G* a; write a pair_coeff of this pair",
            crate::codes::lammps::NULL_OF_MIXED,
            crate::number::significant(k / whole, 4)
        ));
        Some(k)
    }

    /// Young's modulus in Pa and Poisson's ratio of the normal models that have them.
    fn moduli(&self, units: &Units) -> Option<[f64; 2]> {
        let [young, _, poisson, ..] = self.coefficients[..] else { return None };
        Some([young * units.si(units::PRESSURE), poisson])
    }

    /// The parameters of `[contact.lammps]`.
    fn parameters(&self, units: &Units) -> DeckLaw {
        let mut law = DeckLaw { notes: self.notes.clone(), ..DeckLaw::default() };
        let damping = self.normal_part(&mut law, units);
        if self.limit_damping {
            law.word("limit_damping", "true");
        }
        if self.tangential.ends_with("_classic") {
            law.notes.push(format!(
                "tangential {} is computed as that without `classic`, which keeps the length of the spring where the normal turns",
                self.tangential
            ));
        }
        law.word("damping", damping.0);
        law.number(damping.1, damping.2);
        self.along(&mut law, units);
        law
    }

    /// The normal model; the word, key and number of its damping.
    fn normal_part(&self, law: &mut DeckLaw, units: &Units) -> (&'static str, &'static str, f64) {
        let stiffness = self.coefficients[0];
        let energy = self.coefficients.get(3).copied().unwrap_or(0.0);
        match self.normal {
            "hooke" => {
                law.word("normal", "hooke");
                law.number("k_n", stiffness * units.si(units::STIFFNESS));
            }
            // F = k sqrt(R* delta) delta: E* = 3/4 k, with Poisson's ratio 0 twice that.
            "hertz" => {
                law.word("normal", "hertz/material");
                law.number("E", 1.5 * stiffness * units.si(units::PRESSURE));
                law.number("nu", 0.0);
            }
            "dmt" | "jkr" if energy != 0.0 => {
                law.word("normal", self.normal);
                law.number("gamma", energy * units.si(units::SURFACE_ENERGY));
            }
            _ => law.word("normal", "hertz/material"),
        }
        let damping = self.coefficients[1];
        match self.damping {
            "none" => ("velocity", "eta_n0", 0.0),
            _ if damping == 0.0 && !matches!(self.damping, "tsuji" | "coeff_restitution") => {
                ("velocity", "eta_n0", 0.0)
            }
            "velocity" => ("velocity", "eta_n0", damping * units.si(units::DAMPING)),
            "mass_velocity" => ("mass_velocity", "eta_n0", damping * units.si(units::PER_TIME)),
            "viscoelastic" => ("viscoelastic", "eta_n0", damping * units.si(units::PER_LENGTH_TIME)),
            "tsuji" => ("tsuji", "e", damping),
            // Refused by the code beside an attraction, which takes a coefficient there.
            word if energy != 0.0 => (word, "eta_n0", damping),
            word => (word, "e", damping),
        }
    }

    /// The tangential model; why it is none, where it is not computed.
    fn along(&self, law: &mut DeckLaw, units: &Units) {
        let (stiffness, damping, friction) = self.along;
        let linear = self.normal == "hooke";
        let why = match (self.tangential, stiffness) {
            ("none", _) => return,
            ("linear_nohistory", _) => {
                "tangential linear_nohistory has no spring: its friction is the dashpot within mu F_n, which \
                                         is not computed here"
                    .to_string()
            }
            ("mindlin_rescale", _) => {
                "tangential mindlin_rescale scales the displacement of the spring as the contact unloads, and the \
                                       force falls twice: it is not computed here, mindlin_rescale/force is"
                    .to_string()
            }
            ("linear_history" | "linear_history_classic", Some(stiffness)) if stiffness > 0.0 => {
                law.word("tangential", "linear_history");
                law.number("k_t", stiffness * units.si(units::STIFFNESS));
                return self.friction(law, [damping, friction], units);
            }
            (model @ ("mindlin" | "mindlin_classic" | "mindlin/force" | "mindlin_rescale/force"), stiffness)
                if !linear && (stiffness.is_some_and(|k| k > 0.0) || self.normal != "hertz") =>
            {
                law.word("tangential", if model == "mindlin_classic" { "mindlin" } else { model });
                if let Some(stiffness) = stiffness {
                    law.number("k_t_per_radius", stiffness * units.si(units::PRESSURE));
                }
                return self.friction(law, [damping, friction], units);
            }
            (model, Some(_)) => {
                format!("tangential {model} with this stiffness beside {} is not computed here", self.normal)
            }
            (model, None) => {
                format!("tangential {model} NULL takes its stiffness from a material, and {} has none", self.normal)
            }
        };
        law.head_on_alone = Some(why);
    }

    fn friction(&self, law: &mut DeckLaw, [damping, friction]: [f64; 2], units: &Units) {
        law.number("x_gammat", damping);
        law.number("mu_t", friction);
        let Some([k, c, mu]) = self.rolling else { return };
        law.word("rolling", "sds");
        law.number("k_roll", k * units.si(units::STIFFNESS));
        law.number("gamma_roll", c * units.si(units::DAMPING));
        law.number("mu_roll", mu);
    }
}

fn known_normal() -> String {
    format!("read are {}", NORMAL.map(|(name, _)| name).join(", "))
}

/// So many numbers, the arguments of `what`.
fn numbers(words: &[Word], count: usize, origin: &Origin, what: &str) -> Result<Vec<f64>, Diagnostic> {
    if words.len() < count {
        return Err(Diagnostic::new(format!("`{what}` takes {count} numbers, and {} follow", words.len())).at(origin));
    }
    words[..count].iter().map(Word::number).collect()
}

/// The first two of a list.
fn two(numbers: &[f64]) -> [f64; 2] {
    [numbers.first().copied().unwrap_or(0.0), numbers.get(1).copied().unwrap_or(0.0)]
}

impl Gran {
    /// `Kn Kt gamma_n gamma_t xmu dampflag [limit_damping]`
    fn read(style: &str, words: &[Word], origin: &Origin) -> Result<Self, Diagnostic> {
        let names = ["Kn", "Kt", "gamma_n", "gamma_t", "xmu", "dampflag"];
        if words.len() < names.len() {
            let problem =
                Diagnostic::new(format!("`{style}` takes six numbers, and {} follow", words.len())).at(origin);
            return Err(problem.help(format!("write  {style} {}", names.join(" "))));
        }
        let or_null = |word: &Word| if word.text == "NULL" { Ok(None) } else { word.number().map(Some) };
        Ok(Self {
            hertz: style.contains("hertz"),
            history: style.contains("history"),
            stiffness: [Some(words[0].number()?), or_null(&words[1])?],
            damping: [Some(words[2].number()?), or_null(&words[3])?],
            friction: words[4].number()?,
            damped_along: words[5].number()? != 0.0,
            limit_damping: words.get(6).is_some_and(|word| word.text == "limit_damping"),
        })
    }

    fn parameters(&self, units: &Units) -> DeckLaw {
        let mut law = DeckLaw::default();
        law.word("style", if self.hertz { "gran/hertz/history" } else { "gran/hooke/history" });
        let stiffness = units.si(if self.hertz { units::PRESSURE } else { units::STIFFNESS });
        let damping = units.si(if self.hertz { units::PER_LENGTH_TIME } else { units::PER_TIME });
        let mut put =
            |key, value: Option<f64>, unit: f64| value.into_iter().for_each(|value| law.number(key, value * unit));
        put("K_n", self.stiffness[0], stiffness);
        put("gamma_n", self.damping[0], damping);
        if self.history {
            put("K_t", self.stiffness[1], stiffness);
            put("gamma_t", self.damping[1], damping);
            put("xmu", Some(self.friction), 1.0);
            law.word("dampflag", if self.damped_along { "1" } else { "0" });
        } else {
            law.head_on_alone =
                Some("gran/hooke has no tangential spring: its friction is not computed here".to_string());
        }
        if self.limit_damping {
            law.word("limit_damping", "true");
        }
        law
    }
}

/// The contacts of `pair_style gran/*`: one law for all pairs.
fn gran_pairs(script: &Script, style: &Command, gran: Gran, units: &Units, sizes: &Sizes, found: &mut Contacts) {
    let most = types(script, sizes);
    for i in 1..=most {
        for j in i..=most {
            found.touching.push(gran_touching((i, Ok(j)), gran, units, style.origin()));
        }
    }
}

fn gran_touching(of: (usize, Result<usize, String>), gran: Gran, units: &Units, origin: &Origin) -> Touching {
    let law = gran.parameters(units);
    let law = Box::new(move |_: f64, _: f64| Ok(law.clone()));
    Touching { kind: of.0, other: of.1, moduli: [None; 2], law, origins: vec![origin.clone()] }
}

/// The walls, for each type of their group.
fn walls(script: &Script, units: &Units, sizes: &Sizes, pair_style: &str, found: &mut Contacts) {
    let most = types(script, sizes);
    let all = script.commands.iter();
    let all = all.filter(|command| matches!(command.fix_style(), Some("wall/gran" | "wall/gran/region")));
    for command in all.take(MOST_COMMANDS) {
        found.said.push(as_written(command));
        let all = || (1..=most).collect();
        let kinds = if command.text(2) == "all" { all() } else { sizes.of_group(command.text(2)).unwrap_or_else(all) };
        let ends = ["xplane", "yplane", "zplane", "zcylinder", "region"];
        let words = &command.words[4..];
        let end = words.iter().position(|word| ends.contains(&word.text.as_str())).unwrap_or(words.len());
        let words = &words[..end];
        let wall = command.text(1).to_string();
        let origin = command.origin();
        let first = words.first().map_or("", |word| word.text.as_str());
        if first == "granular" {
            let law = Granular::read(&words[1..], origin);
            let moduli = law.as_ref().ok().and_then(|law| law.moduli(units));
            for kind in kinds {
                let of = (kind, Err(wall.clone()));
                found.touching.push(touching(of, law.clone(), [moduli; 2], units, vec![origin.clone()]));
            }
            continue;
        }
        let gran = match first {
            "hooke" | "hooke/history" | "hertz/history" => Gran::read(first, &words[1..], origin),
            // Before there were styles of walls: that of the pairs.
            _ if first.parse::<f64>().is_ok() && pair_style.starts_with("gran/") => {
                Gran::read(pair_style, words, origin)
            }
            _ => {
                let place = words.first().map_or(origin, |word| &word.origin);
                let help = "read are granular, hooke, hooke/history and hertz/history";
                Err(Diagnostic::new(format!("`{first}` of a wall is not read here")).at(place).help(help))
            }
        };
        match gran {
            Ok(gran) => {
                for kind in kinds {
                    found.touching.push(gran_touching((kind, Err(wall.clone())), gran, units, origin));
                }
            }
            Err(problem) => found.problems.push(problem),
        }
    }
}
