//! Tables as people have them: each is read as what it is, or refused with the place and the cure.
//!
//! The texts are made here, so that their bytes (encodings, line ends) are what they are on every machine. What is expected was
//! written down by hand.

use std::io::{Cursor, Write};

use collisionbench::data::Files;
use collisionbench::data::measure::{Mapping, Wide, gather};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::readings::{Pairs, columns, mapped, owned, readings, refusal, stream, wide};

/// What a table has to give: pairs of drop and rebound (m), rebounds of each drop (m), intervals of each throw (s), ratios, or a refusal
/// with these words.
enum Wanted {
    Drops(&'static [(f64, f64)]),
    Rebounds(&'static [&'static [f64]]),
    Intervals(&'static [&'static [f64]]),
    Ratios(&'static [f64]),
    Refused(&'static [&'static str]),
}

use Wanted::{Drops, Intervals, Ratios, Rebounds, Refused};

struct Row {
    name: String,
    table: Vec<u8>,
    mapping: Mapping,
    wanted: Wanted,
    /// What is noted.
    notes: &'static [&'static str],
}

fn row(name: &str, table: impl AsRef<[u8]>, wanted: Wanted) -> Row {
    let (name, table, mapping) = (name.to_string(), table.as_ref().to_vec(), Mapping::default());
    Row { name, table, mapping, wanted, notes: &[] }
}

impl Row {
    fn notes(self, notes: &'static [&'static str]) -> Self {
        Self { notes, ..self }
    }

    fn mapping(self, mapping: Mapping) -> Self {
        Self { mapping, ..self }
    }

    fn columns(self, pairs: Pairs) -> Self {
        self.mapping(columns(pairs))
    }

    fn rows(self, pairs: Pairs) -> Self {
        self.mapping(Mapping { rows: owned(pairs), ..Mapping::default() })
    }

    fn wrong(&self) -> Option<String> {
        let read = mapped(&self.table, &self.mapping);
        let right = match (&self.wanted, &read) {
            (Refused(words), Err(why)) => words.iter().all(|words| why.contains(words)),
            (Refused(_), Ok(_)) | (_, Err(_)) => false,
            (Drops(wanted), Ok(read)) => read.pairs() == *wanted,
            (Rebounds(wanted), Ok(read)) => read.rebounds() == *wanted,
            (Intervals(wanted), Ok(read)) => read.intervals() == *wanted,
            (Ratios(wanted), Ok(read)) => read.restitutions().iter().map(|of| of.0).eq(wanted.iter().copied()),
        };
        let noted = read.as_ref().is_ok_and(|read| self.notes.iter().all(|words| read.notes().contains(words)));
        (!right || !(noted || self.notes.is_empty())).then(|| format!("{}: {read:?}, {:?}", self.name, self.notes))
    }
}

#[test]
fn tables_are_read_or_refused_with_the_place_and_the_cure() {
    let rows = [
        languages(),
        words(),
        layouts(),
        headers(),
        spans(),
        long(),
        gaps(),
        several(),
        noisy(),
        workbooks(),
        shapes(),
        units(),
        people(),
        velocities(),
    ];
    let rows: Vec<Row> = rows.into_iter().flatten().collect();
    let wrong: Vec<String> = rows.iter().filter_map(Row::wrong).collect();
    assert!(rows.len() >= 100 && wrong.is_empty(), "{} rows\n{}", rows.len(), wrong.join("\n"));
}

const TWO: &[(f64, f64)] = &[(0.8, 0.637), (0.6, 0.48)];
const SIMPLE: &[(f64, f64)] = &[(0.8, 0.64), (0.6, 0.48)];

fn utf16(text: &str, big: bool, mark: bool) -> Vec<u8> {
    let mark = if mark { "\u{feff}" } else { "" };
    let pair = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
    mark.encode_utf16().chain(text.encode_utf16()).flat_map(pair).collect()
}

fn latin(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect()
}

#[rustfmt::skip]
fn languages() -> Vec<Row> {
    let german = "Fallhöhe (cm);Rückprallhöhe (cm)\n80;63,7\n60;48\n";
    vec![
        row("German", german, Drops(TWO)),
        row("German, Windows-1252", latin(german), Drops(TWO)),
        row("German, UTF-16 of a spreadsheet", utf16(&german.replace(';', "\t"), false, true), Drops(TWO)),
        row("German, UTF-16 big-endian", utf16(german, true, true), Drops(TWO)),
        row("German, UTF-16 without a mark", utf16(&german.replace("Fallhöhe", "Fallhoehe"), false, false), Drops(TWO)),
        row("French", "Hauteur de chute [m];Hauteur de rebond [m]\n0,8;0,637\n0,6;0,48\n", Drops(TWO)),
        row("Spanish", "Altura de caída (mm),Altura de rebote (mm)\n800,637\n600,480\n", Drops(TWO)),
        row("Spanish, Latin-1", latin("Altura de caída (mm),Rebote (mm)\n800,637\n600,480\n"), Drops(TWO)),
        row("Italian", "Altezza di caduta (m)\tAltezza di rimbalzo (m)\n0,8\t0,637\n0,6\t0,48\n", Drops(TWO)),
        row("Dutch", "Valhoogte (cm);Stuiterhoogte (cm)\n80;63,7\n60;48\n", Drops(TWO)),
        row("German times", "Wurf;Intervall (ms)\n1;500\n1;400\n1;320\n", Intervals(&[&[0.5, 0.4, 0.32]])),
        row("German ratio", "Stoßzahl\n0,8\n0,79\n", Ratios(&[0.8, 0.79])),
    ]
}

/// Words that are none of ours, and what the case says of them.
#[rustfmt::skip]
fn words() -> Vec<Row> {
    let heights = |headers: &str| format!("{headers}\n0.8,0.637\n0.6,0.48\n");
    let (either, bare) = ("Höhe (cm);Ergebnis (cm)\n80;63,7\n60;48\n", "h1;h2;Ball\n80;63,7;golf\n60;48;golf\n");
    let units = Mapping { units: owned(&[("h1", "cm"), ("h2", "cm")]), ..columns(&[("drop", "h1"), ("rebound", "h2")]) };
    vec![
        row("initial and bounce height", heights("Initial height (m),Bounce height (m)"), Drops(TWO)),
        row("release and bounce height", heights("Release height [m],Bounce height [m]"), Drops(TWO)),
        row("feet and inches", "drop height (ft),rebound height (in)\n4,20\n2,10\n", Drops(&[(1.2192, 0.508), (0.6096, 0.254)])),
        row("inches in words", "Drop height (inches),Bounce height (inches)\n40,20\n20,10\n", Drops(&[(1.016, 0.508), (0.508, 0.254)])),
        row("a word that could be either", either, Refused(&["--columns 'drop=Höhe (cm)' --columns 'rebound=Ergebnis (cm)' for `fit`"])),
        row("which is then mapped", either, Drops(TWO)).columns(&[("drop", "Höhe (cm)"), ("rebound", "Ergebnis (cm)")]),
        row("mapped, one of two without its unit", "h1;h2 (cm);Ball\n80;63,7;golf\n60;48;golf\n",
            Refused(&["line 1: column `h1` has no unit", "--units 'h1=cm' for `fit`"])).columns(&[("drop", "h1"), ("rebound", "h2")]),
        row("mapped without its unit", bare, Refused(&["line 1: column `h1` has no unit", "units = { \"h1\" = \"m\" }"]))
            .columns(&[("drop", "h1"), ("rebound", "h2")]),
        row("mapped with its unit", bare, Drops(TWO)).mapping(units),
        row("mapped to a header that is not there", "h1;h2\n80;63,7\n60;48\n",
            Refused(&["no column is headed `h3`", "the table has: h1, h2"])).columns(&[("drop", "h3")]),
        row("mapped to a word that is none", "h1;h2\n80;63,7\n", Refused(&["unknown column type `dropp`", "did you mean `drop`?"]))
            .columns(&[("dropp", "h1")]),
        // A table of two speeds is not told that they are heights; the line is that of the headers.
        row("speeds that are none of an impact", "Test 3\nbelt speed (m/s),wheel speed (m/s)\n1.5,1.2\n",
            Refused(&["FILE: line 2: no known table has the columns", "impact speed (m/s), rebound speed (m/s)"])),
        row("a web page", "<!DOCTYPE html>\n<html><body>Sign in</body></html>\n", Refused(&["no known table"])),
        row("nothing but a picture", "\u{89}PNG\r\n\u{1a}\n\0\0\0\rIHDR", Refused(&["this is no text", "save the table as CSV"])),
    ]
}

