use collisionbench::codes::engine::Counts;

#[test]
fn a_commit_does_not_count() {
    for (version, release) in [
        ("1.4", "1.4"),
        ("v1.4.2", "v1.4.2"),
        ("1.4+1a2b3c4", "1.4"),
        ("1.4-14-g1a2b3c4", "1.4"),
        ("1.4-14-g1234567-dirty", "1.4"),
        ("my-dem 2.1 (commit 0a1b2c3d4e5f)", "my-dem 2.1"),
        ("2.1-dirty", "2.1"),
        ("2023.02a", "2023.02a"),
        ("22Dec2022", "22Dec2022"),
        ("10.4.4", "10.4.4"),
        ("20231012", "20231012"),
        ("1a2b3c4", ""),
        ("2.0\u{2013}1a2b3c4", "2.0"),
        ("", ""),
    ] {
        assert_eq!(Counts::Release.of(version), release, "{version}");
        assert_eq!(Counts::All.of(version), version);
    }
    assert_eq!((Counts::Minor.of("1.4.2+x"), Counts::Major.of("1.4.2"), Counts::Minor.of("1")), ("1.4", "1", "1"));
    assert_eq!(Counts::Nothing.of("1.4"), "");
}
