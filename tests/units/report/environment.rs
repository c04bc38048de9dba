use collisionbench::report::environment::*;

#[test]
fn dates_are_the_calendar_s() {
    assert_eq!(utc(0).as_deref(), Some("1970-01-01T00:00:00Z"));
    assert_eq!(utc(951_782_400).as_deref(), Some("2000-02-29T00:00:00Z"));
    assert_eq!(utc(1_234_567_890).as_deref(), Some("2009-02-13T23:31:30Z"));
    assert_eq!(utc(4_107_542_399).as_deref(), Some("2100-02-28T23:59:59Z"));
    assert_eq!(utc(4_107_542_400).as_deref(), Some("2100-03-01T00:00:00Z"));
    assert_eq!(utc(u64::MAX), None);
}
