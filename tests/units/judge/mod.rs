mod abscissa_shift;
mod baseline;
mod compare;
mod curve;
mod divergence;
mod order;

use collisionbench::judge::*;

#[test]
fn a_gap_holds_while_one_check_fails_and_closes_when_none_does() {
    let mut open = [Verdict::Pass, Verdict::Fail, Verdict::Skip];
    known_gap(&mut open);
    assert_eq!(open, [Verdict::Pass, Verdict::Gap, Verdict::Skip]);

    let mut closed = [Verdict::Pass, Verdict::Pass, Verdict::Skip];
    known_gap(&mut closed);
    assert_eq!(closed, [Verdict::Closed, Verdict::Closed, Verdict::Skip]);

    let mut broken = [Verdict::Error, Verdict::Skip];
    known_gap(&mut broken);
    assert_eq!(broken, [Verdict::Error, Verdict::Skip]);
}
