//! Writes and reads Python code for YADE.

use super::adhesive::{DASHPOT, LUDING, SPRING};
use super::{GAMMA, Yade};
use crate::codes::Parameters;
use crate::codes::export::{BodyMaterial, Input, InputData, read};
use crate::law::LawError;
use crate::number::exact;

impl Input for Yade {
    fn material_keys(&self, parameters: &Parameters) -> Option<[&'static str; 2]> {
        (!is_hysteretic(parameters)).then_some([super::YOUNG, super::POISSON])
    }

    fn lines(&self, data: &InputData) -> Result<Vec<String>, LawError> {
        let keys = [super::YOUNG, super::POISSON];
        let material = match is_hysteretic(data.params) {
            true => BodyMaterial { name: data.material_name(), young: 0.0, poisson: 0.0, density: data.density },
            false => data.one_material(keys)?,
        };
        Ok(contact(&[material], data.params, Settings::HERTZ_MINDLIN))
    }

    fn read(&self, lines: &[String]) -> Option<Parameters> {
        let marks = [
            (super::YOUNG, "young="),
            (super::POISSON, "poisson="),
            ("en", "en="),
            ("betan", "betan="),
            ("frictionAngle", "frictionAngle="),
            ("betas", "betas="),
            (GAMMA, "gamma="),
        ];
        let text = lines.join("\n");
        if text.contains("LudingMat(") {
            let marks =
                [(SPRING[0], "k1="), (SPRING[1], "kp="), (SPRING[2], "kc="), (SPRING[3], "PhiF="), (DASHPOT, "G0=")];
            return Some(Parameters::new(read::numbers(&text, &marks), &[("law", LUDING)]));
        }
        let found = read::numbers(&text, &marks);
        Some(Parameters::new(read::frictional(found, &["frictionAngle", "betas"]), &[]))
    }

    fn approximations(&self, data: &InputData) -> Vec<String> {
        let slides = !data.wall() && data.params.numbers.get(super::FRICTION).is_some_and(|angle| angle != 0.0);
        slides.then(|| format!("slip: {RATCHETING}")).into_iter().collect()
    }
}

/// `ScGeom::getIncidentVel` with `avoidGranularRatcheting`, its default.
pub(super) const RATCHETING: &str = "between spheres YADE takes their translation (r1+r2)/d times, d the distance of \
    the centres: more by delta/d than the law here";

fn is_hysteretic(parameters: &Parameters) -> bool {
    parameters.given("law") == Some(LUDING)
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
    let hysteretic = is_hysteretic(parameters);
    let material = |BodyMaterial { name, young, poisson, density }: &BodyMaterial| {
        if hysteretic {
            let spring = SPRING.into_iter().chain([DASHPOT]);
            let spring: Vec<String> = spring.map(|key| format!("{key}={}", parameters.text_or_zero(key))).collect();
            return format!(
                "O.materials.append(LudingMat(label=\"{name}\", density={}, {}, ks=0, frictionAngle=0))",
                exact(*density),
                spring.join(", ")
            );
        }
        let [young, poisson, density] = [*young, *poisson, *density].map(exact);
        format!(
            "O.materials.append(FrictMat(label=\"{name}\", young={young}, poisson={poisson}, density={density}, frictionAngle={friction}))"
        )
    };
    let damping = ["en", "betan", "betas", GAMMA].into_iter();
    let damping = damping.filter_map(|key| Some(format!("{key}={}", exact(parameters.numbers.get(key)?))));
    let physics = damping.collect::<Vec<_>>().join(", ");
    let hertzian = if settings.hertzian { "True" } else { "False" };
    let functors = match (hysteretic, parameters.numbers.get(GAMMA)) {
        (true, _) => ["        [Ip2_LudingMat_LudingMat_LudingPhys()],", "        [Law2_ScGeom_LudingPhys_Basic()],"]
            .map(String::from),
        (false, gamma) => {
            let adhesion = if gamma.is_some() { "includeAdhesion=True" } else { "" };
            [
                format!("        [Ip2_FrictMat_FrictMat_MindlinPhys({physics})],"),
                format!("        [Law2_ScGeom_MindlinPhys_Mindlin({adhesion})],"),
            ]
        }
    };
    let [made, law] = functors;
    let engines = [
        "O.engines = [".into(),
        "    ForceResetter(),".into(),
        "    InsertionSortCollider([Bo1_Sphere_Aabb(), Bo1_Wall_Aabb()]),".into(),
        "    InteractionLoop(".into(),
        format!("        [Ig2_Sphere_Sphere_ScGeom(), Ig2_Wall_Sphere_ScGeom(hertzian={hertzian})],"),
        made,
        law,
        "    ),".into(),
        format!("    NewtonIntegrator(damping={}),", exact(settings.damping)),
        "]".into(),
    ];
    materials.iter().map(material).chain(engines).collect()
}
