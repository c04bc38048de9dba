//! Writes and reads PFC's contact model assignment table.

use super::Pfc;
use crate::codes::Parameters;
use crate::codes::export::read;
use crate::codes::export::{Input, InputData};
use crate::law::LawError;
use crate::number::exact;

impl Input for Pfc {
    fn lines(&self, data: &InputData) -> Result<Vec<String>, LawError> {
        let [shear, poisson] = match (data.params.numbers.get("hz_shear"), &data.material) {
            (None, Some(material)) => {
                [exact(material.young / (2.0 * (1.0 + material.poisson))), exact(material.poisson)]
            }
            _ => [data.params.text("hz_shear")?, data.params.text("hz_poiss")?],
        };
        let mut line =
            "contact cmat default model hertz inheritance hz_shear off hz_poiss off fric off property".to_string();
        line.push_str(&format!(" hz_shear {shear} hz_poiss {poisson} fric {}", data.params.text_or_zero("fric")));
        for key in ["hz_alpha", "rgap", "dp_nratio", "dp_sratio", "dp_alpha"] {
            if data.params.numbers.get(key).is_some() {
                line.push_str(&format!(" {key} {}", data.params.text(key)?));
            }
        }
        if !data.params.word_or_empty("hz_mode").is_empty() {
            line.push_str(&format!(" hz_mode {}", data.params.word_or_empty("hz_mode")));
        }
        line.push_str(&format!(" dp_mode {}", data.params.word_or_empty("dp_mode")));
        Ok(vec![line, "contact cmat apply".into()])
    }

    fn read(&self, lines: &[String]) -> Option<Parameters> {
        let (_, properties) = lines.first()?.split_once(" property")?;
        let keys = ["hz_shear", "hz_poiss", "hz_alpha", "rgap", "dp_nratio", "dp_sratio", "dp_alpha", "fric"];
        let found = keys.into_iter().filter_map(|key| Some((key, read::number(properties, &format!(" {key} "))?)));
        let mut words = vec![("dp_mode", read::after(properties, " dp_mode ")?)];
        words.extend(read::after(properties, " hz_mode ").map(|mode| ("hz_mode", mode)));
        Some(Parameters::new(read::frictional(found.collect(), &["fric"]), &words))
    }

    fn notes(&self, data: &InputData) -> Vec<String> {
        let odd = data.params.numbers.get("hz_alpha").is_some() || data.params.numbers.get("dp_alpha").is_some();
        let unit =
            "an exponent other than the default makes the numbers depend on the unit of length: they are for metres";
        if odd { vec![unit.into()] } else { Vec::new() }
    }
}
