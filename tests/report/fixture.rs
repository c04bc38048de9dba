//! A record made by hand: every verdict, unknown values, and names that try to break out.

use std::sync::Arc;

use collisionbench::bench::Verdict;
use collisionbench::bench::record::{
    CaseRecord, Check, Comparison, Curve, FORMAT, ForceRecord, Maker, Observation, ParameterRecord, Record,
    SceneRecord, Setting, SourceRecord,
};
use collisionbench::law::{Ends, PowerForce};
use collisionbench::report::Environment;

use crate::report::sheets;

/// Hertz for two glass spheres of 10 mm that meet at 20 m/s: `F = K delta^1.5`.
pub struct Contact {
    pub stiffness: f64,
    pub duration: f64,
    pub depth: f64,
    /// Share of the force that is a dashpot's.
    pub loss: f64,
}

pub const GLASS: Contact = Contact { stiffness: 2.357e9, duration: 40.34e-6, depth: 274.1e-6, loss: 0.0 };

pub fn record() -> Record {
    Record {
        format: FORMAT,
        program: "collisionbench 0.1.0".to_string(),
        cases_from: "./cases".to_string(),
        partial: None,
        criteria: sheets::criteria(),
        engines: Vec::new(),
        not_run: None,
        cases: vec![glass(), requested(), speeds(), odd(), sheets::stepped()],
    }
}

pub fn environment() -> Environment {
    Environment {
        program: "collisionbench 0.1.0".to_string(),
        commit: None,
        compiler: Some("rustc 1.89.0".to_string()),
        processor: Some("a processor".to_string()),
        system: Some("linux x86_64".to_string()),
        threads: 2,
        started: collisionbench::report::environment::utc(1_234_567_890),
        durations: [("run".to_string(), 3.75)].into(),
        engines: Default::default(),
        inputs: [("cases/a.toml".to_string(), collisionbench::data::dataset::sha256("abc"))].into(),
    }
}

fn glass() -> CaseRecord {
    let name = "normal/glass-head-on";
    let data = "reference-data/published/chung-ooi-test-1-glass";
    let noisy = |i: usize| 1.0 + 0.006 * ((i * 7 % 5) as f64 - 2.0) / 2.0;
    let whole = curve("-", "reference", Maker::Solver, &GLASS, 400);
    let sparse = curve("-", data, Maker::Data, &GLASS, 24);
    let force: Vec<f64> = sparse.values[3].iter().enumerate().map(|(i, f)| f * noisy(i)).collect();
    let spread = vec![0.007 * 10_696.9; force.len()];
    let measured = Curve {
        columns: ["time", "force", "force_uncertainty"].map(String::from).to_vec(),
        units: ["s", "N", "N"].map(String::from).to_vec(),
        values: vec![sparse.values[0].clone(), force.clone(), spread.clone()],
        ..sparse.clone()
    };
    let loop_ = Curve {
        columns: ["overlap", "force", "force_uncertainty"].map(String::from).to_vec(),
        units: ["m", "N", "N"].map(String::from).to_vec(),
        values: vec![sparse.values[1].clone(), force, spread],
        ..sparse
    };
    let mut made = CaseRecord {
        title: "Two glass <script>alert('δ')</script> spheres meet & lose \"nothing\"".to_string(),
        source: Some("Chung & Ooi 2011, Granular Matter 13, 643: test 1".to_string()),
        scenes: vec![SceneRecord { validity: sheets::lines().into_iter().map(Arc::new).collect(), ..scene("-", &[]) }],
        left_out: sheets::left_out(data),
        settings: vec![setting()],
        checks: vec![
            check("-", "hertz-impact", "max_force", "N", 10_696.889_012, 10_696.889_012 * (1.0 + 4e-13), 1e-12, 31),
            check("-", "hertz-impact", "duration", "s", 4.034e-5, 4.034e-5 * (1.0 - 2e-14), 1e-12, 31),
            {
                let mut row = check("-", data, "max_force", "N", 10_650.0, 10_696.889_012, 1e-2, 38);
                row.comparison = Comparison::Validation;
                row.expected_uncertainty = Some(75.0);
                row
            },
        ],
        curves: vec![whole, measured, loop_],
        sources: vec![SourceRecord {
            experiment: false,
            article: None,
            name: "hertz-impact".to_string(),
            title: "Elastic spheres".to_string(),
            source: "Hertz 1881, eq. <9>".to_string(),
        }],
        ..case(name)
    };
    for seen in [
        seen("-", "reference", Maker::Solver, "max_force", Some(10_696.889_012), "N", Some(4e-9)),
        seen("-", "hertz-impact", Maker::Oracle, "max_force", Some(10_696.889_012), "N", Some(1e-11)),
        seen("-", data, Maker::Data, "max_force", Some(10_650.0), "N", Some(75.0)),
        seen("-", "reference", Maker::Solver, "restitution", Some(1.0), "", Some(1e-13)),
        seen("-", "reference", Maker::Solver, "peak_pressure", None, "Pa", None),
    ] {
        made.observe(seen);
    }
    made
}

