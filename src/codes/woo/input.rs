//! Writes and reads Python code for Woo.

use super::Woo;
use super::adhesive::{ALPHA, ENERGY};
use crate::codes::Parameters;
use crate::codes::export::read;
use crate::codes::export::{Input, InputData};
use crate::law::LawError;
use crate::number::exact;

impl Input for Woo {
    fn material_keys(&self, _: &Parameters) -> Option<[&'static str; 2]> {
        Some([super::YOUNG, super::POISSON])
    }

    fn lines(&self, data: &InputData) -> Result<Vec<String>, LawError> {
        // 1 is without damping, and neither has 0.
        let en = if data.params.numbers.get("en").is_some() { data.params.text("en")? } else { "1".into() };
        let energy =
            |key| data.params.numbers.get(key).map_or(String::new(), |value| format!(", {key}={}", exact(value)));
        let adhesion = format!("{}{}", energy(ENERGY), energy(ALPHA));
        let attraction = if data.params.word_or_empty("noAttraction") == "false" { "False" } else { "True" };
        Ok(vec![
            "import woo.dem".into(),
            format!(
                "material = woo.dem.HertzMat(young={}, density={}, tanPhi={}{adhesion})",
                data.params.text(super::YOUNG)?,
                data.density(),
                data.params.text_or_zero("tanPhi")
            ),
            "S.engines = [".into(),
            // 0.2 unless it is said.
            "    woo.dem.Leapfrog(damping=0, reset=True),".into(),
            "    woo.dem.InsertionSortCollider([woo.dem.Bo1_Sphere_Aabb(), woo.dem.Bo1_Wall_Aabb()]),".into(),
            "    woo.dem.ContactLoop(".into(),
            "        [woo.dem.Cg2_Sphere_Sphere_L6Geom(), woo.dem.Cg2_Wall_Sphere_L6Geom()],".into(),
            format!(
                "        [woo.dem.Cp2_HertzMat_HertzPhys(poisson={}, en={en})],",
                data.params.text(super::POISSON)?
            ),
            format!("        [woo.dem.Law2_L6Geom_HertzPhys_DMT(noAttraction={attraction})],"),
            "    ),".into(),
            "]".into(),
        ])
    }

    fn read(&self, lines: &[String]) -> Option<Parameters> {
        let text = lines.join("\n");
        let attraction = if read::after(&text, "noAttraction=")? == "True" { "true" } else { "false" };
        let marks = [
            (super::YOUNG, "young="),
            (super::POISSON, "poisson="),
            ("en", "en="),
            ("tanPhi", "tanPhi="),
            (ENERGY, "surfEnergy="),
            (ALPHA, "alpha="),
        ];
        let found = read::frictional(read::numbers(&text, &marks), &["tanPhi"]);
        if found.iter().any(|(key, _)| *key == ENERGY) {
            // `en=1` is no damping.
            return Some(Parameters::new(found, &[]).without(&["en"]));
        }
        Some(Parameters::new(found, &[("noAttraction", attraction)]))
    }
}
