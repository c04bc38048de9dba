//! What a verb prints where a process calls the library: kept for the caller, not printed.

use std::cell::RefCell;
use std::ffi::OsString;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use super::Verb;
use crate::error::{Error, Exit};
use crate::halt;

/// The text of one call.
type Printed = Arc<Mutex<String>>;

thread_local! {
    static PRINTED: RefCell<Option<Printed>> = const { RefCell::new(None) };
}

/// What a verb printed, and its exit code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub exit: Exit,
    pub text: String,
}

/// Runs a verb as the command line does, with these words after the name of the program, and returns what it prints. Signals, standard
/// output and the progress bar stay those of the caller; engines run among the temporary files.
///
/// # Errors
/// As the verb has them: what is wrong with a file or with the request.
pub fn answer(words: &[OsString]) -> Result<Answer, Error> {
    let whole: Vec<OsString> = [OsString::from("collisionbench")].iter().chain(words).cloned().collect();
    let verb = match Verb::of(&whole) {
        Ok(verb) => verb,
        Err(error) if error.use_stderr() => return Err(Error::wrong(error.to_string().trim_end())),
        Err(help) => return Ok(Answer { exit: Exit::AsExpected, text: help.to_string() }),
    };
    let printed = Printed::default();
    let before = PRINTED.replace(Some(Arc::clone(&printed)));
    let outcome = verb.run();
    PRINTED.set(before);
    let text = std::mem::take(&mut *printed.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(Answer { exit: outcome?, text: anstream::adapter::strip_str(&text).to_string() })
}

/// Keeps a text for the caller; whether there is one.
pub(super) fn keep(text: &str) -> bool {
    PRINTED.with_borrow(|printed| {
        let Some(printed) = printed else { return false };
        printed.lock().unwrap_or_else(PoisonError::into_inner).push_str(text);
        true
    })
}

/// A pool of so many threads, 0 for one per processor, that print and end their work as this thread does.
pub(super) fn pool(threads: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    let (printed, own) = (PRINTED.with_borrow(Option::clone), halt::own());
    let start = move |_| {
        PRINTED.set(printed.clone());
        halt::heed(own.clone());
    };
    ThreadPoolBuilder::new().num_threads(threads).start_handler(start).build()
}
