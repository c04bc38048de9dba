//! Symbols with one meaning in all formulas: a card need not list them.

use crate::law::card::Card;

/// Symbol, meaning and unit.
const COMMON: [[&str; 3]; 22] = [
    ["F", "normal force", "N"],
    ["F_d", "damping force", "N"],
    ["F_max", "largest normal force", "N"],
    ["N", "normal force of `friction_limit`", "N"],
    ["K", "stiffness of the elastic law K delta^n", "N/m^n"],
    ["k", "stiffness 4/3 E* sqrt(R*)", "N/m^(3/2)"],
    ["n", "exponent of the elastic law", "-"],
    ["delta", "overlap", "m"],
    ["delta_max", "largest overlap", "m"],
    ["v", "rate of approach", "m/s"],
    ["V", "impact speed", "m/s"],
    ["e", "restitution", "-"],
    ["t", "time", "s"],
    ["t_c", "duration of the contact", "s"],
    ["t_max", "time of the largest overlap", "s"],
    ["dt", "time step", "s"],
    ["m*", "effective mass, 1/m* = 1/m1 + 1/m2", "kg"],
    ["R*", "effective radius, 1/R* = 1/R1 + 1/R2", "m"],
    ["E*", "effective modulus, 1/E* = (1-nu1^2)/E1 + (1-nu2^2)/E2", "Pa"],
    ["G*", "effective shear modulus, 1/G* = (2-nu1)/G1 + (2-nu2)/G2", "Pa"],
    ["mu", "coefficient of friction", "-"],
    ["nu", "Poisson's ratio", "-"],
];

/// The common symbols that the formula of a card has and the card does not explain.
pub(super) fn symbols(card: &Card) -> Vec<[&'static str; 3]> {
    let used: Vec<&str> = card.formula.split(|c: char| !c.is_ascii_alphanumeric() && !"_*'".contains(c)).collect();
    let explained: Vec<&str> = card.symbols.iter().flat_map(|(symbols, ..)| symbols.split([',', ' '])).collect();
    COMMON.into_iter().filter(|[symbol, ..]| used.contains(symbol) && !explained.contains(symbol)).collect()
}
