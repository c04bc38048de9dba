//! `collisionbench fit TABLE`: describes a table of measurements, and writes a case for it.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs::File;
use std::path::{Path, PathBuf};

use toml_edit::InlineTable;

use super::super::one_case;
use super::super::set::set;
use super::super::{positive, print};
use super::Args;
use super::parts::{self, file_name, read};
use crate::case::edit::with_value;
use crate::case::{CaseValue, FitTemplate, Template, mark_examples, suited, template, values};
use crate::data::measure::sound::SoundRecording;
use crate::data::measure::{Impossible, Mapping, Measurements, OfBall, Wide, unread};
use crate::error::{Diagnostic, Error, cut};
use crate::number::{counted, rounded};
use crate::output;
use crate::report::pictures::{Drawn, sound, track};
use crate::report::run::in_shell;
use crate::units::{Dimension, in_unit};

/// File name endings of tables.
const ENDINGS: [&str; 12] = ["csv", "tsv", "txt", "dat", "wav", "zip", "xlsx", "ods", "xls", "xlsm", "trk", "trz"];
/// What is done with a case that was written.
const THEN: &str = "  then fit it:  collisionbench fit";
/// Doubts and notes that are shown.
const SHOWN: usize = 20;

/// Whether a table is to be fitted, rather than cases.
pub(super) fn is_one(args: &Args) -> bool {
    let is_table = |path: &PathBuf| {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str()))
            || unread(&path.to_string_lossy()).is_some()
            || is_folder(path)
    };
    args.cases.iter().any(is_table)
}

/// Whether it is a folder of tables: with one at least, and with no case and no data set.
fn is_folder(path: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(path) else { return false };
    let names: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().to_lowercase()).collect();
    let ends = |endings: &[&str]| {
        names.iter().any(|name| name.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending)))
    };
    ends(&ENDINGS) && !ends(&["toml"])
}

/// Refuses files that are neither tables nor cases.
pub(super) fn known(args: &Args) -> Result<(), Error> {
    let ending = |path: &PathBuf| path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let strange = |path: &&PathBuf| path.is_file() && ending(path).is_some_and(|ending| ending != "toml");
    match args.cases.iter().filter(|_| !is_one(args)).find(strange) {
        Some(path) => {
            let message = format!("{}: neither a case (.toml) nor a table that is read", path.display());
            Err(Error::with_help(message, format!("tables end in: .{}", ENDINGS.join(", ."))))
        }
        None => Ok(()),
    }
}

pub(super) fn fit(args: &Args) -> Result<(), Error> {
    let (path, files) = tables(args)?;
    let mapping = Mapping { files, ..mapping(args)? };
    let (table, mut text) = match path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("wav")) {
        true => onsets(path)?,
        false => (path.clone(), String::new()),
    };
    let parts = parts::of(args, &table, &mapping)?;
    if parts.is_empty() {
        let found = read(&table, &mapping)?;
        possible(&table, &found, &mapping)?;
        understood(&mut text, &table, &found);
        if let Some(film) = &found.besides.track {
            let place = table.with_extension("track.png");
            picture(&place, &track::draw(film, &file_name(&table)))?;
            let _ = writeln!(text, "  see {}", place.display());
        }
        text.push_str(&parts::question(&found));
        let written = case(args, &table, &found, &mapping, None)?;
        let questioned = one_case::create(&written.iter().map(Written::file).collect::<Vec<_>>(), &[], None)?;
        text.push_str(&written.map_or_else(|| no_case(&found), |written| written.said));
        text.push_str(&questioned);
        return print(&text);
    }
    // Whatever is wrong with one of them is known before any is written.
    let mut cases = Vec::new();
    let mut left = String::new();
    for part in &parts {
        let found = match read(&table, &part.mapping) {
            Ok(found) => found,
            Err(error) => {
                let _ = writeln!(left, "no case for {}:  {}", part.about, error.to_string().trim_end());
                continue;
            }
        };
        possible(&table, &found, &part.mapping)?;
        let mut said = format!("{}\n", part.about);
        understood(&mut said, &table, &found);
        let written = case(args, &table, &found, &part.mapping, Some(&part.name))?;
        if written.is_none() {
            said.push_str(&no_case(&found));
        }
        cases.push((said, written));
    }
    if cases.is_empty() {
        return Err(Error::wrong(left.trim_end()));
    }
    let files = cases.iter().filter_map(|(_, case)| Some(case.as_ref()?.file()));
    left.push_str(&one_case::create(&files.collect::<Vec<_>>(), &[], None)?);
    // What is the same of all is said of the first.
    let mut seen = HashSet::new();
    let mut files = Vec::new();
    for (said, written) in cases {
        files.extend(written.iter().map(|written| in_shell(&written.path.display().to_string()).into_owned()));
        let whole = said + &written.map_or(String::new(), |written| written.said);
        let new = whole.lines().filter(|line| seen.insert(line.to_string()) && !line.starts_with(THEN));
        new.for_each(|line| text.push_str(&format!("{line}\n")));
        text.push('\n');
    }
    print(&format!("{text}{left}{THEN} {}\n", files.join(" ")))
}

