//! Workbooks as spreadsheets write them, and as nobody should: .ods, .xlsx and what of .xls is not in `tables.rs`.

use std::io::{Cursor, Write};

use super::readings::{readings, refusal, tried};

const KIND: &str = "application/vnd.oasis.opendocument.spreadsheet";

fn zipped(parts: &[(&str, &str)]) -> Vec<u8> {
    let parts: Vec<(&str, &[u8])> = parts.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    super::tables::zipped(&parts)
}

/// A workbook of LibreOffice with these tables.
fn ods(tables: &str) -> Vec<u8> {
    let content = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><office:document-content xmlns:office=\"o\" xmlns:table=\"t\" \
         xmlns:text=\"x\"><office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>\
         </office:document-content>"
    );
    let manifest =
        "<manifest:manifest xmlns:manifest=\"m\"><manifest:file-entry manifest:full-path=\"/\"/></manifest:manifest>";
    zipped(&[("mimetype", KIND), ("META-INF/manifest.xml", manifest), ("content.xml", &content)])
}

fn sheet(name: &str, rows: &str) -> String {
    format!("<table:table table:name=\"{name}\"><table:table-column/>{rows}</table:table>")
}

fn words(text: &str) -> String {
    format!("<table:table-cell office:value-type=\"string\"><text:p>{text}</text:p></table:table-cell>")
}

/// A number, and as it is shown.
fn number(value: &str, shown: &str) -> String {
    format!(
        "<table:table-cell office:value-type=\"float\" office:value=\"{value}\"><text:p>{shown}</text:p></table:table-cell>"
    )
}

fn row(cells: &[String]) -> String {
    format!(
        "<table:table-row>{}<table:table-cell table:number-columns-repeated=\"16380\"/></table:table-row>",
        cells.concat()
    )
}

/// A sheet of a workbook of Excel.
fn xlsx(sheet: &str) -> Vec<u8> {
    let book = "<workbook xmlns:r=\"r\"><sheets><sheet name=\"S\" sheetId=\"1\" r:id=\"a\"/></sheets></workbook>";
    let links = "<Relationships><Relationship Id=\"a\" Target=\"/xl/worksheets/sheet1.xml\"/></Relationships>";
    zipped(&[
        ("xl/workbook.xml", book),
        ("xl/_rels/workbook.xml.rels", links),
        ("xl/worksheets/sheet1.xml", &format!("<worksheet><sheetData>{sheet}</sheetData></worksheet>")),
    ])
}

/// A file of before 2007 with one stream.
fn compound(stream: &str, content: &[u8]) -> Vec<u8> {
    let mut file = cfb::CompoundFile::create(Cursor::new(Vec::new())).unwrap();
    file.create_stream(stream).unwrap().write_all(content).unwrap();
    file.flush().unwrap();
    file.into_inner().into_inner()
}

/// Written by odfpy, an implementation of OpenDocument that is not ours: a title, an empty row, the table from B3 on, and a second sheet.
#[test]
fn a_workbook_of_another_program_is_read() {
    let found = readings(include_bytes!("workbooks/drops.ods"));
    assert_eq!(found.pairs(), [(0.8, 0.637), (0.6, 0.48)]);
    assert!(found.notes().contains("sheets that are not read: Notizen"), "{}", found.notes());
}

/// A title, two empty rows in one element, a comment, blanks, a group of rows, a covered cell, and the empty end of a sheet.
#[test]
fn a_workbook_of_libreoffice_is_read() {
    let comment = "<table:table-cell office:value-type=\"string\"><office:annotation><text:p>by hand</text:p>\
                   </office:annotation><text:p>drop<text:s text:c=\"4000000000\"/>height (m)</text:p></table:table-cell>";
    let covered = "<table:covered-table-cell office:value-type=\"float\" office:value=\"9\"><text:p>9</text:p></table:covered-table-cell>";
    let flag = "<table:table-cell office:value-type=\"boolean\" office:boolean-value=\"true\"><text:p>WAHR</text:p></table:table-cell>";
    let empty = |times: &str| {
        let cell = "<table:table-cell table:number-columns-repeated=\"16384\"/>";
        format!("<table:table-row table:number-rows-repeated=\"{times}\">{cell}</table:table-row>")
    };
    let rows = [
        row(&[words("Fall &amp; R\u{fc}ckprall"), covered.to_string()]),
        empty("2"),
        format!(
            "<table:table-header-rows>{}</table:table-header-rows>",
            row(&[comment.into(), words("rebound height (m)"), words("ok")])
        ),
        format!(
            "<table:table-row-group>{}</table:table-row-group>",
            row(&[number("0.8", "0,80"), number("0.637", "0,6")])
        ),
        row(&[number("0.6", "0,60"), number("0.48", "0,5"), flag.to_string()]),
        empty("1048570"),
    ];
    let bytes = ods(&(sheet("Messung", &rows.concat()) + &sheet("Notizen", &row(&[words("by hand")]))));
    let found = readings(bytes);
    assert_eq!(found.pairs(), [(0.8, 0.637), (0.6, 0.48)], "as measured, not as shown");
    for words in ["sheets that are not read: Notizen", "3 lines above the headers are not read"] {
        assert!(found.notes().contains(words), "{}", found.notes());
    }
}