#[rustfmt::skip]
fn layouts() -> Vec<Row> {
    let two = "drop height (m),rebound height (m)\n0.8,0.637\n0.6,0.48\n";
    let balls = "ball,drop height (m),rebound height (m)\ngolf,0.8,0.637\nmarble,0.8,0.3\ngolf,0.6,0.48\n";
    let merged = "Ball,Drop height (m),Rebound height (m)\ngolf,0.8,0.64\n,0.7,0.56\nmarble,0.8,0.3\n,0.7,0.26\n,0.6,0.22\n";
    vec![
        row("old Macintosh and Windows line ends", two.replace('\n', "\r\n"), Drops(TWO)),
        row("a byte order mark", format!("\u{feff}{two}"), Drops(TWO)),
        row("sep= of a spreadsheet", format!("sep=,\n{two}"), Drops(TWO)),
        row("comments above", format!("# 3 May, marble\n# by hand\n{two}"), Drops(TWO)),
        row("a title above", "Messung vom 3. Mai;\n;\ndrop height (cm);rebound height (cm)\n80;63,7\n60;48\n", Drops(TWO)),
        row("empty lines and columns at the end", "drop height (m),rebound height (m),\n0.8,0.637,\n\n0.6,0.48,\n,,\n", Drops(TWO)),
        row("missing cells", "drop height (m),rebound height (m)\n0.8,0.637\n0.7,n/a\n0.7,-\n0.6,0.48\n", Drops(TWO)),
        row("quoted cells", "\"drop height (m)\",\"rebound height (m)\"\n\"0.8\",\"0.637\"\n\"0.6\",\"0.48\"\n", Drops(TWO)),
        row("quoted decimal commas", "drop height (cm),rebound height (cm)\n\"20,0\",\"14,5\"\n40,\"29,1\"\n", Drops(&[(0.2, 0.145), (0.4, 0.291)])),
        row("quoted thousands", "drop height (cm),rebound height (cm)\n\"1,200\",50\n60,40\n", Refused(&["`1,200` has a comma before three digits"])),
        row("points and commas", "drop height (cm),rebound height (cm)\n20.5,14\n\"40,0\",29\n",
            Refused(&["`40,0` has a decimal comma, the cells before it have a decimal point"])),
        row("two balls in a file", balls, Drops(TWO)).rows(&[("ball", "golf")]),
        row("a ball that is not there", balls, Refused(&["no row has ball = \"tennis\"", "there is: golf, marble"])).rows(&[("ball", "tennis")]),
        // A spreadsheet merges the cells of a ball: all but the first are empty.
        row("a ball above an empty cell", merged, Drops(&[(0.8, 0.64), (0.7, 0.56)])).rows(&[("Ball", "golf")])
            .notes(&["empty cells read as the text above them, in rows of Ball = \"golf\": 1"]),
        row("a ball above two", merged, Drops(&[(0.8, 0.3), (0.7, 0.26), (0.6, 0.22)])).rows(&[("Ball", "marble")])
            .notes(&["empty cells read as the text above them, in rows of Ball = \"marble\": 2"]),
        row("centimetres under metres", "drop height (m),rebound height (m)\n80,63.7\n60,48\n", Drops(&[(80.0, 63.7), (60.0, 48.0)])),
        row("two tables one below the other", format!("{two}{two}"), Refused(&["line 4: the header line is repeated", "write one table per file"])),
        row("a question mark", "drop height (m),rebound height (m)\n0.8,0.637?\n0.6,0.48\n",
            Refused(&["line 2, column `rebound height (m)`: `0.637?` is not a number"])),
        row("a value with its error in one cell", "drop height (cm),rebound height (cm)\n80,64 \u{b1} 1\n60,48 \u{b1} 1\n",
            Refused(&["`64 \u{b1} 1` is not a number", "write 64 here and 1 in a column `rebound sigma`"])),
        row("units in cells", "drop height;rebound height\n80 cm;637 mm\n0,6 m;48cm\n", Drops(TWO)),
        row("units in cells, but one", "drop height;rebound height\n80 cm;637 mm\n60;48cm\n",
            Refused(&["line 3, column `drop height`: `60` has no unit", "write `60 cm`"])),
        row("units in cells below the same one", "drop height (cm);rebound (cm)\n80cm;63,7\n60;48 cm\n", Drops(TWO)),
        row("units in cells below another one", "drop height (cm);rebound (cm)\n80;637 mm\n60;48\n", Refused(&["line 2, column `rebound (cm)`: `637 mm` is not a number", "and that unit in the header"])),
        // A row of means or deviations below numbered drops is none of them; a remark below remarks is nothing.
        row("a mean below the rows", "drop height (m),rebound height (m)\n0.8,0.637\n0.6,0.48\nmean,0.56\n",
            Refused(&["line 4, column `drop height (m)`: `mean` is not a number"])),
        row("a mean below numbered rows", format!("{NUMBERED}AVG,40,29.1,\n"), Refused(&["line 5, column `Nr`: `AVG` below numbers", "such as a mean: remove it"])),
        row("a mean and a deviation", format!("{NUMBERED}AVG,40,29.1,\nSTD,16,12,\n"), Refused(&["line 5, column `Nr`: `AVG` below numbers", "such as a mean: remove it"])),
        row("a mean with a remark", format!("{NUMBERED}Mittelwert,40,29.1,ok\n"), Refused(&["line 5, column `Nr`: `Mittelwert` below numbers", "such as a mean: remove it"])),
        row("numbered rows with remarks", NUMBERED, Drops(&[(0.2, 0.145), (0.4, 0.29), (0.6, 0.439)])),
        row("a remark below temperatures", "deg C,drop height (cm),rebound height (cm)\n21,20,14.5\n20,40,29\nwarm,60,43.9\n", Drops(&[(0.2, 0.145), (0.4, 0.29), (0.6, 0.439)])),
        row("a named row that numbers follow", format!("{NUMBERED}a,20,14.4,\n4,40,29,\n"), Drops(&[(0.2, 0.145), (0.4, 0.29), (0.6, 0.439), (0.2, 0.144), (0.4, 0.29)])),
        row("a row that measures nothing", format!("{NUMBERED}by KM,,,\n"), Drops(&[(0.2, 0.145), (0.4, 0.29), (0.6, 0.439)])),
    ]
}

