//! Conditions on a value of a scene, as in `where = { restitution = ">= 0.5" }`.

use super::ParameterValue;

/// A condition on one value.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    Below(f64),
    AtMost(f64),
    Above(f64),
    AtLeast(f64),
    /// Both ends included.
    Between(f64, f64),
    Equal(f64),
    Word(String),
    AnyOf(Vec<Condition>),
}

impl Condition {
    /// Whether a value satisfies the condition.
    pub fn holds(&self, value: &ParameterValue) -> bool {
        match (self, value) {
            (Self::AnyOf(conditions), value) => conditions.iter().any(|condition| condition.holds(value)),
            (Self::Word(wanted), ParameterValue::Word(word)) => wanted == word,
            (Self::Word(_), ParameterValue::Number(..)) | (_, ParameterValue::Word(_)) => false,
            (Self::Below(limit), ParameterValue::Number(x, _)) => x < limit,
            (Self::AtMost(limit), ParameterValue::Number(x, _)) => x <= limit,
            (Self::Above(limit), ParameterValue::Number(x, _)) => x > limit,
            (Self::AtLeast(limit), ParameterValue::Number(x, _)) => x >= limit,
            (Self::Between(from, to), ParameterValue::Number(x, _)) => (*from..=*to).contains(x),
            (Self::Equal(wanted), ParameterValue::Number(x, _)) => x == wanted,
        }
    }
}
