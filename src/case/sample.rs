//! Values that are drawn from distributions in place of a grid: `{ sample = "uniform", from = .., to = .. }`, and `[sample]`, which says how
//! many scenes, in which sequence.
//!
//! A value of sample `i` depends on its number, the seed and the place of the parameter among those that are sampled, and on nothing else: any
//! block of scenes is made alone.

use super::distribution::{Distribution, Sample, Sampled, Sequence, normal_below};
use super::reader::{Choice, Node, Reader, Table, quoted};
use super::scalar::{scalar, setting};
use super::sweep::A_VALUE;
use crate::keys::{Key, Keys, Spec, Takes};
use crate::law::scene::ParameterValue;
use crate::limits::{Limits, POSITIVE};
use crate::units::{self, Dimension};

const COUNT: Limits = Limits::whole(1.0, 1e9);
const SEED: Limits = Limits::whole(0.0, 4_294_967_295.0);

const SCENES: Key = Key::new("scenes", Takes::Setting(COUNT), "how many samples").required("4096");
const SEQUENCE: Key =
    Key::new("sequence", Takes::Word(&["sobol", "latin-hypercube", "random"]), "how they fill the space")
        .unless("sobol");
const SEED_KEY: Key = Key::new("seed", Takes::Setting(SEED), "another one gives other samples").unless("1");

pub(super) static KEYS: Keys =
    Keys::new("sample", "a scene for each of so many samples of the values that have a distribution")
        .keys(&[SCENES, SEQUENCE, SEED_KEY]);

const DISTRIBUTION: Key = Key::new(
    "sample",
    Takes::Word(&["uniform", "log-uniform", "normal", "lognormal"]),
    "the distribution of the value",
)
.required("\"uniform\"");
const FROM: Key =
    Key::new("from", A_VALUE, "the least value; of a normal distribution where it is cut off").example("");
const TO: Key = Key::new("to", A_VALUE, "the largest value; of a normal distribution where it is cut off").example("");
const MEAN: Key = Key::new("mean", A_VALUE, "of a normal distribution").example("");
const SIGMA: Key = Key::new("sigma", A_VALUE, "standard deviation of a normal distribution").example("");
const MEDIAN: Key = Key::new("median", A_VALUE, "of a lognormal distribution").example("");
const FACTOR: Key =
    Key::new("factor", A_VALUE, "one standard deviation of a lognormal distribution, as a factor: 1.1").example("1.1");

pub(super) static SAMPLED: Keys = Keys::new("{ sample = ... }", "a value that is drawn from a distribution").keys(&[
    DISTRIBUTION,
    FROM,
    TO,
    MEAN,
    SIGMA,
    MEDIAN,
    FACTOR,
]);

impl Sample {
    /// Reads `[sample]`.
    pub fn read(reader: &mut Reader, root: &Table) -> Option<Self> {
        let node = root.get("sample")?;
        let table = node.keyed(reader, "[sample]", &KEYS)?;
        let count = table.require(reader, SCENES.name, SCENES.example);
        let count = setting(reader, &count?, COUNT)? as usize;
        let sequence = table.one_of(reader, &SEQUENCE, |word| match word {
            "sobol" => Some(Sequence::Sobol),
            "latin-hypercube" => Some(Sequence::LatinHypercube),
            "random" => Some(Sequence::Random),
            _ => None,
        })?;
        let seed = match table.get(SEED_KEY.name) {
            Some(node) => setting(reader, &node, SEED)? as u32,
            None => 1,
        };
        Some(Self { count, sequence, seed })
    }
}

