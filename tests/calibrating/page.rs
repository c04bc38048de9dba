//! The page of a calibration: what stands in it, and that whatever comes from a case stays text.

use std::collections::HashSet;
use std::fs;

use collisionbench::bench::record::file;
use collisionbench::report::{Context, Environment, OutputFolder, Pictures, compose};
use tempfile::TempDir;

use crate::calibrating::{shell, told};

/// A case whose title, source, reasons and throws are markup.
const EVIL: &str = r#"
title  = "A ball <script>alert('title')</script> & more"
source = "<img src=x onerror=alert(1)>"

[body.ball]
sphere   = { radius = "10 mm" }
material = "glass"

[material.glass]
density       = "2500 kg/m3"
young_modulus = "70 GPa"
poisson_ratio = 0.22

[body.plate]
wall  = { normal = "+z" }
rigid = true

[contact]
ends = "force-clamped"

[contact.normal.hertz]

[contact.damping.tsuji]
restitution = { fit = 0.7, between = [0.1, 1] }

[experiment.bounce-times]
data       = "throws.csv"
gravity    = "9.81 m/s2"
time_sigma = "1 ms"
left_out   = [{ row = 4, reason = "</td><script>alert('reason')</script>" }]

[fit]

[[expect]]
that        = "fit"
agrees_with = "residuals"
birge_ratio = { within_sigma = 3 }
known_gap   = { reason = "one interval of the table is 100 ms too long", seen = { birge_ratio = "117 sigma" } }
"#;

/// Ten throws, `e = 0.9`, with errors of a millisecond; one of them is wrong.
fn throws() -> String {
    let mut table = String::from("throw,interval (s)\n");
    let errors = [0.4, -0.7, 1.1, 0.2, -1.3, 0.9, -0.1, -0.6, 0.8, -0.5, 0.3];
    for throw in 0..10 {
        let mut interval = 0.70 - 0.01 * f64::from(throw);
        for k in 0..4 {
            let error = 1e-3 * errors[(4 * throw as usize + k) % errors.len()];
            let wrong = if (throw, k) == (6, 2) { 0.1 } else { 0.0 };
            table.push_str(&format!("<script>alert({throw})</script>,{}\n", interval + error + wrong));
            interval *= 0.9;
        }
    }
    table
}

/// What a command prints, and the folder it was given in, where the case and its table are.
fn made(command: &str) -> (TempDir, String) {
    let here = TempDir::new().unwrap();
    fs::write(here.path().join("evil.toml"), EVIL).unwrap();
    fs::write(here.path().join("throws.csv"), throws()).unwrap();
    let output = shell(here.path(), command);
    assert!(output.status.success(), "{}", told(&output));
    (here, told(&output))
}

fn page(here: &TempDir, name: &str) -> String {
    fs::read_to_string(here.path().join("out").join(name).join("index.html")).unwrap()
}

