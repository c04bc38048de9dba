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

/// A title of several cells stands above names that are complete without it; a name that spans two columns does not.
#[test]
fn a_title_of_several_cells_is_no_line_of_headers() {
    let text = "Drop test 12/05; operator: KM;;;\nNo.;Wall;drop height (cm);rebound (cm);remark\n1;glass;15,3;11,2;\n2;glass;30;22;\n";
    let mut rebounds = Vec::new();
    let mut take = |measured| {
        let Measured::Drop(drop) = measured else { panic!("{measured:?}") };
        rebounds.push((drop.row, drop.drop, drop.rebound));
        Ok(())
    };
    let (_, besides) = read("FILE", &mut text.as_bytes(), &Mapping::default(), &mut take).unwrap();
    assert_eq!(rebounds, [(1, 0.153, 0.112), (2, 0.3, 0.22)]);
    assert!(besides.notes.contains(&"line 1 is above the headers and not read".to_string()), "{:?}", besides.notes);
    let spanned = "Height (cm);;Remark\nDrop;Rebound;\n80;64;a\n80;65;b\n";
    let mut heights = Vec::new();
    let mut take = |measured| {
        let Measured::Drop(drop) = measured else { panic!("{measured:?}") };
        heights.push((drop.drop, drop.rebound));
        Ok(())
    };
    read("FILE", &mut spanned.as_bytes(), &Mapping::default(), &mut take).unwrap();
    assert_eq!(heights, [(0.8, 0.64), (0.8, 0.65)]);
}

/// `drop (cm)` beside `rebound (mm)` is a drop height; `drop` without a unit is the name of a throw.
#[test]
fn a_drop_with_a_length_is_a_height() {
    let text = "No.,drop (cm),rebound (mm)\n1,15.4,112\n2,30.4,223\n";
    let mut take = |measured| {
        let Measured::Drop(drop) = measured else { panic!("{measured:?}") };
        assert!((drop.rebound / drop.drop - 0.73).abs() < 0.01, "{drop:?}");
        Ok(())
    };
    assert_eq!(read("FILE", &mut text.as_bytes(), &Mapping::default(), &mut take).unwrap().0.measured, 2);
    let (_, throws, _) = all("drop,interval (s)\na,0.7\na,0.6\nb,0.7\nb,0.6\n");
    assert_eq!(throws.len(), 2);
}

/// Units in cells are refused at once, and by what they are, with decimal commas too.
#[test]
fn units_in_cells_are_refused_as_such() {
    for text in
        ["drop height;rebound\n15,3 cm;11,2 cm\n154 mm;11,6 cm\n", "drop height (cm);rebound (cm)\n15,3cm;11\n15;11\n"]
    {
        let refused = read("FILE", &mut text.as_bytes(), &Mapping::default(), &mut |_| Ok(())).unwrap_err().to_string();
        assert!(refused.contains("units in cells are not read"), "{refused}");
    }
}

/// Drop, rebound and its standard deviation, m.
type Rebound = (f64, f64, Option<f64>);

fn rebounds(text: &str, mapping: &Mapping) -> Result<(Vec<Rebound>, Besides), String> {
    let mut found = Vec::new();
    let read = read("FILE", &mut text.as_bytes(), mapping, &mut |measured| {
        let Measured::Drop(drop) = measured else { panic!("{measured:?}") };
        found.push((drop.drop, drop.rebound, drop.rebound_sigma));
        Ok(())
    });
    read.map(|(_, besides)| (found, besides)).map_err(|error| error.to_string())
}

