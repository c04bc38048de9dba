use collisionbench::bench::find::*;

#[test]
fn a_case_is_called_by_its_path_under_cases() {
    assert_eq!(name_under("cases", "cases/normal/glass.toml"), "normal/glass");
    assert_eq!(name_in_tree("/x/y/cases/normal/glass.toml"), "normal/glass");
    assert_eq!(name_in_tree("cases/glass.toml"), "glass");
    assert_eq!(name_in_tree("/tmp/showcases/glass.toml"), "glass");
}