/// The first table, and the names of the others: several are read as one, as those of a folder.
fn tables(args: &Args) -> Result<(&PathBuf, Vec<String>), Error> {
    let single = |path: &PathBuf| {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        path.is_file()
            && ending.is_some_and(|ending| {
                ENDINGS.contains(&ending.as_str()) && !["wav", "zip", "trz"].contains(&ending.as_str())
            })
    };
    match &args.cases[..] {
        [path] => Ok((path, Vec::new())),
        [path, others @ ..]
            if args.cases.iter().all(single) && others.iter().all(|other| other.parent() == path.parent()) =>
        {
            Ok((path, others.iter().map(|other| file_name(other)).collect()))
        }
        _ => {
            let error = Diagnostic::new(
                "a table is fitted alone, or with others of the same ball in its folder, and not with cases",
            );
            let help = "throws of one ball, a file each:  collisionbench fit 1.csv 2.csv, or their folder";
            let both = "or one case with a table [[experiment.KIND]] for each of them: docs/calibrating.md, Several experiments of one ball";
            Err(error
                .help(help)
                .help("of different balls write one case each:  collisionbench fit TABLE")
                .help(both)
                .into())
        }
    }
}

/// Refuses what cannot be, with the unit that is likely: the mass of a ball that no material has, a height or a time beyond any laboratory whose
/// unit was not given on the command line.
fn possible(table: &Path, found: &Measurements, mapping: &Mapping) -> Result<(), Error> {
    if let Some(Impossible { row, mass, size, number, unit, density, likely }) = found.besides.impossible() {
        let (number, density) = (rounded(number, 6), rounded(density, 3));
        let message = format!(
            "{}: row {row}, column `{mass}`: {number} {unit} in a ball with this `{size}` is a density of {density} kg/m3, which no material has",
            table.display()
        );
        let problem = Diagnostic::new(message);
        let problem = match likely {
            Some(likely) => problem
                .help(format!("is it {number} {likely}? then correct the header, or say  --units '{mass}={likely}'")),
            None => problem.help("check the mass, the size and their units"),
        };
        return Err(problem.into());
    }
    let confirmed = |header: &String| mapping.units.iter().any(|(known, _)| known == header);
    let Some((doubt, likely)) = found.doubts.iter().find_map(|doubt| Some((doubt, doubt.likely?))) else {
        return Ok(());
    };
    let dimension = if doubt.interval.is_some() { Dimension::Time } else { Dimension::Length };
    let of_dimension = |unit: &Option<String>| unit.as_ref().is_some_and(|unit| in_unit("1", unit, dimension).is_ok());
    let columns: Vec<(&String, &String)> = found
        .besides
        .read
        .iter()
        .filter(|(_, _, unit)| of_dimension(unit))
        .filter_map(|(h, _, u)| Some((h, u.as_ref()?)))
        .collect();
    // Units that cells have are no mistake of a header.
    let Some((first, unit)) = columns.first().filter(|(header, _)| !confirmed(header)) else { return Ok(()) };
    let options = |unit: &str| {
        columns.iter().map(|(header, _)| format!("--units '{header}={unit}'")).collect::<Vec<_>>().join(" ")
    };
    let message = format!("{}: row {}, column `{first}`: {}", table.display(), doubt.row, doubt.reason);
    Err(Diagnostic::new(message)
        .help(format!("is it in {likely}? then say  {}", options(likely)))
        .help(format!("if it is as the header has it:  {}", options(unit)))
        .into())
}