fn requested() -> CaseRecord {
    let materials = ["aluminium-oxide", "cast-iron"];
    let wanted = [0.2, 0.4, 0.6, 0.8, 1.0];
    let mut made = CaseRecord {
        title: "Restitution comes out as requested".to_string(),
        swept: vec!["body.ball.material".to_string(), "contact.damping.tsuji.restitution".to_string()],
        settings: vec![setting()],
        ..case("normal/tsuji-restitution")
    };
    for material in materials {
        for e in wanted {
            let name = format!("material={material}, restitution={e}");
            let mut new = scene(&name, &[("contact.damping.tsuji.restitution", e, "", &e.to_string())]);
            new.parameters.push(Arc::new(ParameterRecord {
                path: "body.ball.material".to_string(),
                value: None,
                word: Some(material.to_string()),
                unit: String::new(),
                text: material.to_string(),
            }));
            made.scenes.push(new);
            let off = if material == "cast-iron" && e == 0.4 { 0.05 } else { 2e-3 * (e - 0.5) };
            let got = e * (1.0 + off);
            made.observe(seen(&name, "reference", Maker::Solver, "restitution", Some(got), "", Some(1e-13)));
            made.observe(seen(&name, "requested-restitution", Maker::Oracle, "restitution", Some(e), "", Some(1e-16)));
            made.checks.push(check(&name, "requested-restitution", "restitution", "", e, got, 1e-2, 40));
            let stiff = if material == "cast-iron" { 1.0 } else { 2.0 };
            let contact =
                Contact { stiffness: 3e9 * stiff, duration: 12e-6 / stiff, depth: 15e-6 / stiff, loss: 1.0 - e };
            made.curves.push(curve(&name, "reference", Maker::Solver, &contact, 300));
        }
    }
    made.checks[0].outcome = Verdict::Gap;
    made.checks[0].reason = Some("the series ends too early".into());
    made.checks[1].outcome = Verdict::Skip;
    made.checks[1].observed = None;
    made.checks[1].observed_uncertainty = None;
    made.checks[1].deviation = None;
    made.checks[1].reason = Some("liggghts is not installed".into());
    made
}

fn speeds() -> CaseRecord {
    let mut made = CaseRecord {
        title: "A viscoelastic sphere loses more the faster it comes".to_string(),
        swept: vec!["impact.speed".to_string()],
        settings: vec![setting()],
        ..case("normal/kuwabara-kono")
    };
    for (i, v) in [0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0].into_iter().enumerate() {
        let name = format!("speed={v} m/s");
        made.scenes.push(scene(&name, &[("impact.speed", v, "m/s", &format!("{v} m/s"))]));
        let x = 0.15 * f64::powf(v, 0.2);
        let (exact, series, pade) =
            (1.0 / (1.0 + x + 0.4 * x * x), 1.0 - x + 0.6 * x * x, 1.0 / (1.0 + x + 0.41 * x * x));
        for (by, maker, e, u) in [
            ("reference", Maker::Solver, exact, 1e-12),
            ("kuwabara-kono-series", Maker::Oracle, series, 1e-3),
            ("kuwabara-kono-pade", Maker::Oracle, pade, 1e-4),
            ("reference-data/published/steel", Maker::Data, exact * (1.0 + 0.01 * ((i % 3) as f64 - 1.0)), 0.012),
        ] {
            made.observe(seen(&name, by, maker, "restitution", Some(e), "", Some(u)));
            let duration = 1e-4 * v.powf(-0.2) * (1.0 + if by == "reference" { 0.0 } else { 1e-13 * i as f64 });
            made.observe(seen(&name, by, maker, "duration", Some(duration), "s", Some(u * 1e-6)));
        }
        made.checks.push(check(&name, "kuwabara-kono-series", "restitution", "", series, exact, 0.05, 30));
        made.checks.push(check(&name, "kuwabara-kono-pade", "restitution", "", pade, exact, 1e-3, 36));
        let tight =
            check(&name, "kuwabara-kono-pade", "duration", "s", 1e-4, 1e-4 * (1.0 + 1e-14 * i as f64), 1e-12, 36);
        made.checks.push(tight);
        let contact =
            Contact { stiffness: 5e9, duration: 1e-4 * v.powf(-0.2), depth: 20e-6 * v.powf(0.8), loss: 1.0 - exact };
        made.curves.push(curve(&name, "reference", Maker::Solver, &contact, 200));
    }
    made
}

