//! The properties of a scene that assign a check to subjects: bodies, laws, and the code whose parameters are used.

use crate::bench::record::{CaseRecord, SceneRecord};
use crate::codes;

/// The laws of a contact by axis, as a case names them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Laws {
    pub normal: Option<String>,
    pub damping: Option<String>,
    /// Its form, where it has several: `total-spring`, `coulomb`, `mindlin-deresiewicz`.
    pub tangential: Option<String>,
    pub rolling: Option<String>,
}

impl Laws {
    /// `Hertz + Tsuji + total spring`.
    pub(super) fn words(&self) -> String {
        let named = |(axis, law): (&str, &Option<String>)| law.as_ref().map(|law| law_words(axis, law));
        let axes = [
            ("normal", &self.normal),
            ("damping", &self.damping),
            ("tangential", &self.tangential),
            ("rolling", &self.rolling),
        ];
        axes.into_iter().filter_map(named).collect::<Vec<_>>().join(" + ")
    }
}

/// Name of a law for readers.
pub(super) fn law_words(axis: &str, law: &str) -> String {
    match (axis, law) {
        (_, "hertz") => "Hertz".to_string(),
        (_, "hooke") => "Hooke".to_string(),
        (_, "tsuji") => "Tsuji".to_string(),
        (_, "jkr") => "JKR".to_string(),
        (_, "dmt") => "DMT".to_string(),
        (_, "walton-braun") => "Walton-Braun".to_string(),
        (_, "kuwabara-kono") => "Kuwabara-Kono".to_string(),
        (_, "hunt-crossley") => "Hunt-Crossley".to_string(),
        (_, "cundall-strack") => "Cundall-Strack".to_string(),
        (_, "mindlin-deresiewicz") => "Mindlin-Deresiewicz".to_string(),
        (_, "incremental" | "rescaled") => format!("{law} spring"),
        ("rolling", law) => format!("{} rolling torque", law.replace('-', " ")),
        (_, law) => law.replace('-', " "),
    }
}

/// A code, and how its documentation is read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Dialect {
    pub system: String,
    pub reading: String,
    /// As the case names it; empty for the present one.
    pub release: String,
}

/// The properties of a scene by which checks are grouped.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Setup {
    /// Whether one of the bodies is a wall.
    pub wall: bool,
    /// Whether it is a loading path instead of an impact.
    pub path: bool,
    pub laws: Laws,
    /// The code in whose parameters the contact is written.
    pub dialect: Option<Dialect>,
}

impl Setup {
    pub(super) fn of(scene: &SceneRecord) -> Self {
        let word = |path: &str| scene.parameter(path).map(|p| p.text.clone());
        let tangential = word("contact.tangential");
        let form = tangential.as_ref().and_then(|law| word(&format!("contact.tangential.{law}.form")));
        Self {
            wall: scene.parameters.iter().any(|p| p.path.starts_with("body.") && p.path.ends_with(".normal")),
            path: scene.parameters.iter().any(|p| p.path.starts_with("path.")),
            laws: Laws {
                normal: word("contact.normal"),
                damping: word("contact.damping"),
                tangential: form.or(tangential),
                rolling: word("contact.rolling"),
            },
            dialect: scene.dialect.as_ref().map(|d| Dialect {
                system: d.system.clone(),
                reading: d.reading.clone(),
                release: word(&format!("contact.{}.release", d.system)).unwrap_or_default(),
            }),
        }
    }
}

/// The distinct setups of a case, and the index of the setup of each scene.
pub(super) fn setups(case: &CaseRecord) -> (Vec<Setup>, Vec<usize>) {
    let mut found: Vec<Setup> = Vec::new();
    let of_scene = case.scenes.iter().map(|scene| {
        let setup = Setup::of(scene);
        found.iter().rposition(|known| *known == setup).unwrap_or_else(|| {
            found.push(setup);
            found.len() - 1
        })
    });
    let of_scene = of_scene.collect();
    (found, of_scene)
}

/// A code as people write it: `LAMMPS`; a program of the user's own has the name of its declaration.
pub fn code_title(name: &str) -> String {
    let title = codes::find(name).and_then(|system| system.card.title.split(':').next());
    title.map_or_else(|| name.to_string(), str::to_string)
}
