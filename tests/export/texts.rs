//! The text for each engine, to the letter. `UPDATE=1 cargo test --test codes export::texts` writes it anew: read the difference.

use std::path::Path;

use collisionbench::codes::export::export_for;
use collisionbench::codes::{CODES, find};
use collisionbench::number::significant;

use super::{SPHERES, WALL, case_text, good, name, own_contact, scene, scene_of};

#[test]
fn every_text_is_what_it_was() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/export/text");
    let update = std::env::var_os("UPDATE").is_some();
    let mut wrong = Vec::new();
    for writer in CODES {
        let engine = name(writer);
        let wall =
            good(&scene(WALL, &own_contact(engine, 0.5, "force-clamped")), engine).text("a ball on a plate", true);
        let pair = good(&scene(SPHERES, &own_contact(engine, 0.9, "zero-overlap")), engine).text("two spheres", false);
        let text = format!("{wall}\n{pair}");
        let place = folder.join(format!("{engine}.txt"));
        if update {
            std::fs::write(&place, &text).unwrap();
        }
        if std::fs::read_to_string(&place).unwrap_or_default() != text {
            wrong.push(format!("{engine}: the text is now\n{text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), CODES.len(), "a text too many");
}

/// A release is described by what it does: at a wall E/(2(1-nu)) has 1 + nu times the stiffness of Hertz.
#[test]
fn the_restitution_of_a_release_is_its_own() {
    let contact = |damping: &str| {
        format!("[contact]\nends = \"zero-overlap\"\n\n[contact.normal.hertz]\n\n[contact.damping.{damping}")
    };
    let text = |contact: &str, version: &str| {
        export_for(&scene(WALL, contact), find("lammps").unwrap(), version, 0.01).unwrap().text("", false)
    };
    // C delta^(1/2) v with the C of the case, and a restitution that depends on C v^(1/5) K^(-3/5) alone, so that a stiffness
    // of 1.22 K (a rigid wall has 2 (1 - nu^2) E*) acts as a speed of 1.22^-3 has it.
    let kuwabara = contact("kuwabara-kono]\nrelaxation_time = \"1 us\"\n");
    let [now, old] = ["22Jul2025", "29Sep2021"].map(|version| text(&kuwabara, version));
    assert!(now.contains("faithful: the force law is kept"), "{now}");
    // eta_n0 m* a v beside A n K sqrt(delta) v: eta_n0 goes with 1/m*.
    assert!(now.contains("note: eta_n0 is valid for this pair only: it depends on the masses"), "{now}");
    let slower = case_text(WALL, &kuwabara).replace("\"1 m/s\"", &format!("\"{} m/s\"", 1.22_f64.powi(-3)));
    let e = good(&scene_of(&slower), "lammps").restitution.unwrap();
    let words = format!("the restitution is {} and not", significant(e, 6));
    assert!(
        old.contains(&words) && old.contains("NOT faithful: in the release 29Sep2021"),
        "`{words}` is not in {old}"
    );
    assert!(!old.contains("at every speed"), "{old}");
    // The damping of tsuji grows with the stiffness: its restitution stays.
    let old = text(&contact("tsuji]\nrestitution = 0.5\n"), "29Sep2021");
    assert!(old.contains("NOT faithful: in the release") && old.contains("of the case at every speed"), "{old}");
}