#[test]
fn repeated_rows_and_cells_are_read_as_often_and_errors_are_gaps() {
    let twice = |cells: &str| format!("<table:table-row table:number-rows-repeated=\"2\">{cells}</table:table-row>");
    let equal = "<table:table-cell table:number-columns-repeated=\"2\" office:value-type=\"percentage\" \
                 office:value=\"0.5\"><text:p>50 %</text:p></table:table-cell>";
    let headers = row(&[words("drop height (m)"), words("trial 1 (m)"), words("trial 2 (m)")]);
    let failed = row(&[number("0.9", "0.9"), number("0", "#DIV/0!"), number("0.6", "0.6")]);
    let rows = [headers, twice(&(number("0.8", "0.8") + equal)), failed];
    assert_eq!(
        readings(ods(&sheet("S", &rows.concat()))).pairs(),
        [[(0.8, 0.5); 4].as_slice(), &[(0.9, 0.6)]].concat()
    );
    let headers = row(&[words("drop height (m)"), words("rebound height (m)")]);
    let blank = "<table:table-row table:number-rows-repeated=\"7\"><table:table-cell/></table:table-row>".to_string();
    let rows =
        [headers, row(&[number("0.8", "0.8"), number("0.6", "0.6")]), blank, row(&[words("0.8"), words("ca. 0.5")])];
    let why = refusal(ods(&sheet("S", &rows.concat())));
    assert!(why.contains("FILE/S: line 10, column `rebound height (m)`: `ca. 0.5` is not a number"), "{why}");
}

#[test]
fn a_workbook_with_a_password_is_refused_with_the_cure() {
    let manifest = "<m:manifest xmlns:m=\"m\"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>";
    let locked = zipped(&[("mimetype", KIND), ("META-INF/manifest.xml", manifest), ("content.xml", "\u{1}\u{2}")]);
    // BOF and FilePass of [MS-XLS].
    let old = [&[0x09, 0x08, 4, 0, 0, 6, 5, 0][..], &[0x2F, 0, 2, 0, 1, 0]].concat();
    for bytes in [locked, compound("/EncryptedPackage", b"?"), compound("/Workbook", &old)] {
        let why = refusal(bytes);
        assert!(why.starts_with("FILE: a workbook that cannot be read: it has a password"), "{why}");
        assert!(why.contains("save the sheet as CSV, or the workbook as .xlsx without a password"), "{why}");
    }
}

/// Paths as Windows writes them, a text that is in `v` too, and the end of a line.
#[test]
fn workbooks_of_other_programs_than_excel_are_read() {
    let text = |words: &str| format!("<c t=\"inlineStr\"><is><t>{words}</t></is><v>{words}</v></c>");
    let rows = format!(
        "<row>{}{}</row><row><c t=\"s\"><v>0</v></c><c><v>0.637</v></c></row><row><c><v>0.6</v></c><c><v>0.48</v></c></row>",
        text("drop height_x000D_\n(m)"),
        text("rebound height (m)")
    );
    let parts = [
        ("Workbook.xml", "<workbook xmlns:r=\"r\"><sheets><sheet name=\"S\" r:id=\"a\"/></sheets></workbook>"),
        ("_rels\\Workbook.xml.rels", "<Relationships><Relationship Id=\"a\" Target=\"sheet1.xml\"/></Relationships>"),
        ("SharedStrings.xml", "<sst><si><t>0.8</t></si></sst>"),
        ("Sheet1.xml", &format!("<worksheet><sheetData>{rows}</sheetData></worksheet>")),
    ];
    assert_eq!(readings(zipped(&parts)).pairs(), [(0.8, 0.637), (0.6, 0.48)]);
}

