use std::fs;

use collisionbench::report::output_folder::OutputFolder;
use collisionbench::report::output_folder::swap::*;

#[test]
fn two_renames_do_where_no_exchange_is() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("latest");
    let place = OutputFolder::new(&path).unwrap();
    let built = root.path().join("built");
    fs::create_dir(&path).unwrap();
    fs::write(path.join("a"), "old").unwrap();
    fs::create_dir(&built).unwrap();
    fs::write(built.join("a"), "new").unwrap();
    let old = step_by_step(&place, &built).unwrap();
    assert_eq!(fs::read_to_string(path.join("a")).unwrap(), "new");
    assert_eq!(fs::read_to_string(old.join("a")).unwrap(), "old");
    // Nothing to move in: the old report comes back.
    assert!(step_by_step(&place, &root.path().join("absent")).is_err());
    assert_eq!(fs::read_to_string(path.join("a")).unwrap(), "new");
}
