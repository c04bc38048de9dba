//! Forty tables as people have them: each is read as what it is, or refused with the place and the cure.
//!
//! The texts are made here, so that their bytes (encodings, line ends) are what they are on every machine. What is expected was
//! written down by hand.

use std::io::{Cursor, Write};

use collisionbench::data::measure::{Besides, Mapping, Measured, read};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// What a table has to give: pairs of drop and rebound (m), intervals (s), ratios, or a refusal with these words.
enum Wanted {
    Drops(&'static [(f64, f64)]),
    Intervals(&'static [f64]),
    Ratios(&'static [f64]),
    Refused(&'static [&'static str]),
}

use Wanted::{Drops, Intervals, Ratios, Refused};

type Pairs = &'static [(&'static str, &'static str)];

/// A name, its bytes, columns and units and rows that are chosen, and what it has to give.
type Case = (&'static str, Vec<u8>, [Pairs; 3], Wanted);

const TWO: &[(f64, f64)] = &[(0.8, 0.637), (0.6, 0.48)];
/// Twelve inches to the foot, 0.3048 m.
const FEET: &[(f64, f64)] = &[(1.2192, 0.508), (0.6096, 0.254)];
const INCHES: &[(f64, f64)] = &[(1.016, 0.508), (0.508, 0.254)];
/// Three repeats of each height.
const SIX: &[(f64, f64)] = &[(0.8, 0.637), (0.8, 0.641), (0.8, 0.639), (0.6, 0.48), (0.6, 0.478), (0.6, 0.481)];
const PLAIN: [Pairs; 3] = [&[], &[], &[]];

fn utf16(text: &str, big: bool, mark: bool) -> Vec<u8> {
    let mark = if mark { "\u{feff}" } else { "" };
    let pair = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
    mark.encode_utf16().chain(text.encode_utf16()).flat_map(pair).collect()
}

fn latin(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect()
}

/// A workbook with one sheet, as spreadsheets write it: texts in a table of their own, empty cells left out.
fn workbook(rows: &[(usize, &[&str])]) -> Vec<u8> {
    let mut texts: Vec<String> = Vec::new();
    let mut sheet = String::new();
    for (number, cells) in rows {
        sheet.push_str(&format!("<row r=\"{number}\">"));
        for (k, cell) in cells.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
            let place = format!("{}{number}", char::from(b'A' + k as u8));
            if cell.parse::<f64>().is_ok() {
                sheet.push_str(&format!("<c r=\"{place}\"><v>{cell}</v></c>"));
            } else {
                texts.push(format!("<si><t>{}</t></si>", cell.replace('&', "&amp;")));
                sheet.push_str(&format!("<c r=\"{place}\" t=\"s\"><v>{}</v></c>", texts.len() - 1));
            }
        }
        sheet.push_str("</row>");
    }
    let parts = [
        ("[Content_Types].xml", "<Types/>".to_string()),
        (
            "xl/workbook.xml",
            "<workbook xmlns:r=\"r\"><sheets><sheet name=\"Messung\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"
                .into(),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            "<Relationships><Relationship Id=\"rId1\" Target=\"worksheets/sheet1.xml\"/></Relationships>".into(),
        ),
        ("xl/sharedStrings.xml", format!("<sst>{}</sst>", texts.concat())),
        ("xl/worksheets/sheet1.xml", format!("<worksheet><sheetData>{sheet}</sheetData></worksheet>")),
    ];
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn text(name: &'static str, text: &str, wanted: Wanted) -> Case {
    (name, text.as_bytes().to_vec(), PLAIN, wanted)
}

fn languages() -> Vec<Case> {
    let german = "Fallhöhe (cm);Rückprallhöhe (cm)\n80;63,7\n60;48\n";
    vec![
        text("German", german, Drops(TWO)),
        ("German, Windows-1252", latin(german), PLAIN, Drops(TWO)),
        ("German, UTF-16 of a spreadsheet", utf16(&german.replace(';', "\t"), false, true), PLAIN, Drops(TWO)),
        ("German, UTF-16 big-endian", utf16(german, true, true), PLAIN, Drops(TWO)),
        (
            "German, UTF-16 without a mark",
            utf16(&german.replace("Fallhöhe", "Fallhoehe"), false, false),
            PLAIN,
            Drops(TWO),
        ),
        text("French", "Hauteur de chute [m];Hauteur de rebond [m]\n0,8;0,637\n0,6;0,48\n", Drops(TWO)),
        text("Spanish", "Altura de caída (mm),Altura de rebote (mm)\n800,637\n600,480\n", Drops(TWO)),
        ("Spanish, Latin-1", latin("Altura de caída (mm),Rebote (mm)\n800,637\n600,480\n"), PLAIN, Drops(TWO)),
        text("Italian", "Altezza di caduta (m)\tAltezza di rimbalzo (m)\n0,8\t0,637\n0,6\t0,48\n", Drops(TWO)),
        text("German times", "Wurf;Intervall (ms)\n1;500\n1;400\n1;320\n", Intervals(&[0.5, 0.4, 0.32])),
        text("German ratio", "Stoßzahl\n0,8\n0,79\n", Ratios(&[0.8, 0.79])),
        text(
            "a German word that could be either",
            "Höhe (cm);Ergebnis (cm)\n80;63,7\n60;48\n",
            Refused(&["--columns 'drop=Höhe (cm)' --columns 'rebound=Ergebnis (cm)' for `fit`"]),
        ),
        (
            "which is then mapped",
            "Höhe (cm);Ergebnis (cm)\n80;63,7\n60;48\n".into(),
            [&[("drop", "Höhe (cm)"), ("rebound", "Ergebnis (cm)")], &[], &[]],
            Drops(TWO),
        ),
        (
            "mapped, one of two without its unit",
            "h1;h2 (cm);Ball\n80;63,7;golf\n60;48;golf\n".into(),
            [&[("drop", "h1"), ("rebound", "h2")], &[], &[]],
            Refused(&["line 1: column `h1` has no unit", "--units 'h1=cm' for `fit`"]),
        ),
        text("feet and inches", "drop height (ft),rebound height (in)\n4,20\n2,10\n", Drops(FEET)),
        text("inches in words", "Drop height (inches),Bounce height (inches)\n40,20\n20,10\n", Drops(INCHES)),
        (
            "mapped without its unit",
            "h1;h2;Ball\n80;63,7;golf\n60;48;golf\n".into(),
            [&[("drop", "h1"), ("rebound", "h2")], &[], &[]],
            Refused(&["line 1: column `h1` has no unit", "units = { \"h1\" = \"m\" }"]),
        ),
        (
            "mapped with its unit",
            "h1;h2;Ball\n80;63,7;golf\n60;48;golf\n".into(),
            [&[("drop", "h1"), ("rebound", "h2")], &[("h1", "cm"), ("h2", "cm")], &[]],
            Drops(TWO),
        ),
        (
            "mapped to a header that is not there",
            "h1;h2\n80;63,7\n60;48\n".into(),
            [&[("drop", "h3")], &[], &[]],
            Refused(&["no column is headed `h3`", "the table has: h1, h2"]),
        ),
        (
            "mapped to a word that is none",
            "h1;h2\n80;63,7\n".into(),
            [&[("dropp", "h1")], &[], &[]],
            Refused(&["unknown column type `dropp`", "did you mean `drop`?"]),
        ),
    ]
}

fn layouts() -> Vec<Case> {
    let two = "drop height (m),rebound height (m)\n0.8,0.637\n0.6,0.48\n";
    vec![
        text("old Macintosh and Windows line ends", &two.replace('\n', "\r\n"), Drops(TWO)),
        text("a byte order mark", &format!("\u{feff}{two}"), Drops(TWO)),
        text("sep= of a spreadsheet", &format!("sep=,\n{two}"), Drops(TWO)),
        text("comments above", &format!("# 3 May, marble\n# by hand\n{two}"), Drops(TWO)),
        text(
            "a title above",
            "Messung vom 3. Mai;\n;\ndrop height (cm);rebound height (cm)\n80;63,7\n60;48\n",
            Drops(TWO),
        ),
        text("units below the names", "drop height;rebound height\n(cm);(cm)\n80;63,7\n60;48\n", Drops(TWO)),
        text(
            "units in a line of their own, bare",
            "drop height\trebound height\ncm\tcm\n80\t63.7\n60\t48\n",
            Drops(TWO),
        ),
        text(
            "merged headers",
            "drop;;rebound;\nheight (cm);date;height (cm);note\n80;a;63,7;\n60;b;48;ok\n",
            Drops(TWO),
        ),
        text("header in words", "drop height in cm,rebound height in cm\n80,63.7\n60,48\n", Drops(TWO)),
        text(
            "empty lines and columns at the end",
            "drop height (m),rebound height (m),\n0.8,0.637,\n\n0.6,0.48,\n,,\n",
            Drops(TWO),
        ),
        text("missing cells", "drop height (m),rebound height (m)\n0.8,0.637\n0.7,n/a\n0.7,-\n0.6,0.48\n", Drops(TWO)),
        text(
            "quoted cells",
            "\"drop height (m)\",\"rebound height (m)\"\n\"0.8\",\"0.637\"\n\"0.6\",\"0.48\"\n",
            Drops(TWO),
        ),
        (
            "two balls in a file",
            "ball,drop height (m),rebound height (m)\ngolf,0.8,0.637\nmarble,0.8,0.3\ngolf,0.6,0.48\n".into(),
            [&[], &[], &[("ball", "golf")]],
            Drops(TWO),
        ),
        (
            "a ball that is not there",
            "ball,drop height (m),rebound height (m)\ngolf,0.8,0.637\nmarble,0.8,0.3\n".into(),
            [&[], &[], &[("ball", "tennis")]],
            Refused(&["no row has ball = \"tennis\"", "there is: golf, marble"]),
        ),
        text(
            "a mean below the rows",
            "drop height (m),rebound height (m)\n0.8,0.637\n0.6,0.48\nmean,0.56\n",
            Refused(&["line 4, column `drop height (m)`: `mean` is not a number"]),
        ),
        text(
            "a question mark",
            "drop height (m),rebound height (m)\n0.8,0.637?\n0.6,0.48\n",
            Refused(&["line 2, column `rebound height (m)`: `0.637?` is not a number"]),
        ),
        text(
            "centimetres under metres",
            "drop height (m),rebound height (m)\n80,63.7\n60,48\n",
            Drops(&[(80.0, 63.7), (60.0, 48.0)]),
        ),
        text(
            "per cent",
            "restitution\n81\n79\n",
            Refused(&["line 2, column `restitution`: `81` is not below 1", "per cent"]),
        ),
        text(
            "nothing but a picture",
            "\u{89}PNG\r\n\u{1a}\n\0\0\0\rIHDR",
            Refused(&["this is no text", "save the table as CSV"]),
        ),
        text("a web page", "<!DOCTYPE html>\n<html><body>Sign in</body></html>\n", Refused(&["no known table"])),
        text(
            "two tables one below the other",
            &format!("{two}{two}"),
            Refused(&["line 4: the header line is repeated", "write one table per file"]),
        ),
    ]
}

/// Other words for the two heights, and a row for each bounce.
fn words_and_rows() -> Vec<Case> {
    const THREE: &[(f64, f64)] = &[(0.8, 0.64), (0.6, 0.48)];
    let heights = |headers: &str| format!("{headers}\n0.8,0.637\n0.6,0.48\n");
    let long = "throw,bounce,height (m)\n1,0,0.8\n1,1,0.64\n1,2,0.5\n2,0,0.6\n2,1,0.48\n";
    vec![
        text("initial and bounce height", &heights("Initial height (m),Bounce height (m)"), Drops(TWO)),
        text("release and bounce height", &heights("Release height [m],Bounce height [m]"), Drops(TWO)),
        text("Dutch", "Valhoogte (cm);Stuiterhoogte (cm)\n80;63,7\n60;48\n", Drops(TWO)),
        text("a row a bounce, from the drop on", long, Drops(THREE)),
        text(
            "a row a bounce, the drop beside it",
            "drop height (m),bounce number,rebound height (m)\n0.8,1,0.64\n0.8,2,0.5\n0.6,1,0.48\n",
            Drops(THREE),
        ),
        text(
            "a row a bounce, of one throw without its drop",
            "bounce number,height (cm)\n1,80\n2,64\n3,50\n",
            Drops(&[(0.8, 0.64)]),
        ),
        text(
            "a bounce that is missing",
            "bounce,height (cm)\n1,80\n3,50\n",
            Refused(&["line 3, column `bounce`: bounce 3 follows bounce 1", "a row with an empty cell"]),
        ),
        text("times of bounces", "bounce,time (s)\n1,1.0\n2,1.5\n3,1.875\n", Intervals(&[0.5, 0.375])),
        text(
            "intervals that are called times",
            "bounce,time (s)\n1,0.5\n2,0.4\n3,0.32\n",
            Refused(&["is not later than the impact before it", "columns = { interval = \"time (s)\" }"]),
        ),
        text(
            "a value with its error in one cell",
            "drop height (cm),rebound height (cm)\n80,64 \u{b1} 1\n60,48 \u{b1} 1\n",
            Refused(&["`64 \u{b1} 1` is not a number", "write 64 here and 1 in a column `rebound sigma`"]),
        ),
    ]
}

/// Written by xlwt, an implementation of BIFF8 that is not ours: a title, an empty row, and the table from B3 on.
const OLD: &[u8] = include_bytes!("workbooks/drops.xls");

fn workbooks() -> Vec<Case> {
    let empty = [&b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"[..], &[0; 600]].concat();
    vec![
        (
            "a workbook with a title",
            workbook(&[
                (1, &["Messung & Auswertung"]),
                (3, &["Fallhöhe (cm)", "Rückprallhöhe (cm)"]),
                (4, &["80", "63.7"]),
                (5, &["60", "48"]),
            ]),
            PLAIN,
            Drops(TWO),
        ),
        (
            "a workbook with headers merged across and down, and the unit of several columns above them",
            workbook(&[
                (1, &["Fallversuche Stahlkugel"]),
                (3, &["Nr.", "Fallhöhe", "Rücksprunghöhe [cm]", "", "", "Bemerkung"]),
                (4, &["", "[cm]", "Versuch 1", "Versuch 2", "Versuch 3"]),
                (5, &["1", "80", "63.7", "64.1", "63.9"]),
                (6, &["2", "60", "48", "47.8", "48.1", "Tür"]),
                (8, &["Mittelwert", "", "55.85"]),
            ]),
            PLAIN,
            Drops(SIX),
        ),
        (
            "a workbook with counts under a merged header",
            workbook(&[
                (1, &["Fallhöhe (cm)", "Rücksprunghöhe (cm)"]),
                (2, &["", "1", "2", "3"]),
                (3, &["80", "63.7", "64.1", "63.9"]),
                (4, &["60", "48", "47.8", "48.1"]),
            ]),
            PLAIN,
            Refused(&["`Rücksprunghöhe 1 (cm)`, `Rücksprunghöhe 2 (cm)`", "--wide repeats for `fit`"]),
        ),
        (
            "a workbook with a text among numbers",
            workbook(&[
                (2, &["", "drop height (m)", "rebound height (m)"]),
                (3, &["", "0.8", "0.637"]),
                (4, &["", "0.6", "ca. 0.5"]),
            ]),
            PLAIN,
            Refused(&["FILE/Messung: line 4, column `rebound height (m)`: `ca. 0.5` is not a number"]),
        ),
        ("an old workbook", OLD.to_vec(), PLAIN, Drops(TWO)),
        (
            "an old workbook with a text among numbers",
            include_bytes!("workbooks/text.xls").to_vec(),
            PLAIN,
            Refused(&["FILE/Messung: line 3, column `rebound height (m)`: `ca. 0.5` is not a number"]),
        ),
        (
            "an old workbook with a cell in its last corner",
            include_bytes!("workbooks/far.xls").to_vec(),
            PLAIN,
            Refused(&["cells to row 65536 and column 256", "save the sheet as CSV"]),
        ),
        (
            "an old workbook whose texts need several records, with a formula",
            include_bytes!("workbooks/texts.xls").to_vec(),
            PLAIN,
            Drops(TWO),
        ),
        ("an old workbook that is empty", empty, PLAIN, Refused(&["a workbook that cannot be read"])),
    ]
}

fn owned(pairs: Pairs) -> Vec<(String, String)> {
    pairs.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect()
}

/// Every byte of an old workbook is changed in turn: it is read or refused, and nothing panics.
#[test]
fn a_damaged_workbook_is_read_or_refused() {
    let mut refused = 0;
    for at in 0..OLD.len() {
        for change in [0x01, 0x80, 0xFF] {
            let mut bytes = OLD.to_vec();
            bytes[at] ^= change;
            let read = read("FILE", &mut Cursor::new(bytes), &Mapping::default(), &mut |_| Ok(()));
            refused += usize::from(read.is_err());
        }
    }
    assert!((100..3 * OLD.len()).contains(&refused), "{refused} of {}", 3 * OLD.len());
}

#[test]
fn forty_tables_are_read_or_refused_with_the_place_and_the_cure() {
    let cases = [languages(), layouts(), words_and_rows(), workbooks()].into_iter().flatten();
    let mut count = 0;
    for (name, bytes, [columns, units, rows], wanted) in cases {
        count += 1;
        let mapping = Mapping { columns: owned(columns), units: owned(units), rows: owned(rows), ..Mapping::default() };
        let (mut drops, mut intervals, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        let read: Result<(_, Besides), _> = read("FILE", &mut &bytes[..], &mapping, &mut |measured| {
            match measured {
                Measured::Drop(drop) => drops.push((drop.drop, drop.rebound)),
                Measured::Throw(throw) => intervals.extend(throw.intervals),
                Measured::Ratio(ratio) => ratios.extend(ratio.restitution.map(|reading| reading.value)),
                other => panic!("{name}: {other:?}"),
            }
            Ok(())
        });
        match (wanted, read) {
            (Refused(words), Err(error)) => {
                for word in words {
                    assert!(error.to_string().contains(word), "{name}: {word}: {error}");
                }
            }
            (Refused(_), Ok(_)) => panic!("{name} is read: {drops:?}"),
            (_, Err(error)) => panic!("{name}: {error}"),
            (Drops(wanted), Ok(_)) => assert_eq!(drops, wanted, "{name}"),
            (Intervals(wanted), Ok(_)) => assert_eq!(intervals, wanted, "{name}"),
            (Ratios(wanted), Ok(_)) => assert_eq!(ratios, wanted, "{name}"),
        }
    }
    assert!(count >= 40, "{count}");
}
