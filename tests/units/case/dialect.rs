use collisionbench::case::dialect::*;
use collisionbench::system::Reading;

#[test]
fn the_words_for_a_reading_are_those_of_the_dialects() {
    assert_eq!(READINGS, Reading::ALL.map(Reading::word));
}
