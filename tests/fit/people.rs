//! The files of `people/` and what a person expects of each: read by one command, or refused with the place and the cure.

use std::fs;
use std::path::Path;

use rayon::prelude::*;
use tempfile::TempDir;

use crate::common::{root, run};

/// A row of `people/expected.csv`.
struct Expected {
    file: String,
    command: String,
    quantity: String,
    /// What is expected and its standard uncertainty; none of what has to be refused.
    value: Option<[f64; 2]>,
    /// Of each of these one has to stand in the refusal.
    refused: Vec<Vec<String>>,
}

fn expected() -> Vec<Expected> {
    let mut rows = csv::Reader::from_path(root().join("tests/fit/people/expected.csv")).unwrap();
    let row = |row: csv::StringRecord| {
        let number = |at: usize| row[at].parse::<f64>().ok();
        let words = row[6].split(';').filter(|words| !words.is_empty());
        Expected {
            file: row[0].to_string(),
            command: row[2].to_string(),
            quantity: row[3].to_string(),
            value: number(4).zip(number(5)).map(|(value, sigma)| [value, sigma]),
            refused: words.map(|words| words.split('|').map(str::to_string).collect()).collect(),
        }
    };
    rows.records().map(|found| row(found.unwrap())).collect()
}

/// A file or a folder in another folder.
fn copied(name: &str, to: &Path) {
    let from = root().join("tests/fit/people").join(name);
    if from.is_dir() {
        fs::create_dir(to.join(name)).unwrap();
        let entries = fs::read_dir(&from).unwrap().map(|entry| entry.unwrap().file_name());
        return entries.for_each(|entry| copied(&format!("{name}/{}", entry.to_string_lossy()), to));
    }
    fs::copy(&from, to.join(name)).unwrap();
}

/// The numbers of a column of `drops.csv`.
fn column(folder: &Path, case: &str, name: &str) -> Vec<f64> {
    let mut rows = csv::Reader::from_path(folder.join("reports/fit").join(case).join("drops.csv")).unwrap();
    let at = rows.headers().unwrap().iter().position(|header| header == name).unwrap();
    rows.records().filter_map(|row| row.unwrap()[at].parse().ok()).collect()
}

/// What is wrong with how the program reads the file, if anything is.
fn wrong(row: &Expected) -> Option<String> {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    copied(&row.file, here);
    let words: Vec<&str> = row.command.split(' ').collect();
    let said = run(here, &words);
    let cases = fs::read_dir(here).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let mut cases: Vec<String> = cases.filter_map(|name| name.strip_suffix(".toml").map(str::to_string)).collect();
    let Some([value, sigma]) = row.value else {
        let missing = row.refused.iter().filter(|any| !any.iter().any(|words| said.text().contains(words.as_str())));
        let missing: Vec<String> = missing.map(|any| any.join("|")).collect();
        let right = said.code == 2 && cases.is_empty() && missing.is_empty();
        return (!right).then(|| format!("exit {}, lacks {missing:?}: {}", said.code, said.text()));
    };
    if let Some((_, group)) = row.quantity.split_once(" of ").filter(|(what, _)| *what == "restitution") {
        let ending: String = group.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
        cases.retain(|case| case.ends_with(&format!("-{ending}")));
    }
    let [case] = &cases[..] else { return Some(format!("exit {}, cases {cases:?}: {}", said.code, said.text())) };
    let fit = run(here, &["fit", &format!("{case}.toml"), "--pictures", "none", "--json"]);
    let Ok(fitted) = serde_json::from_str::<serde_json::Value>(&fit.out) else { return Some(fit.text()) };
    let parameter = &fitted["fits"][0]["parameters"][0];
    let number = |key: &str| parameter[key].as_f64();
    let (found, own) = if row.quantity.starts_with("restitution") {
        // The list is without air, and heights are of one point of the ball.
        let air = column(here, case, "effect_of_air");
        let air = if air.is_empty() { 0.0 } else { air.iter().sum::<f64>() / air.len() as f64 };
        (number("value").unwrap_or(f64::NAN) - air, number("standard_uncertainty").unwrap_or(0.0))
    } else {
        (column(here, case, "speed").first().copied().unwrap_or(f64::NAN), 0.0)
    };
    let off = found - value;
    let right = off.abs() <= 2.0 * sigma.hypot(own);
    (!right).then(|| format!("{found:.4} +- {own:.4} for {value} +- {sigma}: {}", said.text()))
}

#[test]
#[ignore = "slow"]
fn files_as_people_have_them_give_the_value_that_a_person_expects() {
    let all = expected();
    assert!(all.len() >= 50, "{} rows", all.len());
    let wrong: Vec<String> =
        all.par_iter().filter_map(|row| Some(format!("{}, {}\n{}", row.command, row.quantity, wrong(row)?))).collect();
    assert!(wrong.is_empty(), "{} of {} rows\n{}", wrong.len(), all.len(), wrong.join("\n\n"));
}
