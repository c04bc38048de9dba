//! Outcomes and their exit codes, so that CI can tell them apart: one table, from which every verb takes its code and
//! `docs/gating.md` its lines.

use crate::judge::Tally;

/// The verbs that compute something, in the order of the table's columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    Run,
    Gate,
    Accept,
    Doctor,
    Fingerprint,
}

/// Outcome of a check, an accepted number, an engine or a whole command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// As expected, or as accepted.
    AsExpected,
    Failing,
    /// Moved, gone, or of a case that has changed.
    Moved,
    New,
    GapClosed,
    NotInstalled,
    /// Not installed or not covered, and its numbers were accepted.
    AcceptedButAbsent,
    NotCovered,
    NoAnswer,
    DiedAtStart,
    TooOld,
    /// Refused, crashed, took too long, or left something that cannot be read.
    Failed,
    NothingChecked,
    WrongRequest,
    Unwritable,
    Interrupted,
}

/// The exit code of an outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// The verb has no such outcome.
    Never,
    Always(u8),
    /// One code, or another one with an option or under a condition.
    Unless(u8, &'static str, u8),
}

use Code::{Always, Never, Unless};

const NO_SKIP: Code = Unless(0, "--no-skip", 3);
const IF_NAMED: Code = Unless(0, "the engine was named", 3);

/// Outcome, what it means, and its codes in the order of [`Verb`].
type Row = (Status, &'static str, [Code; 5]);

/// Every outcome with its exit code for each verb.
pub const TABLE: &[Row] = &[
    (
        Status::AsExpected,
        "every check passes, no number has moved, the engine computed a collision",
        [Always(0), Always(0), Always(0), Always(0), Always(0)],
    ),
    (
        Status::Failing,
        "a check fails; `gate`: an engine loses momentum or gains energy",
        [Always(1), Always(1), Unless(1, "--failing", 0), Never, Never],
    ),
    (
        Status::Moved,
        "a number moved or is gone; a case has changed or is gone",
        [Never, Always(1), Never, Never, Never],
    ),
    (Status::New, "a number has never been accepted", [Never, Unless(0, "--no-new", 1), Never, Never, Never]),
    (Status::GapClosed, "a known gap has closed", [Always(4), Never, Never, Never, Never]),
    (
        Status::NotInstalled,
        "the engine is not installed, or only in another version",
        [NO_SKIP, NO_SKIP, Always(3), IF_NAMED, Always(3)],
    ),
    (
        Status::NotCovered,
        "the engine is installed but does not cover the law or the bodies",
        [NO_SKIP, NO_SKIP, Always(3), IF_NAMED, Always(0)],
    ),
    (
        Status::AcceptedButAbsent,
        "one of the last two, and the baseline has numbers of the engine",
        [Never, Always(3), Never, Never, Never],
    ),
    (
        Status::NoAnswer,
        "the program is there, and its version command fails or prints nothing",
        [Always(3), Always(3), Always(3), IF_NAMED, Always(3)],
    ),
    (
        Status::DiedAtStart,
        "the program died at start: it, a library or a module of it is missing",
        [Always(3), Always(3), Always(3), IF_NAMED, Always(3)],
    ),
    (
        Status::TooOld,
        "the version is too old for an option that is needed",
        [Always(3), Always(3), Always(3), Never, Always(0)],
    ),
    (
        Status::Failed,
        "the program refused its input, crashed, took too long, or left no collision; a solver or a scheme gave up",
        [Always(3), Always(3), Always(3), IF_NAMED, Always(3)],
    ),
    (Status::NothingChecked, "every check was skipped", [Always(3), Always(3), Never, Never, Never]),
    (
        Status::WrongRequest,
        "the request or a file is wrong; `gate`: no case has a baseline",
        [Always(2), Always(2), Always(2), Always(2), Always(2)],
    ),
    (Status::Unwritable, "a file could not be written", [Always(5), Always(5), Always(5), Always(5), Always(5)]),
    (Status::Interrupted, "interrupted", [Always(130), Always(130), Always(130), Always(130), Always(130)]),
];

/// The exit code of one outcome; `asked` says whether the option or the condition of the table is given.
pub fn code(verb: Verb, outcome: Status, asked: bool) -> u8 {
    let row = TABLE.iter().find(|(known, ..)| *known == outcome);
    match row.and_then(|(.., codes)| codes.get(verb as usize)) {
        Some(Always(code)) => *code,
        Some(Unless(_, _, code)) if asked => *code,
        Some(Unless(code, ..)) => *code,
        Some(Never) | None => 0,
    }
}

/// The code of several outcomes: the most serious wins, 3, then 1, then 4.
pub fn worst(codes: impl IntoIterator<Item = u8>) -> u8 {
    let rank = |code: &u8| [0, 4, 1, 3].iter().position(|known| known == code).unwrap_or(4);
    codes.into_iter().max_by_key(rank).unwrap_or(0)
}

/// The exit code of a run; with `no_skip` what was skipped counts as not computed.
pub fn exit_code(tally: &Tally, no_skip: bool) -> u8 {
    let outcomes = [
        (tally.error > 0, Status::Failed),
        (tally.fail > 0, Status::Failing),
        (tally.closed > 0, Status::GapClosed),
        (tally.skip > 0, Status::NotInstalled),
        (tally.skip == tally.total(), Status::NothingChecked),
    ];
    worst(outcomes.into_iter().filter(|(there, _)| *there).map(|(_, outcome)| code(Verb::Run, outcome, no_skip)))
}
