//! Laws that stick or yield, from drops, bounces and ratios that are made by closed forms.

use std::f64::consts::PI;
use std::fs;
use std::sync::Arc;

use collisionbench::case::Case;
use collisionbench::data::Files;
use collisionbench::error::SourceFile;
use collisionbench::fit::calibrate::{Calibrated, Depth, Unwatched, calibrate};

pub(super) const G: f64 = 9.81;

/// A ball on a rigid floor.
pub(super) fn found(ball: &str, law: &str, experiment: &str, table: &str) -> Result<Calibrated, String> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("table.csv"), table).unwrap();
    let text = format!(
        "title = \"T\"\n[material.ball]\n{ball}\nmaterial = \"ball\"\n[body.floor]\nwall = {{ normal = \"+z\" }}\nrigid = true\n\
         {law}\n[experiment.{experiment}\ndata = \"table.csv\"\n[[expect]]\nthat = \"fit\"\nagrees_with = \"residuals\"\n\
         runs = {{ within_sigma = 2 }}\n"
    );
    let file = SourceFile { name: "case.toml".into(), text };
    let case = Case::read(Arc::new(file), "case", &Files::Folder(folder.path().into())).map_err(|e| e.to_string())?;
    calibrate(&case, Depth::Full, &Unwatched).map_err(|e| e.to_string())
}

pub(super) const BEAD: &str = "density = \"1050 kg/m3\"\nyoung_modulus = \"5 GPa\"\npoisson_ratio = 0.35\n[body.ball]\n\
                    sphere = { radius = \"10 um\" }";
pub(super) const JKR: &str = "[contact.normal.jkr]\nwork_of_adhesion = { fit = \"0.05 J/m2\", between = [\"1 mJ/m2\", \"2 J/m2\"] }\n\
                   breaks_at = \"displacement\"";

/// Sticking speed of the bead, `W = 7.09220 (w^5 R^4/E*^2)^(1/3)`.
pub(super) fn sticking_speed(w: f64) -> f64 {
    let (R, E) = (10e-6_f64, 5e9 / (1.0 - 0.35 * 0.35));
    let m = 1050.0 * 4.0 / 3.0 * PI * R.powi(3);
    (2.0 * 7.092_195_971_863_958_8 * (w.powi(5) * R.powi(4) / (E * E)).cbrt() / m).sqrt()
}

pub(super) fn jkr(w: f64, v: f64) -> f64 {
    (1.0 - (sticking_speed(w) / v).powi(2)).max(0.0).sqrt()
}

#[test]
fn drops_of_a_sticky_bead_tell_the_work_of_adhesion() {
    let mut table = "drop height (mm),rebound height (mm)\n".to_string();
    for k in 0..12 {
        let h = 0.3 + 0.2 * f64::from(k);
        let e = jkr(0.1, (2.0 * G * h * 1e-3).sqrt());
        table.push_str(&format!("{h:?},{:?}\n", e * e * h));
    }
    let drops = "drop-height]\nheight_to = \"bottom\"\ngravity = \"9.81 m/s2\"\nheight_sigma = \"0.01 mm\"";
    let found = found(BEAD, JKR, drops, &table).unwrap();
    assert!((found.parameters[0].value / 0.1 - 1.0).abs() < 1e-6, "{}", found.parameters[0].value);
    let interval = found.parameters[0].interval.unwrap();
    assert!(interval.low > 0.09 && interval.high < 0.11, "{interval:?}");
}

