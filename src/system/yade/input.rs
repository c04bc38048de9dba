//! YADE's Python.

use super::Yade;
use crate::contact::LawError;
use crate::system::Parameters;
use crate::system::export::read;
use crate::system::export::{Input, Terms};

impl Input for Yade {
    fn comment(&self) -> &'static str {
        "#"
    }

    fn material_keys(&self, _: &Parameters) -> Option<[&'static str; 2]> {
        Some([super::YOUNG, super::POISSON])
    }

    fn lines(&self, terms: &Terms) -> Result<Vec<String>, LawError> {
        let damping = ["betan", "betas"].into_iter().filter(|key| terms.get(key).is_some());
        let damping: Vec<String> =
            damping.map(|key| Ok::<_, LawError>(format!("{key}={}", terms.number(key)?))).collect::<Result<_, _>>()?;
        let physics = damping.join(", ");
        Ok(vec![
            format!(
                "O.materials.append(FrictMat(label=\"{}\", young={}, poisson={}, density={}, frictionAngle={}))",
                terms.material_name(),
                terms.number(super::YOUNG)?,
                terms.number(super::POISSON)?,
                terms.density(),
                terms.number_or_zero("frictionAngle")
            ),
            "O.engines = [".into(),
            "    ForceResetter(),".into(),
            "    InsertionSortCollider([Bo1_Sphere_Aabb(), Bo1_Wall_Aabb()]),".into(),
            "    InteractionLoop(".into(),
            // Without `hertzian` a wall has R* = R/2.
            "        [Ig2_Sphere_Sphere_ScGeom(), Ig2_Wall_Sphere_ScGeom(hertzian=True)],".into(),
            format!("        [Ip2_FrictMat_FrictMat_MindlinPhys({physics})],"),
            "        [Law2_ScGeom_MindlinPhys_Mindlin()],".into(),
            "    ),".into(),
            // 0.2 unless it is said.
            "    NewtonIntegrator(damping=0),".into(),
            "]".into(),
        ])
    }

    fn read(&self, lines: &[String]) -> Option<Parameters> {
        let marks = [
            (super::YOUNG, "young="),
            (super::POISSON, "poisson="),
            ("betan", "betan="),
            ("frictionAngle", "frictionAngle="),
            ("betas", "betas="),
        ];
        let found = read::numbers(&lines.join("\n"), &marks);
        Some(Parameters::new(read::frictional(found, &["frictionAngle", "betas"]), &[]))
    }
}
