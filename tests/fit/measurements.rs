//! Measured drops and bounces: what is read, what is named, and what is refused in which words.

use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::Path;

use collisionbench::data::Files;
use collisionbench::data::measure::{Drop, Mapping, Measured, Throw, Totals, read, suspicious};
use collisionbench::error::{Error, Exit};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn all(name: &str, bytes: &[u8]) -> Result<(Vec<Measured>, Totals), Error> {
    let mut found = Vec::new();
    let (tally, _) = read(name, &mut &bytes[..], &Mapping::default(), &mut |measured| {
        found.push(measured);
        Ok(())
    })?;
    Ok((found, tally))
}

fn throws(bytes: &[u8]) -> Vec<Throw> {
    let throw = |measured| match measured {
        Measured::Throw(throw) => throw,
        other => panic!("{other:?}"),
    };
    all("x.csv", bytes).unwrap_or_else(|error| panic!("{error}")).0.into_iter().map(throw).collect()
}

fn drops(bytes: &[u8]) -> Vec<Drop> {
    let drop = |measured| match measured {
        Measured::Drop(drop) => drop,
        other => panic!("{other:?}"),
    };
    all("x.csv", bytes).unwrap_or_else(|error| panic!("{error}")).0.into_iter().map(drop).collect()
}

fn message(bytes: &[u8]) -> String {
    all("FILE", bytes).map(|found| panic!("{found:?}")).unwrap_err().to_string()
}

/// A row for each wrong file: what its message must name, in order; behind `|`, in the lines that say what to do, which are there if and only
/// if the row has some. `…` stands for whatever is between two names.
#[test]
fn wrong_files_are_refused_with_what_is_wrong() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/measurements");
    let table = fs::read_to_string(folder.join("mistakes.txt")).unwrap();
    for row in table.lines() {
        let (name, named) = row.split_once(": ").unwrap();
        let (first, others) = named.split_once(" | ").unwrap_or((named, ""));
        let bytes = fs::read(folder.join(format!("{name}.csv"))).unwrap();
        let error = all("FILE", &bytes).map(|found| panic!("{name}: {found:?}")).unwrap_err();
        assert_eq!(error.exit(), Exit::Wrong, "{name}");
        let message = error.to_string();
        let (headline, help) = message.split_once('\n').unwrap_or((&message, ""));
        assert!(headline.starts_with("FILE: ") && help.is_empty() == others.is_empty(), "{row}\n{message}");
        for (mut text, pieces) in [(headline, first), (help, others)] {
            for piece in pieces.split(" … ") {
                text = text.split_once(piece).unwrap_or_else(|| panic!("no {piece}: {name}\n{message}")).1;
            }
        }
    }
    let csv = |entry: &std::io::Result<fs::DirEntry>| entry.as_ref().unwrap().path().extension().unwrap() == "csv";
    assert_eq!(fs::read_dir(folder).unwrap().filter(csv).count(), table.lines().count(), "a file without a row");
}

#[test]
fn five_dialects_and_a_byte_order_mark_read_alike() {
    // Times of impacts 0.4 s and 0.36 s apart; 9.81/8 T^2 of them; a fourth that was not heard.
    let headers = "Bounce 0 (s),Height 0 (m),Bounce 1 (s),Height 1 (m),Bounce 2 (s),Height 2 (m),Energy 2,Bounce 3 (s)";
    let cells = "1.000000000E0,2.422222222E-1,1.400000000E0,1.962000000E-1,1.760000000E0,1.589220000E-1,8.1E-1,0.0E0";
    let expected = throws(format!("{headers}\n{cells}\n").as_bytes());
    for (found, wanted) in expected[0].intervals.iter().zip([0.4, 0.36]) {
        assert!((found - wanted).abs() < 1e-15);
    }
    assert_eq!(expected[0].intervals.len(), 2);
    for (separator, decimal) in [(',', '.'), ('\t', '.'), (';', '.'), ('\t', ','), (';', ',')] {
        for mark in ["", "\u{feff}"] {
            for end in ["\n", "\r\n"] {
                let cells: Vec<String> = cells.split(',').map(|c| c.replace('.', &decimal.to_string())).collect();
                let headers: Vec<String> = headers.split(',').map(|header| format!("\"{header}\"")).collect();
                let [headers, cells] = [headers, cells].map(|row| row.join(&separator.to_string()));
                let text = format!("{mark}{headers}{end}{cells}{end}");
                assert_eq!(throws(text.as_bytes()), expected, "{text}");
            }
        }
    }
}

