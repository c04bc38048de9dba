//! YADE's Python.

use super::{Terms, Writer};
use crate::contact::LawError;
use crate::dialect::{Dialect, yade};

#[derive(Debug)]
pub(super) struct Yade;

impl Writer for Yade {
    fn dialect(&self) -> &'static dyn Dialect {
        &yade::Yade
    }

    fn comment(&self) -> &'static str {
        "#"
    }

    fn material_keys(&self) -> Option<[&'static str; 2]> {
        Some([yade::YOUNG, yade::POISSON])
    }

    fn lines(&self, terms: &Terms) -> Result<Vec<String>, LawError> {
        let physics = match terms.get("betan") {
            Some(_) => format!("betan={}", terms.number("betan")?),
            None => String::new(),
        };
        Ok(vec![
            format!(
                "O.materials.append(FrictMat(label=\"{}\", young={}, poisson={}, density={}, frictionAngle=0))",
                terms.material_name(),
                terms.number(yade::YOUNG)?,
                terms.number(yade::POISSON)?,
                terms.density()
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
}