/// A row of means or deviations below numbered drops is none of them; a remark below remarks is nothing.
#[test]
fn rows_of_means_below_numbered_drops_are_refused() {
    let table = "Nr,drop height (cm),rebound height (cm),remark\n1,20,14.5,\n2,40,29,bad light\n3,60,43.9,ok\n";
    assert_eq!(rebounds(table, &Mapping::default()).unwrap().0.len(), 3);
    for foot in ["AVG,40,29.1,\n", "AVG,40,29.1,\nSTD,16,12,\n", "Mittelwert,40,29.1,ok\n"] {
        let why = rebounds(&format!("{table}{foot}"), &Mapping::default()).unwrap_err();
        let word = foot.split(',').next().unwrap();
        assert!(why.contains(&format!("line 5, column `Nr`: `{word}` below numbers")), "{why}");
        assert!(why.contains("such as a mean: remove it"), "{why}");
    }
    // A remark below temperatures is no mean; nor is a row that numbers follow, or that measures nothing.
    let warm = "deg C,drop height (cm),rebound height (cm)\n21,20,14.5\n20,40,29\nwarm,60,43.9\n";
    assert_eq!(rebounds(warm, &Mapping::default()).unwrap().0.len(), 3);
    let named = format!("{table}a,20,14.4,\n4,40,29,\n");
    assert_eq!(rebounds(&named, &Mapping::default()).unwrap().0.len(), 5);
    assert_eq!(rebounds(&format!("{table}by KM,,,\n"), &Mapping::default()).unwrap().0.len(), 3);
}

#[test]
fn a_column_of_errors_is_one_of_standard_deviations() {
    for header in ["rebound height error (cm)", "rebound height \u{b1} (cm)", "rebound height uncertainty (cm)"] {
        let table = format!("drop height (cm),rebound height (cm),{header}\n20,14.5,0.1\n40,29,0.2\n");
        let (found, besides) = rebounds(&table, &Mapping::default()).unwrap();
        assert_eq!(found, [(0.2, 0.145, Some(0.001)), (0.4, 0.29, Some(0.002))], "{header}");
        assert_eq!(besides.notes, [format!("the column `{header}` is read as rebound height sigma")]);
    }
}

/// Quoted decimal commas between commas are decimal commas; thousands are none.
#[test]
fn quoted_decimal_commas_are_read() {
    let head = "drop height (cm),rebound height (cm)\n";
    let (found, _) = rebounds(&format!("{head}\"20,0\",\"14,5\"\n40,\"29,1\"\n"), &Mapping::default()).unwrap();
    assert_eq!(found, [(0.2, 0.145, None), (0.4, 0.291, None)]);
    let why = rebounds(&format!("{head}\"1,200\",50\n60,40\n"), &Mapping::default()).unwrap_err();
    assert!(why.contains("`1,200` has a comma before three digits"), "{why}");
    let why = rebounds(&format!("{head}20.5,14\n\"40,0\",29\n"), &Mapping::default()).unwrap_err();
    assert!(why.contains("`40,0` has a decimal comma, the cells before it have a decimal point"), "{why}");
}

/// A table of two speeds is not told that they are heights; the line is that of the headers.
#[test]
fn speeds_are_not_proposed_as_heights() {
    let why = rebounds("Test 3\nbelt speed (m/s),wheel speed (m/s)\n1.5,1.2\n", &Mapping::default()).unwrap_err();
    assert!(why.contains("FILE: line 2: no known table has the columns"), "{why}");
    assert!(!why.contains("drop=belt speed") && why.contains("impact speed (m/s), rebound speed (m/s)"), "{why}");
}

/// Two columns under one word: the last one was taken and the others were lost.
#[test]
fn a_word_is_of_one_column() {
    let given = |word: &str, header: &str| (word.to_string(), header.to_string());
    let two = |word: &str| Mapping { columns: vec![given(word, "r1"), given(word, "r2")], ..Mapping::default() };
    let why = two("rebound").check().unwrap_err().to_string();
    assert!(why.contains("`rebound` is both `r1` and `r2`") && why.contains("rebound_2=r2"), "{why}");
    let why = two("drop").check().unwrap_err().to_string();
    assert!(why.contains("`drop` is both") && !why.contains("drop_2"), "{why}");
    let numbered = Mapping { columns: vec![given("rebound", "r1"), given("rebound_2", "r2")], ..Mapping::default() };
    numbered.check().unwrap();
}
