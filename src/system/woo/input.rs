//! Woo's Python.

use super::Woo;
use crate::contact::LawError;
use crate::scene::Scene;
use crate::system::export::{Input, Terms};

impl Input for Woo {
    fn comment(&self) -> &'static str {
        "#"
    }

    fn material_keys(&self) -> Option<[&'static str; 2]> {
        Some([super::YOUNG, super::POISSON])
    }

    fn lines(&self, terms: &Terms) -> Result<Vec<String>, LawError> {
        // 1 has no damping, and neither has 0.
        let en = if terms.get("en").is_some() { terms.number("en")? } else { "1".into() };
        let attraction = if terms.word("noAttraction") == "false" { "False" } else { "True" };
        Ok(vec![
            "import woo.dem".into(),
            format!(
                "material = woo.dem.FrictMat(young={}, density={}, tanPhi={})",
                terms.number(super::YOUNG)?,
                terms.density(),
                terms.number_or_zero("tanPhi")
            ),
            "S.engines = [".into(),
            // 0.2 unless it is said.
            "    woo.dem.Leapfrog(damping=0, reset=True),".into(),
            "    woo.dem.InsertionSortCollider([woo.dem.Bo1_Sphere_Aabb(), woo.dem.Bo1_Wall_Aabb()]),".into(),
            "    woo.dem.ContactLoop(".into(),
            "        [woo.dem.Cg2_Sphere_Sphere_L6Geom(), woo.dem.Cg2_Wall_Sphere_L6Geom()],".into(),
            format!(
                "        [woo.dem.Cp2_FrictMat_HertzPhys(poisson={}, en={en}, alpha=0, gamma=0)],",
                terms.number(super::POISSON)?
            ),
            format!("        [woo.dem.Law2_L6Geom_HertzPhys_DMT(noAttraction={attraction})],"),
            "    ),".into(),
            "]".into(),
        ])
    }

    fn parts(&self, scene: &Scene) -> Vec<String> {
        let mut parts = Vec::new();
        if scene.bodies[1].is_wall() {
            parts.push(
                "at a Wall the code takes R* = R/2: same restitution, duration and overlap 2^(1/5) = 1.1487 times"
                    .to_string(),
            );
        }
        if scene.force.C != 0.0 && scene.shear.is_some_and(|shear| shear.friction > 0.0) {
            parts.push("Woo stores a viscous tangential force in its spring: no law of this bench".to_string());
        }
        parts
    }
}