fn odd() -> CaseRecord {
    let mut error = check("größe=1 µm", "antypov-elliott", "restitution", "", 0.0, 0.25, 1e-12, 9);
    error.outcome = Verdict::Error;
    error.deviation = None;
    error.reason = Some("a relative tolerance on an expected zero; write \"1e-12 absolute\"".into());
    let mut closed = check("größe=1 µm", "landau-lifshitz", "duration", "s", 1e-5, 1e-5, 1e-9, 15);
    closed.outcome = Verdict::Closed;
    closed.reason = Some("m* of one body | as printed".into());
    CaseRecord {
        title: "Odd | names, \u{1b}[31mcontrol\u{1b}[0m characters and ünïcode".to_string(),
        scenes: vec![scene("größe=1 µm", &[])],
        checks: vec![error, closed],
        text: "title = \"</code></pre><img src=x onerror=alert(1)>\"\n".to_string(),
        ..case("odd/größe µ")
    }
}

pub fn case(name: &str) -> CaseRecord {
    CaseRecord {
        name: name.to_string(),
        file: format!("cases/{name}.toml"),
        text: format!("title = \"{name}\"\n\n[impact]\nspeed = \"20 m/s\"\n"),
        title: name.to_string(),
        ..CaseRecord::default()
    }
}

fn setting() -> Setting {
    Setting { who: "reference".to_string(), key: "tolerance".to_string(), value: 1e-13, unit: "relative".to_string() }
}

pub fn scene(name: &str, swept: &[(&str, f64, &str, &str)]) -> SceneRecord {
    let parameter = |&(path, value, unit, text): &(&str, f64, &str, &str)| {
        let (path, unit, text) = (path.to_string(), unit.to_string(), text.to_string());
        Arc::new(ParameterRecord { path, value: Some(value), word: None, unit, text })
    };
    let mut parameters = vec![parameter(&("body.left.radius", 0.01, "m", "10 mm"))];
    parameters.extend(swept.iter().map(parameter));
    SceneRecord {
        name: name.to_string(),
        parameters,
        force: ForceRecord {
            power: Some(PowerForce {
                K: GLASS.stiffness,
                alpha: 1.5,
                C: 0.0,
                beta: 0.25,
                reference_gap: 0.0,
                ends: Ends::ForceClamped,
            }),
            m_star: 0.005_864,
            R_star: 0.005,
            E_star: None,
            shear: None,
        },
        validity: Vec::new(),
        dialect: None,
        contract: 0,
    }
}

pub fn seen<'a>(
    scene: &'a str,
    by: &'a str,
    maker: Maker,
    observable: &'a str,
    value: Option<f64>,
    unit: &'a str,
    uncertainty: Option<f64>,
) -> Observation<'a> {
    Observation { scene, by, maker, variant: "", observable, value, unit, uncertainty, note: None }
}

#[expect(clippy::too_many_arguments, reason = "a row of the table, column by column")]
pub fn check(
    scene: &str,
    against: &str,
    observable: &str,
    unit: &str,
    expected: f64,
    observed: f64,
    allowed: f64,
    line: usize,
) -> Check {
    let deviation = ((observed - expected) / expected).abs();
    Check {
        expected: Some(expected),
        observed: Some(observed),
        observed_uncertainty: Some(1e-13 * observed.abs()),
        deviation: Some(deviation),
        allowed: Some(allowed),
        outcome: if deviation <= allowed { Verdict::Pass } else { Verdict::Fail },
        comparison: Comparison::Verification,
        observable: observable.to_string().into(),
        unit: unit.to_string().into(),
        deviation_unit: "relative".into(),
        line,
        ..Check::blank(scene, "reference", against)
    }
}

/// Half a sine of overlap; the force has an elastic and a dashpot's part and never pulls.
fn curve(scene: &str, by: &str, maker: Maker, contact: &Contact, points: usize) -> Curve {
    let mut values: Vec<Vec<f64>> = vec![Vec::new(); 5];
    for i in 0..points {
        let part = i as f64 / (points - 1) as f64;
        // The double nearest to zero is not zero: both ends are.
        let sine = if i + 1 == points { 0.0 } else { (std::f64::consts::PI * part).sin() };
        let overlap = contact.depth * sine;
        let speed = contact.depth * std::f64::consts::PI / contact.duration * (std::f64::consts::PI * part).cos();
        let elastic = contact.stiffness * overlap.powf(1.5);
        let dashpot = contact.loss
            * contact.stiffness
            * contact.depth.powf(1.5)
            * sine.powf(0.25)
            * (std::f64::consts::PI * part).cos();
        let force = (elastic + dashpot).max(0.0);
        for (column, value) in values.iter_mut().zip([part * contact.duration, overlap, speed, force, elastic]) {
            column.push(value);
        }
    }
    Curve {
        scene: scene.to_string(),
        by: by.to_string(),
        maker,
        variant: String::new(),
        columns: ["time", "overlap", "speed", "force", "force_elastic"].map(String::from).to_vec(),
        units: ["s", "m", "m/s", "N", "N"].map(String::from).to_vec(),
        values,
    }
}