/// Markup of the case has become none of the page, and nothing is fetched from anywhere: the pictures are beside it.
fn stays_text(here: &TempDir, page: &str, escaped: &[&str]) {
    assert!(!page.contains("<script") && !page.contains("<img src=x"), "markup of a case became markup of the page");
    escaped.iter().for_each(|escaped| assert!(page.contains(escaped), "{escaped}"));
    let pictures: Vec<&str> = page.split("<img src=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(pictures.iter().all(|name| here.path().join("out/evil").join(name).is_file()), "{pictures:?}");
    for address in ["http://", "https://", "src=\"/", "url("] {
        assert!(!page.contains(address), "{address}");
    }
}

#[test]
fn what_comes_from_a_case_stays_text() {
    let (here, _) = made("collisionbench fit evil.toml --out out");
    let page = page(&here, "evil");
    let reason = "&lt;script&gt;alert(&#x27;reason";
    stays_text(&here, &page, &["&lt;script&gt;alert(&#x27;title", "&lt;img src=x", reason, "&lt;script&gt;alert(6)"]);
    assert!(page.matches("<img src=\"").count() >= 4);
}

/// The words of a page, as a reader sees them.
fn words(page: &str) -> String {
    let body = page.split_once("<body>").unwrap().1;
    let text: Vec<&str> = body.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect();
    let text = text.join(" ").replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    text.replace("&#x27;", "'").replace("&amp;", "&")
}

/// Every heading, paragraph and cell of the one is in the other.
#[test]
fn the_page_has_every_word_of_the_terminal() {
    for case in ["golf-on-marble-bounces", "kharaz-friction", "synthetic-drops"] {
        let (here, shown) = made(&format!("collisionbench fit calibration/{case} --out out -v"));
        let (shown, _) = shown.rsplit_once("\n  out/").unwrap();
        let page = words(&page(&here, case));
        let there: HashSet<&str> = page.split_whitespace().collect();
        let missing: Vec<&str> = shown.split_whitespace().filter(|word| !there.contains(word)).collect();
        assert!(missing.is_empty(), "{case}: {missing:?}");
        // As many words, the pictures' titles, the links and the case itself aside: what the page has more is not the result.
        let result = page.split("How to reproduce this result").next().unwrap().split_whitespace().count();
        let more = result as f64 / shown.split_whitespace().count() as f64;
        assert!((1.0..1.25).contains(&more), "{case}: {more}");
    }
}

/// A section is on the page once, its numbers whole, and a table of it has a head.
#[test]
fn the_page_has_the_estimate_as_its_first_heading() {
    let (here, shown) = made("collisionbench fit calibration/golf-on-marble-heights --out out");
    let page = page(&here, "golf-on-marble-heights");
    let estimate = shown.lines().find(|line| line.trim().starts_with("relaxation_time = ")).unwrap().trim();
    let first = page.split("<h2>").nth(1).and_then(|rest| rest.split("</h2>").next()).unwrap();
    assert_eq!(first, estimate);
    let tables = page.matches("<table>").count();
    assert!(tables >= 6 && page.matches("<th scope=\"col\">").count() >= 3 * tables - 1, "{tables}");
    for part in ["experiment.drag_factor", "Held-out heights", "kuwabara-kono", "AICc", "fit.json"] {
        assert!(page.contains(part), "{part}");
    }
}

/// The section of a run's page: what was fitted, its interval, the picture beside it, and everything from the case as text.
#[test]
fn the_page_of_a_run_shows_what_was_fitted() {
    let (here, _) = made("collisionbench run evil.toml --out out");
    let page = page(&here, "evil");
    for part in ["Fitted parameters", "contact.damping.tsuji.restitution", "Birge ratio within drops", "the data alone"]
    {
        assert!(page.contains(part), "{part}");
    }
    stays_text(&here, &page, &["&lt;script&gt;alert(&#x27;title", "&lt;img src=x"]);
    for picture in ["restitution-speed", "bounce-times"] {
        assert!(page.contains(&format!("src=\"{picture}.svg\"")), "{picture}");
        assert!(here.path().join(format!("out/evil/{picture}.svg")).is_file(), "{picture}");
        assert!(here.path().join(format!("out/evil/{picture}.csv")).is_file(), "{picture}");
    }
    // The record holds it, and the page is made from the record alone.
    let json = fs::read_to_string(here.path().join("out/run.jsonl")).unwrap();
    let record = file::read(json.as_bytes(), "run.jsonl").unwrap();
    let kept = record.cases[0].calibration.as_ref().unwrap();
    let value = &kept.parameters[0];
    assert!((value.value - 0.9).abs() < 5.0 * value.sigma_data.unwrap() && value.interval_data.is_some(), "{value:?}");
    assert_eq!((kept.count.drops, kept.count.used + kept.count.left_out, kept.measurements.len()), (10, 30, 30));
    let (place, environment) = (here.path().join("again"), Environment::default());
    let context = Context::new(&record, &environment, Pictures::Default);
    compose::write(&context, &OutputFolder::new(&place).unwrap()).unwrap();
    let [first, again] = ["out", "again"].map(|folder| here.path().join(folder).join("index.html"));
    assert_eq!(fs::read_to_string(again).unwrap(), fs::read_to_string(first).unwrap());
}

/// Held-out data are printed with their predictions.
#[test]
fn the_page_of_a_run_has_the_heights_kept() {
    let (here, _) = made("collisionbench run calibration/golf-on-marble-bounces --out out");
    let page = page(&here, "calibration/golf-on-marble-bounces");
    for part in ["Held-out heights", "<td>1.00 m</td>", "collisionbench fit</code>"] {
        assert!(page.contains(part), "{part}");
    }
}
