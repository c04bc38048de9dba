//! `collisionbench fit TABLE`: what is in a table, what is missing, and a case for it.

use std::fmt::Write as _;
use std::fs::File;
use std::path::{Path, PathBuf};

use toml::Value;

use super::super::new::create;
use super::super::print;
use super::super::put::put;
use super::super::set::set;
use super::Args;
use crate::case::{Fitting, Template, mark_examples, template};
use crate::data::Files;
use crate::data::measure::sound::Recording;
use crate::data::measure::{Mapping, Measurements, Values, gather_mapped};
use crate::error::{Diagnostic, Error, cut};
use crate::report::pictures::sound::draw;
use crate::units::{self, Dimension};

/// What tables are called.
const ENDINGS: [&str; 9] = ["csv", "tsv", "txt", "dat", "wav", "zip", "xlsx", "xls", "xlsm"];
/// Doubts and notes that are shown.
const SHOWN: usize = 20;

/// Whether a table is to be fitted, rather than cases.
pub(super) fn is_one(args: &Args) -> bool {
    let is_table = |path: &PathBuf| {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str()))
    };
    args.cases.iter().any(is_table)
}

pub(super) fn fit(args: &Args) -> Result<(), Error> {
    let [path] = &args.cases[..] else {
        let error = Diagnostic::new("a table is fitted alone, not with others or with cases");
        return Err(error.help("write one case each:  collisionbench fit TABLE").into());
    };
    let mapping = mapping(args)?;
    let (table, mut text) = match path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("wav")) {
        true => onsets(path)?,
        false => (path.clone(), String::new()),
    };
    let found = read(&table, &mapping)?;
    let Some(column) = &args.group_by else {
        understood(&mut text, &table, &found);
        text.push_str(&written(args, &table, &found, &mapping, None)?);
        return print(&text);
    };
    for group in groups(&found, column)? {
        let mut mapping = mapping.clone();
        mapping.rows.push((column.clone(), group.clone()));
        let found = read(&table, &mapping)?;
        let _ = writeln!(text, "{column} = {group}");
        understood(&mut text, &table, &found);
        text.push_str(&written(args, &table, &found, &mapping, Some(&group))?);
        text.push('\n');
    }
    print(&text)
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
    let length = |text: &String| match units::parse(text, Dimension::Length) {
        Ok(length) if length > 0.0 => Ok(length),
        Ok(_) => Err(Error::wrong(format!("--pixel-size must be greater than zero, not {}", cut(text, 40)))),
        Err(error) => Err(Error::wrong(format!("--pixel-size: {error}"))),
    };
    if args.frame_rate.is_some_and(|rate| !(rate > 0.0 && rate.is_finite())) {
        return Err(Error::wrong("--frame-rate must be greater than zero"));
    }
    let mapping = Mapping {
        columns: pairs("--columns", &args.columns, "drop=Fallhöhe (mm)")?,
        units: pairs("--units", &args.units, "Fallhöhe=mm")?,
        rows: pairs("--where", &args.rows, "ball=golf")?,
        frame_rate: args.frame_rate,
        pixel_size: args.pixel_size.as_ref().map(length).transpose()?,
    };
    mapping.check()?;
    Ok(mapping)
}

