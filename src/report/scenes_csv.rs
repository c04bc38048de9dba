//! `scenes.csv`: what each scene name stands for.

use super::csv_table::CsvTable;
use crate::number::{exact, label};

/// A choice (the name of a material) is written as its word, without a unit.
pub const SCENES_CSV: CsvTable = CsvTable {
    name: "scenes.csv",
    about: "every parameter of every scene, in SI",
    columns: &["case", "scene", "parameter", "value", "unit"],
    rows: |record, out| {
        for case in &record.cases {
            for scene in &case.scenes {
                for parameter in &scene.parameters {
                    let value = match (parameter.value, &parameter.word) {
                        (Some(number), _) => exact(number),
                        (None, Some(word)) => word.clone(),
                        (None, None) => String::new(),
                    };
                    let [case, scene, value] = [&case.name, &scene.name, &value].map(|text| label(text));
                    out.write_record([&*case, &*scene, &parameter.path, &*value, &parameter.unit])?;
                }
            }
        }
        Ok(())
    },
};
