use collisionbench::law::card::{LawKind, Numbers};
use collisionbench::law::{damping, normal, rolling, tangential};

/// A law of an axis with the numbers and words of its table.
type Table = (&'static str, &'static [(&'static str, f64)], &'static [(&'static str, &'static str)]);

const NORMAL: &[Table] = &[
    ("hertz", &[], &[]),
    ("hertz", &[("effective_modulus", 2e9)], &[]),
    ("hooke", &[("stiffness", 1e5)], &[]),
    ("power-law", &[("exponent", 1.3), ("force", 2.0), ("at_overlap", 1e-5)], &[]),
    ("power-law", &[("exponent", 1.3), ("force", 2.0), ("at_overlap", 1e-5), ("reference_gap", -1e-6)], &[]),
    ("dmt", &[("work_of_adhesion", 0.05)], &[]),
    ("jkr", &[("work_of_adhesion", 0.05)], &[("breaks_at", "force")]),
    ("jkr-hertz-radius", &[("work_of_adhesion", 0.05)], &[]),
    ("popov-jkr", &[("work_of_adhesion", 0.05)], &[]),
    ("sjkr", &[("cohesion_energy_density", 1e4)], &[]),
    ("walton-braun", &[("loading_stiffness", 1e5), ("unloading_stiffness", 2e5)], &[]),
    ("walton-braun", &[("loading_stiffness", 1e5), ("unloading_stiffness", 2e5), ("stiffening", 3.0)], &[]),
    ("luding", &[("loading_stiffness", 1e5), ("unloading_stiffness", 2e5), ("adhesion_stiffness", 1e3)], &[]),
    (
        "luding",
        &[
            ("loading_stiffness", 1e5),
            ("max_unloading_stiffness", 2e5),
            ("plasticity_depth", 0.05),
            ("adhesion_stiffness", 0.0),
        ],
        &[("reload_stiffness", "by-overlap")],
    ),
    ("thornton", &[("yield_pressure", 1e8)], &[]),
    ("thornton-ning", &[("work_of_adhesion", 0.05), ("yield_pressure", 1e8)], &[("breaks_at", "displacement")]),
    ("eepa", &[("plasticity_ratio", 0.5), ("adhesion_ratio", 0.0)], &[("slope", "hertz")]),
    (
        "eepa",
        &[("loading_stiffness", 1e5), ("plasticity_ratio", 0.5), ("adhesion_ratio", 0.1), ("pull_off_force", 1e-3)],
        &[("slope", "linear")],
    ),
];

const DAMPING: &[Table] = &[
    ("none", &[], &[]),
    ("linear-dashpot", &[("coefficient", 2.0)], &[]),
    ("linear-dashpot", &[("ratio", 0.1)], &[]),
    ("linear-dashpot", &[("restitution", 0.8)], &[]),
    ("tsuji", &[("alpha", 0.2)], &[]),
    ("tsuji", &[("restitution", 0.8)], &[]),
    ("kuwabara-kono", &[("relaxation_time", 1e-6)], &[]),
    ("kuwabara-kono", &[("restitution", 0.8), ("at_speed", 2.0)], &[]),
    ("hunt-crossley", &[("lambda", 0.3)], &[]),
    ("hunt-crossley", &[("restitution", 0.8), ("at_speed", 2.0)], &[]),
    ("stiffness-dashpot", &[("ratio", 0.1)], &[]),
    ("stiffness-dashpot", &[("ratio", 0.1), ("exponent", 0.5), ("reference_length", 1.0)], &[]),
    (
        "zener-plate",
        &[
            ("thickness", 0.01),
            ("young_modulus", 7e10),
            ("poisson_ratio", -0.1),
            ("density", 2500.0),
            ("edge_distance", 0.2),
        ],
        &[],
    ),
];

const TANGENTIAL: &[Table] = &[
    ("none", &[], &[]),
    ("coulomb", &[("friction", 0.3)], &[]),
    ("cundall-strack", &[("stiffness", 1e5), ("friction", 0.3)], &[]),
    (
        "cundall-strack",
        &[("stiffness", 1e5), ("friction", 0.3), ("dashpot_coefficient", 2.0)],
        &[("while_sliding", "added")],
    ),
    ("mindlin", &[("friction", 0.3)], &[("form", "total-spring")]),
    ("mindlin", &[("friction", 0.3), ("dashpot_beta", 0.2)], &[("form", "rescaled"), ("while_sliding", "dropped")]),
    ("stiffness-ratio", &[("friction", 0.3)], &[("form", "incremental")]),
    (
        "stiffness-ratio",
        &[("ratio", 0.8), ("friction", 0.3), ("dashpot_ratio", 0.2)],
        &[("form", "incremental"), ("while_sliding", "capped")],
    ),
    ("mindlin-deresiewicz", &[("friction", 0.3)], &[]),
];

const ROLLING: &[Table] = &[
    ("none", &[], &[]),
    ("own-spin", &[("friction", 0.01)], &[]),
    ("constant", &[("friction", 0.01)], &[]),
    ("spring-dashpot", &[("stiffness", 0.1), ("friction", 0.01)], &[]),
    ("spring-dashpot", &[("stiffness", 0.1), ("damping", 1e-4), ("friction", 0.01)], &[]),
];

/// Every law of an axis is in the tables, and writes back what it was read from, under keys that it has.
fn there_and_back<L>(kinds: &[LawKind<L>], tables: &[Table], numbers: impl Fn(&L) -> Numbers) {
    for kind in kinds {
        let own: Vec<&Table> = tables.iter().filter(|(name, ..)| *name == kind.card.name).collect();
        assert!(!own.is_empty(), "{}", kind.card.name);
        for (name, given, words) in own {
            let words = words.iter().map(|(key, word)| (*key, word.to_string())).collect();
            let table = Numbers::new(given.to_vec()).with_words(words);
            let back = numbers(&(kind.build)(&table).unwrap());
            assert_eq!(back, table, "{name}");
            let known = |key: &str| kind.keys.iter().any(|known| known.name == key);
            assert!(back.numbers().iter().all(|(key, _)| known(key)) && back.words().iter().all(|(key, _)| known(key)));
        }
    }
}

#[test]
fn a_law_writes_back_what_it_was_read_from() {
    there_and_back(normal::KINDS, NORMAL, |law| law.numbers());
    there_and_back(damping::KINDS, DAMPING, |law| law.numbers());
    there_and_back(tangential::KINDS, TANGENTIAL, |law| law.numbers());
    there_and_back(rolling::KINDS, ROLLING, |law| law.numbers());
}
