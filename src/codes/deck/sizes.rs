//! Sizes and masses of the particles of a script, by type.

use std::collections::{BTreeMap, BTreeSet};

use super::script::{Command, Word};
use super::units::Units;
use crate::error::{Diagnostic, Origin};

/// What is known of the mass of a particle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Mass {
    /// kg/m3
    Density(f64),
    /// kg
    Mass(f64),
}

impl Mass {
    /// Of a solid sphere of this radius (m), kg.
    pub fn of_sphere(self, radius: f64) -> f64 {
        match self {
            Self::Mass(mass) => mass,
            Self::Density(density) => density * 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3),
        }
    }
}

/// A particle of a script, SI.
#[derive(Debug, Clone, PartialEq)]
pub struct Particle {
    pub radius: f64,
    pub mass: Mass,
    pub origin: Origin,
    /// What of it is not written in the script: a default of the code.
    pub by_default: Option<&'static str>,
}

/// What `create_atoms` makes of a particle whose size is not set, in the units of the script.
const DEFAULT: [f64; 2] = [0.5, 1.0];
const DEFAULT_SIZE: &str = "diameter 1 and density 1, the default of the code";
const DEFAULT_MASS: &str =
    "the mass of diameter 1 and density 1, the default of the code, which a new diameter does not change";

/// The particles of each type, and what was not understood about them.
#[derive(Debug, Default)]
pub(super) struct Sizes {
    pub types: BTreeMap<usize, Vec<Particle>>,
    pub problems: Vec<Diagnostic>,
    /// What `set group all` makes of particles that another file has.
    pub every: Option<Particle>,
    groups: BTreeMap<String, BTreeSet<usize>>,
    /// Whether a new diameter keeps the density, as in LIGGGHTS, and not the mass.
    keeps_density: bool,
}

/// Which particles a `set` changes.
enum Chosen {
    Types(BTreeSet<usize>),
    /// Some of them, or it is not known which.
    Some,
}

impl Sizes {
    /// The particles that the commands make.
    pub fn read(commands: &[Command], units: &Units, keeps_density: bool) -> Self {
        let mut sizes = Self { keeps_density, ..Self::default() };
        for command in commands {
            let read = match command.name() {
                "create_atoms" => sizes.create(command, units),
                "group" => sizes.group(command),
                "set" => sizes.set(command, units),
                "fix" => match command.text(3) {
                    "pour" => sizes.pour(command, units),
                    "particletemplate/sphere" => sizes.template(command, units),
                    style if style.starts_with("particletemplate/") => {
                        let message = format!("particles of `{style}` are not read: spheres are");
                        Err(Diagnostic::new(message).at(&command.words[3].origin).help(ASK))
                    }
                    "deposit" => Err(Diagnostic::new("the size of particles of `fix deposit` is not read")
                        .at(&command.words[3].origin)
                        .help(ASK)),
                    _ => Ok(()),
                },
                "read_data" | "read_restart" => {
                    let message = format!("`{}` is not read: it may contain particles", command.name());
                    Err(Diagnostic::new(message).at(command.origin()).help(ASK))
                }
                _ => Ok(()),
            };
            if read.is_err() && command.name() == "set" {
                // What it would have set is not known, and what was set before is not it.
                sizes.types.clear();
            }
            sizes.problems.extend(read.err());
        }
        sizes
    }

    fn create(&mut self, command: &Command, units: &Units) -> Result<(), Diagnostic> {
        let Some(word) = command.words.get(1) else { return Ok(()) };
        let kind = word.count()?;
        let particle = Particle {
            radius: DEFAULT[0] * units.length,
            mass: Mass::Density(DEFAULT[1] * units.density()),
            origin: command.origin().clone(),
            by_default: Some(DEFAULT_SIZE),
        };
        self.add(kind, particle);
        Ok(())
    }

    fn add(&mut self, kind: usize, particle: Particle) {
        let of = self.types.entry(kind).or_default();
        let same = |known: &Particle| known.radius == particle.radius && known.mass == particle.mass;
        if !of.iter().any(same) && of.len() < 100 {
            of.push(particle);
        }
    }

