//! A record, run again.

use std::fs;

use tempfile::TempDir;

use crate::{say, say_with};

#[test]
fn a_record_is_identical_within_uncertainty_or_different() {
    let here = TempDir::new().unwrap();
    let run = ["run", "--pictures", "none", "normal/elastic/glass-head-on", "steppers/hertz"];
    assert_eq!(say(here.path(), &run).code, 0);
    let verify = |name: &str| say(here.path(), &["verify", name]);
    let record = "reports/latest/run.json";
    let said = verify(record);
    assert_eq!((said.code, said.out.starts_with("  identical: 0 of ")), (0, true), "{}", said.out);

    // 5 m v^2/(4 K) to the 2/5 gives 10696.888983989... N: one unit in the fourteenth digit, and one part in a million.
    let text = fs::read_to_string(here.path().join(record)).unwrap();
    let at = text.find("10696.88898398").unwrap();
    let number: String = text[at..].chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
    let value: f64 = number.parse().unwrap();
    for (part, word, code) in [(1e-15, "  within uncertainty", 0), (1e-6, "  different", 1)] {
        let off = (value * (1.0 + part)).max(f64::from_bits(value.to_bits() + 1));
        fs::write(here.path().join("other.json"), text.replacen(&number, &format!("{off:?}"), 1)).unwrap();
        let said = verify("other.json");
        assert_eq!((said.code, said.out.starts_with(word)), (code, true), "{}", said.out);
        assert!(said.out.contains("normal/elastic/glass-head-on   reference [-]   max_force"), "{}", said.out);
    }
    // A verdict that came out otherwise is a difference, whatever the numbers say.
    fs::write(here.path().join("other.json"), text.replacen("\"outcome\": \"pass\"", "\"outcome\": \"fail\"", 1))
        .unwrap();
    let said = verify("other.json");
    assert_eq!((said.code, said.out.contains("verdict on ")), (1, true), "{}", said.out);

    fs::write(here.path().join("other.json"), "{}").unwrap();
    let said = verify("other.json");
    assert_eq!((said.code, said.err.contains("not the record of a run")), (2, true), "{}", said.err);
    let hidden = [("GLIBC_TUNABLES", "glibc.cpu.hwcaps=-AVX2,-FMA")];
    assert_eq!(say_with(here.path(), &["verify", record], &hidden).code, 0);
}
