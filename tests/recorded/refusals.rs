//! What is no recording of an impact, or no table, is refused with its place and what to write.

use super::{judge, message, shipped_case, shipped_table};

/// The refusal of the shipped recording with some of its rows.
fn of_rows(rows: std::ops::Range<usize>) -> String {
    let mut table = shipped_table();
    table.rows = table.rows[rows].to_vec();
    judge(&shipped_case(), &table.text()).unwrap().refused()
}

#[test]
fn a_recording_holds_the_whole_impact() {
    let rows = shipped_table().rows.len();
    let late = of_rows(2..rows);
    assert!(late.contains("line 2: the bodies already overlap by") && late.contains("record from before"), "{late}");
    let early = of_rows(0..rows - 20);
    assert!(early.contains("the bodies still touch in the last row, and the reference parts"), "{early}");
    assert!(early.contains("record until they have parted"), "{early}");
    let apart = of_rows(rows - 4..rows);
    assert!(apart.contains("line 2: the bodies do not approach each other in the first row"), "{apart}");
    // Two rows of approach: the first, and before it the same a step earlier.
    let mut table = shipped_table();
    let mut before = table.rows[0].clone();
    let step = 4.5852728814442973e-7;
    before[0] -= step;
    for body in [1, 2] {
        for (x, v) in table.vector("x", body).into_iter().zip(table.vector("v", body)) {
            before[x] -= step * before[v];
        }
    }
    table.rows.insert(0, before);
    assert!(judge(&shipped_case(), &table.text()).unwrap().passes());
    let mut approach = table.clone();
    approach.rows.truncate(2);
    let why = judge(&shipped_case(), &approach.text()).unwrap().refused();
    assert!(why.contains("line 3: the recording ends before the bodies touch"), "{why}");
    // Gravity for a tenth of a microsecond, before first touch and after the bodies have parted.
    let column = table.column("vz1");
    table.rows[1][column] -= 9.81e-7;
    let why = judge(&shipped_case(), &table.text()).unwrap().refused();
    assert!(why.contains("line 3: the velocity of body 1 changes before the bodies touch"), "{why}");
    assert!(why.contains("gravity or drag acts; record the impact without it"), "{why}");
    let mut table = shipped_table();
    table.rows.last_mut().unwrap()[column] -= 9.81e-7;
    let why = judge(&shipped_case(), &table.text()).unwrap().refused();
    assert!(why.contains("changes after the bodies parted"), "{why}");
}

#[test]
fn bodies_that_miss_are_no_impact() {
    let mut table = shipped_table();
    let (first, count) = (table.rows[0].clone(), table.rows.len());
    for (index, row) in table.rows.iter_mut().enumerate() {
        *row = first.clone();
        row[0] = index as f64 * 1e-4;
    }
    for (body, aside) in [(1, -0.02), (2, 0.02)] {
        let (places, speeds) = (table.vector("x", body), table.vector("v", body));
        for row in &mut table.rows {
            (0..3).for_each(|i| row[places[i]] += row[0] * row[speeds[i]]);
            row[places[1]] += aside;
        }
    }
    assert!(count > 150);
    let why = judge(&shipped_case(), &table.text()).unwrap().refused();
    assert!(why.contains("the bodies pass each other without contact; check radii and units"), "{why}");
}

#[test]
fn a_step_that_is_not_the_codes_is_refused() {
    let case = shipped_case().replace("0.45852728814442973 us", "4.5852728814442973 us");
    let why = judge(&case, &shipped_table().text()).unwrap().refused();
    assert!(
        why.contains("after the row before, and `time_step` is 4.58527288e-6 s; give the step of the code"),
        "{why}"
    );
    // Every second step alone: what was counted is not known, and everything else is.
    let mut table = shipped_table();
    let mut index = 0;
    table.rows.retain(|_| {
        index += 1;
        index % 2 == 1
    });
    let judged = judge(&shipped_case(), &table.text()).unwrap();
    assert_eq!(judged.number(collisionbench::collide::observe::Observable::DurationCounted), None);
    assert!(judged.failing().is_empty(), "{:?}", judged.checks);
}

