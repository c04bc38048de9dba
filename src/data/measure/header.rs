//! The headers of a measurement: titles above them, two lines of them, what separates the cells, other languages.

use crate::data::table::{Fault, Lines, Row, is_blank, is_unit, is_value, name_and_unit};
use crate::error::Error;

/// Most lines above the headers.
const MOST_TITLES: usize = 40;

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
    /// Name and unit of a header, as [`name_and_unit`] takes them apart.
    pub fn new(text: &str) -> Self {
        let text = text.trim();
        let (name, unit) = name_and_unit(text);
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

/// The headers, titles above them passed over and two lines of them made one, and what separates the cells; `named` are headers that the
/// case or the command line names.
pub(super) fn head(name: &str, lines: &mut Lines, named: &[&str]) -> Result<(Vec<String>, u8), Error> {
    let empty = || Error::wrong(format!("{name}: the file is empty; it begins with a line of headers"));
    let of = |fault: Fault| fault.of(name);
    let (mut given, mut titles) = (None, Vec::new());
    loop {
        let Some(line) = lines.next().map_err(of)? else { return Err(empty()) };
        let (line, number) = (line.text.trim_matches(['\r', ' ']).to_string(), line.number);
        if let Some(separator) = line.strip_prefix("sep=").and_then(|rest| rest.bytes().next()) {
            given = Some(separator);
            continue;
        }
        let (next, ahead) = lines.peek().map_err(of)?.unwrap_or_default();
        let comment = line.starts_with('#') && !next.is_empty();
        if (is_blank(&line) || comment) && titles.len() < MOST_TITLES {
            if next.is_empty() {
                return Err(empty());
            }
            titles.push(number);
            continue;
        }
        // One column of decimal commas.
        let lone = !line.contains(',') && is_value(&next);
        let separator = given.or_else(|| separator(&line)).unwrap_or(match lone {
            _ if columned(&line, &next) => b' ',
            true => b';',
            false => b',',
        });
        let below = given.or_else(|| self::separator(&next)).unwrap_or(if separator == b' ' { b' ' } else { b',' });
        let (above, under) = (Row::of(&line, separator), Row::of(&next, below));
        let (above, under): (Vec<&str>, Vec<&str>) = (above.iter().collect(), under.iter().collect());
        let joined = joined(&above, &under);
        let headed = || heads(&above, &under, named) || joined.is_some();
        if titles.len() < MOST_TITLES
            && (is_title(&above, &under) || !headed() && follow(lines, given, named).map_err(of)?)
        {
            titles.push(number);
            continue;
        }
        let mut texts = match joined.filter(|_| separator == below && ahead == 1) {
            Some(texts) => {
                lines.next().map_err(of)?;
                lines.notes.push(format!("lines {number} and {} are read as one line of headers", number + 1));
                texts
            }
            None => above.iter().map(ToString::to_string).collect(),
        };
        let filled = texts.iter().rposition(|text| !text.is_empty()).map_or(1, |last| last + 1);
        texts.truncate(filled);
        if !titles.is_empty() {
            lines.notes.push(match titles[..] {
                [line] => format!("line {line} is above the headers and not read"),
                _ => format!("{} lines above the headers are not read", titles.len()),
            });
        }
        return Ok((texts, separator));
    }
}

/// What separates the cells of a line, where it is no comma.
fn separator(line: &str) -> Option<u8> {
    [b'\t', b';'].into_iter().find(|separator| line.as_bytes().contains(separator))
}

/// Whether blanks separate the cells: numbers below as many words.
fn columned(line: &str, next: &str) -> bool {
    let numbers = next.split_whitespace().filter(|cell| is_value(cell)).count();
    let words = || line.split_whitespace();
    let texts = !line.contains(',') && !words().any(is_value);
    texts && numbers > 1 && numbers == next.split_whitespace().count() && numbers == words().count()
}

/// Whether headers follow, below lines of a title with at most one number each: `Operator;A. B.`, `Mass (g);46`.
fn follow(lines: &mut Lines, given: Option<u8>, named: &[&str]) -> Result<bool, Fault> {
    let parts = |text: &str| Row::of(text, given.or_else(|| separator(text)).unwrap_or(b','));
    let lines: Vec<Row> = lines.look(MOST_TITLES)?.map(parts).filter(|line| !line.iter().all(str::is_empty)).collect();
    for pair in lines.windows(2) {
        let [line, below] = [0, 1].map(|at| pair[at].iter().collect::<Vec<&str>>());
        let filled = || line.iter().filter(|cell| !cell.is_empty());
        if filled().count() > 1 && heads(&line, &below, named) {
            return Ok(true);
        }
        if filled().filter(|cell| is_value(cell)).count() > 1 {
            return Ok(false);
        }
    }
    Ok(false)
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