/// Where to begin with a table that has no template, and what is known without one.
fn no_case(found: &Measurements) -> String {
    if let Some(mean) = found.created() {
        return format!(
            "\n  restitution {mean:.4}, the mean of {}; no case is written: no law of a contact creates energy\n",
            counted(found.ratios.len(), "impact")
        );
    }
    let begin = match found.timed.is_empty() {
        true => "write a case with [experiment.force-overlap], whose keys are in docs/keys.md",
        false => "begin with  collisionbench new NAME --from calibration/synthetic-contact-times",
    };
    format!("\n  no template for this kind of table; {begin}\n")
}

/// The options of the command line for the reading of a table.
fn mapping(args: &Args) -> Result<Mapping, Error> {
    let pairs = |option: &str, given: &[String], example: &str| {
        let pair = |text: &String| match text.split_once('=') {
            Some((key, value)) if !key.trim().is_empty() && !value.trim().is_empty() => {
                Ok((key.trim().to_string(), value.trim().to_string()))
            }
            _ => {
                let error = Diagnostic::new(format!("{option}: `{}` is not two texts with `=` between", cut(text, 80)));
                Err(Error::from(error.help(format!("for example  {option} '{example}'"))))
            }
        };
        given.iter().map(pair).collect::<Result<Vec<_>, Error>>()
    };
    let length = |text: &String| positive("--pixel-size", text, Dimension::Length);
    if args.frame_rate.is_some_and(|rate| !(rate > 0.0 && rate.is_finite())) {
        return Err(Error::wrong("--frame-rate must be greater than zero"));
    }
    let mapping = Mapping {
        columns: pairs("--columns", &args.columns, "drop=Fallhöhe (mm)")?,
        units: pairs("--units", &args.units, "Fallhöhe=mm")?,
        rows: pairs("--where", &args.rows, "ball=golf")?,
        sheet: args.sheet.clone(),
        frame_rate: args.frame_rate,
        pixel_size: args.pixel_size.as_ref().map(length).transpose()?,
        wide: args.wide.as_deref().and_then(Wide::from_word),
        left_out: Vec::new(),
        files: Vec::new(),
    };
    mapping.check()?;
    Ok(mapping)
}

fn picture(place: &Path, drawn: &Drawn) -> Result<(), Error> {
    output::replace(&[(place, &drawn.figure.png().map_err(|error| Error::wrong(error.to_string()))?)])
}

/// Writes the table of onsets and the picture of a recording beside it; an edited table is kept.
fn onsets(path: &Path) -> Result<(PathBuf, String), Error> {
    let failed = |source| Error::Read { path: path.to_path_buf(), source };
    let recording =
        SoundRecording::read(&path.display().to_string(), std::io::BufReader::new(File::open(path).map_err(failed)?))?;
    let (table, drawn_to) = (path.with_extension("onsets.csv"), path.with_extension("onsets.png"));
    let mut text = String::new();
    for note in &recording.notes {
        let _ = writeln!(text, "  {note}");
    }
    picture(&drawn_to, &sound::draw(&recording, &file_name(path)))?;
    if table.exists() {
        let _ = writeln!(text, "  {} is there already: it is read, not the recording", table.display());
    } else {
        output::create(&[(&table, recording.csv().as_bytes())])?;
    }
    let shown = path.display();
    let _ = writeln!(
        text,
        "  see {}; edit the column `impact` in {} where an impact is missed\n",
        drawn_to.display(),
        table.display()
    );
    Ok((table, format!("{shown}\n{text}")))
}