impl Sampled {
    /// Reads `{ sample = "uniform", from = .., to = .. }`; the first of its values is in the middle of the distribution.
    pub fn read(reader: &mut Reader, node: &Node, spec: Spec) -> Option<(Choice, Self)> {
        let Spec::Quantity(dimension, limits) = spec else {
            let message = format!("{} is a keyword, not a number: it cannot be sampled", quoted(node.key));
            return node.refuse(reader, message, &["choose one, or sweep over several:  { sweep = [...] }"]);
        };
        let table = node.table(reader, "")?;
        table.only(reader, &SAMPLED.names());
        let before = reader.count();
        let number = |reader: &mut Reader, key: &Key, spec: Spec, wanted: bool| {
            let example = spec.example();
            let node = if wanted { table.require(reader, key.name, &example) } else { table.get(key.name) };
            node.and_then(|node| scalar(reader, &node, spec)).and_then(|choice| Some((choice.number()?, choice.text)))
        };
        let word = table
            .one_of(reader, &DISTRIBUTION, |word| DISTRIBUTION.words().iter().find(|known| **known == word).copied())?;
        let (own, other): (&[&Key], &[&Key]) = match word {
            "uniform" | "log-uniform" => (&[&FROM, &TO], &[&MEAN, &SIGMA, &MEDIAN, &FACTOR]),
            "normal" => (&[&MEAN, &SIGMA], &[&MEDIAN, &FACTOR]),
            _ => (&[&MEDIAN, &FACTOR], &[&MEAN, &SIGMA]),
        };
        for key in other {
            if let Some(node) = table.get(key.name) {
                let names: Vec<String> = own.iter().map(|key| quoted(key.name)).collect();
                let message = format!("{} has no effect on a {word} distribution", quoted(key.name));
                node.refuse_key::<()>(reader, message, &[&format!("it has {}", names.join(" and "))]);
            }
        }
        let ends = [&FROM, &TO].map(|key| number(reader, key, spec, word.ends_with("uniform")));
        let spread = Spec::Quantity(if word == "normal" { dimension } else { Dimension::Number }, POSITIVE);
        let middle = match word {
            "normal" => Some((number(reader, &MEAN, spec, true), number(reader, &SIGMA, spread, true))),
            "lognormal" => Some((number(reader, &MEDIAN, spec, true), number(reader, &FACTOR, spread, true))),
            _ => None,
        };
        if reader.count() > before {
            return None;
        }
        let [from, to] = ends;
        if let (Some((from, _)), Some((to, _))) = (&from, &to)
            && from >= to
        {
            return node.refuse(
                reader,
                format!("`from` of {} is not below `to`", quoted(node.key)),
                &["write the lower one first"],
            );
        }
        let log = word.starts_with("log");
        let (distribution, text) = match middle {
            None => {
                let ((from, text), (to, _)) = (from?, to?);
                (Distribution::Uniform { from, to, log }, text)
            }
            Some((middle, spread)) => {
                let ((mean, text), (sigma, _)) = (middle?, spread?);
                let scale = |x: f64| if log { libm::log(x) } else { x };
                let (mean, sigma) = (scale(mean), scale(sigma));
                let below = |end: f64| normal_below((scale(end) - mean) / sigma);
                let between = [from.map_or(0.0, |(end, _)| below(end)), to.map_or(1.0, |(end, _)| below(end))];
                (Distribution::Normal { mean, sigma, between, log }, text)
            }
        };
        if let Some(why) = refused(&distribution, word) {
            return node.refuse(reader, format!("{}: {why}", quoted(node.key)), &[]);
        }
        let sampled = Self { distribution, dimension, limits, unit: units::split(&text).1.to_string() };
        let outside = [1e-6, 1.0 - 1e-6].into_iter().map(|part| sampled.value(part)).find(|value| !limits.hold(*value));
        if let Some(value) = outside {
            let message =
                format!("{} {}: this distribution goes to {}", quoted(node.key), limits.demand(), sampled.text(value));
            return node.refuse(reader, message, &["cut it off:  from = ..., to = ..."]);
        }
        let value = sampled.value(0.5);
        let text = sampled.text(value);
        let choice = Choice {
            value: ParameterValue::Number(value, dimension),
            text,
            origin: reader.origin(node.span()),
            row: None,
        };
        Some((choice, sampled))
    }
}

/// Why no value can be drawn.
fn refused(distribution: &Distribution, word: &str) -> Option<String> {
    match *distribution {
        Distribution::Uniform { from, log: true, .. } if from <= 0.0 => {
            Some(format!("a {word} distribution needs ends greater than zero"))
        }
        Distribution::Normal { log: true, sigma, .. } if sigma <= 0.0 || sigma.is_nan() => {
            Some("`factor` should be above 1".to_string())
        }
        Distribution::Normal { mean, log: true, .. } if !mean.is_finite() => {
            Some("a lognormal distribution needs a median greater than zero".to_string())
        }
        Distribution::Normal { between: [low, high], .. } if high - low < 1e-6 => {
            Some("almost nothing of this distribution lies between `from` and `to`".to_string())
        }
        _ => None,
    }
}