#[test]
fn units_stand_in_headers_in_four_ways() {
    for header in ["rebound height (cm)", "Rebound height [cm]", "rebound_height_cm", "rebound height / cm"] {
        let found = drops(format!("Drop height (m);{header}\n0,8;63,7\n0,8;64,6\n;;\n").replace(";;", ";").as_bytes());
        assert_eq!(found.iter().map(|drop| drop.rebound).collect::<Vec<_>>(), [0.637, 0.646], "{header}");
        assert_eq!((found[0].row, found[1].row), (1, 2));
    }
    let found = drops(b"rebound sigma (mm),drop height (m),rebound height (m)\n2,0.8,0.637\n,0.8,0.646\n");
    assert_eq!(found.iter().map(|drop| drop.rebound_sigma).collect::<Vec<_>>(), [Some(0.002), None]);
}

#[test]
fn gaps_are_counted_and_end_a_throw() {
    let (found, tally) = all("x", b"drop height (m),rebound height (m)\n0.8,0.6\n0.8,NaN\n0.8,0.61\n").unwrap();
    assert_eq!((found.len(), tally), (2, Totals { measured: 2, gaps: 1 }));
    let text = b"throw,interval index,interval (s)\na,1,0.5\na,2,0.4\na,3,nan\na,4,0.3\nb,1,0.5\nb,2,0.41\n";
    let found = throws(text);
    assert_eq!(found.iter().map(|throw| throw.intervals.clone()).collect::<Vec<_>>(), [[0.5, 0.4], [0.5, 0.41]]);
    let energy = throws(b"Bounce 0 (s),Bounce 1 (s),Bounce 2 (s),Bounce 3 (s)\n1.0,1.5,1.75,NaN\n");
    assert_eq!(energy[0].intervals, [0.5, 0.25]);
    // The acoustic stopwatch gives times of impacts.
    let events = throws(b"\"Time (s)\"\n1.0\n1.5\n1.75\n");
    assert_eq!(events[0].intervals, [0.5, 0.25]);
}

/// What is read of a table, and the notes on it.
fn noted(bytes: &[u8]) -> (usize, String) {
    let (tally, besides) = read("x", &mut &bytes[..], &Mapping::default(), &mut |_| Ok(())).unwrap();
    (tally.measured as usize, besides.notes.join("\n"))
}

/// One row, or throw, that holds no bounce between two flights costs itself and not the table.
#[test]
fn a_throw_without_a_bounce_between_two_flights_is_left_and_named() {
    let phone = "Bounce 0 (s),Bounce 1 (s),Bounce 2 (s)\n1.0,1.5,1.9\n1.0,1.4,0.0\n1.0,1.51,1.92\n";
    let (count, notes) = noted(phone.as_bytes());
    assert_eq!(
        (count, notes.as_str()),
        (2, "line 3 is not used: 2 impacts before its first gap, and at least three are needed")
    );
    let (count, notes) = noted(b"throw,interval (s)\na,0.7\na,0.6\nb,0.7\nc,0.7\nc,0.61\n");
    assert_eq!((count, notes.as_str()), (2, "line 4: throw b is not used: 1 interval, and at least two are needed"));
}

/// A reading above 1, or above the drop, within three of its stated standard deviations is a noisy reading: left out, the mean of
/// those that remain would be too small.
#[test]
fn a_noisy_reading_above_one_is_data() {
    let (count, notes) = noted(b"restitution,restitution sigma\n0.99,0.01\n1.02,0.01\n0.98,0.01\n");
    assert!(
        count == 3 && notes.starts_with("line 3: `1.02` is not below 1, by 2.0 of its standard deviations"),
        "{notes}"
    );
    let (count, notes) = noted(b"drop height (m),rebound height (m),rebound sigma (m)\n0.8,0.79,0.01\n0.8,0.81,0.01\n");
    assert!(
        count == 2 && notes.starts_with("line 3: the rebound is not below what it fell from, by 1.0 of"),
        "{notes}"
    );
    let refused = message(b"restitution,restitution sigma\n0.99,0.01\n1.04,0.01\n");
    assert!(refused.contains("cannot gain energy") && refused.contains("column `restitution sigma`"), "{refused}");
}

