//! Colour, marker, dash and name of each solver, scheme, theory, law, code and dataset, the same in every figure.

use plotters::style::RGBColor;

use super::style::{COLOURS, DASHED, DOTTED, Dash, INK, MEASURED, Marker, SOLID};
use crate::bench::record::CaseRecord;
use crate::codes;
use crate::collide::schemes;
use crate::theory::ORACLES;

/// Colours of 3 to 1 on paper at least, apart for readers with any colour vision as far as nine colours can be: after
/// Okabe and Ito, the pale ones darkened.
pub const PALETTE: [RGBColor; 9] = {
    let mut palette = [INK; 9];
    let mut at = 0;
    while at < palette.len() {
        palette[at] = COLOURS[at].1;
        at += 1;
    }
    palette
};
/// The exact solution of partial slip: beside the reference, which is black.
pub const EXACT: RGBColor = RGBColor(0x50, 0x50, 0x50);

const DASHES: [Dash; 5] = [SOLID, DASHED, DOTTED, &[30.0, 12.0, 8.0, 12.0], &[44.0, 16.0]];

/// Colour, shape of points, dash of lines, and name.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    pub name: String,
    pub colour: RGBColor,
    pub shape: Marker,
    pub dash: Dash,
}

/// Name in records, name in print, and places in [`PALETTE`], [`Marker::ALL`] and `DASHES`.
pub type Row = (&'static str, &'static str, usize, usize, usize);

/// All built-in names. No two of one table have the same colour, shape and dash.
pub const TABLES: [&[Row]; 4] = [CODES, SCHEMES, THEORIES, LAWS];

pub const CODES: &[Row] = &[
    ("lammps", "LAMMPS", 1, 0, 1),
    ("liggghts", "LIGGGHTS", 0, 1, 2),
    ("yade", "YADE", 2, 2, 3),
    ("kratos", "Kratos", 3, 3, 4),
    ("mercurydpm", "MercuryDPM", 7, 4, 1),
    ("musen", "MUSEN", 6, 0, 2),
    ("woo", "Woo", 5, 1, 3),
    ("pfc", "PFC", 8, 2, 4),
    ("hybird", "HYBIRD", 4, 3, 1),
    ("edem", "EDEM", 1, 4, 2),
];

pub const SCHEMES: &[Row] = &[
    ("velocity-verlet", "velocity Verlet", 1, 0, 1),
    ("leapfrog", "leapfrog", 4, 1, 2),
    ("velocity-verlet-implicit", "velocity Verlet, implicit", 2, 2, 3),
    ("position-verlet", "position Verlet", 3, 3, 4),
    ("forward-euler", "forward Euler", 0, 4, 0),
];

const THEORIES: &[Row] = &[
    ("requested-restitution", "restitution requested", 4, 0, 0),
    ("hertz-impact", "Hertz", 5, 1, 0),
    ("landau-lifshitz", "Landau & Lifshitz", 3, 2, 0),
    ("antypov-elliott", "Antypov & Elliott", 2, 3, 0),
    ("linear-dashpot", "linear dashpot", 0, 4, 0),
    ("kuwabara-kono-series", "Kuwabara & Kono, series", 3, 0, 0),
    ("kuwabara-kono-pade", "Kuwabara & Kono, Padé", 2, 1, 0),
    ("conserved", "conservation laws", 6, 2, 0),
    ("elata-berryman", "Elata & Berryman", 7, 3, 0),
    ("hunt-crossley", "Hunt & Crossley", 8, 4, 0),
    ("jkr-impact", "JKR", 1, 0, 0),
    ("adhesive-path", "adhesive spheres, loading path", 1, 2, 0),
    ("luding-impact", "Luding", 0, 1, 0),
    ("luding-path", "Luding, loading path", 0, 2, 0),
    ("spring-slider-path", "spring with a slider, loading path", 3, 4, 0),
    ("walton-braun-impact", "Walton & Braun", 2, 0, 0),
    ("walton-braun-path", "Walton & Braun, loading path", 2, 2, 0),
    ("thornton-impact", "Thornton", 7, 1, 0),
    ("eepa-impact", "EEPA", 6, 1, 0),
    ("thornton-ning-impact", "Thornton & Ning", 8, 1, 0),
    ("maw-barber-fawcett", "Maw, Barber & Fawcett", 1, 3, 0),
    ("mindlin-deresiewicz", "Mindlin & Deresiewicz", 5, 4, 0),
    ("power-law-impact", "power-law impact", 5, 2, 0),
    ("attracted-hertz-impact", "Hertz with attraction", 6, 0, 0),
    ("popov-jkr-impact", "Popov's fit of JKR", 3, 1, 0),
    ("rigid-body-sliding", "rigid body, sliding", 4, 1, 0),
    ("rigid-body-sticking", "rigid body, sticking", 8, 2, 0),
    ("rigid-impulse", "rigid body, impulse", 5, 0, 0),
    ("zener-plate-impact", "Zener", 7, 4, 0),
    ("constant-restitution", "constant restitution", 4, 3, 0),
];