/// The text of the shipped table changed, and what is said of it.
#[test]
fn a_table_that_is_none_is_refused_with_its_place() {
    let whole = shipped_table().text();
    let rows: Vec<&str> = whole.lines().collect();
    let with = |line: usize, text: &str| {
        let mut rows = rows.clone();
        rows[line] = text;
        rows.join("\n") + "\n"
    };
    let header = |from: &str, to: &str| with(0, &rows[0].replace(from, to));
    let cell = |to: &str| with(3, &rows[3].replacen(rows[3].split(',').nth(4).unwrap(), to, 1));
    for (table, wanted) in [
        (String::new(), vec!["t.csv: the table is empty", "the first line is a header"]),
        ("# only a comment\n".to_string(), vec!["the table is empty"]),
        (format!("{}\n", rows[0]), vec!["there is no row below the header"]),
        (format!("{}\n{}\n", rows[0], rows[1]), vec!["line 2: the only row", "until the bodies part"]),
        (header("time", "tiem"), vec!["t.csv:1:1: `tiem` is not a column", "did you mean `time`?", "^^^^"]),
        (header("time,", "x2,"), vec!["a second column `x2`"]),
        (header(",x2,", ",scene,"), vec!["t.csv:1:1: there is no column `x2`"]),
        (header("wz2", "force2"), vec!["`force2` is not a column of a recording", "did you mean `force`?"]),
        (header("time", "time [parsec]"), vec!["`parsec` is not a unit of time; use one of s, ms, us"]),
        (header("vx1", "vx1 [mm]"), vec!["`mm` is not a unit of speed"]),
        (header("x1", "x1 []"), vec!["is not a unit of length"]),
        (cell("nan"), vec!["t.csv:4:", "`vx1` is `nan`, not a finite number", "^^^"]),
        (cell("inf"), vec!["`vx1` is `inf`"]),
        (cell("1e999"), vec!["`vx1` is `1e999`"]),
        (cell("-1,41"), vec!["21 cells under 20 headers", "write decimals with a point"]),
        (cell("fast"), vec!["`vx1` is `fast`, not a number", "with a point"]),
        (cell(""), vec!["`vx1` is ``, not a number"]),
        (with(3, rows[2]), vec!["t.csv:4:1: time does not advance", "line 3"]),
        (with(3, rows[1]), vec!["time does not advance"]),
        (with(3, "1,2,3"), vec!["t.csv:4:1: 3 cells under 20 headers"]),
        (whole.trim_end().to_string(), vec!["the last line does not end", "end its last line with a line break"]),
        (with(3, &"1".repeat(20_000)), vec!["a line of 20000 bytes"]),
    ] {
        let said = message(&shipped_case(), &table);
        for wanted in wanted {
            assert!(said.contains(wanted), "`{wanted}` is not in:\n{said}");
        }
        assert!(said.lines().count() <= 120 && said.len() < 20_000, "{said}");
    }
}

#[test]
fn a_larger_table_is_not_held() {
    let whole = shipped_table().text();
    let header = whole.lines().next().unwrap();
    let row = "1".to_string() + &",0".repeat(19) + "\n";
    let many = format!("{header}\n{}", row.repeat(100_002));
    let said = message(&shipped_case(), &many);
    assert!(said.contains("time does not advance") || said.contains("at most 100000 rows"), "{said}");
    let said = message(&shipped_case(), &format!("{header}\n{}", "#\n".repeat(9 << 20)));
    assert!(said.contains("bytes") || said.contains("large"), "{said}");
}

#[test]
fn the_table_is_beside_the_case() {
    for (name, wanted) in [
        ("../t.csv", "is outside the folder that is searched"),
        ("/etc/passwd", "is outside the folder that is searched"),
        ("none.csv", "recording `none.csv` not found"),
        (".", "is a folder"),
    ] {
        let case = shipped_case().replace("\"t.csv\"", &format!("\"{name}\""));
        let said = message(&case, &shipped_table().text());
        assert!(said.contains(wanted) && said.contains("case.toml:38:13"), "{said}");
    }
}
