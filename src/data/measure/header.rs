//! Headers of a table: words, units, titles above them, two lines of them, other languages.

use crate::units::{self, Dimension};

/// What a header may have the unit of behind a stroke.
const IN_HEADERS: &[Dimension] = &[
    Dimension::Length,
    Dimension::Time,
    Dimension::Speed,
    Dimension::Angle,
    Dimension::AngularSpeed,
    Dimension::Force,
    Dimension::Mass,
];

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
    ("force", "kraft, fuerza, forza"),
    ("contact time", "kontaktzeit, stoßdauer, temps de contact, tiempo de contacto, tempo di contatto"),
    (
        "restitution",
        "stoßzahl, stosszahl, restitutionskoeffizient, coefficient de restitution, coeficiente de restitución, \
         coeficiente de restitucion, coefficiente di restituzione",
    ),
];

/// Words of a measurement that was repeated.
pub(super) const REPEATED: [&str; 14] = [
    "trial",
    "run",
    "repeat",
    "repetition",
    "replicate",
    "test",
    "try",
    "attempt",
    "measurement",
    "reading",
    "throw",
    "messung",
    "versuch",
    "essai",
];

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
    /// `Height (cm)`, `height [cm]`, `height / cm`, `height/(cm)`, `height in cm` and `height_cm` are the same.
    pub fn new(text: &str) -> Self {
        let text = text.trim();
        let bracketed = |open, close| {
            let inner = text.strip_suffix(close)?;
            let at = inner.rfind(open)?;
            Some((inner.get(..at)?, inner.get(at + 1..)?.trim()))
        };
        // `v_in` is a speed, and in no inches; of the strokes of `speed / m/s` the second is in the unit.
        let behind_blank = text.rsplit_once('_').filter(|(_, unit)| *unit != "in");
        let tails = [text.rsplit_once(" in "), behind_blank, text.split_once('/'), text.rsplit_once('/')];
        let mut tails =
            tails.into_iter().flatten().filter(|(_, unit)| is_unit(unit)).map(|(name, unit)| (name, unit.trim()));
        let split = bracketed('(', ')').or_else(|| bracketed('[', ']')).or_else(|| tails.next());
        let (name, unit) = split.map_or((text, None), |(name, unit)| (name, Some(symbol(unit))));
        let name = name.trim_end().trim_end_matches('/');
        let words: Vec<String> = name
            .split(|c: char| c.is_whitespace() || c == '_')
            .filter(|w| !w.is_empty())
            .map(str::to_lowercase)
            .collect();
        let original = words.join(" ");
        let error = ERRORS.iter().find_map(|word| original.strip_suffix(word)?.strip_suffix(' '));
        let read = error.map_or_else(|| english(&original), |of| format!("{} sigma", english(of)));
        let pixels = ["px", "pixel", "pixels", "frame", "frames"];
        let unit = unit.filter(|unit| unit != "-" && unit != "1" && !pixels.contains(&unit.to_lowercase().as_str()));
        Self { text: text.to_string(), words: read, original, unit, mapped: false }
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
        rest.is_empty()
            || number.parse::<u16>().is_ok() && REPEATED.iter().chain(&[""]).any(|word| what.trim() == *word)
    };
    let names = FOREIGN.iter().flat_map(|(name, foreign)| foreign.split(", ").map(move |foreign| (name, foreign)));
    let mut known = names.filter_map(|(name, foreign)| {
        let rest = words.strip_prefix(foreign)?;
        ((rest.is_empty() || rest.starts_with(' ')) && is_counted(rest)).then(|| format!("{name}{rest}"))
    });
    known.next().unwrap_or_else(|| words.to_string())
}

/// `m/s2` of `m/s^2` and `m/s²`, `in` of `inches`.
fn symbol(unit: &str) -> String {
    match unit {
        "inch" | "inches" | "\"" => "in".to_string(),
        "foot" | "feet" | "'" => "ft".to_string(),
        _ => unit.replace('^', "").replace('²', "2").replace('³', "3"),
    }
}

/// Whether a header may state this unit.
fn is_unit(text: &str) -> bool {
    IN_HEADERS.iter().any(|&dimension| units::in_unit("1", text.trim(), dimension).is_ok())
}

/// Whether a cell is a number, or marks a missing one.
pub(super) fn is_value(cell: &str) -> bool {
    is_gap(cell) || cell.replace(',', ".").replace('\u{2212}', "-").parse::<f64>().is_ok()
}

/// Whether a line is a title above the headers: one cell above a line of several texts, or fewer cells than columns above names that
/// are different, and known, without it.
pub(super) fn is_title(line: &[&str], next: &[&str]) -> bool {
    let filled = |cells: &[&str]| cells.iter().filter(|cell| !cell.is_empty()).count();
    let has_unit = |cell: &&&str| Header::new(cell).unit.is_some_and(|unit| is_unit(&unit));
    // A name with a unit, above names without, spans them.
    let spans = line.iter().any(|cell| has_unit(&cell)) && !next.iter().any(|cell| has_unit(&cell));
    let different = || next.iter().enumerate().all(|(at, cell)| !cell.is_empty() && !next[..at].contains(cell));
    let known = |cell: &&str| FOREIGN.iter().any(|(name, _)| Header::new(cell).words == *name);
    let complete = filled(line) < filled(next) && !line.iter().any(|cell| has_unit(&cell)) && different();
    let title = filled(line) <= 1 && !spans || complete && next.iter().any(known);
    // Titles may be several lines of one cell.
    let again = || filled(next) == 1 && filled(line) == 1 && !line.iter().any(|cell| has_unit(&cell) || known(cell));
    title
        && (filled(next) > 1 || again() && joined(line, next).is_none())
        && next.iter().all(|cell| cell.is_empty() || !is_value(cell))
}

