//! The page of a calibration: what stands in it, and that whatever comes from a case stays text.

use std::fs;

use tempfile::TempDir;

use crate::{shell, told};

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
uncertainty = { bootstrap = 60, level = 0.95, seed = 1 }

[[expect]]
that        = "fit"
agrees_with = "requested-restitution"
restitution = { within_sigma = 3 }
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

#[test]
fn what_comes_from_a_case_stays_text() {
    let here = TempDir::new().unwrap();
    fs::write(here.path().join("evil.toml"), EVIL).unwrap();
    fs::write(here.path().join("throws.csv"), throws()).unwrap();
    let output = shell(here.path(), "collisionbench fit evil.toml --out out");
    assert!(output.status.success(), "{}", told(&output));
    let page = fs::read_to_string(here.path().join("out/evil/index.html")).unwrap();
    assert!(!page.contains("<script"), "markup of a case became markup of the page");
    assert!(!page.contains("<img src=x"));
    for escaped in [
        "&lt;script&gt;alert(&#x27;title",
        "&lt;img src=x",
        "&lt;script&gt;alert(&#x27;reason",
        "&lt;script&gt;alert(6)",
    ] {
        assert!(page.contains(escaped), "{escaped}");
    }
    // The pictures are beside the page: nothing is fetched from anywhere.
    let pictures: Vec<&str> = page.split("<img src=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(pictures.len() >= 4);
    assert!(pictures.iter().all(|name| here.path().join("out/evil").join(name).is_file()), "{pictures:?}");
    for address in ["http://", "https://", "src=\"/", "url("] {
        assert!(!page.contains(address), "{address}");
    }
}

#[test]
fn the_page_says_what_the_terminal_says() {
    let here = TempDir::new().unwrap();
    let output = shell(here.path(), "collisionbench fit calibration/golf-on-marble-heights --resamples 200 --out out");
    assert!(output.status.success(), "{}", told(&output));
    let said = told(&output);
    let page = fs::read_to_string(here.path().join("out/golf-on-marble-heights/index.html")).unwrap();
    let value = said.lines().find_map(|line| line.trim().strip_prefix("relaxation_time = ")).unwrap();
    let value = value.split("   (").next().unwrap();
    assert!(page.contains(&format!("relaxation_time = {value}")), "{value}");
    for part in ["experiment.drag_factor", "Heights that were kept from the fit", "kuwabara-kono", "AICc", "fit.toml"] {
        assert!(page.contains(part), "{part}");
    }
}
