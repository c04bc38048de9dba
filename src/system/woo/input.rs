//! Woo's Python.

use super::Woo;
use crate::contact::LawError;
use crate::system::Parameters;
use crate::system::export::read;
use crate::system::export::{Input, Terms};

impl Input for Woo {
    fn comment(&self) -> &'static str {
        "#"
    }

    fn material_keys(&self, _: &Parameters) -> Option<[&'static str; 2]> {
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

    fn read(&self, lines: &[String]) -> Option<Parameters> {
        let text = lines.join("\n");
        let attraction = if read::after(&text, "noAttraction=")? == "True" { "true" } else { "false" };
        let marks = [(super::YOUNG, "young="), (super::POISSON, "poisson="), ("en", "en="), ("tanPhi", "tanPhi=")];
        let found = read::frictional(read::numbers(&text, &marks), &["tanPhi"]);
        Some(Parameters::new(found, &[("noAttraction", attraction)]))
    }
}
