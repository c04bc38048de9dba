//! Names and titles are somebody else's text: they never become code, and never end a comment.

use collisionbench::codes::CODES;
use collisionbench::codes::export::identifier;

use super::{WALL, case_text, good, name, own_contact, scene_of};

const NASTY: &str = "glass\\\"); import os; os.system('x') # $(run) & \\\n";

/// A case file allows no such name; a scene that was made elsewhere may have one.
#[test]
fn a_name_never_becomes_code() {
    let mut changed = 0;
    for writer in CODES {
        let engine = name(writer);
        let plain = scene_of(&case_text(WALL, &own_contact(engine, 0.5, "force-clamped")));
        let mut nasty = plain.clone();
        for body in &mut nasty.bodies {
            body.name = NASTY.into();
            if let Some(material) = &mut body.material {
                material.name = NASTY.into();
            }
        }
        let (harmless, lines) = (good(&plain, engine).lines, good(&nasty, engine).lines);
        assert_eq!(harmless.len(), lines.len(), "{engine}");
        // But for one run of letters and `_` the lines are the same.
        let token = identifier(NASTY);
        assert!(token.starts_with("glass__") && token.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'));
        for (line, harmless) in lines.iter().zip(&harmless) {
            let same = line.replace(&format!("{token}_wall"), "plate_wall").replace(&token, "glass");
            assert_eq!(&same, harmless, "{engine}");
            changed += usize::from(line != harmless);
        }
    }
    assert!(changed > 5, "{changed} lines carry a name");
}

/// Nor does any other comment of an export continue.
#[test]
fn a_title_never_ends_its_comment() {
    for writer in CODES {
        let scene = scene_of(&case_text(WALL, &own_contact(name(writer), 0.5, "force-clamped")));
        let found = good(&scene, name(writer));
        let count = found.text("plain", false).lines().count();
        for title in ["two\nlines", "carriage\rreturn", "ends in \\", "ends in &", "\u{2028}\u{85}", "*/ \"\"\" '''"] {
            let text = found.text(title, false);
            assert_eq!(text.lines().count(), count, "{title:?}");
            let first = text.lines().next().unwrap();
            assert!(first.starts_with(found.comment) && first.is_ascii(), "{first}");
            assert!(!first.ends_with(['\\', '&']) && !first.contains(['\r', '"', '\'']), "{first}");
        }
        let text = found.text("x", true);
        let comments = text.lines().filter(|line| line.starts_with(writer.comment));
        assert!(comments.clone().count() >= 8);
        assert!(comments.into_iter().all(|line| !line.ends_with(['\\', '&'])), "{text}");
    }
}
