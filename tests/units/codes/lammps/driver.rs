#[test]
fn the_version_is_read_off_its_help() {
    let help = "\nLarge-scale Atomic/Molecular Massively Parallel Simulator - 29 Sep 2021 - Update 2\n\nUsage";
    assert_eq!(collisionbench::codes::lammps::driver::versions(help).unwrap(), ["29Sep2021", "29Sep2021, Update 2"]);
    assert_eq!(collisionbench::codes::lammps::driver::versions("lmp: not found"), None);
}
