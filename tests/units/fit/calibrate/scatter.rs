use collisionbench::fit::calibrate::result::DropScatter;
use collisionbench::fit::observations::Target;

/// Records have a pair of each kind of number, newer ones say whose it is: both are read, and what is neither is not.
#[test]
fn records_of_either_form_are_read() {
    let read = |text: &str| serde_json::from_str::<Vec<DropScatter>>(text);
    let of = |experiment: Option<&str>| DropScatter {
        quantity: Target::Restitution,
        experiment: experiment.map(str::to_string),
        sigma: 0.25,
    };
    assert_eq!(read(r#"[["restitution", 0.25]]"#).unwrap(), [of(None)]);
    let whose = vec![of(Some("heights.csv"))];
    assert_eq!(read(&serde_json::to_string(&whose).unwrap()).unwrap(), whose);
    assert!(read(r#"[["restitution"]]"#).is_err());
}