/// `r` of a row and of a cell may be left out.
#[test]
fn cells_without_their_places_follow_each_other() {
    let texts = |words: &[&str]| {
        words.iter().map(|w| format!("<c t=\"inlineStr\"><is><t>{w}</t></is></c>")).collect::<String>()
    };
    let rows = format!(
        "<row/><row>{}</row><row><c/><c><v>0.8</v></c><c><v>0.637</v></c></row>\
         <row><c s=\"1\"></c><c><v>0.6</v></c><c t=\"str\"><v>0.48</v></c></row>",
        texts(&["Nr.", "drop height (m)", "rebound height (m)"])
    );
    assert_eq!(readings(xlsx(&rows)).pairs(), [(0.8, 0.637), (0.6, 0.48)]);
    let why = refusal(xlsx(&rows.replace("0.637", "about 0.6")));
    assert!(why.contains("line 3"), "{why}");
    let swapped = "<row r=\"2\"><c r=\"A2\"><v>1</v></c></row><row r=\"1\"><c r=\"A1\"><v>1</v></c></row>";
    assert!(refusal(xlsx(swapped)).contains("cells out of order in row 1"));
}

/// Some hundred bytes that stand for a million cells or more.
#[test]
fn a_small_file_is_not_unpacked_into_a_large_table() {
    let cell =
        |times: &str| format!("<table:table-cell table:number-columns-repeated=\"{times}\" office:value=\"1\"/>");
    let rows = |times: &str, cells: &str| {
        format!("<table:table-row table:number-rows-repeated=\"{times}\">{cells}</table:table-row>")
    };
    let corners =
        "<row r=\"1\"><c r=\"ALL1\"><v>1</v></c></row><row r=\"1048576\"><c r=\"A1048576\"><v>1</v></c></row>";
    let far = "<row r=\"1\"><c r=\"AMK1\"><v>1</v></c></row>";
    let many = sheet("S", &row(&[number("1", "1"), number("2", "2")])).repeat(300);
    for (bytes, words) in [
        (xlsx(corners), "cells to row 1048576 and column 1000; 4194304 cells are read"),
        (xlsx(far), "a cell beyond column 1024"),
        (ods(&sheet("S", &rows("1", &cell("16384")))), "a cell beyond column 1024"),
        (
            ods(&sheet("S", &rows("1000000", &cell("1000")))),
            "cells to row 4195 and column 1000; 4194304 cells are read",
        ),
        (ods(&sheet("S", &rows("1048576", &cell("10")))), "cells to row 419431 and column 10; 4194304 cells are read"),
        (ods(&sheet("S", &rows("9999999999999", &cell("0")))), "the file is empty"),
        (
            ods(&sheet("S", &rows("1", &cell("99999999999999999999")))),
            "number-columns-repeated is 99999999999999999999",
        ),
        (ods(&many), "more than 256 sheets"),
        (ods("<table:table><table:table-row>"), "ill-formed document"),
    ] {
        let why = refusal(bytes);
        assert!(why.contains(words), "{words}: {why}");
    }
}

/// Bytes of the parts are changed or left out by chance: each workbook is read or refused, and nothing panics.
#[test]
fn damaged_parts_are_read_or_refused() {
    let rows = [
        row(&[words("drop height (m)"), words("rebound height (m)")]),
        row(&[number("0.8", "0.8"), number("0.637", "0.6")]),
        row(&[number("0.6", "0.6"), number("0.48", "0.5")]),
    ];
    let cells = "<row r=\"1\"><c r=\"A1\" t=\"str\"><v>drop height (m)</v></c><c r=\"B1\" t=\"str\"><v>rebound height (m)</v></c></row>\
                 <row r=\"2\"><c r=\"A2\"><v>0.8</v></c><c r=\"B2\"><v>0.637</v></c></row>\
                 <row r=\"3\"><c r=\"A3\"><v>0.6</v></c><c r=\"B3\"><v>0.48</v></c></row>";
    let mut seed = 1u64;
    let mut draw = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    for whole in [sheet("S", &rows.concat()), cells.to_string()] {
        let (mut good, all) = (0, 600);
        let is_read = |text: &str| tried(if text.starts_with("<row") { xlsx(text) } else { ods(text) }).is_ok();
        assert!(is_read(&whole), "{whole}");
        for _ in 0..all {
            let mut text = whole.clone().into_bytes();
            for _ in 0..=draw(3) {
                let at = draw(text.len());
                match draw(3) {
                    0 => text.truncate(text.len().max(at + 2) - 1 - draw(3).min(at)),
                    1 => drop(text.remove(at)),
                    _ => text[at] = b" 09<>/=\"&#;Ze\n"[draw(14)],
                }
            }
            good += usize::from(is_read(&String::from_utf8(text).unwrap()));
        }
        assert!((all / 20..all).contains(&good), "{good} of {all}");
    }
}
