use collisionbench::codes::engine::{Atom, Cause, DUMP, HEAD_ON, snapshots};

const TEXT: &str = "ITEM: TIMESTEP\n7\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS ff ff ff\n-1 1\n-1 1\n-1 1\n\
                    ITEM: ATOMS id x vx fx \n1 0.25 -1e-3 5 \n2 3 4 -5 \n";

fn read_text(text: &[u8]) -> Result<Vec<(u64, Vec<Atom>)>, Cause> {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join(DUMP);
    std::fs::write(&path, text).unwrap();
    let mut all = Vec::new();
    snapshots(&path, 2, &HEAD_ON, 2, |step, atoms| {
        all.push((step, atoms.to_vec()));
        Ok(())
    })?;
    Ok(all)
}

#[test]
fn numbers_stand_where_their_header_says() {
    let all = read_text(TEXT.as_bytes()).unwrap();
    assert_eq!(all.len(), 1);
    let (step, atoms) = &all[0];
    assert_eq!((*step, atoms[0][0], atoms[0][3], atoms[0][6]), (7, 0.25, -1e-3, 5.0));
    assert_eq!((atoms[1][0], atoms[1][6], atoms[1][1]), (3.0, -5.0, 0.0));
}

#[test]
fn a_dump_that_lies_is_refused() {
    let with = |from: &str, to: &str| read_text(TEXT.replace(from, to).as_bytes()).unwrap_err().to_string();
    assert!(with("2 3 4 -5", "2 nan 4 -5").contains("`x` of pair body 2 is nan"));
    assert!(with("2 3 4 -5", "3 3 4 -5").contains("this is not body 2"));
    assert!(with("2 3 4 -5 \n", "2 3 4 -5").contains("does not end"));
    assert!(with("2 3 4 -5 \n", "").contains("cut off"));
    assert!(with("2 3 4 -5", "2 3 4").contains("missing"));
    assert!(with("ATOMS\n2\n", "ATOMS\n1\n").contains("1 bodies, but 2 were in the input"));
    assert!(with("id x vx fx", "id x fx vx").contains("expected"));
    assert!(with(TEXT, "").contains("empty"));
    // A dump without an end is not read to its end.
    assert!(with(TEXT, &TEXT.repeat(3)).contains("more than the 2 requested snapshots"));
    assert!(matches!(read_text(b"\xff\xfe\n"), Err(Cause::NotUtf8 { line: 1, .. })));
}
