#[test]
fn the_version_is_read_off_its_help() {
    let help = "LIGGGHTS (Version LIGGGHTS-PUBLIC 3.8.0, compiled 2022-01-26-19:42:32 by buildd, git commit unknown)";
    assert_eq!(collisionbench::codes::liggghts::version(help).unwrap(), "3.8.0");
    assert_eq!(collisionbench::codes::liggghts::version("Command line options:"), None);
}
