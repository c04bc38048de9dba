//! Several columns of rebounds in one row: what they are is said by the headers or by the case, and never guessed.

use collisionbench::data::Files;
use collisionbench::data::measure::{Besides, Drop, Mapping, Measured, Wide, gather, read};

fn drops(text: &str, mapping: &Mapping) -> Result<(Vec<Drop>, Besides), String> {
    let mut found = Vec::new();
    let read = read("FILE", &mut text.as_bytes(), mapping, &mut |measured| {
        match measured {
            Measured::Drop(drop) => found.push(drop),
            other => panic!("{other:?}"),
        }
        Ok(())
    });
    read.map(|(_, besides)| (found, besides)).map_err(|error| error.to_string())
}

fn table(headers: &str) -> String {
    format!("Drop height (m),{headers}\n0.8,0.64,0.62,0.63\n0.6,0.48,0.47,0.46\n")
}

/// Rebound heights of each drop.
fn rebounds(found: &[Drop]) -> Vec<Vec<f64>> {
    let of = |drop: &Drop| [drop.rebound].into_iter().chain(drop.further.iter().map(|r| r.value)).collect();
    found.iter().map(of).collect()
}

#[test]
fn columns_of_rebounds_are_what_their_headers_say() {
    let repeats: Vec<Vec<f64>> = [0.64, 0.62, 0.63, 0.48, 0.47, 0.46].map(|h| vec![h]).into();
    for headers in [
        "Trial 1 (m),Trial 2 (m),Trial 3 (m)",
        "Versuch 1 (m),Versuch 2 (m),Versuch 3 (m)",
        "Rebound height trial 1 (m),Rebound height trial 2 (m),Rebound height trial 3 (m)",
        "Rebound run 1 (m),Rebound run 2 (m),Rebound run 3 (m)",
    ] {
        let (found, besides) = drops(&table(headers), &Mapping::default()).unwrap();
        assert_eq!(rebounds(&found), repeats, "{headers}");
        assert_eq!(found.iter().map(|drop| drop.drop).collect::<Vec<_>>(), [0.8, 0.8, 0.8, 0.6, 0.6, 0.6]);
        assert!(besides.notes.iter().any(|note| note.contains("read as repeated drops")), "{:?}", besides.notes);
    }
    let bounces = "Drop height (m),First rebound (m),Second rebound (m)\n0.8,0.64,0.5\n0.6,0.48,0.4\n";
    for text in [bounces, &bounces.replace("First rebound", "Rebound bounce 1").replace("Second", "Bounce 2")] {
        let (found, besides) = drops(text, &Mapping::default()).unwrap();
        assert_eq!(rebounds(&found), [[0.64, 0.5], [0.48, 0.4]]);
        assert!(
            besides.notes.iter().any(|note| note.contains("successive rebounds of one drop")),
            "{:?}",
            besides.notes
        );
    }
}

/// Numbers or names behind `rebound` may mean any of three: all are named, and none is taken.
#[test]
fn columns_that_could_be_either_are_asked_about() {
    for headers in
        ["Rebound 1 (m),Rebound 2 (m),Rebound 3 (m)", "Rebound golf (m),Rebound marble (m),Rebound steel (m)"]
    {
        let why = drops(&table(headers), &Mapping::default()).unwrap_err();
        let first = headers.split(',').next().unwrap();
        for words in ["wide = \"repeats\"", "wide = \"bounces\"", "--wide balls", &format!("rebound = \"{first}\"")] {
            assert!(why.contains(words), "{words}: {why}");
        }
        let given = |wide| Mapping { wide: Some(wide), ..Mapping::default() };
        assert_eq!(drops(&table(headers), &given(Wide::Repeats)).unwrap().0.len(), 6);
        // Read as bounces a third rebound that is higher than the second is refused.
        let why = drops(&table(headers), &given(Wide::Bounces)).unwrap_err();
        assert!(why.contains("a rebound to 0.63 m from a rebound to 0.62 m"), "{why}");
        let one = Mapping { columns: vec![("rebound".into(), first.into())], ..Mapping::default() };
        let (found, besides) = drops(&table(headers), &one).unwrap();
        assert_eq!((rebounds(&found), besides.columns.len()), (vec![vec![0.64], vec![0.48]], 2));
    }
    let two = Mapping {
        columns: vec![("rebound".into(), "h1 (m)".into()), ("rebound_2".into(), "h2 (m)".into())],
        ..Mapping::default()
    };
    let (found, _) = drops("Drop height (m),h1 (m),h2 (m)\n0.8,0.64,0.5\n0.6,0.48,0.4\n", &two).unwrap();
    assert_eq!(rebounds(&found), [[0.64, 0.5], [0.48, 0.4]], "what is mapped is said");
}

