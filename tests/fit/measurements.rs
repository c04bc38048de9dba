//! Measured drops and bounces: what is read, what is named, and what is refused in which words.

use std::fs;
use std::io::{Cursor, Read};
use std::path::Path;

use collisionbench::data::Files;
use collisionbench::data::measure::{Mapping, Measured, Throw, Totals, gather, read, suspicious};
use collisionbench::error::{Error, Exit};

use super::readings::{Readings, readings, refusal, stream};
use super::tables::zipped;
use crate::common::fitted::HEIGHTS;

fn throws(table: &[u8]) -> Vec<Throw> {
    readings(table).throws
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
        let error = read("FILE", &mut &bytes[..], &Mapping::default(), &mut |_| Ok(())).unwrap_err();
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

/// German heights are heights.
#[test]
fn a_german_track_is_read() {
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
    let ratio = &readings(track).ratios[0];
    assert!((ratio.restitution.or(ratio.velocity_ratio).unwrap().value - 0.8).abs() < 2e-3, "{ratio:?}");
}

fn experiment(name: &str) -> Readings {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("reference-data/experiments").join(name).join("data.csv");
    stream(name, &mut fs::File::open(path).unwrap(), &Mapping::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// PROVENANCE of these files: golf 0.80 m and 0.90 m, throw 1; the blue ball 0.65 m, throw 5, from interval 4.
#[test]
fn the_throws_that_look_wrong_are_named_and_no_others() {
    for (name, count, expected) in [
        ("golf-on-marble-intervals", 20, &[(0.8, "1"), (0.9, "1")][..]),
        ("blue-rubber-ball-intervals", 25, &[(0.65, "5")]),
        ("ping-pong-on-parquet-intervals", 25, &[]),
    ] {
        let throws = experiment(name).throws;
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
        assert_eq!(experiment(name).drops.len(), count, "{name}");
    }
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
    assert_eq!(refusal(zipped(&[])), "FILE: the zip is empty");
    for name in ["../Energy.csv", "/etc/Energy.csv", "a/../../Energy.csv", "..\\Energy.csv"] {
        let shown = refusal(zipped(&[(name, table), ("Energy.csv", table)]));
        assert_eq!(shown, format!("FILE: `{name}` in the zip leaves its folder"));
    }
    let bomb = zipped(&[("Energy.csv", &vec![b'0'; (16 << 20) + 1])]);
    assert!(bomb.len() < 100_000, "{} bytes", bomb.len());
    assert_eq!(refusal(&bomb), "FILE: `Energy.csv` unpacks to 16777217 bytes; 16777216 is the most that is read");
    assert_eq!(
        refusal(zipped(&[("meta/device.csv", b"x")])),
        "FILE: no table (.csv) at the top of the zip: it has meta/device.csv\n  unpack it, and fit the table"
    );
    assert!(
        refusal(zipped(&[("a.csv", table), ("b.csv", table)]))
            .contains("none of which is Energy.csv of phyphox: a.csv, b.csv")
    );
    let many: Vec<String> = (0..65).map(|k| format!("{k}.csv")).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), &table[..])).collect();
    assert_eq!(refusal(zipped(&many)), "FILE: 65 files in the zip; 64 is the most that is read");
    let whole = zipped(&[("Energy.csv", table)]);
    assert!(refusal(&whole[..whole.len() - 10]).starts_with("FILE: a broken zip: "));
    // Wherever it is cut or changed, it is an answer, never a panic.
    for at in 4..whole.len() {
        let mut changed = whole.clone();
        changed[at] ^= 0x5a;
        let _ = super::readings::tried(&changed);
        let _ = super::readings::tried(&whole[..at]);
    }
    let named = zipped(&[("Energy.csv", b"Bounce 0 (s),Bounce 1 (s)\n0.4,-1\n")]);
    assert_eq!(refusal(&named), "FILE/Energy.csv: line 2, column `Bounce 1 (s)`: `-1` is before the start");
}

/// A table of a million rows, made as they are read: what is held does not grow with it.
struct Rows {
    next: u64,
    row: fn(u64) -> String,
    pending: Cursor<Vec<u8>>,
}

impl Rows {
    fn new(head: &str, row: fn(u64) -> String) -> Self {
        Self { next: 0, row, pending: Cursor::new(head.as_bytes().to_vec()) }
    }
}

impl Read for Rows {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.pending.read(buffer)?;
        if count > 0 || self.next == 1_000_000 {
            return Ok(count);
        }
        self.pending = Cursor::new((self.row)(self.next).into_bytes());
        self.next += 1;
        self.pending.read(buffer)
    }
}

/// The most memory the process ever had grows by less than the table would take, 17 MB, and its throws, over 30 MB. The kernel counts a page of
/// each thread late, so that a peak may be lower than one before; other tests run beside it, and some tens of MB are theirs.
#[test]
#[ignore = "slow"]
fn a_million_rows_take_no_memory() {
    let peak = || {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).map(str::to_string);
        line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok())
    };
    let before = peak();
    let interval = |k: u64| format!("{},{},0.3{:03}\n", k / 4, 1 + k % 4, 999 - k % 1000);
    let mut rows = Rows::new("throw,bounce,interval (s)\n", interval);
    let (tally, _) = read("long", &mut rows, &Mapping::default(), &mut |_| Ok(())).unwrap();
    assert_eq!(tally.measured, 250_000);
    let (mut rows, mut sum) = (Rows::new(HEIGHTS, |k| format!("0.8,0.6{:03}\n", k % 1000)), 0.0);
    let (tally, _) = read("long", &mut rows, &Mapping::default(), &mut |measured| {
        if let Measured::Drop(drop) = measured {
            sum += drop.rebound;
        }
        Ok(())
    })
    .unwrap();
    assert_eq!(tally, Totals { measured: 1_000_000, gaps: 0 });
    assert!((sum / 1e6 - 0.64995).abs() < 1e-9);
    if let (Some(before), Some(after)) = (before, peak()) {
        let rise = after.saturating_sub(before);
        assert!(rise < 24 << 10, "{rise} kB");
    }
    // More than is held at once is refused; not beside it, for it holds a hundred thousand drops.
    let dir = tempfile::tempdir().unwrap();
    let text = (0..100_002).map(|row| if row % 2 == 0 { "0.8,0.61\n" } else { "0.8,0.62\n" }).collect::<String>();
    fs::write(dir.path().join("d.csv"), format!("{HEIGHTS}{text}")).unwrap();
    let error = gather(&Files::Folder(dir.path().into()), "d.csv", &Mapping::default()).unwrap_err().to_string();
    assert_eq!(error, "d.csv: more than 100000 measurements\n  remove some, or average those of one height");
}

#[test]
fn a_line_without_end_is_refused() {
    let mut text = b"drop height (m),rebound height (m)\n".to_vec();
    text.resize(1 << 20, b'0');
    assert!(refusal(&text).contains("more than 65536 bytes without an end"), "{}", refusal(&text));
    assert!(refusal(vec![b'x'; 1 << 20]).contains("line 1: more than 65536 bytes without an end"));
    let endless = Files::Folder("/dev".into()).open("zero").map(|_| ()).unwrap_err().to_string();
    assert!(endless.contains("not an ordinary file"), "{endless}");
    // A visitor's own error comes through.
    let one = b"drop height (m),rebound height (m)\n0.8,0.6\n";
    let stop = read("x", &mut &one[..], &Mapping::default(), &mut |_| Err(Error::Interrupted));
    assert!(matches!(stop, Err(Error::Interrupted)));
}
