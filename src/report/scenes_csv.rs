//! `scenes.csv`: what each scene name stands for.

use super::Reporter;
use super::files::write_table;
use super::table::{Cell, cells};

const COLUMNS: &str = "case scene parameter value unit";

/// A choice (the name of a material) is written as its word, without a unit.
pub const SCENES_CSV: Reporter = Reporter {
    name: "scenes.csv",
    about: "every parameter of every scene, in SI",
    write: |context, folder| {
        write_table(context, folder, "scenes.csv", COLUMNS, |record, out| {
            for case in &record.cases {
                for scene in &case.scenes {
                    for parameter in &scene.parameters {
                        let value = parameter.value.map_or(Cell::from(parameter.word.as_deref()), Cell::from);
                        let [case, scene, path, unit] =
                            cells![&case.name, &scene.name, &parameter.path, &parameter.unit];
                        out.write_record([case, scene, path, value, unit])?;
                    }
                }
            }
            Ok(())
        })
    },
};
