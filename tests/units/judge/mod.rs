mod abscissa_shift;
mod compare;
mod curve;
mod divergence;
mod order;

use collisionbench::error::Exit;
use collisionbench::judge::judged::known_gap;
use collisionbench::judge::*;

#[test]
fn a_gap_holds_while_one_check_fails_and_closes_when_none_does() {
    let mut open = [Verdict::Pass, Verdict::Fail, Verdict::Skip];
    known_gap(&mut open, &[false; 3]);
    assert_eq!(open, [Verdict::Pass, Verdict::Gap, Verdict::Skip]);

    let mut closed = [Verdict::Pass, Verdict::Pass, Verdict::Skip];
    known_gap(&mut closed, &[false; 3]);
    assert_eq!(closed, [Verdict::Closed, Verdict::Closed, Verdict::Skip]);

    let mut broken = [Verdict::Error, Verdict::Skip];
    known_gap(&mut broken, &[false; 2]);
    assert_eq!(broken, [Verdict::Error, Verdict::Skip]);

    let mut worse = [Verdict::Pass, Verdict::Fail, Verdict::Fail];
    known_gap(&mut worse, &[false, false, true]);
    assert_eq!(worse, [Verdict::Pass, Verdict::Gap, Verdict::Fail]);
}

#[test]
fn the_most_serious_outcome_wins() {
    let met = Tally { pass: 3, skip: 1, gap: 1, ..Tally::default() };
    assert_eq!(met.exit(false), Exit::AsExpected);
    assert_eq!(met.exit(true), Exit::NoResult);
    assert_eq!(Tally { closed: 1, ..met }.exit(false), Exit::Failing);
    assert_eq!(Tally { fail: 1, ..met }.exit(false), Exit::Failing);
    assert_eq!(Tally { fail: 1, error: 1, ..met }.exit(false), Exit::NoResult);
}

#[test]
fn a_run_in_which_nothing_was_checked_is_no_pass() {
    assert_eq!(Tally { skip: 4, ..Tally::default() }.exit(false), Exit::NoResult);
    assert_eq!(Tally::default().exit(false), Exit::NoResult);
}
