//! A record, run again.

use std::fs;

use collisionbench::bench::Verdict;
use collisionbench::bench::record::Record;
use collisionbench::bench::record::file;
use tempfile::TempDir;

use crate::gate::{say, say_with};

#[test]
fn a_record_is_identical_within_uncertainty_or_different() {
    let here = TempDir::new().unwrap();
    let run = ["run", "--pictures", "none", "normal/elastic/glass-head-on", "steppers/hertz"];
    assert_eq!(say(here.path(), &run).code, 0);
    let verify = |name: &str| say(here.path(), &["verify", name]);
    let record = "reports/latest/run.jsonl";
    let said = verify(record);
    assert_eq!((said.code, said.out.starts_with("  identical: 0 of ")), (0, true), "{}", said.out);

    // 5 m v^2/(4 K) to the 2/5 gives 10696.888983989... N: one unit in the fourteenth digit, and one part in a million.
    let read = || file::read(fs::File::open(here.path().join(record)).unwrap(), "run.jsonl").unwrap();
    let put = |record: &Record| fs::write(here.path().join("other.json"), file::text(record).unwrap()).unwrap();
    let changed = |change: &dyn Fn(f64, f64) -> (f64, f64)| {
        let mut other = read();
        let case = other.cases.iter_mut().find(|case| case.name.ends_with("glass-head-on")).unwrap();
        let own = case.collisions.iter_mut().filter(|collision| &*collision.by == "reference");
        for force in own.flat_map(|own| &mut own.numbers).filter(|number| number.observable == "max_force") {
            let (value, uncertainty) = change(force.value.unwrap(), force.uncertainty.unwrap());
            (force.value, force.uncertainty) = (Some(value), Some(uncertainty));
        }
        put(&other);
        verify("other.json")
    };
    for (part, word, code) in [(1e-15, "  within uncertainty", 0), (1e-6, "  moved", 1)] {
        let said = changed(&|value, u| ((value * (1.0 + part)).max(f64::from_bits(value.to_bits() + 1)), u));
        assert_eq!((said.code, said.out.starts_with(word)), (code, true), "{}", said.out);
        assert!(said.out.contains("normal/elastic/glass-head-on   reference   max_force"), "{}", said.out);
    }
    // A large uncertainty would make any value pass.
    let said = changed(&|value, _| (0.5 * value, value));
    assert_eq!((said.code, said.out.starts_with("  moved")), (1, true), "{}", said.out);

    // A verdict that came out otherwise is a difference, whatever the numbers say; so is what was taken out, even where counts
    // and digest were made anew.
    type Cut = fn(&mut Record);
    let cuts: [(&str, Cut); 5] = [
        ("verdict on ", |record| record.cases[0].checks[0].outcome = Verdict::Fail),
        ("force_time", |record| record.cases[0].curves.clear()),
        ("checks", |record| record.cases[1].checks.truncate(1)),
        ("restitution", |record| {
            let all = record.cases[1].collisions.iter_mut();
            all.for_each(|collision| collision.numbers.retain(|number| number.observable != "restitution"));
        }),
        ("scenes: ", |record| drop(record.cases[1].scenes.pop())),
    ];
    for (what, cut) in cuts {
        let mut other = read();
        cut(&mut other);
        put(&other);
        let said = verify("other.json");
        assert_eq!((said.code, said.out.contains(what)), (1, true), "{what}: {}", said.out);
    }

    fs::write(here.path().join("other.json"), "{}").unwrap();
    let said = verify("other.json");
    assert_eq!((said.code, said.err.contains("not the record of a run")), (2, true), "{}", said.err);
    fs::write(here.path().join("other.json"), "{\"run\":{\"format\":1}}\n").unwrap();
    let said = verify("other.json");
    assert_eq!((said.code, said.err.contains("other.json:1: record format 1")), (2, true), "{}", said.err);
    let hidden = [("GLIBC_TUNABLES", "glibc.cpu.hwcaps=-AVX2,-FMA")];
    assert_eq!(say_with(here.path(), &["verify", record], &hidden).code, 0);
}