const NUMBERED: &str = "Nr,drop height (cm),rebound height (cm),remark\n1,20,14.5,\n2,40,29,bad light\n3,60,43.9,ok\n";

/// Headers in two lines, or with words around the unit.
#[rustfmt::skip]
fn headers() -> Vec<Row> {
    let in_units = |rebound: &str| format!("Drop height (m);{rebound}\n0,8;63,7\n0,6;48\n");
    vec![
        row("a unit in brackets", in_units("rebound height (cm)"), Drops(TWO)),
        row("a unit in square brackets", in_units("Rebound height [cm]"), Drops(TWO)),
        row("a unit behind an underscore", in_units("rebound_height_cm"), Drops(TWO)),
        row("a unit behind a stroke", in_units("rebound height / cm"), Drops(TWO)),
        row("header in words", "drop height in cm,rebound height in cm\n80,63.7\n60,48\n", Drops(TWO)),
        row("units below the names", "drop height;rebound height\n(cm);(cm)\n80;63,7\n60;48\n", Drops(TWO)),
        row("units in a line of their own, bare", "drop height\trebound height\ncm\tcm\n80\t63.7\n60\t48\n", Drops(TWO)),
        row("merged headers", "drop;;rebound;\nheight (cm);date;height (cm);note\n80;a;63,7;\n60;b;48;ok\n", Drops(TWO)),
        // A row of numbers with their units is no second line of headers, whatever empty column is behind it.
        row("numbers with units below names", "Drop height;Rebound height;\n30 cm;20 cm;\n20 cm;14 cm;\n", Drops(&[(0.3, 0.2), (0.2, 0.14)])),
        // `drop (cm)` beside `rebound (mm)` is a drop height; `drop` without a unit is the name of a throw.
        row("a drop with a length is a height", "No.,drop (cm),rebound (mm)\n1,80,637\n2,60,480\n", Drops(TWO)),
        row("a drop without a unit is a throw", "drop,interval (s)\na,0.7\na,0.6\nb,0.7\nb,0.6\n", Intervals(&[&[0.7, 0.6], &[0.7, 0.6]])),
    ]
}

const TITLED: &str = "Drop test 12/05; operator: KM;;;\nNo.;Wall;drop height (cm);rebound (cm);remark\n1;glass;80;63,7;\n2;glass;60;48;\n";

/// A name with a unit spans the names below it; a title of several cells stands above names that are complete without it.
#[rustfmt::skip]
fn spans() -> Vec<Row> {
    vec![
        row("a title of several cells", TITLED, Drops(TWO)),
        row("a title with a unit", "Measured in May (cm),\nDrop height (cm),Rebound height (cm)\n80,64\n60,48\n", Drops(SIMPLE)),
        row("a name that spans two", "Height (cm);;Remark\nDrop;Rebound;\n80;64;a\n60;48;b\n", Drops(SIMPLE)),
        row("what a spreadsheet could not compute", "Height (cm),\nDrop,Rebound\n80,64\n80,#DIV/0!\n60,48\n", Drops(SIMPLE)),
    ]
}

/// A row for each bounce, or each time.
#[rustfmt::skip]
fn long() -> Vec<Row> {
    let phone = "Bounce 0 (s),Bounce 1 (s),Bounce 2 (s)";
    vec![
        row("a row a bounce, from the drop on", "throw,bounce,height (m)\n1,0,0.8\n1,1,0.64\n1,2,0.5\n2,0,0.6\n2,1,0.48\n", Drops(SIMPLE)),
        row("a row a bounce, the drop beside it", "drop height (m),bounce number,rebound height (m)\n0.8,1,0.64\n0.8,2,0.5\n0.6,1,0.48\n", Drops(SIMPLE)),
        row("a row a bounce, of one throw without its drop", "bounce number,height (cm)\n1,80\n2,64\n3,50\n", Drops(&[(0.8, 0.64)])),
        row("a bounce that is missing", "bounce,height (cm)\n1,80\n3,50\n",
            Refused(&["line 3, column `bounce`: bounce 3 follows bounce 1", "a row with an empty cell"])),
        row("times of bounces", "bounce,time (s)\n1,1.0\n2,1.5\n3,1.875\n", Intervals(&[&[0.5, 0.375]])),
        row("intervals that are called times", "bounce,time (s)\n1,0.5\n2,0.4\n3,0.32\n",
            Refused(&["is not later than the impact before it", "columns = { interval = \"time (s)\" }"])),
        row("the acoustic stopwatch gives times of impacts", "\"Time (s)\"\n1.0\n1.5\n1.75\n", Intervals(&[&[0.5, 0.25]])),
        row("a phone", format!("{phone},Bounce 3 (s)\n1.0,1.5,1.75,NaN\n"), Intervals(&[&[0.5, 0.25]])),
        row("a phone that heard too little", format!("{phone}\n1.0,1.5,1.75\n1.0,1.4,0.0\n1.0,1.5,1.75\n"), Intervals(&[&[0.5, 0.25], &[0.5, 0.25]]))
            .notes(&["line 3 is not used: 2 impacts before its first gap, and at least three are needed"]),
    ]
}

/// Gaps end a throw; one that holds no bounce between two flights costs itself and not the table.
#[rustfmt::skip]
fn gaps() -> Vec<Row> {
    vec![
        row("a gap in a throw", "throw,interval index,interval (s)\na,1,0.5\na,2,0.4\na,3,nan\na,4,0.3\nb,1,0.5\nb,2,0.41\n",
            Intervals(&[&[0.5, 0.4], &[0.5, 0.41]])),
        row("a throw of one interval", "throw,interval (s)\na,0.7\na,0.6\nb,0.7\nc,0.7\nc,0.61\n", Intervals(&[&[0.7, 0.6], &[0.7, 0.61]]))
            .notes(&["line 4: throw b is not used: 1 interval, and at least two are needed"]),
        row("a throw with too little before its gap", "throw,interval (s)\na,0.7\na,0.6\nb,\nb,0.6\nc,0.7\nc,\nd,0.7\nd,0.61\n",
            Intervals(&[&[0.7, 0.6], &[0.7, 0.61]]))
            .notes(&["line 4: throw b is not used: 0 intervals before its gap, and at least two are needed\n\
                      line 6: throw c is not used: 1 interval before its gap, and at least two are needed"]),
    ]
}