    /// `group NAME type 1 2 3`
    fn group(&mut self, command: &Command) -> Result<(), Diagnostic> {
        if command.text(2) == "type" {
            let types = command.words[3..].iter().map_while(|word| word.count().ok()).collect();
            self.groups.insert(command.text(1).to_string(), types);
        }
        Ok(())
    }

    /// The types of a group; `None` where they are not known. All of `all`.
    pub fn of_group(&self, name: &str) -> Option<BTreeSet<usize>> {
        if name == "all" { Some(self.types.keys().copied().collect()) } else { self.groups.get(name).cloned() }
    }

    fn chosen(&self, command: &Command) -> Chosen {
        let types = match command.text(1) {
            "type" => command.words.get(2).and_then(|word| word.count().ok()).map(|kind| BTreeSet::from([kind])),
            "group" => self.of_group(command.text(2)),
            _ => None,
        };
        types.map_or(Chosen::Some, Chosen::Types)
    }

    /// `set STYLE ID KEYWORD VALUES ...`
    fn set(&mut self, command: &Command, units: &Units) -> Result<(), Diagnostic> {
        let chosen = self.chosen(command);
        let [mut radius, mut density, mut mass] = [None; 3];
        for (place, word) in command.words.iter().enumerate().skip(3) {
            let value = || command.words.get(place + 1).map(Word::number).transpose();
            match word.text.as_str() {
                "diameter" => radius = value()?.map(|diameter| 0.5 * diameter * units.length),
                "density" | "density/disc" => density = value()?.map(|density| density * units.density()),
                "mass" => mass = value()?.map(|mass| mass * units.mass),
                "type" | "type/fraction" | "type/ratio" | "type/subset" => {
                    if let Some(Ok(kind)) = command.words.get(place + 1).map(Word::count) {
                        let all: Vec<Particle> = self.types.values().flatten().cloned().collect();
                        all.into_iter().for_each(|particle| self.add(kind, particle));
                    }
                }
                _ => {}
            }
        }
        if radius.is_none() && density.is_none() && mass.is_none() {
            return Ok(());
        }
        let keeps_density = self.keeps_density;
        let changed = |before: &Particle| {
            let kept = match before.mass {
                Mass::Density(density) if radius.is_some() && !keeps_density => {
                    Mass::Mass(density * 4.0 / 3.0 * std::f64::consts::PI * before.radius.powi(3))
                }
                kept => kept,
            };
            let own = mass.map(Mass::Mass).or(density.map(Mass::Density));
            let by_default = match (radius, own, before.by_default) {
                (_, _, None) | (Some(_), Some(_), _) => None,
                (Some(_), None, Some(DEFAULT_SIZE)) => Some(DEFAULT_MASS),
                (_, Some(_), Some(DEFAULT_MASS)) => None,
                (_, _, before) => before,
            };
            let radius = radius.unwrap_or(before.radius);
            Particle { radius, mass: own.unwrap_or(kept), origin: command.origin().clone(), by_default }
        };
        let own = mass.map(Mass::Mass).or(density.map(Mass::Density));
        if let (Some(radius), Some(mass), true) = (radius, own, self.types.is_empty() && command.text(2) == "all") {
            self.every = Some(Particle { radius, mass, origin: command.origin().clone(), by_default: None });
        }
        match chosen {
            Chosen::Types(types) => {
                for kind in types {
                    let of = self.types.entry(kind).or_default();
                    if let (true, Some(radius), Some(mass)) =
                        (of.is_empty(), radius, mass.map(Mass::Mass).or(density.map(Mass::Density)))
                    {
                        of.push(Particle { radius, mass, origin: command.origin().clone(), by_default: None });
                    } else {
                        let all = std::mem::take(of);
                        all.iter().map(changed).for_each(|particle| self.add(kind, particle));
                    }
                }
            }
            // Those that are not chosen stay as they are.
            Chosen::Some => {
                let all: Vec<(usize, Particle)> =
                    self.types.iter().flat_map(|(kind, of)| of.iter().map(|one| (*kind, changed(one)))).collect();
                all.into_iter().for_each(|(kind, particle)| self.add(kind, particle));
            }
        }
        Ok(())
    }

