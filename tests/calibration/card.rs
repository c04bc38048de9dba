//! The result, the draws and the prior of a fit: every field is there and holds what the fit found.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use collisionbench::case::Case;
use collisionbench::fit::calibrate::predictions::draws;
use collisionbench::fit::file::{self, FitResult};
use collisionbench::fit::spread::Interval;
use collisionbench::report::Pictures;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::common::fitted::{Calibrated, Depth, HEIGHTS, deviation, fit, of_ball, put, read, result};

/// Drops from four heights set anew, `e = 0.8` with a scatter of 0.004: the errors of a height are 1, -1, 1, -1 times it.
fn table() -> String {
    let mut table = HEIGHTS.to_string();
    for (at, height) in [0.2, 0.4, 0.8, 1.2].into_iter().enumerate() {
        for drop in 0..6 {
            let e: f64 = if (at + drop) % 2 == 0 { 0.804 } else { 0.796 };
            table.push_str(&format!("{height},{:?}\n", height * e * e));
        }
    }
    table
}

fn case(own: &str) -> Case {
    let lines = of_ball("drop-height", &format!("height_sigma = \"0.5 mm\"\n{own}"));
    let radius = "radius = { value = \"20 mm\", sigma = \"0.1 mm\" }";
    read(&lines.replace("radius = \"20 mm\"", radius), &[&table()]).unwrap_or_else(|error| panic!("{error}"))
}

fn fitted(case: &Case) -> Calibrated {
    fit(case, Depth::Full)
}

/// The place of every value but the conditions, whose keys are those of the case.
fn leaves(value: &Value, place: &str, found: &mut BTreeSet<String>) {
    match value {
        _ if place == "/conditions" => {}
        Value::Object(map) => map.iter().for_each(|(key, value)| leaves(value, &format!("{place}/{key}"), found)),
        _ => {
            found.insert(place.to_string());
        }
    }
}

const SET_ANEW: &str = "height_set = \"each drop\"";

