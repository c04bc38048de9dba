//! Tabor's number: whether JKR or DMT describes the adhesion.

use super::{Bad, Criterion, Found, Thresholds};
use crate::law::Normal;
use crate::law::normal::SEPARATION;
use crate::law::scene::Scene;
use crate::number::NamedNumber;

const FORMULA: &str = "mu = (R* w^2/(E*^2 z0^3))^(1/3),  w work of adhesion, z0 equilibrium separation";
const SOURCE: &str = "Tabor 1977, J. Colloid Interface Sci. 58, 2; Johnson & Greenwood 1997, J. Colloid Interface Sci. 192, 326 \
                      (DMT below 0.1, JKR above 5)";

pub(super) const TABOR_DMT: Criterion = Criterion {
    word: "tabor-dmt",
    assumes: "adhesion reaches far against the deformation it makes",
    formula: FORMULA,
    limits: Some(Thresholds { bad: Bad::Above, amber: Some(0.1), red: Some(5.0) }),
    source: SOURCE,
    find: |scene| match &scene.contact.normal {
        Normal::Dmt(law) => tabor(scene, law.work_of_adhesion),
        _ => None,
    },
};

pub(super) const TABOR_JKR: Criterion = Criterion {
    word: "tabor-jkr",
    assumes: "adhesion reaches no further than the contact",
    formula: FORMULA,
    limits: Some(Thresholds { bad: Bad::Below, amber: Some(5.0), red: Some(0.1) }),
    source: SOURCE,
    find: |scene| match &scene.contact.normal {
        Normal::Jkr(law) => tabor(scene, law.work_of_adhesion),
        Normal::JkrHertzRadius(law) => tabor(scene, law.work_of_adhesion),
        Normal::ThorntonNing(law) => tabor(scene, law.work_of_adhesion),
        _ => None,
    },
};

fn tabor(scene: &Scene, w: f64) -> Option<Found> {
    let Some(z0) = scene.number(SEPARATION.name) else {
        return Some(Found::unknown("no `equilibrium_separation` is given"));
    };
    // A ratio of lengths: that of the neck over z0.
    let neck = (scene.pair.R_star * (w / scene.pair.E_star?).powi(2)).cbrt();
    let details = vec![NamedNumber::new("height of the neck", neck, "m")];
    Some(Found { value: Some(neck / z0), details, ..Found::default() })
}
