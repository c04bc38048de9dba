//! A call into the library that Ctrl-C can end.

use std::ffi::OsString;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use collisionbench::cli::{self, Answer};
use collisionbench::error;
use collisionbench::halt::Request;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyRuntimeError};
use pyo3::prelude::*;

create_exception!(
    collisionbench,
    Error,
    PyException,
    "What the command line would refuse or fail with, in the same words."
);

/// How often Python is asked whether there was a Ctrl-C.
const LOOK: Duration = Duration::from_millis(20);

/// Stack of the thread that works: that of the main thread of a program.
const STACK: usize = 8 << 20;

/// Does the work on a thread of its own, without the lock of the interpreter. A signal that Python answers with an exception, as Ctrl-C, ends it.
///
/// # Errors
/// That exception; a panic, as `RuntimeError`.
pub(crate) fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let request = Request::default();
    let outcome = py.detach(|| {
        thread::scope(|scope| {
            let (done, wait) = channel();
            let request = &request;
            let spawned = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                // Dropped at the end, of a panic too.
                let _done = done;
                request.heeded_by(work)
            });
            let worker =
                spawned.map_err(|error| PyRuntimeError::new_err(format!("failed to start a thread: {error}")))?;
            let mut interrupted = None;
            while let Err(RecvTimeoutError::Timeout) = wait.recv_timeout(LOOK).map(|(): ()| ()) {
                if interrupted.is_none()
                    && let Err(exception) = Python::attach(|py| py.check_signals())
                {
                    request.ask();
                    interrupted = Some(exception);
                }
            }
            let result = worker.join();
            match interrupted {
                Some(exception) => Err(exception),
                None => Ok(result),
            }
        })
    })?;
    outcome.map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        PyRuntimeError::new_err(format!("a defect of collisionbench, please report it: {}", text.unwrap_or_default()))
    })
}

/// An error of the library as exception, with the exit code of the command line.
pub(crate) fn exception(py: Python<'_>, error: &error::Error) -> PyErr {
    let exception = Error::new_err(error.to_string());
    // An exception takes any attribute.
    let _ = exception.value(py).setattr("exit_code", error.exit() as u8);
    exception
}

/// Runs a verb as the command line does; returns its exit code and what it prints.
#[pyfunction]
pub(crate) fn answer(py: Python<'_>, words: Vec<OsString>) -> PyResult<(u8, String)> {
    match interruptible(py, move || cli::answer(&words))? {
        Ok(Answer { exit, text }) => Ok((exit as u8, text)),
        Err(error) => Err(exception(py, &error)),
    }
}