/// Whether a line has names of columns, known or in `named` or with a unit, above numbers or above a line of units.
pub(super) fn heads(line: &[&str], below: &[&str], named: &[&str]) -> bool {
    let column = |cell: &&str| {
        let header = Header::new(cell);
        let known = FOREIGN.iter().any(|(name, _)| header.words == *name);
        !header.words.is_empty() && (known || header.unit.is_some() || named.contains(cell))
    };
    let number = |cell: &&str| !cell.is_empty() && is_value(cell);
    line.iter().any(column) && !line.iter().any(number) && (below.iter().any(number) || joined(line, below).is_some())
}

/// One line of headers of two: units below names, or names or counts below names that span several columns.
pub(super) fn joined(upper: &[&str], lower: &[&str]) -> Option<Vec<String>> {
    let texts = || lower.iter().filter(|cell| !cell.is_empty());
    let counts = texts().filter(|cell| is_value(cell)).zip(1..).all(|(cell, count)| *cell == count.to_string());
    if upper.len() != lower.len() || texts().count() == 0 || !counts {
        return None;
    }
    let unit = |cell: &str| {
        let inner = cell.trim_start_matches(['(', '[']).trim_end_matches([')', ']']).trim();
        (is_unit(inner) || matches!(inner, "-" | "1" | "px")).then(|| inner.to_string())
    };
    let numbered = texts().any(|cell| is_value(cell));
    if !numbered && lower.iter().all(|cell| cell.is_empty() || unit(cell).is_some()) {
        let with = |(name, cell): (&&str, &&str)| match unit(cell) {
            Some(unit) => format!("{name} ({unit})"),
            None => (*name).to_string(),
        };
        return Some(upper.iter().zip(lower).map(with).collect());
    }
    let spanned =
        |(above, below): (&&str, &&str)| above.is_empty() && !below.is_empty() && (!numbered || is_value(below));
    if !upper.iter().zip(lower).any(spanned) || upper.iter().any(|cell| is_value(cell) && !cell.is_empty()) {
        return None;
    }
    let mut span = "";
    let names = upper.iter().zip(lower).map(|(above, below)| {
        span = if above.is_empty() { span } else { above };
        match span
            .rfind(['(', '['])
            .filter(|_| span.ends_with([')', ']']) && unit(below).is_none_or(|unit| unit == "1"))
        {
            _ if above.is_empty() && below.is_empty() => String::new(),
            // The unit of all columns below a name stands with it.
            Some(at) => format!("{} {below} {}", span[..at].trim(), &span[at..]),
            None => format!("{span} {below}").trim().to_string(),
        }
    });
    Some(names.collect())
}

/// Whether a cell marks a missing number.
pub(super) fn is_gap(cell: &str) -> bool {
    // Of six languages, without their points and blanks: not measured, keine Angabe, sans donnée.
    const GAPS: [&str; 22] = [
        "nan", "na", "n/a", "#n/a", "#nv", "null", "none", "missing", "nm", "n/m", "nd", "n/d", "ka", "k/a", "sd",
        "ns", "fehlt", "-", "--", "\u{2013}", "\u{2014}", "?",
    ];
    // `#DIV/0!`, `#WERT!` of a spreadsheet.
    let failed = cell.starts_with('#') && (cell.ends_with('!') || cell.ends_with('?'));
    if cell.is_empty() || failed {
        return true;
    }
    // Most cells are numbers.
    if cell.len() > 16 || cell.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let bare: String = cell.chars().filter(|c| *c != '.' && !c.is_whitespace()).flat_map(char::to_lowercase).collect();
    GAPS.contains(&bare.as_str())
}

/// What to do about `64 cm` in a cell.
pub(super) const UNITS_IN_CELLS: &str =
    "units in cells are not read: write the numbers alone, all in one unit, and that unit in the header";

/// Whether a cell is a number with its unit, `64 cm`.
pub(super) fn has_unit(cell: &str) -> bool {
    let end = cell.find(|c: char| c.is_alphabetic() || c == '\u{b5}').unwrap_or(0);
    let (number, unit) = cell.split_at(end);
    number.trim().replace(',', ".").parse::<f64>().is_ok() && is_unit(unit)
}

/// How to write a value that has its error beside it, `64 ± 1`, or its unit, `64 cm`.
pub(super) fn alone(cell: &str, words: &str) -> Option<String> {
    let Some((value, error)) = ["\u{b1}", "+-", "+/-"].iter().find_map(|sign| cell.split_once(sign)) else {
        return has_unit(cell).then(|| UNITS_IN_CELLS.to_string());
    };
    let (value, error, words) = (value.trim(), error.trim(), words.trim_end_matches(" height"));
    Some(format!(
        "write {value} here and {error} in a column `{words} sigma`: one standard deviation, not the largest error"
    ))
}