/// A name with a unit spans the names below it; German heights are heights; what a spreadsheet could not compute is a gap.
#[test]
fn spanned_headers_german_tracks_and_failed_cells_are_read() {
    let spanned = b"Height (cm),\nDrop,Rebound\n80,64\n80,#DIV/0!\n60,48\n";
    let found = drops(spanned);
    assert_eq!(found.iter().map(|d| (d.drop, d.rebound)).collect::<Vec<_>>(), [(0.8, 0.64), (0.6, 0.48)]);
    let title = drops(b"Measured in May (cm),\nDrop height (cm),Rebound height (cm)\n80,64\n60,48\n");
    assert_eq!(title.len(), 2);
    // A row of numbers with their units is no second line of headers, whatever empty column is behind it.
    let unit = message(b"Drop height;Rebound height;\n30 cm;20 cm;\n");
    assert!(unit.contains("column `Drop height` has no unit"), "{unit}");
    let mut track = "Zeit (s);H\u{f6}he (m)\n".to_string();
    for frame in 0..200 {
        let t = f64::from(frame) / 100.0;
        // Falls for 0.4 s, and keeps 0.8 of its speed at each impact.
        let (mut from, mut up, mut long) = (0.4, 0.8 * 9.81 * 0.4, 0.64);
        while t > from + long {
            (from, up, long) = (from + long, 0.8 * up, 0.8 * long);
        }
        let y = if t < 0.4 { 0.5 * 9.81 * (0.16 - t * t) } else { up * (t - from) - 0.5 * 9.81 * (t - from).powi(2) };
        track += &format!("{t:.2};{y:.5}\n").replace('.', ",");
    }
    let found = all("x", track.as_bytes()).unwrap().0;
    let Measured::Ratio(ratio) = &found[0] else { panic!("{found:?}") };
    assert!((ratio.restitution.or(ratio.velocity_ratio).unwrap().value - 0.8).abs() < 2e-3, "{ratio:?}");
}

fn experiment(name: &str) -> Vec<Measured> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("reference-data/experiments").join(name).join("data.csv");
    let mut found = Vec::new();
    read(name, &mut fs::File::open(path).unwrap(), &Mapping::default(), &mut |measured| {
        found.push(measured);
        Ok(())
    })
    .unwrap_or_else(|error| panic!("{error}"));
    found
}

