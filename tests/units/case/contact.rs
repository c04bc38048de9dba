use collisionbench::case::contact::*;
use collisionbench::contact::Ends;

#[test]
fn the_words_for_ends_are_those_of_the_contact() {
    assert_eq!(ENDS, Ends::ALL.map(Ends::word));
}
