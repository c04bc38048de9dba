//! A restitution that depends on the impact speed.

use std::f64::consts::PI;

use super::reader::{Node, Reader};
use super::values::{Built, refusal};
use crate::error::Origin;
use crate::keys::{Key, Keys, Spec, Takes};
use crate::law::card::LawKind;
use crate::law::{Damping, Pair};
use crate::limits::{ANY, Limits, POSITIVE};
use crate::units::Dimension;

/// A number that a law takes in addition to those of its table.
pub(super) type Further = Vec<(&'static str, f64)>;

/// A restitution as a function of the impact speed.
#[derive(Debug, Clone)]
pub(super) struct SpeedCurve {
    shape: Shape,
    origin: Origin,
}

#[derive(Debug, Clone)]
enum Shape {
    /// `a0 + a1 v + a2 v^2 + ..`, v in m/s.
    Polynomial(Vec<f64>),
    /// `a (v/v_0)^p`, 1 at most: `a`, `v_0` (m/s), `p`.
    Power([f64; 3]),
    /// `a exp(b/St)`, `St = m* v/(6 pi mu R*^2)`: `a`, `b`, `mu` (Pa s).
    Stokes([f64; 3]),
    /// Speeds, m/s, rising, with their restitutions: straight lines in between.
    Table(Vec<[f64; 2]>),
}

const POLYNOMIAL: Key = Key::of(
    "polynomial",
    Takes::Other("a list of numbers", r#"{"type": "array", "items": {"type": "number"}, "minItems": 1}"#),
)
.doc("a0, a1, a2 ..: e = a0 + a1 v + a2 v^2, v in m/s");
const TABLE: Key = Key::of(
    "table",
    Takes::Other(
        "pairs of a speed and a restitution",
        r#"{"type": "array", "minItems": 2, "items": {"type": "array", "minItems": 2, "maxItems": 2}}"#,
    ),
)
.doc("[[\"0.5 m/s\", 0.9], [\"2 m/s\", 0.8]]: straight lines between them, and no value beyond");

const POWER: Key = Key::of(
    "power",
    Takes::Other("a factor, a speed and an exponent", r#"{"type": "array", "minItems": 3, "maxItems": 3}"#),
)
.doc("[0.34, \"1 cm/s\", -0.234]: e = 0.34 (v/1 cm/s)^-0.234, 1 at most");

const STOKES: Key = Key::of(
    "stokes",
    Takes::Other("a factor, a number and a viscosity", r#"{"type": "array", "minItems": 3, "maxItems": 3}"#),
)
.doc("[0.97, -35, \"1 mPa s\"], in a liquid: e = 0.97 exp(-35/St), St = m* v/(6 pi mu R*^2); Legendre et al. 2006, LIGGGHTS");

/// A restitution that depends on the impact speed.
pub(super) static CURVE: Keys = Keys::new("restitution = { ... }", "a restitution that depends on the impact speed")
    .keys(&[POLYNOMIAL, POWER, STOKES, TABLE])
    .one_of(&["polynomial", "power", "stokes", "table"]);

/// Whether the value of a `restitution` is a function of the speed, and not a number or a sweep.
pub(super) fn is_curve(node: &Node) -> bool {
    node.value.get_ref().as_table().is_some_and(|table| CURVE.keys.iter().any(|key| table.contains_key(key.name)))
}

/// Reads a restitution that depends on the impact speed.
pub(super) fn curve(reader: &mut Reader, node: &Node) -> Option<SpeedCurve> {
    let table = node.keyed(reader, CURVE.header, &CURVE)?;
    let origin = reader.origin(node.span());
    if let Some(list) = table.get(POLYNOMIAL.name) {
        let numbers: Option<Vec<f64>> = items(&list).map(|item| super::scalar::setting(reader, &item, ANY)).collect();
        let numbers = numbers.filter(|numbers| !numbers.is_empty());
        return Some(SpeedCurve { shape: Shape::Polynomial(numbers?), origin });
    }
    if let Some(list) = table.get(POWER.name) {
        let cells: Vec<Node> = items(&list).collect();
        let [factor, speed, exponent] = &cells[..] else {
            return list.should_be(reader, "a factor, a speed and an exponent", &["write  [0.34, \"1 cm/s\", -0.234]"]);
        };
        let a = super::scalar::setting(reader, factor, POSITIVE)?;
        let speed = super::scalar::scalar(reader, speed, Spec::Quantity(Dimension::Speed, POSITIVE))?.number()?;
        let p = super::scalar::setting(reader, exponent, ANY)?;
        return Some(SpeedCurve { shape: Shape::Power([a, speed, p]), origin });
    }
    if let Some(list) = table.get(STOKES.name) {
        let cells: Vec<Node> = items(&list).collect();
        let [factor, number, viscosity] = &cells[..] else {
            return list.should_be(reader, "a factor, a number and a viscosity", &["write  [0.97, -35, \"1 mPa s\"]"]);
        };
        let a = super::scalar::setting(reader, factor, Limits::RESTITUTION)?;
        let b = super::scalar::setting(reader, number, ANY)?;
        let viscosity = super::scalar::scalar(reader, viscosity, Spec::Quantity(Dimension::Viscosity, POSITIVE))?;
        return Some(SpeedCurve { shape: Shape::Stokes([a, b, viscosity.number()?]), origin });
    }
    let list = table.get(TABLE.name)?;
    let mut rows: Vec<[f64; 2]> = Vec::new();
    for item in items(&list) {
        let cells: Vec<Node> = items(&item).collect();
        let [speed, e] = &cells[..] else {
            return item.should_be(reader, "a speed and a restitution", &["write  [\"0.5 m/s\", 0.9]"]);
        };
        let speed = super::scalar::scalar(reader, speed, Spec::Quantity(Dimension::Speed, POSITIVE))?.number()?;
        let e = super::scalar::setting(reader, e, Limits::RESTITUTION)?;
        if rows.last().is_some_and(|last| last[0] >= speed) {
            return item.refuse(reader, "the speeds of a table must rise", &["sort the pairs by their speed"]);
        }
        rows.push([speed, e]);
    }
    if rows.len() < 2 {
        return list.refuse(reader, "a table needs two pairs at least", &["for one number write  restitution = 0.9"]);
    }
    Some(SpeedCurve { shape: Shape::Table(rows), origin })
}

/// The items of a list.
fn items<'t, 'a>(node: &'t Node<'t, 'a>) -> impl Iterator<Item = Node<'t, 'a>> {
    let list = node.value.get_ref().as_array();
    list.into_iter().flatten().map(|value| node.item(value))
}

impl SpeedCurve {
    /// The restitution at a speed (m/s), with the speed for a law that achieves it there alone.
    ///
    /// # Errors
    /// Beyond a table, and where a polynomial leaves 0 to 1.
    pub fn at(&self, kind: &LawKind<Damping>, speed: f64, pair: &Pair) -> Built<Further> {
        let e = match &self.shape {
            Shape::Polynomial(a) => a.iter().rev().fold(0.0, |sum, a| sum * speed + a),
            Shape::Power([a, unit, p]) => (a * libm::pow(speed / unit, *p)).min(1.0),
            Shape::Stokes([a, b, viscosity]) => {
                let stokes = pair.m_star * speed / (6.0 * PI * viscosity * pair.R_star * pair.R_star);
                a * libm::exp(b / stokes)
            }
            Shape::Table(rows) => {
                let Some(pair) = rows.windows(2).find(|pair| pair[0][0] <= speed && speed <= pair[1][0]) else {
                    let [first, last] = [rows[0][0], rows[rows.len() - 1][0]];
                    let message = format!(
                        "the restitution is given from {first} to {last} m/s, and the impact speed is {speed} m/s"
                    );
                    return Err(refusal(&self.origin, message, "add a pair for it: nothing is extrapolated"));
                };
                let [[v0, e0], [v1, e1]] = [pair[0], pair[1]];
                e0 + (e1 - e0) * (speed - v0) / (v1 - v0)
            }
        };
        if !(e > 0.0 && e <= 1.0) {
            let message = format!("the restitution at {speed} m/s is {e}, which is not above 0 and at most 1");
            return Err(refusal(
                &self.origin,
                message,
                "a polynomial holds where it was fitted: leave other speeds out",
            ));
        }
        let at_speed = kind.keys.iter().any(|key| key.name == "at_speed").then_some(("at_speed", speed));
        Ok(std::iter::once(("restitution", e)).chain(at_speed).collect())
    }
}