/// Writes what was read from the table, and what was not.
fn understood(text: &mut String, table: &Path, found: &Measurements) {
    let count = found.tally.measured;
    let plural = if count == 1 { "" } else { "s" };
    let _ = writeln!(text, "{}: {}, {count} measurement{plural}", table.display(), found.kind());
    for (header, words, unit) in &found.besides.read {
        let unit = unit.as_ref().map_or("no unit".to_string(), |unit| format!("in {unit}"));
        let _ = writeln!(text, "  column  {header:<28} {words}, {unit}");
    }
    let of_ball = found.besides.of_ball();
    for column in found.besides.columns.iter().filter(|column| of_ball.iter().all(|of| of.header != column.header)) {
        let _ = writeln!(text, "  column  {:<28} not read", column.header);
    }
    for gap in found.besides.gaps.iter().take(SHOWN) {
        let what = if gap.skipped { "not used, or not all of it" } else { "used" };
        let (had, empty): (Vec<&str>, Vec<&str>) =
            gap.columns.iter().map(String::as_str).partition(|c| c.ends_with('`'));
        let empty = if empty.is_empty() { vec![] } else { vec![format!("empty: {}", empty.join(", "))] };
        let why: Vec<String> = empty.into_iter().chain(had.iter().map(ToString::to_string)).collect();
        let why = if why.is_empty() { "follows a gap".to_string() } else { why.join(", ") };
        let _ = writeln!(text, "  line {}  {what}: {why}", gap.line);
    }
    if found.besides.gapped > SHOWN {
        let _ = writeln!(text, "  {} more lines have a gap or follow one", found.besides.gapped - SHOWN);
    }
    for note in &found.besides.notes {
        let _ = writeln!(text, "  {note}");
    }
    for doubt in found.doubts.iter().take(SHOWN) {
        let _ = writeln!(text, "  question  row {}: {}", doubt.row, doubt.reason);
    }
    if found.doubts.len() > SHOWN {
        let _ = writeln!(text, "  {} more rows are questioned", found.doubts.len() - SHOWN);
    }
}