/// Tangential laws by the names of [`super::all_cases::laws::Law`], normal laws by those of fits.
const LAWS: &[Row] = &[
    ("total spring", "total spring", 0, 2, 0),
    ("incremental spring", "incremental spring", 1, 3, 0),
    ("rescaled spring", "rescaled spring", 2, 4, 4),
    ("constant stiffness", "constant stiffness", 5, 0, 2),
    ("Coulomb", "Coulomb", 6, 1, 2),
    ("constant", "constant restitution", 4, 2, 4),
    ("kuwabara-kono", "Kuwabara & Kono", 3, 3, 1),
    ("power-law", "power law", 5, 4, 3),
    ("thornton", "Thornton", 7, 1, 4),
];

/// How something is drawn. One that ships and is in no table gets a look that no other of its kind has; a name that does not ship gets colour, shape and dash that follow from its letters.
pub fn look(id: &str) -> Look {
    let made = |name: String, colour, shape: usize, dash: usize| {
        let shape = Marker::ALL[shape % Marker::ALL.len()];
        Look { name, colour, shape, dash: DASHES[dash % DASHES.len()] }
    };
    match id {
        "reference" => return made(id.to_string(), INK, 0, 0),
        "Mindlin-Deresiewicz" => return made(id.to_string(), EXACT, 1, 0),
        _ => {}
    }
    if let Some(&(_, name, colour, shape, dash)) = TABLES.iter().copied().flatten().find(|row| row.0 == id) {
        return made(name.to_string(), PALETTE[colour], shape, dash);
    }
    if let Some((colour, shape, dash)) = free(id) {
        return made(id.replace('-', " "), PALETTE[colour], shape, dash);
    }
    // Formulas that one page prints are numbered, and their colours follow one another.
    let (page, number) = id.split_once("-page-").map_or((id, 0), |(page, formula)| {
        (page, formula.trim_start_matches(char::is_alphabetic).parse::<usize>().unwrap_or(0))
    });
    let hash = hash(page);
    let colour = PALETTE[(hash + number) % PALETTE.len()];
    made(maker_name(id).replace('-', " "), colour, hash / 16, hash / 128)
}

/// Places of a code, a scheme or a theory that ships and is in no table.
fn free(id: &str) -> Option<(usize, usize, usize)> {
    let theories = ORACLES.iter().map(|oracle| oracle.card.name).filter(|name| !name.contains("-page-"));
    let schemes = schemes::SCHEMES.iter().map(|scheme| scheme.name());
    let kinds: [(&[Row], Vec<&str>); 3] =
        [(CODES, codes::names().collect()), (SCHEMES, schemes.collect()), (THEORIES, theories.collect())];
    kinds.into_iter().find_map(|(table, names)| place_beside(table, &names, id))
}

/// Places of one of `names` that the table does not have: those that neither the table nor another of the names has.
pub fn place_beside(table: &[Row], names: &[&str], id: &str) -> Option<(usize, usize, usize)> {
    let missing = |name: &&&str| !table.iter().any(|row| row.0 == **name);
    let at = names.iter().filter(missing).position(|name| *name == id)?;
    let dash = table.first().map_or(0, |row| row.4);
    let places = (0..Marker::ALL.len()).flat_map(|shape| (0..PALETTE.len()).map(move |colour| (colour, shape, dash)));
    places.filter(|place| !table.iter().any(|row| (row.2, row.3, row.4) == *place)).nth(at)
}

