use collisionbench::data::checked;
use collisionbench::report::files::*;

#[test]
fn a_name_never_leaves_the_folder() {
    for name in ["", "/etc/passwd", "a//b", "../a", "a/../b", "a/.hidden", "a\\b", "c:a", "a\nb", "a/"] {
        assert!(checked(name).is_err(), "{name:?}");
    }
    for name in ["a", "normal/glass-head-on", "größe/µ 2", "a..b"] {
        assert!(checked(name).is_ok(), "{name:?}");
    }
}

#[test]
fn a_slug_is_never_hidden_or_empty() {
    assert_eq!(slug("../x"), "-x");
    assert_eq!(slug(".."), "-");
    assert_eq!(slug("Chung & Ooi"), "Chung---Ooi");
}