/// Template of a case, word of its experiment, and the values that a table cannot contain.
type Kind = (FitTemplate, &'static str, Vec<Asked>);
/// Path and description of a value.
type Asked = (&'static str, &'static str);

/// Columns of what the balls fall on.
const PLATES: [&str; 8] = ["wall", "plate", "floor", "surface", "ground", "target", "platte", "boden"];
const SPEED: &str = "experiment.restitution.speed";
const HEIGHT_TO: &str = "or \"centre\": the point of the ball heights are measured to";
/// Keys of an experiment that say what the table is and how it is read.
const READ: [&str; 8] = ["data", "columns", "units", "where", "sheet", "wide", "frame_rate", "pixel_size"];

/// Template, experiment and missing values of a case for this table.
fn kind(found: &Measurements) -> Option<Kind> {
    const BALL: [(&str, &str); 3] = [
        ("body.ball.radius", "of the ball"),
        ("body.ball.mass", "of the ball"),
        ("material.ball.young_modulus", "of the ball; the restitution does not depend on it"),
    ];
    let mut asked = BALL.to_vec();
    if !found.drops.is_empty() {
        asked.push(("experiment.drop-height.height_to", HEIGHT_TO));
        if found.drops.iter().any(|drop| drop.rebound_sigma.is_none()) {
            asked.push(("experiment.drop-height.height_sigma", "one standard deviation of a height"));
        }
        return Some((FitTemplate::Heights, "drop-height", asked));
    }
    if !found.throws.is_empty() {
        asked[2].1 = "of the ball; its contact time, which is taken off the intervals, depends on it";
        if found.throws.iter().any(|throw| throw.drop.is_some()) {
            asked.push(("experiment.bounce-times.height_to", HEIGHT_TO));
        }
        if found.throws.iter().any(|throw| throw.sigmas.iter().any(Option::is_none)) {
            asked.push(("experiment.bounce-times.time_sigma", "one standard deviation of an interval"));
        }
        return Some((FitTemplate::Phyphox, "bounce-times", asked));
    }
    if found.created().is_some() {
        return None;
    }
    if !found.ratios.is_empty() {
        if found.ratios.iter().any(|ratio| ratio.speed.is_none()) {
            let track = found.ratios.iter().all(|ratio| ratio.relative_speed.is_some());
            let of_track = "of the fastest impact; those of the others follow from the track";
            asked.push((SPEED, if track { of_track } else { "of the impacts: one for all, since the table has none" }));
        }
        return Some((FitTemplate::Restitution, "restitution", asked));
    }
    if !found.rolled.is_empty() {
        return Some((FitTemplate::Rolling, "rolling", BALL[..1].to_vec()));
    }
    const OBLIQUE: [Asked; 3] = [
        BALL[0],
        ("contact.damping.linear-dashpot.restitution", "of the normal impact; the friction found depends on it"),
        ("experiment.oblique.speed", "of the impacts: one for all, since the table has none"),
    ];
    (!found.obliques.is_empty()).then(|| (FitTemplate::Friction, "oblique", OBLIQUE.to_vec()))
}

/// A case to be written, and the text about it.
struct Written {
    path: PathBuf,
    text: String,
    said: String,
}

impl Written {
    fn file(&self) -> (&Path, &[u8]) {
        (&self.path, self.text.as_bytes())
    }
}

/// The case for a table or a part of it, and its example values; `None` for an unsupported table.
fn case(
    args: &Args,
    table: &Path,
    found: &Measurements,
    mapping: &Mapping,
    part: Option<&str>,
) -> Result<Option<Written>, Error> {
    let Some((fitting, word, mut asked)) = kind(found) else { return Ok(None) };
    let path = match (&args.out, part) {
        (Some(path), None) => path.clone(),
        (given, part) => {
            let base = given.as_deref().unwrap_or(table);
            let stem = base.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let stem = stem.strip_suffix(".onsets").unwrap_or(&stem);
            base.with_file_name(format!("{stem}{}.toml", part.map_or(String::new(), |part| format!("-{part}"))))
        }
    };
    let beside = path.parent() == table.parent();
    let data = if beside { file_name(table) } else { table.display().to_string() };
    let title = path.file_stem().map(|stem| stem.to_string_lossy().replace(['-', '_'], " ")).unwrap_or_default();
    let text = fitted(template(Template::Fit(fitting), &title, &data), found, word);
    // Rows that are chosen by their plate are of no plate that a template has.
    let of_plates = |(column, _): &(String, String)| PLATES.contains(&column.to_lowercase().as_str());
    if mapping.rows.iter().any(of_plates) {
        asked.push(("material.plate.young_modulus", "of the plate of these rows"));
    }
    let line = text.lines().find(|line| line.starts_with("data ")).unwrap_or_default().to_string();
    let contact = if found.besides.without_contact { "\ncontact_duration = false" } else { "" };
    let data_line = if mapping.files.is_empty() { line.clone() } else { several(&line, &data, &mapping.files) };
    let mut text = text.replacen(&line, &format!("{data_line}{}{contact}", keys(mapping)), 1);
    let (mut of_columns, mut read) = (String::new(), Vec::new());
    for column in found.besides.of_ball() {
        let OfBall { header, key, values, unit } = column;
        let key = format!("body.ball.{key}");
        if args.set.iter().any(|set| set.replace(".sphere", "").trim_start().starts_with(&key)) {
            let _ = writeln!(of_columns, "  the column {header} is not read: --set gives {key}");
            continue;
        }
        let [value] = values[..] else {
            let by = parts::ball_column(found).unwrap_or_else(|| header.clone());
            let count = values.len();
            let _ = writeln!(
                of_columns,
                "  the column {header} has {count} values and a case has one ball: not read. One case for each ball: --group-by '{by}'; or \
                 --set {key}=..."
            );
            continue;
        };
        let value = format!("{} {unit}", rounded(value, 9));
        if let Some(with) = with_value(&text, &key, value.as_str().into()).map_err(|e| Error::wrong(e.to_string()))? {
            let _ = writeln!(of_columns, "  {key} = \"{value}\" is read from the column {header}");
            (text, _) = (with, read.push(key));
        }
    }
    let text = set(&text, &args.set)?;
    let (said, examples) = assumed(&text, &path, asked, (args, &read), found);
    let said = of_columns + &said;
    Ok(Some(Written { text: mark_examples(&text, |path| examples.iter().any(|example| example == path)), said, path }))
}

/// The line of `data` with a list of tables.
fn several(line: &str, first: &str, others: &[String]) -> String {
    let folder = Path::new(first).parent().unwrap_or(Path::new(""));
    let others = others.iter().map(|other| folder.join(other).display().to_string());
    let list: toml_edit::Array = std::iter::once(first.to_string()).chain(others).collect();
    let key = line.split('=').next().unwrap_or("data ");
    format!("{key}= {list}")
}

/// The text about a written case: values that the table does not have, and other assumed values; also the paths of
/// example values.
fn assumed(
    text: &str,
    case: &Path,
    asked: Vec<Asked>,
    (args, read): (&Args, &[String]),
    found: &Measurements,
) -> (String, Vec<String>) {
    let set = |path: &str| {
        let typed = args.set.iter().filter_map(|set| Some(set.split_once('=')?.0.trim().replace(".sphere", "")));
        typed.chain(read.iter().cloned()).any(|set| path == set || path.starts_with(&format!("{set}.")))
    };
    // The case has them for rows without.
    let in_table = |key: &str| match key {
        "speed" => !found.obliques.is_empty() && found.obliques.iter().all(|impact| impact.speed.is_some()),
        "time_sigma" => found.throws.iter().all(|throw| throw.sigmas.iter().all(Option::is_some)),
        _ => READ.contains(&key),
    };
    let assumed = values(text).into_iter().filter(|value| {
        let mut keys = value.path.split('.');
        let first = keys.next().unwrap_or_default();
        let is_data = first == "experiment" && keys.nth(1).is_some_and(in_table);
        let is_name = first == "body" && (value.path.ends_with(".material") || value.path.ends_with(".normal"));
        ["material", "body", "contact", "experiment"].contains(&first) && !is_data && !is_name && !set(&value.path)
    });
    let about = |value: &CaseValue| asked.iter().find(|(path, _)| *path == value.path).map(|(_, about)| about);
    let (missing, others): (Vec<_>, Vec<_>) = assumed.partition(|value| about(value).is_some());
    let shown = case.display();
    let mut said = format!("\nwrote {shown}\n");
    if !missing.is_empty() {
        let _ = writeln!(said, "  these values are examples, not measured: edit {shown},");
        let _ = writeln!(said, "  or delete it and repeat this command with  --set KEY=VALUE");
        for value in &missing {
            let _ = writeln!(said, "    {} = {}      {}", value.path, value.text, about(value).unwrap_or(&""));
        }
    }
    let _ = writeln!(said, "  these are assumed, neither from the table nor from --set; change what is wrong:");
    let laws: Vec<&str> = text.lines().filter(|line| line.starts_with("[contact.")).collect();
    let laws = laws.iter().filter_map(|line| Some(format!("{}]", line.split_once(']')?.0)));
    let _ = writeln!(said, "    {}", laws.collect::<Vec<_>>().join(", "));
    for CaseValue { path, text, .. } in &others {
        let _ = writeln!(said, "    {path} = {text}");
    }
    let _ = writeln!(said, "{THEN} {}", in_shell(&shown.to_string()));
    let is_number = |value: &CaseValue| !value.path.starts_with("experiment") && value.text.contains(char::is_numeric);
    let others = others.into_iter().filter(is_number);
    (said, missing.into_iter().chain(others).map(|value| value.path).collect())
}

/// The template with the mass of the ball, for these measurements.
fn fitted(template: String, found: &Measurements, word: &str) -> String {
    let text = template
        .replace("[experiment.phyphox]", &format!("[experiment.{word}]"))
        .replace(
            "The table next to this case is an example: replace it by yours.",
            "Put your ball in place of this one.",
        )
        .replace(
            "[material.steel]\ndensity       = \"7800 kg/m3\"\nyoung_modulus = \"210 GPa\"",
            "[material.ball]\nyoung_modulus = \"1 GPa\"",
        )
        .replace("[material.glass]", "[material.plate]")
        .replace("\"glass\"", "\"plate\"")
        .replace(
            "{ radius = { value = \"5 mm\", sigma = \"0.01 mm\" } }\nmaterial = \"steel\"",
            "{ radius = \"20 mm\", mass = \"46 g\" }\nmaterial = \"ball\"",
        );
    suited(&text, found)
}

/// The mapping as keys of a case.
fn keys(mapping: &Mapping) -> String {
    let mut lines = String::new();
    for (key, pairs) in [("columns", &mapping.columns), ("units", &mapping.units), ("where", &mapping.rows)] {
        if !pairs.is_empty() {
            let table: InlineTable = pairs.iter().map(|(key, value)| (key, value)).collect();
            let _ = write!(lines, "\n{key} = {table}");
        }
    }
    if let Some(sheet) = &mapping.sheet {
        let _ = write!(lines, "\nsheet = {}", toml_edit::Value::from(sheet.as_str()));
    }
    if let Some(wide) = mapping.wide {
        let _ = write!(lines, "\nwide = \"{}\"", wide.word());
    }
    if let Some(rate) = mapping.frame_rate {
        let _ = write!(lines, "\nframe_rate = {rate:?}");
    }
    if let Some(size) = mapping.pixel_size {
        let _ = write!(lines, "\npixel_size = \"{size} m\"");
    }
    lines
}