/// Dashes of further curves of one entity.
pub fn again() -> impl Iterator<Item = Dash> {
    DASHES.into_iter()
}

/// The colour of [`look`].
pub fn colour(id: &str) -> RGBColor {
    look(id).colour
}

/// Theories with their colours beside others that are taken: their own, or else the first that nothing else in the figure has.
pub fn apart<'a>(mut taken: Vec<RGBColor>, theories: impl Iterator<Item = &'a str>) -> Vec<(&'a str, RGBColor)> {
    let ink = |by| {
        let free = [colour(by)].into_iter().chain(PALETTE).find(|ink| !taken.contains(ink));
        taken.extend(free);
        (by, free.unwrap_or(colour(by)))
    };
    theories.map(ink).collect()
}

/// Whether a dataset of a case is an experiment, black or grey then, and its look; the name is author and year.
pub fn dataset(case: &CaseRecord, path: &str) -> (bool, Look) {
    let source = case.sources.iter().find(|source| source.name == path);
    let mut look = look(path);
    if let Some(source) = source {
        look.name = cited(maker_name(path), &source.source).unwrap_or(look.name);
    }
    let measured = source.is_some_and(|source| source.experiment);
    (measured, if measured { experiment(path, look) } else { look })
}

/// How the points of an experiment look: black or grey, and two readings of one have two symbols.
fn experiment(path: &str, look: Look) -> Look {
    let reader = READERS.iter().find(|reader| path.ends_with(reader.0));
    let (shape, grey) = reader.map_or((MEASURED, 0), |reader| (reader.2, reader.3));
    Look { colour: RGBColor(grey, grey, grey), shape, ..look }
}

/// Look and name of fitted measurements: `file` is their first file, `source` their source in the case.
pub fn fitted_to(file: &str, source: &str) -> Look {
    let path = file.rsplit_once('/').map_or(file, |(folder, _)| folder);
    let name = cited(maker_name(path), source).unwrap_or_else(|| "measured".to_string());
    Look { name, ..experiment(path, look(path)) }
}

/// Name of a solver, theory or dataset in legends.
pub fn name(case: &CaseRecord, by: &str) -> String {
    if by.contains('/') { dataset(case, by).1.name } else { look(by).name }
}

/// The last part of a path.
pub fn maker_name(by: &str) -> &str {
    by.rsplit('/').find(|part| !part.is_empty()).unwrap_or(by)
}

/// Suffix of datasets read from the files of a code, the code, and their marker and grey.
const READERS: [(&str, &str, Marker, u8); 3] = [
    ("-kratos", "Kratos", MEASURED, 0),
    ("-mfix", "MFIX", Marker::Square, 0x60),
    ("-pysph", "PySPH", Marker::Up, 0x40),
];

/// `Kharaz et al. 2001 (read in MFIX)`, from `kharaz-2001-mfix` and the citation; `None` where the name has no year of it.
pub fn cited(slug: &str, citation: &str) -> Option<String> {
    let is_year = |word: &&str| word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit());
    let year = slug.split('-').find(is_year)?;
    let (authors, _) = citation.split_once(year)?;
    let authors: Vec<&str> = authors.split([',', '&']).map(str::trim).filter(|name| !name.is_empty()).collect();
    let names = match authors[..] {
        [] => return None,
        [one] => one.to_string(),
        [one, two] => format!("{one} & {two}"),
        [first, ..] => format!("{first} et al."),
    };
    let (_, rest) = slug.split_once(year)?;
    // Whoever read the numbers off the same print tells readings apart.
    if let Some(reader) = READERS.iter().find(|reader| rest.ends_with(reader.0)) {
        return Some(format!("{names} {year} (read in {})", reader.1));
    }
    let rest = rest.trim_matches('-').replace('-', " ");
    Some(if rest.is_empty() { format!("{names} {year}") } else { format!("{names} {year}, {rest}") })
}

/// FNV-1a: the same on every machine.
fn hash(name: &str) -> usize {
    name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)) as usize
}
