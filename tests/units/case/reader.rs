use collisionbench::case::reader::later;

#[test]
fn a_word_is_known_where_it_belongs_and_nowhere_else() {
    assert!(later("", "path").is_none());
    assert!(later("impact", "angle").is_none());
    assert!(later("body.left", "friction").is_some());
    assert!(later("contact", "pysph").is_some());
    assert!(later("contact", "liggghts").is_none());
    assert!(later("contact", "yade").is_none());
    assert!(later("run", "beeman").is_some());
    assert!(later("run", "velocity-verlet").is_none());
    assert!(later("run", "reference").is_none());
    assert!(later("", "experiment").is_none());
}