#[test]
fn the_result_holds_what_the_fit_found() {
    let case = case(SET_ANEW);
    let found = fitted(&case);
    let result = result(&case, &found);
    let text = result.text().unwrap();
    let card: Value = serde_json::from_str(&text).unwrap();
    let at = |place: &str| card.pointer(place).unwrap_or_else(|| panic!("no {place} in {text}"));
    let number = |place: &str| at(place).as_f64().unwrap_or_else(|| panic!("{place}: {}", at(place)));

    let words = [
        ("/program", "collisionbench 0"),
        ("/command", "collisionbench fit"),
        ("/case", "case"),
        ("/title", "T"),
        ("/source", "my laboratory"),
        ("/data/0/name", "0.csv"),
        ("/measured/kind", "drop-height"),
        ("/agreement/describes", "no_misfit_detected"),
        ("/contact/0/path", "body.ball.radius"),
        ("/contact/0/unit", "m"),
        ("/contact/0/text", "20 mm"),
        ("/conditions/experiment/drop-height/gravity", "9.81 m/s2"),
        ("/parameters/0/path", "contact.damping.linear-dashpot.restitution"),
        ("/parameters/0/name", "restitution"),
        ("/parameters/0/unit", ""),
        ("/parameters/0/method", "profile likelihood"),
    ];
    words.iter().for_each(|(place, word)| assert_eq!(at(place).as_str(), Some(*word), "{place}"));
    assert_eq!(at("/data/0/sha256").as_str().unwrap(), format!("{:x}", Sha256::digest(table().as_bytes())));
    // 24 drops of four heights: v = sqrt(2 g h), and no air.
    for (place, count) in
        [("format", 1), ("measured/numbers_used", 24), ("measured/drops", 24), ("measured/independent", 24)]
    {
        assert_eq!(at(&format!("/{place}")).as_u64(), Some(count), "{place}");
    }
    for (place, height) in [("low", 0.2), ("high", 1.2)] {
        let speed = number(&format!("/measured/speed/{place}"));
        assert!((speed / f64::sqrt(2.0 * 9.81 * height) - 1.0).abs() < 1e-9, "{place}: {speed}");
    }
    // Half of 24 restitutions are 0.804 and half 0.796: s^2 = 0.004^2 24/23, of the mean s/sqrt(24).
    let (value, sigma) = (number("/parameters/0/value"), number("/parameters/0/standard_uncertainty"));
    let expected = 0.004 / f64::sqrt(23.0);
    assert!(
        (value - 0.8).abs() < 0.1 * expected && (sigma / expected - 1.0).abs() < 0.02,
        "{value} {sigma} {expected}"
    );
    assert!((number("/parameters/0/standard_uncertainty_of_data") - sigma).abs() < 0.01 * sigma);
    let ends = ["low", "high"].map(|end| number(&format!("/parameters/0/interval/{end}")));
    let of_fit = &found.parameters[0];
    assert_eq!((value, ends), (of_fit.value, of_fit.interval.map(|Interval { low, high }| [low, high]).unwrap()));
    assert_eq!(number("/parameters/0/level"), 0.95);
    // What one drop scatters by, s, is its own scatter and the readings' `e/2 0.5 mm sqrt(1/h^2 + 1/h'^2)`; the middle of equally many drops
    // from four heights is that of their logarithms.
    let read = |h: f64| (0.4 * 5e-4 * h.recip().hypot((0.64 * h).recip())).powi(2);
    let read = [0.2, 0.4, 0.8, 1.2].map(read).iter().sum::<f64>() / 4.0;
    let whole = (number("/scatter/drops/0/sigma").powi(2) + read).sqrt() / (0.004 * f64::sqrt(24.0 / 23.0));
    assert!((whole - 1.0).abs() < 0.02, "{whole}");
    let middle = (2.0 * 9.81 * (0.2f64 * 0.4 * 0.8 * 1.2).powf(0.25)).sqrt();
    assert!((number("/measured/middle_speed") / middle - 1.0).abs() < 1e-9);
    assert!((number("/covariance/0/0").sqrt() / sigma - 1.0).abs() < 0.01);
    // The contact as a value: keys, SI numbers and words, the fitted number in its place.
    let contact = at("/contact").as_array().unwrap().iter().map(|of| (of["path"].as_str().unwrap(), &of["value"]));
    let contact: Vec<(&str, &Value)> = contact.collect();
    let expected = [
        ("body.ball.radius", json!(0.02)),
        ("body.ball.mass", json!(0.03)),
        ("body.floor.normal", json!("+z")),
        ("body.floor.rigid", json!("true")),
        ("contact.ends", json!("force-clamped")),
        ("contact.normal", json!("hooke")),
        ("contact.normal.hooke.stiffness", json!(5e4)),
        ("contact.damping", json!("linear-dashpot")),
        ("contact.damping.linear-dashpot.restitution", json!(value)),
    ];
    assert_eq!(contact, expected.each_ref().map(|(path, value)| (*path, value)));
    assert!(at("/agreement/words").as_str().unwrap().starts_with("no misfit detected: F(3, 20)"));

    // Nothing else is in it, and nothing of it is missing.
    let mut there = BTreeSet::new();
    leaves(&card, "", &mut there);
    let listed = "agreement/describes agreement/groups agreement/tolerance agreement/words budget/combined budget/lines case combination/formula combination/given \
         combination/interval/high combination/interval/low combination/unit combination/value command consistency \
         contact correlations covariance data draws/impacts draws/parameters format measured/angle measured/drops \
         measured/independent measured/judged_on measured/kind measured/middle_angle measured/middle_speed \
         measured/numbers_left_out measured/numbers_used measured/speed/high measured/speed/low models notes parameters \
         program quality/chi2 quality/collisions quality/converged quality/degrees_of_freedom quality/level restitution \
         scatter/drops scatter/impacts scatter/settings slope/corrected/budget/combined slope/corrected/budget/lines \
         slope/corrected/interval/high slope/corrected/interval/low slope/corrected/sigma slope/corrected/sigma_data \
         slope/corrected/value slope/without_air slope/words source title verdict without";
    assert_eq!(there, listed.split_whitespace().map(|place| format!("/{place}")).collect());
    let keys: Vec<&String> = at("/parameters/0").as_object().unwrap().keys().collect();
    assert_eq!(keys.len(), 15, "{keys:?}");
    assert!(at("/measured/angle").is_null());

    let validator = jsonschema::validator_for(&serde_json::to_value(file::schema()).unwrap()).unwrap();
    assert!(validator.is_valid(&card), "{:?}", validator.iter_errors(&card).next());
    assert_eq!(serde_json::from_str::<FitResult>(&text).unwrap().text().unwrap(), text);
    let mut broken = card.clone();
    broken["parameters"][0].as_object_mut().unwrap().remove("value");
    assert!(!validator.is_valid(&broken) && serde_json::from_value::<FitResult>(broken).is_err());
}

