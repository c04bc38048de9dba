//! Captions: the bodies, materials and speed of a figure in words.

use crate::distinct::distinct;
use crate::record::CaseRecord;

/// The bodies of a scene with material and speed: `ball 2.5 mm, alumina; rigid plate; 3.9 m/s`.
pub(in crate::report) fn bodies(case: &CaseRecord) -> String {
    let Some(scene) = case.scenes.first() else { return String::new() };
    let text = |path: &str| scene.parameter(path).map(|p| p.text.as_str());
    let bodies = scene.parameters.iter().filter_map(|p| p.path.strip_prefix("body."));
    let names = distinct(bodies.map(|path| path.split('.').next().unwrap_or(path)));
    let is_swept = |path: &str| case.swept.iter().any(|swept| swept == path);
    let mut parts: Vec<String> = names
        .into_iter()
        .map(|name| {
            let of = |key: &str| text(&format!("body.{name}.{key}"));
            let rigid = if of("rigid") == Some("true") { "rigid " } else { "" };
            let radius = of("radius").filter(|_| !is_swept(&format!("body.{name}.radius")));
            let radius = radius.map(|radius| format!(" of radius {radius}")).unwrap_or_default();
            let material =
                of("material").map(|material| format!(", {}", material.replace('-', " "))).unwrap_or_default();
            format!("{rigid}{name}{radius}{material}")
        })
        .collect();
    let speed = text("impact.speed").filter(|_| !is_swept("impact.speed"));
    parts.extend(speed.map(str::to_string));
    parts.extend(case.swept.iter().map(|path| {
        let name = path.rsplit('.').next().unwrap_or(path).replace('_', " ");
        format!("{name} varies")
    }));
    parts.join("; ")
}
