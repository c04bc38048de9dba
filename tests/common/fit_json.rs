//! `fit.json` as a fit of a case would leave it, with parameters of the test's own.

use std::sync::Arc;

use collisionbench::case::Case;
use collisionbench::data::Files;
use collisionbench::error::SourceFile;
use collisionbench::fit::file::ContactValue;
use serde_json::{Value, json};

/// A parameter with an interval of 95 %, or none.
pub fn parameter(path: &str, value: f64, interval: Option<[f64; 2]>) -> Value {
    let name = path.rsplit('.').next().unwrap();
    let method = interval.map(|_| "profile likelihood");
    let interval = interval.map(|[low, high]| json!({ "low": low, "high": high }));
    json!({
        "path": path, "name": name, "unit": "", "value": value, "standard_uncertainty": null,
        "standard_uncertainty_of_data": null, "interval": interval, "interval_of_data": null, "method": method, "level": 0.95,
        "by_covariance": null, "by_profile": null, "at_bound": false, "open": [false, false], "numerical": null,
    })
}

/// The result of a fit of the case `case` whose text, with fitted values, is this; at an impact of 1 m/s.
pub fn fit_json(case: &str, text: &str, parameters: &[Value]) -> String {
    let file = SourceFile { name: "case.toml".into(), text: text.to_string() };
    let fitted = Case::read(Arc::new(file), case, &Files::Embedded).unwrap_or_else(|error| panic!("{error}"));
    let contact = ContactValue::all(&fitted.scenes[0], &[], &[]);
    let whole = json!({
        "format": 1, "program": "collisionbench 0", "command": format!("collisionbench fit {case}"), "case": case, "title": case,
        "source": null, "data": [],
        "measured": {
            "kind": "drop-height", "numbers_used": 1, "judged_on": 0, "numbers_left_out": 0, "drops": 1, "independent": 1,
            "speed": null, "middle_speed": 1.0, "angle": null, "middle_angle": null,
        },
        "conditions": {}, "contact": contact,
        "agreement": null, "verdict": "", "notes": [], "parameters": parameters, "without": null, "covariance": null, "correlations": null,
        "scatter": { "drops": [], "settings": null, "impacts": 0.0 },
        "quality": {
            "chi2": 0.0, "degrees_of_freedom": 0, "level": 0.95, "converged": true, "collisions": 0,
        },
        "consistency": null, "restitution": [], "combination": null, "budget": null, "models": [], "slope": null, "draws": null,
    });
    format!("{whole:#}\n")
}
