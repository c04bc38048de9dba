//! Estimates at a bound: the best fit lies beyond it, and nothing is claimed of how well the value is known.

use std::sync::Arc;

use collisionbench::case::Case;
use collisionbench::data::Files;
use collisionbench::error::SourceFile;
use collisionbench::fit::calibrate::predictions::draws;
use collisionbench::fit::calibrate::{Depth, Unwatched, calibrate};
use collisionbench::fit::random::Stream;
use collisionbench::report::fit::text;

use super::shared::read;

/// Drops of `e = 0.8`, from as many heights, where the case ends at 0.75.
#[test]
fn a_bound_has_neither_uncertainty_nor_interval() {
    for (heights, drops, set) in [(12, 5, "once"), (12, 5, "each drop"), (4, 5, "once"), (30, 1, "each drop")] {
        let mut stream = Stream::new(5, heights);
        let mut table = "drop height (m),rebound height (m)\n".to_string();
        for height in 0..heights {
            let h = 0.2 + 0.1 * height as f64;
            for _ in 0..drops {
                let e = 0.8 + 0.004 * stream.normal();
                table.push_str(&format!("{h:?},{:?}\n", h * e * e));
            }
        }
        let own = format!("drop-height\nheight_sigma = \"1 mm\"\nheight_set = \"{set}\"\n");
        let mut case = read(&table, &own, "").unwrap();
        case.calibration.as_mut().unwrap().unknowns[0].high = 0.75;
        let found = calibrate(&case, Depth::Full, &Unwatched).unwrap();
        let parameter = &found.parameters[0];
        assert!(parameter.at_bound && (parameter.value - 0.75).abs() < 1e-3, "{parameter:?}");
        assert_eq!((parameter.sigma, parameter.sigma_data), (None, None), "{heights}");
        let intervals = [parameter.interval, parameter.interval_data, parameter.by_covariance];
        assert_eq!(intervals, [None; 3], "{heights}");
        assert!(parameter.by_profile.is_none() && parameter.method.is_none());
        assert!(draws(&found).is_none(), "{heights}");
        let shown = text::text(&found);
        assert!(shown.contains("at a bound") && shown.contains("do not determine"), "{shown}");
        assert!(!shown.contains("The data determine"), "{shown}");
    }
}

/// Contact times of a ball of 188 GPa where the modulus begins at 195 GPa, without a standard deviation: their scatter is not "none".
#[test]
fn numbers_at_a_bound_are_not_said_to_be_without_scatter() {
    let table = "impact speed (m/s),contact time (us)\n0.5,40.0436\n0.5,40.2044\n1,35.14\n1,34.93\n2,30.5302\n2,30.3474\n\
                 3,28.096\n3,28.2083\n4,26.472\n4,26.5781\n";
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("times.csv"), table).unwrap();
    let text = "title = \"T\"\n[material.steel]\ndensity = \"7800 kg/m3\"\n\
                young_modulus = { fit = \"200 GPa\", between = [\"195 GPa\", \"500 GPa\"] }\npoisson_ratio = 0.3\n[body.ball]\n\
                sphere = { radius = \"5 mm\" }\nmaterial = \"steel\"\n[body.plate]\nwall = { normal = \"+z\" }\n\
                material = \"steel\"\n[contact]\nends = \"force-clamped\"\n[contact.normal.hertz]\n[contact.damping.tsuji]\n\
                restitution = 0.9\n[experiment.contact-time]\ndata = \"times.csv\"\n[[expect]]\nthat = \"fit\"\n\
                agrees_with = \"residuals\"\nruns = { within_sigma = 5 }\n";
    let file = SourceFile { name: "case.toml".into(), text: text.into() };
    let case = Case::read(Arc::new(file), "case", &Files::Folder(dir.path().into())).unwrap();
    let found = calibrate(&case, Depth::Full, &Unwatched).unwrap();
    assert!(found.parameters[0].at_bound && found.parameters[0].interval.is_none() && draws(&found).is_none());
    let shown = text::text(&found);
    assert!(shown.contains("beyond a bound of young_modulus") && !shown.contains("no scatter"), "{shown}");
}
