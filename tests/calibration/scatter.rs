//! Bounces that scatter by more than is stated of the clock.

use collisionbench::fit::calibrate::result::Consistency;
use collisionbench::fit::random::Stream;
use collisionbench::fit::spread::Interval;

use crate::common::fitted::{BALL, Calibrated, DASHPOT, Depth, deviation, experiment, printed, read, result};

/// Twenty throws, `e = 0.9`, each interval read to 3 ms.
fn throws() -> String {
    let mut stream = Stream::new(5, 0);
    let mut table = String::from("throw,interval (s)\n");
    for throw in 0..20 {
        let mut interval = 0.70 - 0.01 * f64::from(throw);
        for _ in 0..5 {
            table.push_str(&format!("{throw},{:?}\n", interval + 3e-3 * stream.normal()));
            interval *= 0.9;
        }
    }
    table
}

fn found(time_sigma: &str) -> Calibrated {
    of(&throws(), time_sigma, "")
}

/// A contact whose duration counts, next to nothing.
fn of(table: &str, time_sigma: &str, keys: &str) -> Calibrated {
    crate::common::fitted::found(&lines(time_sigma, keys), table, Depth::Quoted)
}

fn lines(time_sigma: &str, keys: &str) -> String {
    let keys = format!("gravity = \"9.81 m/s2\"\ntime_sigma = \"{time_sigma}\"\n{keys}");
    let law = DASHPOT.replace("50 kN", "50 MN");
    format!("{BALL}{law}{}", experiment("bounce-times", &keys))
}

/// The deviation that is named is the true one, and once it is stated nothing is left to say.
#[test]
fn the_time_sigma_that_explains_the_scatter_is_named() {
    let coarser = found("1 ms");
    let told = coarser.consistency.as_ref().unwrap();
    assert!(told.birge.too_large() && told.birge.within_drops, "{told:?}");
    let restated = told.restated.as_ref().unwrap();
    assert_eq!((restated.name.as_str(), restated.stated), ("time_sigma", 1e-3));
    // Sixty degrees of freedom tell a standard deviation to a tenth.
    assert!((restated.wanted / 3e-3 - 1.0).abs() < 0.3, "{restated:?}");
    let said = coarser.consistency.as_ref().and_then(Consistency::too_small).unwrap();
    assert!(said.contains("time_sigma = \"") && said.contains("in place of \"1 ms\""), "{said}");
    let case = read(&lines("1 ms", ""), &[&throws()]).unwrap();
    assert_eq!(result(&case, &coarser).notes[0], said, "a program that reads fit.json is told too");
    let shown = printed(&coarser);
    assert!(shown.contains("Birge ratio within drops: 3.") && shown.contains("would make the ratio 1"), "{shown}");

    let right = found(&format!("{} s", restated.wanted));
    let ratio = right.consistency.as_ref().unwrap().birge.ratio;
    assert!((ratio - 1.0).abs() < 0.03, "{ratio}");
    assert_eq!(right.consistency.as_ref().and_then(Consistency::too_small), None);
    assert!(printed(&right).contains("Birge ratio within drops: 1.0"), "{}", printed(&right));
}

/// One throw, as a recording has it, whose impacts differ by more than a clock of a nanosecond: the value is the mean of their
/// restitutions, with Student's interval of it (`t = 2.570582` of six). By the clock alone it would be narrower by a factor of 1e5.
#[test]
fn the_impacts_of_one_throw_scatter() {
    let mut stream = Stream::new(8, 0);
    let restitutions: Vec<f64> = (0..6).map(|_| 0.8 + 0.004 * stream.normal()).collect();
    let (mut interval, mut table) = (0.7, String::from("throw,interval (s)\na,0.7\n"));
    for e in &restitutions {
        interval *= e;
        table.push_str(&format!("a,{interval:?}\n"));
    }
    let found = of(&table, "1 ns", "contact_duration = false\n");
    let (mean, sigma) = deviation(&restitutions);
    let error = sigma / 6f64.sqrt();
    let (value, interval) = (found.parameters[0].value, found.parameters[0].interval.unwrap());
    assert!(((value - mean) / error).abs() < 1e-3, "{value} {mean}");
    for (end, sign) in [(interval.low, -1.0), (interval.high, 1.0)] {
        let t = sign * (end - mean) / error;
        assert!((t / 2.570582 - 1.0).abs() < 5e-3, "{t}");
    }
    assert!(found.notes.join(" ").contains("how their impacts scatter is estimated instead"), "{:?}", found.notes);
    let shown = printed(&found);
    assert!(
        shown.contains("scatter between 6 impacts") && shown.contains("Scatter between impacts (restitution): 0.00"),
        "{shown}"
    );
}

/// The interval is that of the throws: it does not depend on what is stated of a reading, which the twin of a narrower statement took for
/// the errors of the throws.
#[test]
fn readings_that_scatter_more_than_stated_are_in_the_interval() {
    let [stated, right] = ["1 ms", "3 ms"].map(found);
    let of = |found: &Calibrated| found.parameters[0].interval_data.map(|of: Interval| of.high - of.low).unwrap();
    // What is stated weighs the throws, which moves it by a few parts in a hundred; the twin is 1.7 times as wide.
    assert!((of(&stated) / of(&right) - 1.0).abs() < 0.06, "{} {}", of(&stated), of(&right));
    // Twenty throws of five intervals, whose readings are those of their errors: by the stated millisecond a third of that.
    let lines = &stated.budget.as_ref().unwrap().lines;
    let readings = lines.iter().find(|line| line.source.name.starts_with("readings")).unwrap().contribution[0];
    assert!(readings < 0.5 * stated.parameters[0].sigma_data.unwrap(), "{readings}");
}
