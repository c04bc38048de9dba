//! Rows are those of the table, whichever of them are chosen.

use collisionbench::data::measure::Mapping;
use collisionbench::fit::calibrate::result::Fate;

use super::heights::{drops, refused};
use crate::common::fitted::{Depth, found, of_ball};
use crate::fit::readings::{mapped, readings};

/// The bad drop of ball A is in row 6 of the table, and in row 4 of those of its ball.
const TWO: &str = "ball,drop height (cm),rebound height (cm),day\nA,50,36,mon\nB,50,20,mon\nA,50,36.2,mon\nB,50,20.1,tue\n\
                   A,80,57.8,tue\nA,80,40.0,tue\nA,80,57.9,tue\nB,80,32,mon\nA,120,86.9,wed\nA,120,86.6,wed\n";

#[test]
fn a_row_that_is_left_out_is_that_of_the_table() {
    let keys =
        |row: u32| format!("where = {{ ball = \"A\" }}\nleft_out = [{{ row = {row}, reason = \"hit the edge\" }}]\n");
    let right = drops(TWO, &keys(6));
    let left: Vec<_> = right.measurements.iter().filter(|m| matches!(m.fate, Fate::LeftOut(_))).collect();
    let [bad] = left[..] else { panic!("{left:?}") };
    assert_eq!((bad.row, bad.name.as_str()), (6, "0.8 m, row 6"));
    assert!((bad.value - 0.5f64.sqrt()).abs() < 1e-12, "{}", bad.value);
    assert_eq!(right.measurements.iter().map(|m| m.row).collect::<Vec<_>>(), [1, 3, 5, 6, 7, 9, 10]);
    // Row 2 is of the other ball, and there is no row 11.
    for row in [2, 11] {
        let refused = refused(TWO, &keys(row));
        assert!(refused.contains(&format!("there is no measurement in row {row}")), "{refused}");
    }
}

/// What a column holds is that of the row: the groups are those of a table without the other ball.
#[test]
fn groups_are_those_of_the_rows_that_are_read() {
    let alone: String = TWO.lines().filter(|line| !line.starts_with('B')).map(|line| format!("{line}\n")).collect();
    let keys = "groups = \"day\"\nheight_set = \"each drop\"\n";
    let (right, same) = (drops(TWO, &format!("{keys}where = {{ ball = \"A\" }}\n")), drops(&alone, keys));
    assert_eq!((right.estimate.units(), same.estimate.units()), (3, 3));
    assert_eq!(right.parameters[0].interval, same.parameters[0].interval);
}

/// Of two throws whose rows alternate, each interval has its own row: one of row 5 is in two impacts.
#[test]
fn intervals_keep_the_rows_they_were_read_in() {
    let mut table = String::from("throw,interval (s)\n");
    for k in 0..5 {
        let interval = 0.7 * 0.8f64.powi(k) * (1.0 + 1e-3 * f64::from(k % 2));
        table.push_str(&format!("a,{interval}\nb,{}\n", 0.9 * interval));
    }
    let keys = "time_sigma = \"1 ms\"\ncontact_duration = false\nwhere = { throw = \"a\" }\n\
                left_out = [{ row = 5, reason = \"another sound\" }]\n";
    let right = found(&of_ball("bounce-times", keys), &table, Depth::Quick);
    let left = right.measurements.iter().filter(|m| matches!(m.fate, Fate::LeftOut(_)));
    assert_eq!(left.map(|m| m.row).collect::<Vec<_>>(), [5, 7]);
    // Onsets that are no impacts have rows too.
    let onsets = "impact time (s),impact\n1.0,yes\n1.7,yes\n1.9,no\n2.26,yes\n2.7,yes\n";
    assert_eq!(readings(onsets).throws[0].rows, [2, 4, 5]);
}

/// Two balls in a table, 0.75 and 0.35: their means are compared with the scatter within the balls. Student's `t` of 4 degrees of freedom, `P(|t| > x) = 1 - s (3 - s^2)/2` with `s = x/sqrt(4 + x^2)`.
#[test]
fn few_numbers_of_two_balls_are_told_apart() {
    let balls = |second: [f64; 2]| {
        let all = [0.742, 0.748, 0.755, 0.748].map(|e| ("A", e)).into_iter().chain(second.map(|e| ("B", e)));
        let mut table = "drop height (m),rebound height (m),ball\n".to_string();
        all.clone().for_each(|(ball, e)| table.push_str(&format!("1,{:.9},{ball}\n", e * e)));
        let mean = |of: &[f64]| of.iter().sum::<f64>() / of.len() as f64;
        let [a, b] =
            ["A", "B"].map(|ball| all.clone().filter(|(own, _)| *own == ball).map(|(_, e)| e).collect::<Vec<_>>());
        let squares = |of: &[f64]| of.iter().map(|e| (e - mean(of)).powi(2)).sum::<f64>();
        let t = (mean(&a) - mean(&b)) / ((squares(&a) + squares(&b)) / 4.0 * (1.0 / 4.0 + 1.0 / 2.0)).sqrt();
        let s = t.abs() / (4.0 + t * t).sqrt();
        let notes = drops(&table, "").notes;
        (notes.into_iter().find(|note| note.contains("`ball` splits the data")), 1.0 - 0.5 * s * (3.0 - s * s))
    };
    let (apart, chance) = balls([0.34, 0.36]);
    let apart = apart.unwrap();
    assert!(chance < 1e-5 && apart.contains("\"A\" in 4 numbers") && apart.contains("`group_by`"), "{apart}");
    let shown: f64 = apart.split("p = ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!((shown / chance - 1.0).abs() < 0.02, "{shown} {chance}");
    let (alike, chance) = balls([0.744, 0.753]);
    assert!(chance > 0.5 && alike.is_none(), "{alike:?} {chance}");
}

pub(super) const READ_OVER: &str =
    "drop height (cm),rebound height (cm)\n50,32.2\n60,38.6\n100,165\n80,51.3\n90,57.5\n";

/// A row that was misread is left out with its reason; without one the table is refused, with what to write.
#[test]
fn a_rebound_that_is_too_high_can_be_left_out() {
    // Another row is no reason to take this one.
    for keys in ["", "left_out = [{ row = 2, reason = \"misread\" }]"] {
        let why = refused(READ_OVER, keys);
        assert!(why.contains("cannot gain height") && why.contains("left_out = [{ row = 3, reason"), "{keys}: {why}");
    }
    let right = drops(READ_OVER, "left_out = [{ row = 3, reason = \"misread\" }]");
    assert_eq!(right.measurements.iter().map(|m| m.row).collect::<Vec<_>>(), [1, 2, 4, 5]);
    let ratios = "restitution\n0.8\n1.4\n0.81\n";
    let left = mapped(ratios, &Mapping { left_out: vec![2], ..Mapping::default() });
    assert!(left.is_ok(), "{left:?}");
}
