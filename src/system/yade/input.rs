//! YADE's Python.

use super::Yade;
use crate::contact::LawError;
use crate::number::exact;
use crate::system::Parameters;
use crate::system::export::{BodyMaterial, Input, Terms, read};

impl Input for Yade {
    fn comment(&self) -> &'static str {
        "#"
    }

    fn material_keys(&self, _: &Parameters) -> Option<[&'static str; 2]> {
        Some([super::YOUNG, super::POISSON])
    }

    fn lines(&self, terms: &Terms) -> Result<Vec<String>, LawError> {
        Ok(contact(&[terms.one_material([super::YOUNG, super::POISSON])?], terms.said, Settings::HERTZ_MINDLIN))
    }

    fn read(&self, lines: &[String]) -> Option<Parameters> {
        let marks = [
            (super::YOUNG, "young="),
            (super::POISSON, "poisson="),
            ("en", "en="),
            ("betan", "betan="),
            ("frictionAngle", "frictionAngle="),
            ("betas", "betas="),
        ];
        let found = read::numbers(&lines.join("\n"), &marks);
        Some(Parameters::new(read::frictional(found, &["frictionAngle", "betas"]), &[]))
    }
}

/// What YADE has at another default than the contact needs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Settings {
    /// Whether a wall has `R* = R`; by default it has `R/2`.
    pub hertzian: bool,
    /// Of all motion; 0.2 by default.
    pub damping: f64,
}

impl Settings {
    /// A contact after Hertz and Mindlin, and nothing beside it.
    pub(super) const HERTZ_MINDLIN: Self = Self { hertzian: true, damping: 0.0 };
}

/// Materials, and the engines with which two bodies of these have the contact of the parameters.
pub(super) fn contact(materials: &[BodyMaterial], parameters: &Parameters, settings: Settings) -> Vec<String> {
    let friction = parameters.text_or_zero(super::FRICTION);
    let material = |BodyMaterial { name, young, poisson, density }: &BodyMaterial| {
        let [young, poisson, density] = [*young, *poisson, *density].map(exact);
        format!(
            "O.materials.append(FrictMat(label=\"{name}\", young={young}, poisson={poisson}, density={density}, frictionAngle={friction}))"
        )
    };
    let damping = ["en", "betan", "betas"].into_iter();
    let damping = damping.filter_map(|key| Some(format!("{key}={}", exact(parameters.numbers.get(key)?))));
    let physics = damping.collect::<Vec<_>>().join(", ");
    let hertzian = if settings.hertzian { "True" } else { "False" };
    let engines = [
        "O.engines = [".into(),
        "    ForceResetter(),".into(),
        "    InsertionSortCollider([Bo1_Sphere_Aabb(), Bo1_Wall_Aabb()]),".into(),
        "    InteractionLoop(".into(),
        format!("        [Ig2_Sphere_Sphere_ScGeom(), Ig2_Wall_Sphere_ScGeom(hertzian={hertzian})],"),
        format!("        [Ip2_FrictMat_FrictMat_MindlinPhys({physics})],"),
        "        [Law2_ScGeom_MindlinPhys_Mindlin()],".into(),
        "    ),".into(),
        format!("    NewtonIntegrator(damping={}),", exact(settings.damping)),
        "]".into(),
    ];
    materials.iter().map(material).chain(engines).collect()
}
