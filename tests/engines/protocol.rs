//! What is handed over is what the schema says.

use std::fs;
use std::path::Path;

use serde_json::json;

use super::{GLASS, run, write};
use collisionbench::codes::engine::protocol::{Request, VERSION};

/// `docs/engine-protocol.schema.json` is made from the types; `UPDATE=1` writes it anew.
#[test]
fn the_schema_is_the_one_of_the_types() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/engine-protocol.schema.json");
    let now = serde_json::to_string_pretty(&schemars::schema_for!(Request)).unwrap() + "\n";
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &now).unwrap();
    }
    assert_eq!(fs::read_to_string(path).unwrap(), now);
}

#[test]
fn what_is_handed_over_fits_the_schema_and_the_page() {
    let place = tempfile::tempdir().unwrap();
    let text = "[engine.taker]\ncommand = [\"sh\", \"-c\", \"exit 0\"]\ncovers = { normal = [\"hertz\"] }\ndialect = \"lammps\"\n";
    write(place.path(), &[("glass.toml", GLASS), ("engines.toml", text)]);
    let arguments = ["run", "glass.toml", "--engines", "engines.toml", "--engine", "taker", "--pictures", "none"];
    assert_eq!(run(place.path(), &arguments).0, 3);
    let text = fs::read_to_string(place.path().join("reports/latest.engines/glass/taker/run-1/scene.json")).unwrap();
    let scene: serde_json::Value = serde_json::from_str(&text).unwrap();
    let schema = serde_json::to_value(schemars::schema_for!(Request)).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(validator.is_valid(&scene), "{text}");
    let mut broken = scene.clone();
    broken["pairs"][0]["bodies"][0]["velocity"] = "fast".into();
    assert!(!validator.is_valid(&broken));
    let (pairs, scenes) = (scene["pairs"].as_array().unwrap(), scene["scenes"].as_array().unwrap());
    assert_eq!((&scene["protocol"], pairs.len(), scenes.len()), (&VERSION.into(), 16, 1));

    // m = 4/3 pi rho R^3, I = 2/5 m R^2, m* = m/2, K = 4/3 E* sqrt(R*), E* = E/(2 (1 - nu^2)).
    let number = |value: &serde_json::Value| value.as_f64().unwrap();
    let body = &scenes[0]["bodies"][0];
    let mass = 4.0 / 3.0 * std::f64::consts::PI * 2800.0 * 1e-6;
    let near = |a: f64, b: f64| assert!((a / b - 1.0).abs() < 1e-14, "{a} for {b}");
    near(number(&body["mass"]), mass);
    near(number(&body["inertia"]), 0.4 * mass * 1e-4);
    let contact = &scenes[0]["contact"];
    near(number(&contact["effective"]["m_star"]), mass / 2.0);
    near(number(&contact["force"]["K"]), 4.0 / 3.0 * 48e9 / (2.0 * 0.96) * 5e-3_f64.sqrt());
    let named = (&contact["normal"]["name"], number(&contact["force"]["C"]), contact["tangential"].is_null());
    assert_eq!(named, (&"hertz".into(), 0.0, true));
    assert_eq!(contact["said"]["system"], "lammps");
    // First touch lies at (i + 1/2)/16 of the first step, in the frame of the centre of mass.
    for (i, pair) in pairs.iter().enumerate() {
        let phase = number(&pair["onset_phase"]);
        assert_eq!(phase, (i as f64 + 0.5) / 16.0);
        let [one, two] = [0, 1].map(|body| &pair["bodies"][body]);
        assert_eq!((&one["velocity"], &two["velocity"]), (&json!([-10.0, 0.0, 0.0]), &json!([10.0, 0.0, 0.0])));
        let gap = number(&one["position"][0]) - number(&two["position"][0]) - 0.02;
        assert!((gap - 20.0 * phase * number(&scene["time_step"])).abs() < 1e-17, "{gap}");
    }
}

/// The page names the version and every file.
#[test]
fn the_page_is_about_this_version() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/engine-protocol.md")).unwrap();
    for word in
        [&format!("version {VERSION}"), "scene.json", "trajectory.csv", "ends.csv", "engines.toml", "onset_phase"]
    {
        assert!(page.contains(word), "the page does not say `{word}`");
    }
}