fn read(table: &Path, mapping: &Mapping) -> Result<Measurements, Error> {
    let folder = table.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    gather_mapped(&Files::Folder(folder.to_path_buf()), &file_name(table), mapping)
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Writes the table of onsets and the picture of a recording beside it; an edited table is kept.
fn onsets(path: &Path) -> Result<(PathBuf, String), Error> {
    let failed = |source| Error::Read { path: path.to_path_buf(), source };
    let recording =
        Recording::read(&path.display().to_string(), std::io::BufReader::new(File::open(path).map_err(failed)?))?;
    let (table, picture) = (path.with_extension("onsets.csv"), path.with_extension("onsets.png"));
    let mut text = String::new();
    for note in &recording.notes {
        let _ = writeln!(text, "  {note}");
    }
    let drawn = draw(&recording, &file_name(path)).figure.png();
    put(&picture, &drawn.map_err(|error| Error::wrong(error.to_string()))?)?;
    if table.exists() {
        let _ = writeln!(text, "  {} is there already: it is read, not the recording", table.display());
    } else {
        create(&table, &recording.csv())?;
    }
    let shown = path.display();
    let _ = writeln!(
        text,
        "  see {}; edit the column `impact` in {} where an impact is missed\n",
        picture.display(),
        table.display()
    );
    Ok((table, format!("{shown}\n{text}")))
}

/// The texts of a column, each a group.
fn groups(found: &Measurements, column: &str) -> Result<Vec<String>, Error> {
    let columns = &found.besides.columns;
    let Some(own) = columns.iter().find(|other| other.header == column) else {
        let names: Vec<&str> = columns.iter().map(|column| column.header.as_str()).collect();
        let error = Diagnostic::new(format!("--group-by: no column `{}` is left to group by", cut(column, 80)));
        return Err(error.help(format!("there is: {}", names.join(", "))).into());
    };
    let mut texts = match &own.values {
        Values::Texts { texts, .. } => texts.clone(),
        Values::Numbers(numbers) => numbers.iter().map(f64::to_string).collect(),
        Values::Many => return Err(Error::wrong(format!("--group-by: `{column}` has more than 64 different texts"))),
    };
    texts.retain(|text| !text.is_empty() && text != "NaN");
    let mut seen = std::collections::BTreeSet::new();
    texts.retain(|text| seen.insert(text.clone()));
    if texts.len() > 64 {
        return Err(Error::wrong(format!("--group-by: `{column}` has more than 64 different texts")));
    }
    Ok(texts)
}

/// What was read of the table, and what was not.
fn understood(text: &mut String, table: &Path, found: &Measurements) {
    let count = found.tally.measured;
    let plural = if count == 1 { "" } else { "s" };
    let _ = writeln!(text, "{}: {}, {count} measurement{plural}", table.display(), found.kind());
    for (header, words, unit) in &found.besides.read {
        let unit = unit.as_ref().map_or("no unit".to_string(), |unit| format!("in {unit}"));
        let _ = writeln!(text, "  column  {header:<28} {words}, {unit}");
    }
    for column in &found.besides.columns {
        let _ = writeln!(text, "  column  {:<28} not read", column.header);
    }
    for gap in found.besides.gaps.iter().take(SHOWN) {
        let what = if gap.skipped { "not used, or not all of it" } else { "used" };
        let _ = writeln!(text, "  line {}  {what}: empty: {}", gap.line, gap.columns.join(", "));
    }
    if found.besides.gapped > SHOWN {
        let _ = writeln!(text, "  {} more lines have empty cells", found.besides.gapped - SHOWN);
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

/// What a case begins from, the word of its experiment, and what the table cannot have, each with an example.
type Kind = (Fitting, &'static str, Vec<(&'static str, &'static str)>);

/// What a case of this kind begins from, the word of its experiment, and what the table cannot say.
fn kind(found: &Measurements) -> Option<Kind> {
    const BALL: [(&str, &str); 3] = [
        ("body.ball.radius", "\"20 mm\"      of the ball"),
        ("body.ball.mass", "\"46 g\"      of the ball"),
        ("material.ball.young_modulus", "\"1 GPa\"      of the ball; the restitution does not depend on it"),
    ];
    let mut asked = BALL.to_vec();
    if !found.drops.is_empty() {
        asked.push((
            "experiment.drop-height.height_to",
            "\"bottom\"      or \"centre\": the point of the ball heights are measured to",
        ));
        if found.drops.iter().any(|drop| drop.rebound_sigma.is_none()) {
            asked.push(("experiment.drop-height.height_sigma", "\"2 mm\"      one standard deviation of a height"));
        }
        return Some((Fitting::Heights, "drop-height", asked));
    }
    if !found.throws.is_empty() {
        if found.throws.iter().any(|throw| throw.sigmas.iter().any(Option::is_none)) {
            asked.push(("experiment.bounce-times.time_sigma", "\"1 ms\"      one standard deviation of an interval"));
        }
        return Some((Fitting::Phyphox, "bounce-times", asked));
    }
    if !found.ratios.is_empty() {
        return Some((Fitting::Restitution, "restitution", asked));
    }
    if found.obliques.is_empty() { None } else { Some((Fitting::Friction, "oblique", BALL[..1].to_vec())) }
}

/// Writes the case, and asks for what it had to make up.
fn written(
    args: &Args,
    table: &Path,
    found: &Measurements,
    mapping: &Mapping,
    group: Option<&str>,
) -> Result<String, Error> {
    let Some((fitting, word, asked)) = kind(found) else {
        let text = "\n  no template for this kind of table; docs/calibrating.md has a case to start from\n";
        return Ok(text.to_string());
    };
    let plain = |text: &str| text.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect::<String>();
    let path = match (&args.case, group) {
        (Some(path), None) => path.clone(),
        (given, group) => {
            let base = given.as_deref().unwrap_or(table);
            let stem = base.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let stem = stem.strip_suffix(".onsets").unwrap_or(&stem);
            let name = group.map_or_else(|| stem.to_string(), |group| format!("{stem}-{}", plain(group)));
            base.with_file_name(format!("{name}.toml"))
        }
    };
    let beside = path.parent() == table.parent();
    let data = if beside { file_name(table) } else { table.display().to_string() };
    let title = path.file_stem().map(|stem| stem.to_string_lossy().replace(['-', '_'], " ")).unwrap_or_default();
    let text = fitted(template(Template::Fit(fitting), &title, &data), found, word);
    let line = text.lines().find(|line| line.starts_with("data ")).unwrap_or_default().to_string();
    let text = set(&text.replacen(&line, &format!("{line}{}", keys(mapping)), 1), &args.set)?;
    fn last(key: &str) -> &str {
        key.rsplit('.').next().unwrap_or(key)
    }
    let given = |key: &str| {
        args.set.iter().any(|set| set.split('=').next().is_some_and(|path| path.trim().ends_with(last(key))))
    };
    let missing: Vec<_> = asked.into_iter().filter(|(key, _)| !given(key)).collect();
    let keys: Vec<&str> = missing.iter().map(|(key, _)| last(key)).collect();
    create(&path, &mark_examples(&text, &keys))?;
    let shown = path.display();
    let mut said = format!("\nwrote {shown}\n");
    if !missing.is_empty() {
        let _ = writeln!(said, "  these values are examples, because the table does not have them: edit {shown},");
        let _ = writeln!(said, "  or delete it and repeat this command with  --set KEY=VALUE");
        for (key, example) in missing {
            let _ = writeln!(said, "    {key} = {example}");
        }
    }
    let _ = writeln!(said, "  then fit it:  collisionbench fit {shown}");
    Ok(said)
}

/// The template with a ball of a mass, and without what few heights cannot be held to.
fn fitted(template: String, found: &Measurements, word: &str) -> String {
    let mut heights: Vec<f64> = found.drops.iter().map(|drop| drop.drop).collect();
    heights.sort_by(f64::total_cmp);
    heights.dedup();
    let text = template
        .replace("[experiment.phyphox]", &format!("[experiment.{word}]"))
        .replace(
            "The table beside this case is made up: put yours in its place.",
            "Put your ball in place of this one.",
        )
        .replace(
            "[material.steel]\ndensity       = \"7800 kg/m3\"\nyoung_modulus = \"210 GPa\"",
            "[material.ball]\nyoung_modulus = \"1 GPa\"",
        )
        .replace(
            "{ radius = { value = \"5 mm\", sigma = \"0.01 mm\" } }\nmaterial = \"steel\"",
            "{ radius = \"20 mm\", mass = \"46 g\" }\nmaterial = \"ball\"",
        );
    if heights.len() > 3 || heights.is_empty() {
        return text;
    }
    let kept: Vec<&str> = text.lines().filter(|line| !line.starts_with("hold_out")).collect();
    let text = kept.join("\n") + "\n";
    let own = "agrees_with = \"residuals\"\nbirge_ratio = { within_sigma = 3 }";
    text.replace("agrees_with = \"hold-out\"\nrestitution = { within_sigma = 3 }", own)
}

/// The mapping as keys of a case.
fn keys(mapping: &Mapping) -> String {
    let text = |text: &String| Value::String(text.clone()).to_string();
    let bare = |key: &String| {
        let plain = key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
        if plain && !key.is_empty() { key.clone() } else { text(key) }
    };
    let mut lines = String::new();
    for (key, pairs) in [("columns", &mapping.columns), ("units", &mapping.units), ("where", &mapping.rows)] {
        let pairs: Vec<String> = pairs.iter().map(|(key, value)| format!("{} = {}", bare(key), text(value))).collect();
        if !pairs.is_empty() {
            let _ = write!(lines, "\n{key} = {{ {} }}", pairs.join(", "));
        }
    }
    if let Some(rate) = mapping.frame_rate {
        let _ = write!(lines, "\nframe_rate = {rate:?}");
    }
    if let Some(size) = mapping.pixel_size {
        let _ = write!(lines, "\npixel_size = \"{size} m\"");
    }
    lines
}
