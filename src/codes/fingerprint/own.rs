//! The lines of a code that is driven by its own parameters, in these parameters.
//!
//! A driver turns the laws of a scene into the parameters of its code, and what the code does wrong with them may be made up for on the
//! way. A line whose number has passed through that translation is printed in what the code was handed, or says that it was.

use super::springs::HISTORY;
use super::{Inference, Place, Trust};
use crate::codes::Code;
use crate::codes::engine::Engine;
use crate::keys::Spec;
use crate::law::contract::Convention;
use crate::law::scene::Scene;
use crate::units::Dimension;

/// Lines that a translation may change.
const MODULI: [&str; 2] = ["effective modulus", "modulus at walls"];

/// A modulus that a code is handed in place of those of the materials: its key, and its value over one of the pair.
fn handed(code: &Code, scene: &Scene, modulus: Option<f64>) -> Option<(&'static str, f64)> {
    let params = code.rendered(scene).ok()?.params;
    let modulus = modulus?;
    code.keys.iter().find_map(|key| {
        let pressure = matches!(key.spec(), Some(Spec::Quantity(Dimension::Pressure, _)));
        let part = params.numbers.get(key.name).filter(|_| pressure)? / modulus;
        // In sixths: moduli of the materials are in no simple ratio to those of the pair.
        let sixths = 6.0 * part;
        ((sixths - sixths.round()).abs() < 1e-6 && part < 10.0 && part > 0.3).then_some((key.name, part))
    })
}

/// A number in thirds where it is one: `16/3`.
fn fraction(x: f64) -> String {
    let thirds = (3.0 * x).round();
    match (3.0 * x - thirds).abs() < 1e-6 {
        true if thirds % 3.0 == 0.0 => format!("{}", thirds / 3.0),
        true => format!("{thirds}/3"),
        false => format!("{}", (1e4 * x).round() / 1e4),
    }
}

/// Restates what was found through a translation. `scenes` are oblique ones of pairs and of walls.
pub(super) fn restate(engine: &dyn Engine, scenes: &[Option<Scene>; 2], findings: &mut [Inference]) {
    let Some(code) = engine.own_parameters() else { return };
    let contract = code.contract();
    let of_contract = |title: &str| contract.conventions().into_iter().find(|(known, _)| *known == title);
    for finding in findings.iter_mut().filter(|one| matches!(one.strength, Trust::Certain | Trust::Likely)) {
        let Some(scene) = &scenes[usize::from(finding.place == Place::Walls)] else { continue };
        if finding.convention == HISTORY {
            stiffness(code, scene, finding);
        }
        if MODULI.contains(&finding.convention) {
            let handed = handed(code, scene, scene.pair.E_star);
            let says = of_contract(finding.convention).map(|(_, convention)| convention);
            let text = through(contract.system, &finding.says, handed, says);
            finding.says += &text;
        }
    }
}

/// The stiffness of a spring in the shear modulus that the code was handed.
fn stiffness(code: &Code, scene: &Scene, finding: &mut Inference) {
    let Some((key, part)) = handed(code, scene, scene.pair.G_star) else { return };
    for (text, factor) in [("k_t = 8 G* a", 8.0), ("k_t = 16/3 G* a", 16.0 / 3.0)] {
        if finding.says.ends_with(text) && part != 1.0 {
            let own = format!(
                "k_t = {} {key} a (through the driver, which hands over {key} = {} G*)",
                fraction(factor / part),
                fraction(part)
            );
            finding.says = finding.says.replace(text, &own);
            return;
        }
    }
}

/// What has to be said of a modulus that was handed over, or that the code has otherwise by its contract.
fn through(code: &str, found: &str, handed: Option<(&'static str, f64)>, contract: Option<&Convention>) -> String {
    if let Some((key, part)) = handed {
        let value = if part == 1.0 { "E*".to_string() } else { format!("{} E*", fraction(part)) };
        return format!(" (through the driver, which hands over {key} = {value} of the pair)");
    }
    let Some(convention) = contract else { return String::new() };
    let says = convention.meaning().unwrap_or(convention).to_string();
    if says == found { String::new() } else { format!(" (through the driver; {code} itself: {convention})") }
}
