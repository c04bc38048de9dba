use std::collections::BTreeSet;

use collisionbench::report::pictures::entity::*;
use collisionbench::report::pictures::style::{INK, contrast};
use plotters::style::RGBColor;

#[test]
fn no_two_of_a_kind_look_the_same() {
    for table in TABLES {
        let looks: BTreeSet<(usize, usize, usize)> = table.iter().map(|row| (row.2, row.3, row.4)).collect();
        assert_eq!(looks.len(), table.len(), "{table:?}");
    }
    for system in ["hybird", "pfc", "woo"] {
        let pages = collisionbench::theory::printed_formulas::PRINTED_FORMULAS.iter().map(|page| page.card.name);
        let pages: Vec<&str> = pages.filter(|name| name.starts_with(system)).collect();
        let colours: BTreeSet<[u8; 3]> = pages.iter().map(|name| colour(name)).map(|c| [c.0, c.1, c.2]).collect();
        assert!(!pages.is_empty() && colours.len() == pages.len(), "{pages:?}");
    }
    let colours: BTreeSet<usize> = SCHEMES.iter().chain(&CODES[..9]).map(|row| row.2).collect();
    assert_eq!(colours.len(), 9, "codes have colours of their own as long as there are some");
}

/// Whether it has a row in a table or not, no other of its kind looks the same.
#[test]
fn every_code_scheme_and_theory_that_ships_has_a_look_of_its_own() {
    let theories = collisionbench::theory::ORACLES.iter().map(|oracle| oracle.card.name);
    let kinds: [Vec<&str>; 3] = [
        collisionbench::codes::names().collect(),
        collisionbench::collide::schemes::SCHEMES.iter().map(|scheme| scheme.name()).collect(),
        theories.filter(|name| !name.contains("-page-")).collect(),
    ];
    for names in kinds {
        let seen = |id: &&str| {
            let Look { colour, shape, dash, .. } = look(id);
            format!("{:?} {shape:?} {dash:?}", [colour.0, colour.1, colour.2])
        };
        let looks: BTreeSet<String> = names.iter().map(seen).collect();
        assert!(names.len() >= 5 && looks.len() == names.len(), "{names:?}");
    }
}

/// A code that is in no table yet gets the first look that is free, and a second one the next.
#[test]
fn what_is_in_no_table_looks_like_nothing_else() {
    let names: Vec<&str> = CODES.iter().map(|row| row.0).chain(["grainbox", "sandbox"]).collect();
    let taken: Vec<_> = CODES.iter().map(|row| (row.2, row.3, row.4)).collect();
    let [one, two] = ["grainbox", "sandbox"].map(|id| place_beside(CODES, &names, id).unwrap());
    assert!(one != two && !taken.contains(&one) && !taken.contains(&two), "{one:?} {two:?}");
    assert_eq!(place_beside(CODES, &names, "lammps"), None, "it has a row");
    assert_eq!(place_beside(CODES, &names, "elsewhere"), None, "it does not ship");
}

#[test]
fn colours_stand_out_from_paper() {
    for colour in PALETTE.iter().chain([&EXACT, &INK]) {
        assert!(contrast(*colour) >= 3.0, "{colour:?}: {}", contrast(*colour));
    }
    assert!(contrast(RGBColor(0xE6, 0x9F, 0x00)) < 3.0, "the orange of Okabe and Ito is too pale");
}

#[test]
fn names_of_datasets_are_authors_and_year() {
    let cite = "Kharaz, Gorham & Salman 2001, Powder Technology 120, 281";
    assert_eq!(cited("kharaz-2001-mfix", cite).as_deref(), Some("Kharaz et al. 2001 (read in MFIX)"));
    assert_eq!(cited("chung-ooi-2011-test-4", "Chung & Ooi 2011, x").as_deref(), Some("Chung & Ooi 2011, test 4"));
    assert_eq!(cited("woo-documented", "Woo 2020"), None);
}
