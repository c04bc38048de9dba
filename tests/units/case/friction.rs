use collisionbench::case::friction::*;
use collisionbench::contact::shear::{Arm, FrictionLimit};

#[test]
fn the_words_are_those_of_the_contact() {
    assert_eq!(LIMITS, FrictionLimit::ALL.map(FrictionLimit::word));
    assert_eq!(ARMS, Arm::ALL.map(Arm::word));
}
