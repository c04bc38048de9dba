//! Measurements whose bodies do not fly.

use std::io::{Cursor, Read};
use std::sync::Arc;

use collisionbench::case::Case;
use collisionbench::data::Files;
use collisionbench::data::measure::{Mapping, Measured, gather, read};
use collisionbench::error::SourceFile;
use collisionbench::fit::calibrate::result::{Describes, Measurement};
use collisionbench::fit::calibrate::{Depth, Unwatched, calibrate};
use collisionbench::fit::problem::Target;

fn shipped(name: &str) -> Vec<Measurement> {
    let file = Files::Embedded.text(&format!("cases/calibration/{name}.toml"), 1 << 20).unwrap();
    let case = Case::read(Arc::new(file), name, &Files::Embedded).unwrap_or_else(|error| panic!("{error}"));
    calibrate(&case, Depth::Quick, &Unwatched).unwrap().measurements
}

/// A marble on a stack of paper of which the ratios of heights and of speeds were measured.
fn on_paper(of: &str) -> Vec<Measurement> {
    let text = format!(
        "title = \"T\"\n[body.ball]\nsphere = {{ radius = \"8 mm\", mass = \"5.4 g\" }}\n[body.floor]\nwall = {{ normal = \"+z\" }}\n\
         rigid = true\n[contact]\nends = \"force-clamped\"\n[contact.normal.hooke]\nstiffness = \"50 kN/m\"\n\
         [contact.damping.linear-dashpot]\nrestitution = {{ fit = 0.45, between = [0.05, 1] }}\n[experiment.restitution]\n\
         data = \"reference-data/experiments/marble-on-paper-a4\"\nof = \"{of}\"\n[[expect]]\nthat = \"fit\"\n\
         agrees_with = \"residuals\"\nbirge_ratio = {{ within_sigma = 3 }}\n"
    );
    let file = SourceFile { name: "paper.toml".into(), text };
    let case = Case::read(Arc::new(file), "paper", &Files::Embedded).unwrap_or_else(|error| panic!("{error}"));
    calibrate(&case, Depth::Quick, &Unwatched).unwrap().measurements
}

#[test]
fn ratios_of_heights_are_squares() {
    let heights = on_paper("height_ratio");
    let speeds = on_paper("velocity_ratio");
    assert_eq!(heights.len(), speeds.len());
    // PROVENANCE: 0.530 and 0.487 in the second row.
    assert!((heights[1].value - 0.530).abs() < 5e-4 && (speeds[1].value - 0.487).abs() < 5e-4);
    assert_eq!(heights[1].sigma, Some(0.0031377605 / (2.0 * 0.28129863_f64.sqrt())));
    assert!(heights.iter().all(|o| o.quantity == Target::Restitution && o.speed.is_none()));
}

/// Hertz: `tau = 2.868265699 (m^2/(R E*^2 v))^(1/5)`; 1 % of scatter over 24 contacts.
#[test]
fn contact_times_come_with_their_speed() {
    let times = shipped("synthetic-contact-times");
    assert_eq!(times.len(), 24);
    let mass = 2500.0 * 4.0 / 3.0 * std::f64::consts::PI * 0.005_f64.powi(3);
    let E_star = 70e9 / (1.0 - 0.22 * 0.22);
    let off: f64 = times
        .iter()
        .map(|o| {
            let v = o.speed.unwrap();
            o.value / (2.868_265_699_195_33 * (mass * mass / (0.005 * E_star * E_star * v)).powf(0.2)) - 1.0
        })
        .sum();
    assert!((off / 24.0).abs() < 4.0 * 0.01 / 24.0_f64.sqrt(), "{off}");
    assert!((times[0].sigma.unwrap() / times[0].value - 0.01).abs() < 1e-12);
}