/// PROVENANCE of these files: golf 0.80 m and 0.90 m, throw 1; the blue ball 0.65 m, throw 5, from interval 4.
#[test]
fn the_throws_that_look_wrong_are_named_and_no_others() {
    for (name, count, expected) in [
        ("golf-on-marble-intervals", 20, &[(0.8, "1"), (0.9, "1")][..]),
        ("blue-rubber-ball-intervals", 25, &[(0.65, "5")]),
        ("ping-pong-on-parquet-intervals", 25, &[]),
    ] {
        let throws: Vec<Throw> = experiment(name)
            .into_iter()
            .filter_map(|measured| match measured {
                Measured::Throw(throw) => Some(throw),
                _ => None,
            })
            .collect();
        assert_eq!(throws.len(), count, "{name}");
        assert!(throws.iter().all(|throw| throw.intervals.len() == 8), "{name}");
        let suspicions = suspicious(&throws);
        let mut named: Vec<(f64, &str)> =
            suspicions.iter().map(|s| (throws[s.index].drop.unwrap(), throws[s.index].name.as_str())).collect();
        named.dedup();
        assert_eq!(named, expected, "{name}");
        let reasons: Vec<&str> = suspicions.iter().map(|s| s.reason.as_str()).collect();
        if name.starts_with("golf") {
            let missing = "% shorter than that of the other throws from this height, and as long as their interval 2: \
                           the first bounce is probably missing";
            assert_eq!(reasons.iter().filter(|reason| reason.ends_with(missing)).count(), 2, "{reasons:?}");
            assert!(reasons.contains(&"interval 4 repeats interval 3 to the last digit"), "{reasons:?}");
        }
        if name.starts_with("blue") {
            assert_eq!(suspicions[0].interval, Some(4));
            assert_eq!(reasons[1], "interval 5 is longer than interval 4: a bounce does not gain energy");
        }
    }
    for (name, count) in
        [("golf-on-marble-heights", 40), ("blue-rubber-ball-heights", 50), ("ping-pong-on-parquet-heights", 60)]
    {
        assert_eq!(experiment(name).len(), count, "{name}");
    }
}

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn a_zip_gives_what_its_table_gives() {
    let table = b"Bounce 0 (s),Height 0 (m),Bounce 1 (s),Bounce 2 (s)\n1.4,0.2,1.8,2.1\n";
    let stopwatch = b"Start (s),Stop 1 (s),Stop 2 (s)\n1.4,1.8,2.1\n";
    let meta = ("meta/device.csv", &b"property,value\nversion,1.1\n"[..]);
    let zip = zipped(&[("Raw data.csv", b"Time (s),x\n"), ("Energy.csv", table), meta]);
    assert_eq!(throws(&zip), throws(table));
    assert_eq!(throws(&zipped(&[("Anything.csv", table), meta])), throws(table));
    assert_eq!(throws(&zipped(&[("Simple.csv", b"Start (s)\n"), ("Multiple.csv", stopwatch), meta])), throws(table));
}

#[test]
fn a_zip_that_is_no_export_is_refused() {
    let table = b"Bounce 0 (s),Bounce 1 (s)\n0.4,0.36\n";
    assert_eq!(message(&zipped(&[])), "FILE: the zip is empty");
    for name in ["../Energy.csv", "/etc/Energy.csv", "a/../../Energy.csv", "..\\Energy.csv"] {
        let shown = message(&zipped(&[(name, table), ("Energy.csv", table)]));
        assert_eq!(shown, format!("FILE: `{name}` in the zip leaves its folder"));
    }
    let bomb = zipped(&[("Energy.csv", &vec![b'0'; (16 << 20) + 1])]);
    assert!(bomb.len() < 100_000, "{} bytes", bomb.len());
    assert_eq!(message(&bomb), "FILE: `Energy.csv` unpacks to 16777217 bytes; 16777216 is the most that is read");
    assert_eq!(
        message(&zipped(&[("meta/device.csv", b"x")])),
        "FILE: no table (.csv) at the top of the zip: it has meta/device.csv\n  unpack it, and fit the table"
    );
    assert!(
        message(&zipped(&[("a.csv", table), ("b.csv", table)]))
            .contains("none of which is Energy.csv of phyphox: a.csv, b.csv")
    );
    let many: Vec<String> = (0..65).map(|k| format!("{k}.csv")).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), &table[..])).collect();
    assert_eq!(message(&zipped(&many)), "FILE: 65 files in the zip; 64 is the most that is read");
    let whole = zipped(&[("Energy.csv", table)]);
    assert!(message(&whole[..whole.len() - 10]).starts_with("FILE: a broken zip: "));
    // Wherever it is cut or changed, it is an answer, never a panic.
    for at in 4..whole.len() {
        let mut changed = whole.clone();
        changed[at] ^= 0x5a;
        let _ = all("FILE", &changed);
        let _ = all("FILE", &whole[..at]);
    }
    let named = zipped(&[("Energy.csv", b"Bounce 0 (s),Bounce 1 (s)\n0.4,-1\n")]);
    assert_eq!(message(&named), "FILE/Energy.csv: line 2, column `Bounce 1 (s)`: `-1` is before the start");
}

/// A table without end, made as it is read: what is held does not grow with it.
struct Rows {
    row: u64,
    rows: u64,
    pending: Cursor<Vec<u8>>,
}

impl Read for Rows {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.pending.read(buffer)?;
        if count > 0 || self.row == self.rows {
            return Ok(count);
        }
        self.row += 1;
        self.pending = Cursor::new(format!("0.8,0.6{:03}\n", self.row % 1000).into_bytes());
        self.pending.read(buffer)
    }
}

