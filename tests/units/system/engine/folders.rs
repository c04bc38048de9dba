use std::fs;

use collisionbench::system::engine::folders::*;

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
