use collisionbench::report::pictures::label::*;

#[test]
fn symbols_are_set_as_in_print() {
    let label = Label::axis("", "|ΔF_max|/F_max", "10⁻³");
    let pieces: Vec<(&str, Face)> = label.0.iter().map(|(text, face)| (text.as_str(), *face)).collect();
    let (u, o, i) = (Face::Upright, Face::Oblique, Face::Index);
    assert_eq!(pieces, [("|Δ", u), ("F", o), ("max", i), ("|", u), ("/", u), ("F", o), ("max", i), (" (10⁻³)", u)]);
}
