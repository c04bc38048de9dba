use std::f64::consts::PI;

use collisionbench::units::*;

#[test]
fn prefixes_are_exact() {
    assert_eq!(parse("2.5 mm", Dimension::Length), Ok(2.5e-3));
    assert_eq!(parse("0.1 mm", Dimension::Length), Ok(1e-4));
    assert_eq!(parse("48 GPa", Dimension::Pressure), Ok(48e9));
    assert_eq!(parse("1.1e3 um", Dimension::Length), Ok(1.1e-3));
    assert_eq!(parse("3.9 m/s", Dimension::Speed), Ok(3.9));
    assert_eq!(parse("0.1 N s/m", Dimension::Damping), Ok(0.1));
    assert_eq!(parse("180 deg", Dimension::Angle), Ok(PI));
}

/// As reports print them.
#[test]
fn printed_units_are_read() {
    assert_eq!(parse("5 µm", Dimension::Length), Ok(5e-6));
    assert_eq!(parse("5 μs", Dimension::Time), Ok(5e-6));
    assert_eq!(parse("9.81 m/s²", Dimension::Acceleration), Ok(9.81));
    assert_eq!(parse("2500 kg/m³", Dimension::Density), Ok(2500.0));
    assert!(parse("5 µg", Dimension::Length).unwrap_err().to_string().starts_with("`µg` is not a unit"));
}

/// By their definitions: an hour has 3600 s, a kilometre 1000 m, a square metre 1e6 mm2.
#[test]
fn units_of_data_sheets_are_read() {
    assert_eq!(parse("36 km/h", Dimension::Speed), Ok(10.0));
    assert_eq!(parse("24 h", Dimension::Time), Ok(86_400.0));
    assert_eq!(parse("210000 N/mm2", Dimension::Pressure), Ok(210e9));
    assert_eq!(parse("101325 N/m2", Dimension::Pressure), Ok(101_325.0));
    assert_eq!(parse("1.05 TPa", Dimension::Pressure), Ok(1.05e12));
    assert_eq!(parse("981 cm/s2", Dimension::Acceleration), Ok(9.81));
    assert_eq!(parse("9810 mm/s2", Dimension::Acceleration), Ok(9.81));
    assert_eq!(parse("2500 kg/m^3", Dimension::Density), Ok(2500.0));
    assert_eq!(parse("180 °", Dimension::Angle), Ok(PI));
    assert!(parse("10 km/h", Dimension::AngularSpeed).is_err());
}

/// What is said is a word of the text, not one put together.
#[test]
fn what_is_no_number_has_no_unit() {
    let said = |text| parse(text, Dimension::Speed).unwrap_err().to_string();
    assert_eq!(said("= 2 m/s"), "`= 2 m/s` is not a number");
    assert_eq!(said("x m/s"), "`x m/s` is not a number");
    let listed = |text| parse_list(text, Dimension::Speed).unwrap_err().to_string();
    assert_eq!(listed("1, 2, 3 m/s"), "`1,` is not a number");
    assert_eq!(listed("1 m/s 2 m/s"), "`m/s` is not a number");
}

#[test]
fn a_wrong_unit_names_the_right_ones() {
    let error = parse("2.5 GPa", Dimension::Length).unwrap_err().to_string();
    assert_eq!(error, "`GPa` is not a unit of length; use one of m, cm, mm, um, nm, km, in, ft");
    assert_eq!(
        parse("2.5", Dimension::Length).unwrap_err().to_string(),
        "`2.5` has no unit; write a length, for example \"2.5 mm\""
    );
    assert_eq!(
        parse("30", Dimension::Angle).unwrap_err().to_string(),
        "`30` has no unit; write an angle, for example \"20 deg\""
    );
    assert!(matches!(parse("nan m", Dimension::Length), Err(UnitError::NotFinite { .. })));
    assert!(matches!(parse("1e400 m", Dimension::Length), Err(UnitError::NotFinite { .. })));
}

#[test]
fn a_list_shares_its_unit() {
    let angles = parse_list("5 10 85 deg", Dimension::Angle).unwrap();
    assert_eq!(angles.len(), 3);
    assert_eq!(angles[1].1, "10 deg");
    assert_eq!(parse_list("0.1 0.2 N s/m", Dimension::Damping).unwrap()[1], (0.2, "0.2 N s/m".to_string()));
}