/// The draws scatter by the combined standard uncertainty: a rebound offset known to 5 mm makes it far larger than that of
/// the data alone.
#[test]
fn draws_have_the_uncertainty_of_the_fit() {
    let case = case(&format!("{SET_ANEW}\nrebound_offset = {{ value = \"0 mm\", sigma = \"5 mm\" }}"));
    let found = fitted(&case);
    let parameter = &found.parameters[0];
    let of = |rows: &[Vec<f64>]| deviation(&rows.iter().map(|row| row[0]).collect::<Vec<_>>());
    let rows = draws(&found).unwrap();
    let (mean, sigma) = of(&rows);
    let (combined, of_data) = (parameter.sigma.unwrap(), parameter.sigma_data.unwrap());
    // 2000 draws know their deviation to 2 %, and Student's is 1.03 times the standard error for 39 degrees of freedom.
    assert!((sigma / combined - 1.0).abs() < 0.12, "{sigma} {combined}");
    assert!(of_data < 0.6 * combined, "{of_data} {combined}");
    assert!((mean - parameter.value).abs() < 4.0 * combined / 44.0, "{mean} {}", parameter.value);
    assert_eq!(rows, draws(&fitted(&case)).unwrap());
}

#[test]
fn draws_and_the_prior_are_written_and_read_back() {
    let case = case(SET_ANEW);
    let found = fitted(&case);
    let folder = tempfile::tempdir().unwrap();
    put(&case, &found, Pictures::None, &folder.path().join("fit"));
    let read = |name: &str| fs::read_to_string(folder.path().join("fit").join(name)).unwrap();
    let rows = draws(&found).unwrap();
    let text = read("draws.csv");
    let (head, body) = text.split_once('\n').unwrap();
    let values: Vec<f64> = body.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!((head, values.len()), ("restitution", 2000));
    assert!(values.iter().zip(&rows).all(|(read, row)| *read == row[0]));

    // As GrainLearning reads it: `!` begins a comment, the parameters are the last columns.
    let text = read("grainlearning.txt");
    assert!(text.starts_with("!OMP_NUM_THREADS description key restitution\n"), "{text}");
    let samples: Vec<f64> =
        text.lines().skip(1).map(|line| line.split_whitespace().last().unwrap().parse().unwrap()).collect();
    assert_eq!(samples, values[..100]);
    let config: Value = serde_json::from_str(&read("grainlearning.json")).unwrap();
    let low = samples.iter().copied().fold(f64::INFINITY, f64::min);
    let high = samples.iter().copied().fold(0.0, f64::max);
    let expected = json!({
        "param_names": ["restitution"], "param_min": [low], "param_max": [high], "num_samples": 100,
        "param_data_file": "grainlearning.txt",
    });
    assert_eq!(config, expected);
}

