use collisionbench::cli::figure::*;

#[test]
fn widths_have_units() {
    assert_eq!(millimetres("85mm"), Ok(85.0));
    assert_eq!(millimetres("17.4 cm"), Ok(174.0));
    assert_eq!(millimetres("4in"), Ok(101.6));
    for wrong in ["85px", "mm", "", "1mm", "nan", "1e9mm", "inf"] {
        assert!(millimetres(wrong).is_err(), "{wrong}");
    }
}
