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
        let pages = collisionbench::oracle::printed_formulas::PRINTED_FORMULAS.iter().map(|page| page.card.name);
        let pages: Vec<&str> = pages.filter(|name| name.starts_with(system)).collect();
        let colours: BTreeSet<[u8; 3]> = pages.iter().map(|name| colour(name)).map(|c| [c.0, c.1, c.2]).collect();
        assert!(!pages.is_empty() && colours.len() == pages.len(), "{pages:?}");
    }
    let colours: BTreeSet<usize> = SCHEMES.iter().chain(&CODES[..9]).map(|row| row.2).collect();
    assert_eq!(colours.len(), 9, "codes have colours of their own as long as there are some");
}

#[test]
fn every_code_scheme_and_theory_that_ships_has_a_look() {
    let known = |id: &str| TABLES.iter().copied().flatten().any(|row| row.0 == id);
    for code in collisionbench::system::names() {
        assert!(known(code), "{code}");
    }
    for card in collisionbench::oracle::ORACLES.iter().map(|oracle| &oracle.card) {
        assert!(known(card.name) || card.name.contains("-page-"), "{}", card.name);
    }
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