/// Rows that stick are bounds: far below the sticking speed they change nothing, and one that sticks at a speed at which the others
/// say it bounces moves the fit.
#[test]
fn a_row_that_sticks_bounds_the_sticking_speed() {
    let speeds = [1.05, 1.5, 2.0];
    let V = sticking_speed(0.1);
    let row = |x: f64| format!("{:?},0.02,{:?},\n", jkr(0.1, x * V), x * V);
    let head = "restitution,restitution sigma,speed (m/s),speed sigma (m/s)\n";
    let bounced = speeds.map(row).concat();
    let of = |rows: &str| found(BEAD, JKR, "restitution]", &format!("{head}{rows}"));
    let stuck = |x: f64| format!("sticks,,{:?},{:?}\n", x * V, 0.002 * V);
    let [without, with] =
        [bounced.clone(), format!("{bounced}{}{}", stuck(0.8), stuck(0.98))].map(|rows| of(&rows).unwrap());
    // Rows without an error are fitted to the last digits.
    for found in [&without, &with] {
        let parameter = &found.parameters[0];
        assert!((parameter.value / 0.1 - 1.0).abs() < 1e-7, "{}", parameter.value);
        let interval = parameter.interval.unwrap();
        assert!(interval.covers(0.1) && interval.low > 0.09 && interval.high < 0.11, "{interval:?}");
    }
    let moved = of(&format!("{bounced}{}", stuck(1.2))).unwrap();
    assert!(moved.parameters[0].value > 0.105, "{}", moved.parameters[0].value);
    // Under a law that never sticks such a row is refused.
    let tsuji = "[contact]\nends = \"force-clamped\"\n[contact.normal.hertz]\n[contact.damping.tsuji]\n\
                 restitution = { fit = 0.7, between = [0.1, 1] }";
    let problem = found(BEAD, tsuji, "restitution]", &format!("{head}{bounced}{}", stuck(0.8))).unwrap_err();
    assert!(problem.contains("nothing sticks"), "{problem}");
}

/// Bounces on a spring that unloads stiffer, with the weight on it and the contact in each interval, piece by piece:
/// `m x'' = m g - k1 x`, then `m x'' = m g - k2 (x - x_0)`.
#[test]
fn bounces_of_a_plastic_ball_tell_the_ratio_of_its_springs() {
    let (k1, k2) = (500.0_f64, 750.0_f64);
    let m = 7850.0 * 4.0 / 3.0 * PI * 5e-3_f64.powi(3);
    let bounce = |v: f64| {
        let (w1, w2, sag1, sag2) = ((k1 / m).sqrt(), (k2 / m).sqrt(), m * G / k1, m * G / k2);
        // x = sag (1 - cos) + v/w sin: at rest where tan(w t) = -v/(w sag).
        let turning = (PI - (v / (w1 * sag1)).atan()) / w1;
        let deepest = sag1 + (sag1 * sag1 + v * v / (w1 * w1)).sqrt();
        let stretch = k1 / k2 * deepest;
        // x - x_0 = sag + (stretch - sag) cos.
        let back = (-sag2 / (stretch - sag2)).acos() / w2;
        (w2 * ((stretch - sag2).powi(2) - sag2 * sag2).sqrt(), turning + back)
    };
    let mut table = "drop_height_m,throw,interval_index,interval_between_bounces_s\n".to_string();
    for (throw, h) in [0.1, 0.2, 0.4, 0.6].into_iter().enumerate() {
        let mut v = (2.0 * G * h).sqrt();
        for k in 1..=3 {
            let (out, time) = bounce(v);
            table.push_str(&format!("{h:?},{},{k},{:?}\n", throw + 1, time + 2.0 * out / G));
            v = out;
        }
    }
    let steel = "density = \"7850 kg/m3\"\n[body.ball]\nsphere = { radius = \"5 mm\" }";
    let law = "[contact.normal.walton-braun]\nloading_stiffness = \"500 N/m\"\n\
               unloading_stiffness = { fit = \"600 N/m\", between = [\"501 N/m\", \"5000 N/m\"] }";
    let bounces = "bounce-times]\nheight_to = \"bottom\"\ngravity = \"9.81 m/s2\"\ntime_sigma = \"1 ms\"\n\
                   height_sigma = \"1 mm\"";
    let of = |more: &str| found(steel, law, &format!("{bounces}{more}"), &table).unwrap().parameters[0].value;
    let whole = of("\ngravity_during_contact = true");
    assert!((whole / k2 - 1.0).abs() < 1e-6, "{whole}");
    // What the weight does is seen: without it the ratio is another.
    let without = of("");
    assert!((without / k2 - 1.0).abs() > 1e-4, "{without}");
}