#[test]
fn a_million_rows_stream() {
    let header = Cursor::new(b"drop height (m),rebound height (m)\n".to_vec());
    let mut rows = Rows { row: 0, rows: 1_000_000, pending: header };
    let mut sum = 0.0;
    let (tally, _) = read("long", &mut rows, &Mapping::default(), &mut |measured| {
        if let Measured::Drop(drop) = measured {
            sum += drop.rebound;
        }
        Ok(())
    })
    .unwrap();
    assert_eq!(tally, Totals { measured: 1_000_000, gaps: 0 });
    assert!((sum / 1e6 - 0.64995).abs() < 1e-9);
}

#[test]
fn a_line_without_end_is_refused() {
    let mut text = b"drop height (m),rebound height (m)\n".to_vec();
    text.resize(1 << 20, b'0');
    assert!(message(&text).contains("more than 65536 bytes without an end"), "{}", message(&text));
    assert!(message(&vec![b'x'; 1 << 20]).contains("line 1: more than 65536 bytes without an end"));
    let endless = Files::Folder("/dev".into()).open("zero").map(|_| ()).unwrap_err().to_string();
    assert!(endless.contains("not an ordinary file"), "{endless}");
    // A visitor's own error comes through.
    let one = b"drop height (m),rebound height (m)\n0.8,0.6\n";
    let stop = read("x", &mut &one[..], &Mapping::default(), &mut |_| Err(Error::Interrupted));
    assert!(matches!(stop, Err(Error::Interrupted)));
}

/// Speeds before and after of a high-speed camera: the ratio of the readings, its relative errors added in squares.
#[test]
fn two_speeds_are_a_ratio() {
    let heads =
        ["impact speed (m/s),rebound speed (m/s),", "speed_in (m/s);speed_out (m/s);", "v_in (m/s),v_out (m/s),"];
    for head in heads {
        let errors = "speed sigma (m/s),rebound speed sigma (m/s)".replace(',', &head[head.len() - 1..]);
        let cells = "2,1.5,0.02,0.03\n4,2.8,,0.07\n3,sticks,0.03,\n".replace(',', &head[head.len() - 1..]);
        // Of `v_in` the error is headed like the column: `v_in sigma`.
        let errors = match head.starts_with("impact") {
            true => errors,
            false => {
                let [before, after] =
                    [0, 1].map(|k| head.split([',', ';']).nth(k).unwrap().replace(" (m/s)", " sigma (m/s)"));
                format!("{before}{}{after}", &head[head.len() - 1..])
            }
        };
        let (rows, _) =
            all("x.csv", format!("{head}{errors}\n{cells}").as_bytes()).unwrap_or_else(|error| panic!("{error}"));
        let found: Vec<_> = rows
            .iter()
            .map(|row| match row {
                Measured::Ratio(ratio) => (ratio.speed.unwrap().value, ratio.velocity_ratio.unwrap()),
                other => panic!("{other:?}"),
            })
            .collect();
        // 0.75 (0.01^2 + 0.02^2)^1/2 of 1.5/2; 0.7 of 2.8/4 with 0.07/4.
        let expected = [(2.0, 0.75, Some(0.75 * 0.01_f64.hypot(0.02))), (4.0, 0.7, Some(0.0175)), (3.0, 0.0, None)];
        for ((speed, ratio), (v, value, sigma)) in found.iter().zip(expected) {
            assert!(*speed == v && (ratio.value - value).abs() < 1e-15, "{head}: {ratio:?}");
            match (ratio.sigma, sigma) {
                (Some(found), Some(sigma)) => assert!((found - sigma).abs() < 1e-15, "{head}: {ratio:?}"),
                (found, sigma) => assert_eq!(found, sigma, "{head}"),
            }
        }
        assert_eq!(found.len(), 3);
    }
    let error = message(b"impact speed (m/s),rebound speed (m/s)\n1,2.5\n2,1.5\n");
    assert!(error.contains("`2.5` is not below the impact speed: a bounce cannot gain energy"), "{error}");
}
