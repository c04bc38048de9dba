//! The headers of a measurement: what each means, in other languages too.

use crate::data::table::{is_plain, name_and_unit};

/// Other words, of other languages too, that mean one column and no other.
const FOREIGN: &[(&str, &str)] = &[
    (
        "drop height",
        "initial height, release height, start height, starting height, height of drop, height of release, valhoogte, \
         beginhoogte, starthoogte, fallhöhe, fallhoehe, starthöhe, abwurfhöhe, hauteur de chute, hauteur initiale, \
         altura de caída, altura de caida, altura inicial, altezza di caduta, altezza iniziale",
    ),
    (
        "rebound height",
        "bounce height, return height, height of bounce, height of rebound, stuiterhoogte, stuithoogte, \
         terugstuithoogte, terugkaatshoogte, sprunghöhe, rückprallhöhe, rueckprallhoehe, rückprall, rücksprunghöhe, rücksprung, \
         hauteur de rebond, hauteur du rebond, rebond, altura de rebote, altura del rebote, rebote, altezza di \
         rimbalzo, altezza del rimbalzo, rimbalzo",
    ),
    ("height", "höhe, hoehe, hauteur, altura, altezza, hoogte"),
    ("interval", "intervall, zeitintervall, zeitabstand, intervalle, intervalo, intervallo"),
    ("throw", "wurf, versuch, lancer, essai, lanzamiento, ensayo, lancio, prova"),
    ("time", "zeit, temps, tiempo, tempo"),
    ("frame", "bild, bild nr, bild nr., bildnummer, einzelbild, fotogramma, fotograma"),
    ("speed", "geschwindigkeit, aufprallgeschwindigkeit, vitesse, velocidad, velocità, velocita"),
    (
        "impact angle",
        "angle of incidence, incidence angle, incident angle, einfallswinkel, angle d'incidence, ángulo de incidencia",
    ),
    (
        "rebound angle",
        "angle of rebound, angle of reflection, ausfallswinkel, abprallwinkel, angle de rebond, ángulo de rebote",
    ),
    ("force", "kraft, fuerza, forza"),
    ("contact time", "kontaktzeit, stoßdauer, temps de contact, tiempo de contacto, tempo di contatto"),
    (
        "restitution",
        "stoßzahl, stosszahl, restitutionskoeffizient, coefficient de restitution, coeficiente de restitución, \
         coeficiente de restitucion, coefficiente di restituzione",
    ),
];

/// Words of a measurement that was repeated.
pub(super) const REPEATED: &str = "trial, run, repeat, repetition, replicate, test, try, attempt, measurement, reading, throw, messung, versuch, essai";

/// Whether a word is one of a list.
pub(super) fn is_one(word: &str, list: &str) -> bool {
    list.split(", ").any(|known| known == word)
}

/// Whether a header is of a rebound height.
pub fn is_rebound(words: &str) -> bool {
    const OTHERS: [&str; 10] =
        ["sigma", "spin", "angle", "speed", "velocity", "note", "remark", "comment", "date", "number"];
    let bounced = words.contains("bounce") && words.contains("height") && !words.contains("drop");
    (bounced || words.contains("rebound")) && !OTHERS.iter().any(|other| words.contains(other))
}

/// Words of one standard deviation behind what it is of.
const ERRORS: [&str; 7] = ["error", "uncertainty", "\u{b1}", "+-", "+/-", "standard deviation", "std"];

/// One header: what it is called, and the unit behind it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Header {
    /// As in the file.
    pub text: String,
    /// Lower case, single blanks, without the unit; what the column is mapped to, where it is.
    pub words: String,
    /// Likewise, as the file has it.
    pub original: String,
    pub unit: Option<String>,
    /// Whether the case or the command line says what it is.
    pub mapped: bool,
}

impl Header {
    /// Name and unit of a header, as [`name_and_unit`] takes them apart.
    pub fn new(text: &str) -> Self {
        let text = text.trim();
        let (name, unit) = name_and_unit(text);
        let words: Vec<String> = name
            .split(|c: char| c.is_whitespace() || c == '_')
            .filter(|w| !w.is_empty())
            .map(|word| word.to_lowercase().replace('\u{2206}', "\u{3b4}"))
            .collect();
        let original = words.join(" ");
        let error = ERRORS.iter().find_map(|word| original.strip_suffix(word)?.strip_suffix(' '));
        let read = error.map_or_else(|| english(&original), |of| format!("{} sigma", english(of)));
        let unit = unit.filter(|unit| !is_plain(unit));
        Self { text: text.to_string(), words: read, original, unit, mapped: false }
    }

    /// Whether it names a column that some table is known to have.
    pub fn is_known(&self) -> bool {
        FOREIGN.iter().any(|(name, _)| self.words == *name)
    }

    /// Whether the file has other words.
    pub fn is_foreign(&self) -> bool {
        self.words != self.original
    }
}

/// The words of a column that has a name in one of five languages, `rückprall 2` or `rückprall versuch 2` for one.
fn english(words: &str) -> String {
    let is_counted = |rest: &str| {
        let (what, number) = rest.rsplit_once(' ').unwrap_or(("", rest));
        rest.is_empty() || number.parse::<u16>().is_ok() && (what.trim().is_empty() || is_one(what.trim(), REPEATED))
    };
    let names = FOREIGN.iter().flat_map(|(name, foreign)| foreign.split(", ").map(move |foreign| (name, foreign)));
    let mut known = names.filter_map(|(name, foreign)| {
        let rest = words.strip_prefix(foreign)?;
        ((rest.is_empty() || rest.starts_with(' ')) && is_counted(rest)).then(|| format!("{name}{rest}"))
    });
    known.next().unwrap_or_else(|| words.to_string())
}
