use std::fs;

use collisionbench::codes::engine::folders::*;

#[test]
fn what_is_not_ours_is_never_deleted() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path().join("latest.engines");
    fs::create_dir(&root).unwrap();
    fs::write(root.join("thesis.tex"), "years of work").unwrap();
    assert!(Folders::below(root.clone()).fresh(&["case"]).is_err());
    assert!(root.join("thesis.tex").exists());

    fs::remove_file(root.join("thesis.tex")).unwrap();
    let folder = Folders::below(root.clone()).fresh(&["normal/x", "../small 1.0"]).unwrap();
    assert_eq!(folder, root.join("normal").join("x").join("_").join("small_1.0"));
    fs::write(folder.join("scene.json"), "{}").unwrap();
    assert!(!Folders::below(root).fresh(&["normal/x", "../small 1.0"]).unwrap().join("scene.json").exists());
}

/// A second run beside one that goes on leaves its folders alone, and has temporary ones.
#[test]
fn two_runs_at_once_do_not_clear_each_other() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path().join("latest.engines");
    let first = Folders::below(root.clone());
    let mine = first.fresh(&["case", "run-1"]).unwrap();
    fs::write(mine.join("scene.json"), "{}").unwrap();
    let second = Folders::below(root.clone());
    let theirs = second.fresh(&["case", "run-1"]).unwrap();
    assert!(!theirs.starts_with(place.path()) && mine.join("scene.json").exists(), "{}", theirs.display());
    drop(second);
    assert!(!theirs.exists());
    drop(first);
    assert!(mine.join("scene.json").exists());
    let third = Folders::below(root.clone()).fresh(&["other"]).unwrap();
    assert!(third.starts_with(&root) && !mine.exists());
}

#[test]
fn temporary_folders_go_unless_something_went_wrong() {
    let folders = Folders::temporary();
    let folder = folders.fresh(&["a"]).unwrap();
    drop(folders);
    assert!(!folder.exists());
    let folders = Folders::temporary();
    let folder = folders.fresh(&["a"]).unwrap();
    folders.keep();
    let root = folder.parent().unwrap().to_path_buf();
    drop(folders);
    assert!(folder.exists());
    fs::remove_dir_all(root).unwrap();
}