    /// `fix ID GROUP pour N TYPE SEED ... diam one D | range LO HI | poly N D P ... dens LO HI`; in LIGGGHTS `diam LO HI`.
    fn pour(&mut self, command: &Command, units: &Units) -> Result<(), Diagnostic> {
        let Some(kind) = command.words.get(5) else { return Ok(()) };
        let kind = kind.count()?;
        let keyword = |name: &str| command.words.iter().position(|word| word.text == name).filter(|place| *place > 5);
        let number = |place: usize| match command.words.get(place) {
            Some(word) => word.number(),
            None => Err(Diagnostic::new("a number is missing at the end of this line").at(command.origin())),
        };
        let diameters = match keyword("diam") {
            None => vec![2.0 * DEFAULT[0]],
            Some(at) => match command.text(at + 1) {
                "one" => vec![number(at + 2)?],
                "range" => vec![number(at + 2)?, number(at + 3)?],
                "poly" => {
                    let count = number(at + 2)?.clamp(0.0, 1000.0) as usize;
                    (0..count).map(|entry| number(at + 3 + 2 * entry)).collect::<Result<_, _>>()?
                }
                _ => vec![number(at + 1)?, number(at + 2)?],
            },
        };
        let densities = match keyword("dens") {
            None => vec![DEFAULT[1]],
            Some(at) => vec![number(at + 1)?, number(at + 2)?],
        };
        let by_default = match (keyword("diam"), keyword("dens")) {
            (Some(_), Some(_)) => None,
            (None, Some(_)) => Some("diameter 1, the default of `fix pour`"),
            (Some(_), None) => Some("density 1, the default of `fix pour`"),
            (None, None) => Some("diameter 1 and density 1, the defaults of `fix pour`"),
        };
        let origin = &command.words[3].origin;
        for diameter in diameters {
            for density in &densities {
                let mass = Mass::Density(density * units.density());
                let particle =
                    Particle { radius: 0.5 * diameter * units.length, mass, origin: origin.clone(), by_default };
                self.add(kind, particle);
            }
        }
        Ok(())
    }

    /// `fix ID GROUP particletemplate/sphere SEED atom_type T density constant D radius constant R ...`
    fn template(&mut self, command: &Command, units: &Units) -> Result<(), Diagnostic> {
        let after = |name: &str| command.words.iter().position(|word| word.text == name);
        let value = |name: &str| -> Result<Vec<f64>, Diagnostic> {
            let Some(at) = after(name) else {
                return Err(Diagnostic::new(format!("this template has no `{name}`")).at(command.origin()));
            };
            let number = |place: usize| match command.words.get(place) {
                Some(word) => word.number(),
                None => Err(Diagnostic::new(format!("`{name}` has no number")).at(&command.words[at].origin)),
            };
            match (command.text(at + 1), command.text(at + 2)) {
                ("constant", _) => Ok(vec![number(at + 2)?]),
                ("uniform", "number" | "mass" | "vol") => Ok(vec![number(at + 3)?, number(at + 4)?]),
                ("uniform", _) => Ok(vec![number(at + 2)?, number(at + 3)?]),
                (style, _) => {
                    let message = format!("`{name} {style}` is not read: it has no smallest and largest value");
                    Err(Diagnostic::new(message).at(&command.words[at].origin).help(ASK))
                }
            }
        };
        let kind = match after("atom_type").and_then(|at| command.words.get(at + 1)) {
            Some(word) => word.count()?,
            None => 1,
        };
        let (radii, densities) = (value("radius")?, value("density")?);
        for radius in radii {
            for density in &densities {
                let mass = Mass::Density(density * units.density());
                let origin = command.words[3].origin.clone();
                self.add(kind, Particle { radius: radius * units.length, mass, origin, by_default: None });
            }
        }
        Ok(())
    }
}

/// What to do about a size that is not read.
const ASK: &str = "give the size and the density:  --radius \"2 mm\" --density \"2500 kg/m3\"";
