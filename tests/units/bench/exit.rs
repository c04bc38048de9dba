use collisionbench::bench::exit::*;
use collisionbench::error::Error;
use collisionbench::judge::Tally;

#[test]
fn the_most_serious_outcome_wins() {
    let met = Tally { pass: 3, skip: 1, gap: 1, ..Tally::default() };
    assert_eq!(exit_code(&met, false), 0);
    assert_eq!(exit_code(&met, true), 3);
    assert_eq!(exit_code(&Tally { closed: 1, ..met }, false), 4);
    assert_eq!(exit_code(&Tally { closed: 1, fail: 1, ..met }, false), 1);
    assert_eq!(exit_code(&Tally { closed: 1, fail: 1, error: 1, ..met }, false), 3);
}

#[test]
fn a_run_in_which_nothing_was_checked_is_no_pass() {
    assert_eq!(exit_code(&Tally { skip: 4, ..Tally::default() }, false), 3);
    assert_eq!(exit_code(&Tally::default(), false), 3);
}

/// Errors carry their own codes; the table says the same.
#[test]
fn errors_have_the_codes_of_the_table() {
    let unwritable = Error::write("x".as_ref(), std::io::Error::other("full"));
    for (outcome, error) in [
        (Status::WrongRequest, Error::wrong("x")),
        (Status::Unwritable, unwritable),
        (Status::Interrupted, Error::Interrupted),
        (Status::NoAnswer, Error::Engine(String::new())),
    ] {
        assert_eq!(code(Verb::Run, outcome, false), error.exit_code(), "{outcome:?}");
    }
}