/// Single impacts scatter as the drops do, by 0.004 beside what is misread, and their mean is known to that of the fit: of 24 drops a fifth.
#[test]
fn single_impacts_are_drawn_with_the_scatter_of_drops() {
    let case = case(SET_ANEW);
    let found = fitted(&case);
    let drawn = result(&case, &found).draws.unwrap();
    assert_eq!(drawn.parameters, draws(&found).unwrap());
    let (mean, sigma) = deviation(&drawn.impacts.unwrap());
    // s^2 = 0.004^2 24/23 less what is misread, a fourteenth; of the mean 0.004^2/23, and Student's t of 23 degrees of freedom has a variance
    // of 23/21. 2000 draws know a deviation to 2 %.
    let expected = 0.004 * f64::sqrt(24.0 / 23.0 * (1.0 - 1.0 / 14.0) + 1.0 / 21.0);
    assert!(
        (sigma / expected - 1.0).abs() < 0.06 && (mean - 0.8).abs() < 4.0 * sigma / 44.0,
        "{mean} {sigma} {expected}"
    );
    let (_, of_value) = deviation(&drawn.parameters.iter().map(|row| row[0]).collect::<Vec<_>>());
    assert!(of_value < 0.3 * sigma, "the value is known better than one impact is: {of_value} {sigma}");
}

/// GrainLearning itself reads the prior, and updates it by a second experiment of `e = 0.906`. Needs a Python that has it:
/// `COLLISIONBENCH_PYTHON`, or `python3`; where there is none the test says so, and the nightly workflow sets
/// `GRAINLEARNING_REQUIRED`, with which its absence fails.
#[test]
fn grainlearning_reads_the_prior() {
    let python = std::env::var_os("COLLISIONBENCH_PYTHON").unwrap_or_else(|| "python3".into());
    let run = |arguments: &[&std::ffi::OsStr], folder: &Path| {
        Command::new(&python).args(arguments).current_dir(folder).env("MPLBACKEND", "Agg").output()
    };
    let case = case(SET_ANEW);
    let found = fitted(&case);
    let folder = tempfile::tempdir().unwrap();
    let there = run(&["-c".as_ref(), "import grainlearning".as_ref()], folder.path());
    if !there.as_ref().is_ok_and(|there| there.status.success()) {
        let absent = format!("SKIPPED: {python:?} has no grainlearning: pip install grainlearning==2.0.5");
        assert!(std::env::var_os("GRAINLEARNING_REQUIRED").is_none(), "{absent}: {there:?}");
        // Past the capture of the test harness.
        let _ = writeln!(std::io::stderr(), "{absent}");
        return;
    }
    let report = folder.path().join("fit");
    put(&case, &found, Pictures::None, &report);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/grainlearning/calibrate.py");
    let done = run(&[script.as_os_str(), report.as_os_str()], folder.path()).unwrap();
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(done.status.success(), "{text}\n{}", String::from_utf8_lossy(&done.stderr));
    // What it has read are the first hundred draws, to the digits it prints.
    let (mean, sigma) = deviation(&draws(&found).unwrap()[..100].iter().map(|row| row[0]).collect::<Vec<_>>());
    assert!(text.contains(&format!("prior:     100 samples, e = {mean:.4} +- {sigma:.4}")), "{text} {mean} {sigma}");
    // The second ball is another one, 100 standard deviations away: the samples nearest to it have all the weight.
    let after = text.split_once("posterior: e = ").and_then(|(_, rest)| rest.split(' ').next()).unwrap();
    let after: f64 = after.parse().unwrap();
    assert!(mean + 0.5 * sigma < after && after < mean + 3.0 * sigma, "{text}");
}

/// Draws are for use in place of the interval: 2.5 % of them are below it, and 2.5 % above.
#[test]
fn quantiles_of_draws_are_the_ends_of_the_interval() {
    for keys in [SET_ANEW, "height_set = \"once\""] {
        let found = fitted(&case(keys));
        let interval = found.parameters[0].interval.unwrap();
        let mut values: Vec<f64> = draws(&found).unwrap().iter().map(|row| row[0]).collect();
        values.sort_by(f64::total_cmp);
        // Between the 50th and 51st of 2000, and those of the other side.
        let half = interval.high - interval.low;
        for (below, above, end) in [(values[49], values[50], interval.low), (values[1949], values[1950], interval.high)]
        {
            assert!(below - 1e-9 * half <= end && end <= above + 1e-9 * half, "{keys}: {below} {end} {above}");
        }
    }
}
