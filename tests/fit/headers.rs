//! Headers whose unit has a stroke, columns of standard deviations, and throws with a gap.

use collisionbench::data::measure::{Besides, Mapping, Measured, Ratios, Throw, read};

fn all(text: &str) -> (Vec<Ratios>, Vec<Throw>, Besides) {
    let (mut ratios, mut throws) = (Vec::new(), Vec::new());
    let read = read("FILE", &mut text.as_bytes(), &Mapping::default(), &mut |measured| {
        match measured {
            Measured::Ratio(ratio) => ratios.push(ratio),
            Measured::Throw(throw) => throws.push(throw),
            other => panic!("{other:?}"),
        }
        Ok(())
    });
    let (_, besides) = read.unwrap_or_else(|error| panic!("{text}: {error}"));
    (ratios, throws, besides)
}

/// `speed / mm/s` has two strokes and one unit; the standard deviation of an impact speed may be headed that of a speed.
#[test]
fn a_unit_with_a_stroke_is_read_however_it_stands_behind_its_name() {
    for speed in ["speed (mm/s)", "impact speed / mm/s", "speed/(mm/s)", "impact speed in mm/s", "speed_mm/s"] {
        for sigma in ["speed sigma / mm/s", "speed sigma in mm/s"] {
            let text = format!("restitution,{speed},{sigma}\n0.8,1500,30\n0.7,2500,40\n");
            let (ratios, _, besides) = all(&text);
            let found: Vec<_> = ratios.iter().filter_map(|ratio| ratio.speed).collect();
            let found: Vec<_> = found.iter().map(|speed| (speed.value, speed.sigma)).collect();
            assert_eq!(found, [(1.5, Some(0.03)), (2.5, Some(0.04))], "{text}");
            assert!(besides.columns.is_empty(), "{text}: {:?}", besides.columns);
        }
    }
}

/// One empty cell of a throw costs that throw, and not the table.
#[test]
fn a_throw_with_too_little_before_its_gap_is_named_and_left() {
    let text = "throw,interval (s)\na,0.7\na,0.6\nb,\nb,0.6\nc,0.7\nc,\nd,0.7\nd,0.61\n";
    let (_, throws, besides) = all(text);
    let names: Vec<&str> = throws.iter().map(|throw| throw.name.as_str()).collect();
    assert_eq!(names, ["a", "d"]);
    assert_eq!(
        besides.notes,
        [
            "line 4: throw b is not used: 0 intervals before its gap, and at least two are needed",
            "line 6: throw c is not used: 1 interval before its gap, and at least two are needed",
        ]
    );
    assert_eq!(besides.gaps.iter().map(|gap| gap.line).collect::<Vec<_>>(), [4, 5, 7]);
}
