use collisionbench::codes::lammps::input::versions;
use collisionbench::codes::lammps::releases::{lammps_tsuji_alpha, release, tsuji_request};

#[test]
fn the_date_is_read_off_a_version() {
    let versions = ["29Sep2021", "22Jul2025", "8Feb2023", "22Jul2025update1", "stable", "Sep2021", "29sep2021", ""];
    let dates =
        [Some((2021, 9, 29)), Some((2025, 7, 22)), Some((2023, 2, 8)), Some((2025, 7, 22)), None, None, None, None];
    assert_eq!(versions.map(release), dates);
}

#[test]
fn what_tsuji_is_asked_gives_the_coefficient_that_is_wanted() {
    for alpha in [1e-3, 0.1, 0.6, 1.2728, 1.9] {
        let e = tsuji_request(alpha).unwrap();
        assert!((lammps_tsuji_alpha(e) / alpha - 1.0).abs() < 1e-12, "{alpha}");
    }
    assert!(tsuji_request(100.0).is_err());
}

#[test]
fn the_version_is_read_off_its_help() {
    let help = "\nLarge-scale Atomic/Molecular Massively Parallel Simulator - 29 Sep 2021 - Update 2\n\nUsage";
    assert_eq!(versions(help).unwrap(), ["29Sep2021", "29Sep2021, Update 2"]);
    assert_eq!(versions("lmp: not found"), None);
}
