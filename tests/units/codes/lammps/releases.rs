use collisionbench::codes::lammps::releases::release;

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
        let e = collisionbench::codes::lammps::releases::tsuji_request(alpha).unwrap();
        assert!(
            (collisionbench::codes::lammps::releases::lammps_tsuji_alpha(e) / alpha - 1.0).abs() < 1e-12,
            "{alpha}"
        );
    }
    assert!(collisionbench::codes::lammps::releases::tsuji_request(100.0).is_err());
}
