//! Pictures of a calibration: of every shipped case, beside their numbers, the same bytes every time.

use std::path::Path;

use collisionbench::bench::find;
use collisionbench::case::Case;
use collisionbench::fit::calibrate::result::Fate;
use collisionbench::report::Pictures;
use collisionbench::report::pictures::Drawn;
use collisionbench::report::pictures::figure::Item;
use collisionbench::report::pictures::fit::{FitFigure, plan};

use crate::common::fitted::{Depth, fit, shipped};

/// Columns by their names.
fn column(drawn: &Drawn, name: &str) -> Vec<String> {
    let bytes = drawn.table.csv().unwrap();
    let mut table = csv::Reader::from_reader(bytes.as_slice());
    let at = table.headers().unwrap().iter().position(|header| header == name).unwrap();
    table.records().map(|row| row.unwrap()[at].to_string()).collect()
}

fn numbers(drawn: &Drawn, name: &str) -> Vec<f64> {
    column(drawn, name).iter().filter_map(|cell| cell.parse().ok()).collect()
}

fn size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
#[ignore = "slow"]
fn every_shipped_calibration_is_drawn() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cases = find(&[folder.join("cases/calibration")], folder).unwrap();
    assert!(cases.cases.len() >= 9);
    for (name, file) in cases.cases {
        let case = Case::read(std::sync::Arc::new(file), &name, &cases.data).unwrap();
        let found = fit(&case, Depth::Full);
        let planned = plan(&found, Pictures::All);
        assert!(plan(&found, Pictures::None).is_empty());
        assert!(plan(&found, Pictures::Default).len() <= planned.len());
        assert!(planned.len() >= 3, "{}: {planned:?}", case.name);
        let mut names: Vec<&str> = planned.iter().map(|picture| picture.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), planned.len(), "{}: two pictures share a name", case.name);
        for picture in &planned {
            let drawn = picture.draw(&found).unwrap_or_else(|| panic!("{}: no {}", case.name, picture.name));
            for panel in &drawn.figure.panels {
                assert!(panel.y.ticks.len() >= 2, "{}: {}", case.name, picture.name);
            }
            assert!(drawn.table.csv().unwrap().len() > 40, "{}: {}", case.name, picture.name);
            if let FitFigure::Measured(target) = picture.kind {
                let measured = found.measurements.iter().filter(|m| m.quantity == target).count();
                let rows = column(&drawn, "what").iter().filter(|what| *what == "measured").count();
                assert_eq!(rows, measured, "{}: every number, used or not", case.name);
            }
        }
    }
}

/// The numbers beside the pictures are those of the result.
#[test]
fn the_tables_hold_the_numbers_of_the_result() {
    let found = shipped("golf-on-marble-heights", Depth::Full);
    for picture in plan(&found, Pictures::All) {
        let drawn = picture.draw(&found).unwrap();
        match picture.kind {
            FitFigure::Measured(_) => {
                let e = numbers(&drawn, "restitution");
                let expected: Vec<f64> = found.measurements.iter().map(|m| m.value).collect();
                assert_eq!(e, expected);
                // Both panels have the bars that the legend names, those of the readings.
                let bars = |panel: usize| -> Vec<f64> {
                    let points = drawn.figure.panels[panel].items.iter().filter_map(|item| match item {
                        Item::Points { points, .. } => Some(points.iter().filter_map(|point| point.2)),
                        _ => None,
                    });
                    let mut bars: Vec<f64> = points.flatten().collect();
                    bars.sort_by(f64::total_cmp);
                    bars
                };
                let mut readings: Vec<f64> = found.measurements.iter().filter_map(|m| m.sigma).collect();
                readings.sort_by(f64::total_cmp);
                assert_eq!((&bars(0), &bars(1)), (&readings, &readings));
                let (low, high) = (numbers(&drawn, "band_low"), numbers(&drawn, "band_high"));
                assert_eq!(low.len(), found.curve.len());
                assert!(low.iter().zip(&high).all(|(low, high)| low < high));
                let wider = numbers(&drawn, "next_drop_low");
                assert!(
                    wider.iter().zip(&low).all(|(wide, low)| wide < low),
                    "one more drop is less sure than the mean"
                );
            }
            FitFigure::Rebound => {
                let (from, to) = (numbers(&drawn, "height_before"), numbers(&drawn, "rebound"));
                assert_eq!(from.len(), 40);
                assert!(from.iter().zip(&to).all(|(from, to)| to < from));
                // The first row of the table: 0.8 m, 0.637 m.
                assert_eq!((from[0], to[0]), (0.8, 0.637));
            }
            FitFigure::Residuals => {
                let used: Vec<f64> = numbers(&drawn, "standardised");
                assert_eq!(used.len(), found.measurements.len());
                let (i, m) = found.measurements.iter().enumerate().find(|(_, m)| m.fate == Fate::Used).unwrap();
                assert!((used[i] - m.standardised().unwrap()).abs() < 1e-12);
            }
            FitFigure::Laws | FitFigure::Intervals | FitFigure::Profile(_) => {}
        }
    }
}

/// The threshold of a profile is Student's t squared, and the ends of the interval lie on it.
#[test]
fn a_profile_meets_its_threshold_at_the_ends() {
    let found = shipped("synthetic-drops", Depth::Full);
    let profile = found.profiles[0].as_ref().unwrap();
    let picture = plan(&found, Pictures::Default).into_iter().find(|p| p.kind == FitFigure::Profile(0)).unwrap();
    let drawn = picture.draw(&found).unwrap();
    let (x, lost) = (numbers(&drawn, "restitution"), numbers(&drawn, "twice_log_likelihood_lost"));
    let what = column(&drawn, "what");
    let threshold = lost[what.iter().position(|what| what == "end of the interval").unwrap()];
    // t of 95 % and all six heights: five degrees of freedom, 2.571 (Abramowitz & Stegun 26.10).
    assert!((threshold.sqrt() - 2.571).abs() < 5e-4, "{threshold}");
    for end in [profile.interval.low, profile.interval.high] {
        let (near, _) = x.iter().zip(&lost).zip(&what).filter(|(_, what)| *what == "computed").fold(
            (f64::NAN, f64::INFINITY),
            |(lost, off), ((x, y), _)| {
                if (x - end).abs() < off { (*y, (x - end).abs()) } else { (lost, off) }
            },
        );
        assert!((near - threshold).abs() < 2e-3 * threshold, "{near} at {end}, threshold {threshold}");
    }
}

#[test]
#[ignore = "slow"]
fn the_bytes_do_not_depend_on_run_or_threads() {
    let drawn = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let found = shipped("golf-on-marble-bounces", Depth::Full);
            plan(&found, Pictures::Default)
                .into_iter()
                .map(|picture| {
                    let drawn = picture.draw(&found).unwrap();
                    (picture.name, drawn.figure.png().unwrap(), drawn.table.csv().unwrap())
                })
                .collect::<Vec<_>>()
        })
    };
    let (one, two) = (drawn(1), drawn(2));
    assert_eq!(one.len(), two.len());
    for (a, b) in one.iter().zip(&two) {
        assert!(a == b, "{} differs", a.0);
        let (width, height) = size(&a.1);
        assert_eq!(width, 1000, "{}", a.0);
        assert!((500..=1060).contains(&height), "{}: {height}", a.0);
        assert!(a.1.len() < 100_000, "{}: {} bytes", a.0, a.1.len());
    }
}
