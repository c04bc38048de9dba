use collisionbench::codes::export::*;

#[test]
fn a_name_is_one_token_in_every_language() {
    assert_eq!(identifier("soda-lime glass"), "soda_lime_glass");
    assert_eq!(identifier("304"), "m_304");
    assert_eq!(identifier(""), "m_");
    assert_eq!(identifier("x\"); import os #"), "x____import_os__");
    assert_eq!(identifier(&"a".repeat(200)).len(), 40);
}

#[test]
fn a_comment_stays_one_line() {
    assert_eq!(words("ball\nrun 1 & \\"), "ball run 1");
    assert_eq!(words("a \"quoted\" ${var} `x` */ title, e = 0.5"), "a quoted var x / title, e = 0.5");
    assert_eq!(words("\u{2028}\r\n"), "");
}
