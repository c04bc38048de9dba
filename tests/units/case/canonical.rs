use collisionbench::case::canonical::canonical;

const CASE: &str = "title = \"a\"\nsource = \"b\"\n[run.reference]\n[[expect]]\nthat = \"reference\"\n\
                    known_gap = \"c\"\n[[expect]]\nknown_gap = { reason = \"d\", engine = \"e\" }\n";

/// Each change of a text, and whether it changes the case.
#[test]
fn words_are_no_physics_and_everything_else_is() {
    let changes = [
        ("\"a\"", "\"another title\"", false),
        ("\"b\"", "\"another paper\"", false),
        ("\"c\"", "\"said better\"", false),
        ("\"d\"", "\"said better\"", false),
        ("[run", "# a comment\n[run", false),
        ("known_gap = \"c\"\n", "", true),
        ("\"e\"", "\"f\"", true),
        ("reference]", "leapfrog]", true),
        ("that = \"reference\"", "that = \"leapfrog\"", true),
    ];
    for (from, to, changed) in changes {
        let other = CASE.replacen(from, to, 1);
        assert_ne!(other, CASE);
        assert_eq!(canonical(&other) != canonical(CASE), changed, "{from} -> {to}");
    }
}
