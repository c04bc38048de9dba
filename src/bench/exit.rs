//! Exit codes, so that CI can tell the outcomes apart.

use crate::judge::Tally;

/// 0 all met, 1 some not met, 3 something could not be computed (or, with `no_skip`, was skipped), 4 a known gap has
/// closed. The most serious wins: 3, then 1, then 4. (2: the request is wrong, 5: could not write, 130: interrupted,
/// see [`crate::error::Error::exit_code`].)
pub fn exit_code(tally: &Tally, no_skip: bool) -> u8 {
    if tally.error > 0 || (no_skip && tally.skip > 0) {
        3
    } else if tally.fail > 0 {
        1
    } else if tally.closed > 0 {
        4
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_serious_outcome_wins() {
        let met = Tally { pass: 3, skip: 1, gap: 1, ..Tally::default() };
        assert_eq!(exit_code(&met, false), 0);
        assert_eq!(exit_code(&met, true), 3);
        assert_eq!(exit_code(&Tally { closed: 1, ..met }, false), 4);
        assert_eq!(exit_code(&Tally { closed: 1, fail: 1, ..met }, false), 1);
        assert_eq!(exit_code(&Tally { closed: 1, fail: 1, error: 1, ..met }, false), 3);
    }
}