/// A spreadsheet merges the cells of a ball: all but the first are empty.
#[test]
fn empty_cells_below_a_name_are_of_that_name() {
    let text =
        "Ball,Drop height (m),Rebound height (m)\ngolf,0.8,0.64\n,0.7,0.56\nmarble,0.8,0.3\n,0.7,0.26\n,0.6,0.22\n";
    for (ball, count) in [("golf", 2), ("marble", 3)] {
        let mapping = Mapping { rows: vec![("Ball".into(), ball.into())], ..Mapping::default() };
        let (found, besides) = drops(text, &mapping).unwrap();
        assert_eq!(found.len(), count, "{ball}");
        let words = format!("empty cells read as the text above them, in rows of Ball = \"{ball}\": {}", count - 1);
        assert!(besides.notes.iter().any(|note| note.contains(&words)), "{:?}", besides.notes);
    }
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
        let why = read(name, &mut &b"PK\x03\x04"[..], &Mapping::default(), &mut |_| Ok(())).unwrap_err().to_string();
        assert!(why.contains(name) && why.contains(words), "{why}");
    }
}

/// What is passed over is listed, and a height beyond any laboratory is questioned.
#[test]
fn nothing_is_dropped_in_silence_and_sixty_five_metres_are_questioned() {
    let folder = tempfile::tempdir().unwrap();
    let text = "Messung 3;;\nFallhöhe (m);Rückprallhöhe (m);Ball\n65;50;a\n65;51;b\n65;n/a;a\n";
    std::fs::write(folder.path().join("t.csv"), text).unwrap();
    let files = Files::Folder(folder.path().to_path_buf());
    let found = gather(&files, "t.csv", &Mapping::default()).unwrap();
    let notes = found.besides.notes.join("\n");
    for words in ["line 1 is above the headers and not read", "`Fallhöhe (m)` is read as drop height"] {
        assert!(notes.contains(words), "{words}: {notes}");
    }
    assert_eq!((found.besides.gapped, found.besides.columns.len()), (1, 1));
    assert_eq!(found.doubts.len(), 2);
    assert!(found.doubts[0].reason.contains("a drop of 65 m is higher than a laboratory"), "{:?}", found.doubts);
    assert!(found.doubts[0].reason.contains("as cm it is 0.65 m"), "{:?}", found.doubts);
}

/// `wide` beside one mapped column would leave the others out.
#[test]
fn one_mapped_column_of_several_is_refused_beside_wide() {
    let text = "Drop height (m),bounce 1 (m),bounce 2 (m)\n0.8,0.64,0.5\n0.6,0.48,0.38\n";
    let mapped = |columns: &[(&str, &str)], wide| Mapping {
        columns: columns.iter().map(|(word, header)| (word.to_string(), header.to_string())).collect(),
        wide: Some(wide),
        ..Mapping::default()
    };
    for wide in [Wide::Bounces, Wide::Repeats] {
        let why = drops(text, &mapped(&[("rebound", "bounce 1 (m)")], wide)).unwrap_err();
        assert!(why.contains("line 1: `bounce 1 (m)` is one column of rebounds, and `wide` is of several"), "{why}");
        assert!(why.contains("--columns 'rebound_2=...'"), "{why}");
    }
    let both = mapped(&[("rebound", "bounce 1 (m)"), ("rebound_2", "bounce 2 (m)")], Wide::Bounces);
    assert_eq!(rebounds(&drops(text, &both).unwrap().0), [[0.64, 0.5], [0.48, 0.38]]);
}