/// Several columns of rebounds in one row: what they are is said by the headers or by the case, and never guessed. Numbers or names behind
/// `rebound` may mean any of three: all are named, and none is taken.
#[rustfmt::skip]
fn several() -> Vec<Row> {
    const SIX: &[(f64, f64)] = &[(0.8, 0.64), (0.8, 0.62), (0.8, 0.63), (0.6, 0.48), (0.6, 0.47), (0.6, 0.46)];
    const BOUNCES: &[&[f64]] = &[&[0.64, 0.5], &[0.48, 0.4]];
    const REPEATS: &[&str] = &["read as repeated drops"];
    const SUCCESSIVE: &[&str] = &["successive rebounds of one drop"];
    let three = |name: [&str; 3]| {
        let [a, b, c] = name;
        format!("Drop height (m),{a} (m),{b} (m),{c} (m)\n0.8,0.64,0.62,0.63\n0.6,0.48,0.47,0.46\n")
    };
    let numbered = |name: &str| three([1, 2, 3].map(|k| format!("{name} {k}")).each_ref().map(|s| s.as_str()));
    let bounces = "Drop height (m),First rebound (m),Second rebound (m)\n0.8,0.64,0.5\n0.6,0.48,0.4\n";
    let named = three(["Rebound golf", "Rebound marble", "Rebound steel"]);
    let two = bounces.replace("First rebound", "bounce 1").replace("Second rebound", "bounce 2");
    const ONE: &[&str] = &["line 1: `bounce 1 (m)` is one column of rebounds, and `wide` is of several", "--columns 'rebound_2=...'"];
    let beside = |wide, pairs| Mapping { wide: Some(wide), ..columns(pairs) };
    vec![
        row("trials", numbered("Trial"), Drops(SIX)).notes(REPEATS),
        row("German trials", numbered("Versuch"), Drops(SIX)).notes(REPEATS),
        row("trials of rebounds", numbered("Rebound height trial"), Drops(SIX)).notes(REPEATS),
        row("runs of rebounds", numbered("Rebound run"), Drops(SIX)).notes(REPEATS),
        row("first and second", bounces, Rebounds(BOUNCES)).notes(SUCCESSIVE),
        row("numbered bounces", bounces.replace("First rebound", "Rebound bounce 1").replace("Second", "Bounce 2"), Rebounds(BOUNCES)).notes(SUCCESSIVE),
        row("numbers", numbered("Rebound"), Refused(&["wide = \"repeats\"", "wide = \"bounces\"", "--wide balls", "rebound = \"Rebound 1 (m)\""])),
        row("names", &named, Refused(&["wide = \"repeats\"", "wide = \"bounces\"", "--wide balls", "rebound = \"Rebound golf (m)\""])),
        row("numbers that are repeats", numbered("Rebound"), Drops(SIX)).mapping(wide(Wide::Repeats)),
        row("names that are repeats", &named, Drops(SIX)).mapping(wide(Wide::Repeats)),
        // Read as bounces a third rebound that is higher than the second is refused.
        row("numbers that are no bounces", numbered("Rebound"), Refused(&["a rebound to 0.63 m from a rebound to 0.62 m"])).mapping(wide(Wide::Bounces)),
        row("names that are no bounces", &named, Refused(&["a rebound to 0.63 m from a rebound to 0.62 m"])).mapping(wide(Wide::Bounces)),
        row("one of the numbers", numbered("Rebound"), Rebounds(&[&[0.64], &[0.48]])).columns(&[("rebound", "Rebound 1 (m)")]),
        row("one of the names", &named, Rebounds(&[&[0.64], &[0.48]])).columns(&[("rebound", "Rebound golf (m)")]),
        row("what is mapped is said", "Drop height (m),h1 (m),h2 (m)\n0.8,0.64,0.5\n0.6,0.48,0.4\n", Rebounds(BOUNCES)).columns(&[("rebound", "h1 (m)"), ("rebound_2", "h2 (m)")]),
        // `wide` beside one mapped column would leave the others out.
        row("one column of bounces", &two, Refused(ONE)).mapping(beside(Wide::Bounces, &[("rebound", "bounce 1 (m)")])),
        row("one column of repeats", &two, Refused(ONE)).mapping(beside(Wide::Repeats, &[("rebound", "bounce 1 (m)")])),
        row("both columns of bounces", &two, Rebounds(BOUNCES)).mapping(beside(Wide::Bounces, &[("rebound", "bounce 1 (m)"), ("rebound_2", "bounce 2 (m)")])),
    ]
}

/// A reading above 1, or above the drop, within three of its stated standard deviations is a noisy reading: left out, the mean of
/// those that remain would be too small.
#[rustfmt::skip]
fn noisy() -> Vec<Row> {
    vec![
        row("a restitution above 1", "restitution,restitution sigma\n0.99,0.01\n1.02,0.01\n0.98,0.01\n", Ratios(&[0.99, 1.02, 0.98]))
            .notes(&["line 3: `1.02` is not below 1, by 2.0 of its standard deviations"]),
        row("a rebound above its drop", "drop height (m),rebound height (m),rebound sigma (m)\n0.8,0.79,0.01\n0.8,0.81,0.01\n", Drops(&[(0.8, 0.79), (0.8, 0.81)]))
            .notes(&["line 3: the rebound is not below what it fell from, by 1.0 of"]),
        row("a restitution far above 1", "restitution,restitution sigma\n0.99,0.01\n1.04,0.01\n", Refused(&["cannot gain energy", "column `restitution sigma`"])),
        row("per cent", "restitution\n81\n79\n", Refused(&["line 2, column `restitution`: `81` is not below 1", "per cent"])),
        row("a rebound speed above the impact's", "impact speed (m/s),rebound speed (m/s)\n1,2.5\n2,1.5\n",
            Refused(&["`2.5` is not below the impact speed: a bounce cannot gain energy"])),
    ]
}

/// A workbook with one sheet, as spreadsheets write it: texts in a table of their own, empty cells left out.
fn workbook(rows: &[(usize, &[&str])]) -> Vec<u8> {
    book(&[("Messung", rows.to_vec())])
}

/// A workbook of several sheets, their rows from the first on.
fn sheets(sheets: &[(&str, &[&[&str]])]) -> Vec<u8> {
    book(&sheets.iter().map(|(name, rows)| (*name, (1..).zip(rows.iter().copied()).collect())).collect::<Vec<_>>())
}