#[test]
fn oblique_tables_and_loops_are_read() {
    for (who, e_t, spins) in [("mfix", 0.7938, 135.5703), ("kratos", 0.796_540_36, 134.862_39)] {
        let read = |what: &str| {
            let name = format!("reference-data/experiments/kharaz-2001-{what}-{who}");
            gather(&Files::Embedded, &name, &Mapping::default()).unwrap().obliques
        };
        let first = &read("tangential-restitution")[0];
        assert_eq!(first.tangential_restitution.unwrap().value, e_t);
        assert_eq!(first.tangential_restitution.unwrap().sigma, Some(0.01));
        assert!((first.angle.sigma.unwrap() - 0.5_f64.to_radians()).abs() < 1e-15);
        let spin = read("spin")[0].rebound_spin.unwrap();
        assert_eq!((spin.value, spin.sigma), (spins, Some(7.0)));
    }
    let mut points = Vec::new();
    read(
        "loop.csv",
        &mut &b"loop;overlap (um);force (N);force sigma (N)\na;1,5;2;0,1\na;NaN;3;0,1\nb;2;-1;0,1\n"[..],
        &Mapping::default(),
        &mut |measured| {
            if let Measured::LoopPoint(point) = measured {
                points.push((point.name, point.overlap.value, point.force.value, point.force.sigma));
            }
            Ok(())
        },
    )
    .unwrap();
    assert_eq!(points, [("a".into(), 1.5e-6, 2.0, Some(0.1)), ("b".into(), 2e-6, -1.0, Some(0.1))]);
}

#[test]
fn what_is_read_has_its_hash() {
    let golf =
        gather(&Files::Embedded, "reference-data/experiments/golf-on-marble-heights", &Mapping::default()).unwrap();
    assert_eq!((golf.drops.len(), golf.hashes.len(), golf.doubts.len()), (40, 2, 0));
    for name in ["ping-pong-on-parquet-heights", "blue-rubber-ball-heights"] {
        let found =
            gather(&Files::Embedded, &format!("reference-data/experiments/{name}"), &Mapping::default()).unwrap();
        assert!(found.doubts.is_empty(), "{:?}", found.doubts);
    }
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("d.csv"), "drop height (m),rebound height (m)\n0.5,0.3\n0.5,0.31\n").unwrap();
    let found = gather(&Files::Folder(dir.path().into()), "d.csv", &Mapping::default()).unwrap();
    assert_eq!(found.hashes[0].0, "d.csv");
    assert_eq!(found.hashes[0].1.len(), 64);
}

/// A contact under `F = k x + c x'` that never pulls pushes until `x'' = 0`, at `w t = pi - atan(2 g w/(w^2 - g^2))` with `g = c/2m`,
/// though the overlap is zero only at `w t = pi`: that is when a sensor of the force, or a current, ends. The stiffness that made such
/// times comes back; taken for those of the overlap it would be a quarter larger at a restitution of 0.7.
#[test]
fn a_contact_time_ends_with_the_force() {
    let (k, m, e): (f64, f64, f64) = (5e4, 0.03, 0.7);
    // `e = exp(-g t) sqrt(...)` of a clamped force: `-x'(t)/v` at that time.
    let of = |part: f64| {
        let (w0, g) = ((k / m).sqrt(), part * (k / m).sqrt());
        let w = (w0 * w0 - g * g).sqrt();
        let t = (std::f64::consts::PI - (2.0 * g * w / (w * w - g * g)).atan()) / w;
        (t, (-g * t).exp() * (g / w * (w * t).sin() - (w * t).cos()))
    };
    let (mut low, mut high) = (0.0, 0.5);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if of(middle).1 > e { low = middle } else { high = middle }
    }
    let time = of(low).0;
    let folder = tempfile::tempdir().unwrap();
    let rows: String = [0.5, 1.0, 2.0].iter().map(|v| format!("{v},{time:?},1e-9\n")).collect();
    std::fs::write(folder.path().join("t.csv"), format!("speed (m/s),contact time (s),contact time sigma (s)\n{rows}"))
        .unwrap();
    let text = "title = \"T\"\n[body.ball]\nsphere = { radius = \"20 mm\", mass = \"30 g\" }\n[body.floor]\n\
                wall = { normal = \"+z\" }\nrigid = true\n[contact]\nends = \"force-clamped\"\n[contact.normal.hooke]\n\
                stiffness = { fit = \"70 kN/m\", between = [\"1 kN/m\", \"1 MN/m\"] }\n[contact.damping.linear-dashpot]\n\
                restitution = 0.7\n[experiment.contact-time]\ndata = \"t.csv\"\n[[expect]]\nthat = \"fit\"\nagrees_with = \"residuals\"\nbirge_ratio = { within_sigma = 4 }\n";
    let file = SourceFile { name: "case.toml".into(), text: text.into() };
    let case =
        Case::read(Arc::new(file), "case", &Files::Folder(folder.path().into())).unwrap_or_else(|e| panic!("{e}"));
    let found = calibrate(&case, Depth::Quick, &Unwatched).unwrap_or_else(|e| panic!("{e}"));
    let value = found.parameters[0].value;
    assert!((value / k - 1.0).abs() < 1e-4, "{value}");
}

