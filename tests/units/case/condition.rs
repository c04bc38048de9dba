use collisionbench::case::condition::*;
use collisionbench::law::scene::{Condition, ParameterValue};
use collisionbench::units::Dimension;

#[test]
fn comparisons_are_read_with_their_units() {
    let length = |text| compare(text, Dimension::Length);
    assert_eq!(length("< 10 mm"), Ok(Condition::Below(0.01)));
    assert_eq!(length("<=10 mm"), Ok(Condition::AtMost(0.01)));
    assert_eq!(length("> 1 m"), Ok(Condition::Above(1.0)));
    assert_eq!(length("1 .. 2 mm"), Ok(Condition::Between(0.001, 0.002)));
    assert_eq!(length("1 um .. 2 mm"), Ok(Condition::Between(1e-6, 0.002)));
    assert_eq!(length("3 mm"), Ok(Condition::Equal(0.003)));
    assert!(length("< 3").is_err());
    assert_eq!(compare("0.1 .. 0.3", Dimension::Number), Ok(Condition::Between(0.1, 0.3)));
}

#[test]
fn the_ends_of_a_comparison_are_what_they_say() {
    let number = |x| ParameterValue::Number(x, Dimension::Number);
    assert!(!Condition::Below(1.0).holds(&number(1.0)));
    assert!(Condition::AtMost(1.0).holds(&number(1.0)));
    assert!(!Condition::Above(1.0).holds(&number(1.0)));
    assert!(Condition::AtLeast(1.0).holds(&number(1.0)));
    assert!(Condition::Between(0.0, 1.0).holds(&number(1.0)));
    assert!(!Condition::Word("glass".into()).holds(&number(1.0)));
    assert!(Condition::Word("glass".into()).holds(&ParameterValue::Word("glass".into())));
}