/// The rows of each sheet, numbered.
type Rows<'a> = Vec<(usize, &'a [&'a str])>;

fn book(sheets: &[(&str, Rows)]) -> Vec<u8> {
    let mut texts: Vec<String> = Vec::new();
    let (mut files, mut names, mut links) = (Vec::new(), String::new(), String::new());
    for (id, (name, rows)) in (1..).zip(sheets) {
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
        let file = format!("worksheets/sheet{id}.xml");
        names += &format!("<sheet name=\"{name}\" sheetId=\"{id}\" r:id=\"rId{id}\"/>");
        links += &format!("<Relationship Id=\"rId{id}\" Target=\"{file}\"/>");
        files.push((format!("xl/{file}"), format!("<worksheet><sheetData>{sheet}</sheetData></worksheet>")));
    }
    files.push(("[Content_Types].xml".to_string(), "<Types/>".to_string()));
    files.push(("xl/workbook.xml".into(), format!("<workbook xmlns:r=\"r\"><sheets>{names}</sheets></workbook>")));
    files.push(("xl/_rels/workbook.xml.rels".into(), format!("<Relationships>{links}</Relationships>")));
    files.push(("xl/sharedStrings.xml".into(), format!("<sst>{}</sst>", texts.concat())));
    zipped(&files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect::<Vec<_>>())
}

pub(super) fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// Written by xlwt, an implementation of BIFF8 that is not ours: a title, an empty row, and the table from B3 on.
const OLD: &[u8] = include_bytes!("workbooks/drops.xls");

#[rustfmt::skip]
fn workbooks() -> Vec<Row> {
    let titled = workbook(&[(1, &["Messung & Auswertung"]), (3, &["Fallhöhe (cm)", "Rückprallhöhe (cm)"]), (4, &["80", "63.7"]), (5, &["60", "48"])]);
    let spanned = workbook(&[
        (1, &["Fallversuche Stahlkugel"]),
        (3, &["Nr.", "Fallhöhe", "Rücksprunghöhe [cm]", "", "", "Bemerkung"]),
        (4, &["", "[cm]", "Versuch 1", "Versuch 2", "Versuch 3"]),
        (5, &["1", "80", "63.7", "64.1", "63.9"]),
        (6, &["2", "60", "48", "47.8", "48.1", "Tür"]),
        (8, &["Mittelwert", "", "55.85"]),
    ]);
    let counts = workbook(&[(1, &["Fallhöhe (cm)", "Rücksprunghöhe (cm)"]), (2, &["", "1", "2", "3"]), (3, &["80", "63.7", "64.1", "63.9"]), (4, &["60", "48", "47.8", "48.1"])]);
    let texts = workbook(&[(2, &["", "drop height (m)", "rebound height (m)"]), (3, &["", "0.8", "0.637"]), (4, &["", "0.6", "ca. 0.5"])]);
    let empty = [&b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"[..], &[0; 600]].concat();
    vec![
        row("a workbook with a title", titled, Drops(TWO)),
        row("a workbook with headers merged across and down, and the unit of several columns above them", spanned,
            Drops(&[(0.8, 0.637), (0.8, 0.641), (0.8, 0.639), (0.6, 0.48), (0.6, 0.478), (0.6, 0.481)])),
        row("a workbook with counts under a merged header", counts, Refused(&["`Rücksprunghöhe 1 (cm)`, `Rücksprunghöhe 2 (cm)`", "--wide repeats for `fit`"])),
        row("a workbook with a text among numbers", texts, Refused(&["FILE/Messung: line 4, column `rebound height (m)`: `ca. 0.5` is not a number"])),
        row("an old workbook", OLD, Drops(TWO)),
        row("an old workbook with a text among numbers", include_bytes!("workbooks/text.xls"),
            Refused(&["FILE/Messung: line 3, column `rebound height (m)`: `ca. 0.5` is not a number"])),
        row("an old workbook with a cell in its last corner", include_bytes!("workbooks/far.xls"), Refused(&["cells to row 65536 and column 256", "save the sheet as CSV"])),
        row("an old workbook whose texts need several records, with a formula", include_bytes!("workbooks/texts.xls"), Drops(TWO)),
        row("an old workbook that is empty", empty, Refused(&["a workbook that cannot be read"])),
    ]
}

/// Tables that are no headers above columns: each line of numbers is one that people have made.
#[rustfmt::skip]
fn shapes() -> Vec<Row> {
    const THROWS: &[&[f64]] = &[&[0.5, 0.4, 0.32], &[0.45, 0.36]];
    const BOUNCES: &[&[f64]] = &[&[0.64, 0.5], &[0.62, 0.48]];
    let trials = |unit: &str| format!("Data{unit},Trial 1,Trial 2\nBounce 1,80,80\nBounce 2,64,62\nBounce 3,50,48\n");
    let transposed = "Versuch;Bounce 1 (cm);Bounce 2 (cm);Bounce 3 (cm)\nVersuch 1;80;64;50\nVersuch 2;80;62;48\n";
    let sheets = |other: &[&str]| sheets(&[("110 cm", &[&["Interval (s)"], &["0.5"], &["0.4"], &["0.32"]]), ("90 cm", &[other, &["0.45"], &["0.36"]])]);
    let one = Mapping { sheet: Some("90 cm".into()), ..Mapping::default() };
    let absent = Mapping { sheet: Some("80 cm".into()), ..Mapping::default() };
    vec![
        row("throws beside each other", "Interval (s),,Interval (s)\n0.5,,0.45\n0.4,,0.36\n0.32,,\n", Intervals(THROWS))
            .notes(&["2 blocks beside each other are read one below the other, a throw each"]),
        row("throws beside each other, with the times of the events",
            "t (s);Interval (s);;t (s);Interval (s)\n0;0,5;;0;0,45\n0,5;0,4;;0,45;0,36\n0,9;0,32;;;\n", Intervals(THROWS)),
        row("a number without a unit in a block", "Interval (s),Interval (s)\n0.5,0.45\nx,0.36\n",
            Refused(&["FILE: line 3, column `Interval (s)`: `x` is not a number"])),
        row("a number that no block has", "Interval (s),,Interval (s)\n0.5,,0.45\n0.4,7,0.36\n", Refused(&["line 1: two columns are headed `Interval (s)`"])),
        row("a number beyond the trials", format!("{}Bounce 4,40,39,7\n", trials(" (cm)")), Refused(&["no known table has the columns `Data (cm)`"])),
        row("two columns of rebounds under one name", "drop height (m),rebound height (m),rebound height (m)\n1,0.7,0.5\n",
            Refused(&["line 1: two columns are headed `rebound height (m)`"])),
        row("runs of a logger", "Run 1: Interval (s),Run 2: Interval (s)\n0.5,0.45\n0.4,0.36\n0.32,\n", Intervals(THROWS)),
        row("one run of a logger", "Run 1: Drop height (m),Run 1: Rebound height (m)\n0.8,0.637\n0.6,0.48\n", Drops(TWO)),
        row("trials in columns, bounces in rows", trials(" (cm)"), Rebounds(BOUNCES)),
        row("the same without a unit", trials(""), Refused(&["column `height` has no unit", "--units 'height=m' for `fit`"])),
        row("the same with the unit from the case", trials(""), Rebounds(BOUNCES)).mapping(Mapping { units: owned(&[("height", "cm")]), ..Mapping::default() }),
        row("bounces in columns, trials in rows", transposed, Rebounds(BOUNCES)),
        row("trials of intervals", "x;Throw 1 (s);Throw 2 (s)\nInterval 1;0,5;0,45\nInterval 2;0,4;0,36\n", Intervals(&[&[0.5, 0.4], &[0.45, 0.36]])),
        row("a table on its side", "Drop height (cm);80;60\nRebound height (cm);63,7;48\n", Drops(TWO)),
        row("a line of one text below the headers", "throw,interval (s)\nTracks 1 to 1\n1,0.5\n1,0.4\n1,0.32\n", Intervals(&[&[0.5, 0.4, 0.32]]))
            .notes(&["below the headers and not read: Tracks 1 to 1"]),
        row("an interval of 0 behind the last event", "Event time (s),Interval (s)\n1,0.5\n1.5,0.4\n1.9,0.32\n2.22,0\n", Intervals(&[&[0.5, 0.4, 0.32]])),
        row("an interval of 0 without events", "throw,interval (s)\n1,0.5\n1,0\n", Refused(&["line 3, column `interval (s)`: `0` is not above zero"])),
        row("a sheet a throw", sheets(&["Interval (s)"]), Intervals(THROWS)).notes(&["the column `sheet` says which: 110 cm, 90 cm"]),
        row("one sheet of them", sheets(&["Interval (s)"]), Intervals(&[&[0.45, 0.36]])).mapping(one.clone()).notes(&["sheets that are not read: 110 cm"]),
        row("sheets of different headers", sheets(&["Time (s)"]), Refused(&["under different headers: 110 cm, 90 cm", "--sheet '110 cm' for `fit`"])),
        row("a sheet that is not there", sheets(&["Interval (s)"]), Refused(&["there is no sheet `80 cm`", "there are: 110 cm, 90 cm"])).mapping(absent),
    ]
}

/// Names that say little, and headers of several lines, as people have them.
#[rustfmt::skip]
fn people() -> Vec<Row> {
    const THROWS: &[&[f64]] = &[&[0.5, 0.4, 0.32], &[0.45, 0.36]];
    const HEIGHTS: &[&[f64]] = &[&[0.64, 0.5], &[0.48, 0.4]];
    const BESIDE: &str = "golf,,,marble,\nDrop (cm),Rebound (cm),,Drop (cm),Rebound (cm)\n80,63.7,,80,30\n60,48,,60,22\n";
    let (bare, numbers) = ("A,B\n0.8,0.637\n0.7,0.55\n0.6,0.48\n", " 80   63.7\n 60   48\n");
    let series = "Wurf;h0 / cm;h1 / cm;h2 / cm\n1;80;64;50\n2;60;48;40\n";
    let columns_of = |pairs, units| Mapping { units: owned(units), ..columns(pairs) };
    vec![
        row("two columns without names", bare, Refused(&["is this drop and rebound?", "--columns 'drop=A' --columns 'rebound=B' --units 'A=m' --units 'B=m'"])),
        row("two columns that are named", "A,B\n0.8,0.637\n0.6,0.48\n", Drops(TWO)).mapping(columns_of(&[("drop", "A"), ("rebound", "B")], &[("A", "m"), ("B", "m")])),
        row("two columns, once the other way round", "A,B\n0.8,0.637\n0.5,0.55\n0.6,0.48\n", Refused(&["say which column is which:  columns = { WORD = \"HEADER\" }"])),
        row("no headers", numbers, Refused(&["line 1: the table has no headers; its columns are numbered `1`, `2`"])),
        row("no headers, the columns by their numbers", numbers, Drops(TWO)).mapping(columns_of(&[("drop", "1"), ("rebound", "2")], &[("1", "cm"), ("2", "cm")])),
        row("one number or two", "80,63\n60,48\n", Refused(&["these are numbers: write a line of headers"])),
        row("labels of Audacity", "1.0\t1.0\timpact 1\n1.5\t1.5\timpact 2\n1.75\t1.75\timpact 3\n", Intervals(&[&[0.5, 0.25]])),
        row("names in a comment", "# by hand\n# drop height (m),rebound height (m)\n0.8,0.637\n0.6,0.48\n", Drops(TWO)),
        row("two balls beside each other", BESIDE, Drops(&[(0.8, 0.637), (0.6, 0.48), (0.8, 0.3), (0.6, 0.22)])).notes(&["golf, marble", "a block each"]),
        row("one of two balls beside each other", BESIDE, Drops(TWO)).rows(&[("block", "golf")]),
        row("a name above columns of other names", "Drop;;Rebound;\nheight (m);sigma (m);height (m);sigma (m)\n0,8;0,1;0,637;0,1\n0,6;0,1;0,48;0,1\n", Drops(TWO)),
        row("runs behind the units", "Interval (s) Run #1;Interval (s) Run #2\n0,5;0,45\n0,4;0,36\n0,32;\n", Intervals(THROWS)),
        row("trials below a title and a name with the unit", "Tennis,,\n,Rebound (cm),\nDrop height (cm),Trial 1,Trial 2\n80,63,64\n60,48,n. m.\n",
            Drops(&[(0.8, 0.63), (0.8, 0.64), (0.6, 0.48)])),
        row("names, other names, and units in brackets", "DROP_HEIGHT,REBOUND_HEIGHT,N\nDrop,Rebound,No\n(cm),(cm),\n80,63.7,1\n60,48,2\n", Drops(TWO)).notes(&["lines 1 to 3 are read as one line of headers"]),
        row("the drop height above the headers", "Drop height;80;cm\n\nNo.;Rebound height (cm)\n1;63,7\n2;64\n", Drops(&[(0.8, 0.637), (0.8, 0.64)])).notes(&["above the headers and read as a column: Drop height (cm) 80"]),
        row("numbered heights", series, Refused(&["`h1 / cm`, `h2 / cm` are columns of rebounds", "--wide bounces for `fit`"])),
        row("numbered heights that follow one another", series, Rebounds(HEIGHTS)).mapping(wide(Wide::Bounces)),
        row("numbered heights that are repeated", series.replace("64;50", "64;63"), Drops(&[(0.8, 0.64), (0.8, 0.63), (0.6, 0.48), (0.6, 0.4)])).mapping(wide(Wide::Repeats)),
        row("numbered intervals", "Wurf;\u{394}t1 (s);\u{394}t2 (s);\u{394}t3 (s)\n1;0,5;0,4;0,32\n2;0,45;0,36;\n", Intervals(THROWS)),
        row("numbered times", "t1 (s),t2 (s),t3 (s)\n1,1.5,1.75\n", Intervals(&[&[0.5, 0.25]])),
        row("numbered impacts", "Impact,Time [ms]\n1,1000\n2,1500\n3,1750\n", Intervals(&[&[0.5, 0.25]])),
        row("a time before the one above it", "Impact,Time [ms]\n1,1000\n2,1500\n3,1475\n", Refused(&["line 4, column `Time [ms]`: `1475` is not later than the impact before it"])),
        row("an XML of another program", "<?xml version=\"1.0\"?><kml><a name=\"b\"/></kml>", Refused(&["an XML file, and no project of Tracker"])),
        row("an XML that is cut off", "<?xml version=\"1.0\"?><object class=\"TrackerPanel\"><a>", Refused(&["the XML is broken: it ends within an element"])),
        row("a formula that was never computed", workbook(&[(1, &["drop height (m)", "rebound height (m)"]), (2, &["0.8", "#formula in B2 without a stored value!"])]),
            Refused(&["#formula in B2 without a stored value!", "let it recalculate, and save it"])),
    ]
}

/// Speeds before and after by component, by angle, and of two bodies.
#[rustfmt::skip]
fn velocities() -> Vec<Row> {
    let components = "vx_in (m/s),vy_in (m/s),vx_out (m/s),vy_out (m/s)\n1,-2,0.7,1.6\n1,-4,0.7,3.16\n";
    const BOTH: &[f64] = &[0.8, 0.79];
    vec![
        row("by component", components, Ratios(BOTH)).notes(&["the normal is along y"]),
        row("by component, both turned", components.replace("0.7,1.6", "-0.7,1.6"), Refused(&["2 of 2 velocities change their sign", "--columns 'speed=vx_in (m/s)'"])),
        row("by component, one that does not turn", components.replace("3.16", "-3.16"), Refused(&["line 3, column `vy_out (m/s)`: `-3.16`: the velocity along the normal does not change its sign"])),
        row("along the normal, with signs", "impact velocity (m/s),rebound velocity (m/s)\n-2,1.6\n-4,3.16\n", Ratios(BOTH)),
        row("along the normal, without a rebound", "impact velocity (m/s),rebound velocity (m/s)\n-2,-1.6\n", Refused(&["the ball does not come back"])),
        row("by angle", "Speed in (m/s),Angle of incidence (deg),Speed out (m/s),Angle of rebound (deg)\n2,0,1.6,0\n4,0,3.16,0\n", Ratios(BOTH)),
        row("by angle, parallel to the wall", "Speed in (m/s),Angle of incidence (deg),Speed out (m/s),Angle of rebound (deg)\n2,90,1.6,0\n", Refused(&["`90` is not an angle from the normal"])),
        row("two bodies", "u1 (m/s),u2 (m/s),v1 (m/s),v2 (m/s)\n2,0,0,1.6\n3,-1,0,3.16\n", Ratios(BOTH)),
        row("two bodies that pass", "u1 (m/s),u2 (m/s),v1 (m/s),v2 (m/s)\n2,0,1.6,0\n", Refused(&["the bodies pass through each other"])),
        row("two bodies that gain", "u1 (m/s),u2 (m/s),v1 (m/s),v2 (m/s)\n2,0,0,2.5\n", Refused(&["a bounce cannot gain energy"])),
    ]
}

/// Units as people write them, of speeds.
#[rustfmt::skip]
fn units() -> Vec<Row> {
    let ratio = |before: &str, after: &str| format!("{before};{after}\n2;1,6\n4;3,16\n");
    vec![
        row("m s-1", ratio("impact speed (m s-1)", "rebound speed (m s^-1)"), Ratios(&[0.8, 0.79])),
        row("ms^-1", ratio("impact speed (ms^-1)", "rebound speed [ms-1]"), Ratios(&[0.8, 0.79])),
        row("m·s⁻¹", ratio("impact speed (m·s⁻¹)", "rebound speed / m s⁻¹"), Ratios(&[0.8, 0.79])),
        row("a comma", ratio("Impact speed, m/s", "Rebound speed, m/s"), Ratios(&[0.8, 0.79])),
        row("in the name", ratio("impact_speed_m_per_s", "rebound_speed_mm_per_s"), Ratios(&[0.0008, 0.00079])),
    ]
}

/// A folder of tables is one table; its files have equal headers, and a mistake has the place in its own file.
#[test]
fn a_folder_of_tables_is_read_as_one() {
    let place = tempfile::tempdir().unwrap();
    let throws = place.path().join("throws");
    std::fs::create_dir(&throws).unwrap();
    let put = |name: &str, text: &str| std::fs::write(throws.join(name), text).unwrap();
    let read = || gather(&Files::Folder(place.path().to_path_buf()), "throws", &Mapping::default());
    put("1.csv", "Event time (s),Interval (s)\n0,0.5\n0.5,0.4\n0.9,0.32\n1.22,0\n");
    put("2.csv", "Event time (s),Interval (s)\n0,0.45\n0.45,0.36\n");
    put("notes.md", "not a table");
    let found = read().unwrap();
    let intervals: Vec<&[f64]> = found.throws.iter().map(|throw| throw.intervals.as_slice()).collect();
    assert_eq!(intervals, [&[0.5, 0.4, 0.32][..], &[0.45, 0.36]]);
    let hashed: Vec<&str> = found.hashes.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(hashed, ["throws/1.csv", "throws/2.csv"]);
    put("2.csv", "Event time (s),Interval (s)\n0,0.45\n0.45,abc\n");
    let refused = read().unwrap_err().to_string();
    assert!(refused.contains("throws/2.csv: line 3, column `Interval (s)`: `abc` is not a number"), "{refused}");
    put("2.csv", "Time (s)\n0.45\n0.36\n");
    let refused = read().unwrap_err().to_string();
    assert!(refused.contains("do not have equal headers: 2.csv"), "{refused}");
}

/// Tables that are named one by one are read as those of a folder.
#[test]
fn several_files_are_read_as_one() {
    let place = tempfile::tempdir().unwrap();
    for (name, text) in
        [("1.csv", "Interval (s)\n0.5\n0.4\n"), ("2.csv", "Interval (s)\n0.45\n0.36\n"), ("3.csv", "x\n1\n")]
    {
        std::fs::write(place.path().join(name), text).unwrap();
    }
    let read = |other: &str| {
        let mapping = Mapping { files: vec![other.to_string()], ..Mapping::default() };
        gather(&Files::Folder(place.path().to_path_buf()), "1.csv", &mapping)
    };
    let found = read("2.csv").unwrap();
    let intervals: Vec<&[f64]> = found.throws.iter().map(|throw| throw.intervals.as_slice()).collect();
    assert_eq!(intervals, [&[0.5, 0.4][..], &[0.45, 0.36]]);
    assert_eq!(found.hashes.len(), 2);
    let refused = read("3.csv").unwrap_err().to_string();
    assert!(refused.contains("do not have equal headers: 3.csv"), "{refused}");
}

/// Every byte of an old workbook is changed in turn: it is read or refused, and nothing panics.
#[test]
fn a_damaged_workbook_is_read_or_refused() {
    let mut refused = 0;
    for at in 0..OLD.len() {
        for change in [0x01, 0x80, 0xFF] {
            let mut bytes = OLD.to_vec();
            bytes[at] ^= change;
            refused += usize::from(mapped(bytes, &Mapping::default()).is_err());
        }
    }
    assert!((100..3 * OLD.len()).contains(&refused), "{refused} of {}", 3 * OLD.len());
}

/// `speed / mm/s` has two strokes and one unit; the standard deviation of an impact speed may be headed that of a speed.
#[test]
fn a_unit_with_a_stroke_is_read_however_it_stands_behind_its_name() {
    for speed in ["speed (mm/s)", "impact speed / mm/s", "speed/(mm/s)", "impact speed in mm/s", "speed_mm/s"] {
        for sigma in ["speed sigma / mm/s", "speed sigma in mm/s"] {
            let found = readings(format!("restitution,{speed},{sigma}\n0.8,1500,30\n0.7,2500,40\n"));
            let speeds: Vec<_> = found.ratios.iter().map(|of| of.speed.map(|of| (of.value, of.sigma))).collect();
            assert_eq!(speeds, [Some((1.5, Some(0.03))), Some((2.5, Some(0.04)))], "{speed} {sigma}");
            assert!(found.besides.columns.is_empty(), "{speed} {sigma}: {:?}", found.besides.columns);
        }
    }
}

/// Standard deviations have many names; a cell without one has none.
#[test]
fn a_column_of_errors_is_one_of_standard_deviations() {
    for header in ["rebound height error (cm)", "rebound height \u{b1} (cm)", "rebound height uncertainty (cm)"] {
        let found = readings(format!("drop height (cm),rebound height (cm),{header}\n20,14.5,0.1\n40,29,0.2\n"));
        let sigmas: Vec<_> = found.drops.iter().map(|drop| drop.rebound_sigma).collect();
        assert_eq!(
            (found.pairs(), sigmas),
            (vec![(0.2, 0.145), (0.4, 0.29)], vec![Some(0.001), Some(0.002)]),
            "{header}"
        );
        assert_eq!(found.besides.notes, [format!("the column `{header}` is read as rebound height sigma")]);
    }
    let found = readings("rebound sigma (mm),drop height (m),rebound height (m)\n2,0.8,0.637\n,0.8,0.646\n");
    assert_eq!(found.drops.iter().map(|drop| drop.rebound_sigma).collect::<Vec<_>>(), [Some(0.002), None]);
}

/// Rows are counted below the headers, lines from the top, gaps where a cell is empty.
#[test]
fn rows_lines_and_gaps_are_counted() {
    let found = readings(TITLED);
    assert_eq!(found.drops.iter().map(|drop| drop.row).collect::<Vec<_>>(), [1, 2]);
    let found = readings("drop height (m),rebound height (m)\n0.8,0.6\n0.8,NaN\n0.8,0.61\n");
    assert_eq!((found.totals.measured, found.totals.gaps), (2, 1));
    let found = readings("throw,interval (s)\na,0.7\na,0.6\nb,\nb,0.6\nc,0.7\nc,\nd,0.7\nd,0.61\n");
    assert_eq!(found.throws.iter().map(|throw| throw.name.as_str()).collect::<Vec<_>>(), ["a", "d"]);
    assert_eq!(found.besides.gaps.iter().map(|gap| gap.line).collect::<Vec<_>>(), [4, 5, 7]);
    let one = mapped(SEVERAL, &columns(&[("rebound", "Rebound 1 (m)")])).unwrap();
    assert_eq!(one.besides.columns.len(), 2);
    let why = refusal("Test 3\nbelt speed (m/s),wheel speed (m/s)\n1.5,1.2\n");
    assert!(!why.contains("drop=belt speed"), "{why}");
}

const SEVERAL: &str =
    "Drop height (m),Rebound 1 (m),Rebound 2 (m),Rebound 3 (m)\n0.8,0.64,0.62,0.63\n0.6,0.48,0.47,0.46\n";

/// Two columns under one word: the last one was taken and the others were lost.
#[test]
fn a_word_is_of_one_column() {
    for (word, pairs, words) in [
        ("rebound", &[("rebound", "r1"), ("rebound", "r2")], ["`rebound` is both `r1` and `r2`", "rebound_2=r2"]),
        ("drop", &[("drop", "r1"), ("drop", "r2")], ["`drop` is both", "`drop` is both"]),
    ] {
        let why = columns(pairs).check().unwrap_err().to_string();
        assert!(words.iter().all(|words| why.contains(words)) && !why.contains("drop_2"), "{word}: {why}");
    }
    columns(&[("rebound", "r1"), ("rebound_2", "r2")]).check().unwrap();
}

/// Files of other programs are named, with what to make of them.
#[test]
fn files_that_are_no_tables_are_refused_with_the_cure() {
    for (name, words) in [
        ("drops.fods", "save it as .xlsx, .ods or CSV"),
        ("ball.m4a", "ffmpeg -i recording.m4a recording.wav"),
        ("ball.MP4", "save the track as CSV"),
        ("photo.png", "type the numbers into a table"),
    ] {
        let why = stream(name, &mut &b"PK\x03\x04"[..], &Mapping::default()).unwrap_err();
        assert!(why.contains(name) && why.contains(words), "{why}");
    }
}

/// What is passed over is listed, and a height beyond any laboratory is questioned.
#[test]
fn nothing_is_dropped_in_silence_and_sixty_five_metres_are_questioned() {
    let folder = tempfile::tempdir().unwrap();
    let text = "Messung 3;;\nFallhöhe (m);Rückprallhöhe (m);Ball\n65;50;a\n65;51;b\n65;n/a;a\n";
    std::fs::write(folder.path().join("t.csv"), text).unwrap();
    let found = gather(&Files::Folder(folder.path().to_path_buf()), "t.csv", &Mapping::default()).unwrap();
    let notes = found.besides.notes.join("\n");
    for words in ["line 1 is above the headers and not read", "`Fallhöhe (m)` is read as drop height"] {
        assert!(notes.contains(words), "{words}: {notes}");
    }
    assert_eq!((found.besides.gapped, found.besides.columns.len(), found.doubts.len()), (1, 1, 2));
    for words in ["a drop of 65 m is higher than a laboratory", "as cm it is 0.65 m"] {
        assert!(found.doubts[0].reason.contains(words), "{:?}", found.doubts);
    }
}

/// Speeds before and after of a high-speed camera: the ratio of the readings, its relative errors added in squares. Of `v_in` the error is
/// headed like the column: `v_in sigma`.
#[test]
fn two_speeds_are_a_ratio() {
    for heads in [
        "impact speed (m/s),rebound speed (m/s),speed sigma (m/s),rebound speed sigma (m/s)",
        "speed_in (m/s);speed_out (m/s);speed_in sigma (m/s);speed_out sigma (m/s)",
        "v_in (m/s),v_out (m/s),v_in sigma (m/s),v_out sigma (m/s)",
    ] {
        let cells = "2,1.5,0.02,0.03\n4,2.8,,0.07\n3,sticks,0.03,\n";
        let cells = if heads.contains(';') { cells.replace(',', ";") } else { cells.into() };
        let found = readings(format!("{heads}\n{cells}"));
        // 0.75 (0.01^2 + 0.02^2)^1/2 of 1.5/2; 0.7 of 2.8/4 with 0.07/4.
        let expected = [(2.0, 0.75, Some(0.75 * 0.01_f64.hypot(0.02))), (4.0, 0.7, Some(0.0175)), (3.0, 0.0, None)];
        assert_eq!(found.ratios.len(), 3);
        for (of, (v, value, sigma)) in found.ratios.iter().zip(expected) {
            let ratio = of.velocity_ratio.unwrap();
            assert!(of.speed.unwrap().value == v && (ratio.value - value).abs() < 1e-15, "{heads}: {of:?}");
            assert_eq!(ratio.sigma.is_some(), sigma.is_some(), "{heads}: {of:?}");
            assert!((ratio.sigma.unwrap_or(0.0) - sigma.unwrap_or(0.0)).abs() < 1e-15, "{heads}: {of:?}");
        }
    }
}