/// More than is held at once is refused.
fn what_does_not_fit_in_memory_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let mut text = "drop height (m),rebound height (m)\n".to_string();
    for row in 0..100_002 {
        text.push_str(if row % 2 == 0 { "0.8,0.61\n" } else { "0.8,0.62\n" });
    }
    std::fs::write(dir.path().join("d.csv"), text).unwrap();
    let error = gather(&Files::Folder(dir.path().into()), "d.csv", &Mapping::default()).unwrap_err().to_string();
    assert_eq!(error, "d.csv: more than 100000 measurements\n  remove some, or average those of one height");
}

/// Rows made as they are read; the most memory the process ever had grows by less than the table would take.
#[test]
fn a_million_rows_take_no_memory() {
    struct Rows(u64, Cursor<Vec<u8>>);
    impl Read for Rows {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = self.1.read(buffer)?;
            if count > 0 || self.0 == 1_000_003 {
                return Ok(count);
            }
            self.0 += 1;
            self.1 = Cursor::new(
                format!("{},{},0.3{:03}\n", self.0 / 4, 1 + (self.0 % 4), 999 - self.0 % 1000).into_bytes(),
            );
            self.1.read(buffer)
        }
    }
    let peak = || {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).map(str::to_string);
        line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok())
    };
    let before = peak();
    let mut rows = Rows(3, Cursor::new(b"throw,bounce,interval (s)\n".to_vec()));
    let (tally, _) = read("long", &mut rows, &Mapping::default(), &mut |_| Ok(())).unwrap();
    assert_eq!(tally.measured, 250_000);
    if let (Some(before), Some(after)) = (before, peak()) {
        // The kernel counts a page of each thread late, so that a peak may be lower than one before. Other tests run beside it:
        // some tens of MB are theirs. The rows are 17 MB, the throws over 30 MB.
        let rise = after.saturating_sub(before);
        assert!(rise < 24 << 10, "{rise} kB");
    }
    // Not beside it: it holds a hundred thousand drops.
    what_does_not_fit_in_memory_is_refused();
}

/// Restitutions from 0.86 at 0.5 m/s to 0.73 at 6 m/s: no constant describes them, and a table that does not change with speed is not said to.
#[test]
fn ratios_that_fall_with_speed_have_a_verdict() {
    let of = |values: [f64; 7]| {
        let speeds = [0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        let rows: String = speeds.iter().zip(values).map(|(v, e)| format!("{v},{e}\n")).collect();
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("e.csv"), format!("impact speed (m/s),restitution\n{rows}")).unwrap();
        let text = "title = \"T\"\n[body.ball]\nsphere = { radius = \"20 mm\", mass = \"30 g\" }\n[body.floor]\n\
                    wall = { normal = \"+z\" }\nrigid = true\n[contact]\nends = \"force-clamped\"\n[contact.normal.hooke]\n\
                    stiffness = \"70 kN/m\"\n[contact.damping.linear-dashpot]\n\
                    restitution = { fit = 0.7, between = [0.1, 1] }\n[experiment.restitution]\ndata = \"e.csv\"\n\
                    of = \"restitution\"\n[[expect]]\nthat = \"fit\"\nagrees_with = \"residuals\"\nruns = { within_sigma = 4 }\n";
        let file = SourceFile { name: "case.toml".into(), text: text.into() };
        let case = Case::read(Arc::new(file), "case", &Files::Folder(folder.path().into()));
        calibrate(&case.unwrap_or_else(|e| panic!("{e}")), Depth::Full, &Unwatched).unwrap_or_else(|e| panic!("{e}"))
    };
    let falls = of([0.86, 0.84, 0.80, 0.775, 0.755, 0.74, 0.73]).agreement.unwrap();
    assert_eq!(falls.describes, Describes::No, "{}", falls.words);
    assert!(falls.words.contains("the restitution falls with speed"), "{}", falls.words);
    let flat = of([0.80, 0.79, 0.81, 0.80, 0.79, 0.81, 0.80]);
    assert!(flat.agreement.is_none() && flat.slope.unwrap().corrected.interval.covers(0.0));
}
