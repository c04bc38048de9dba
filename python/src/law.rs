//! A contact law that is a function: of Python, judged in this process, or compiled, judged in a fork of it.

use std::time::Duration;

use collisionbench::cli::check_law::{claimed, hosted_by};
use collisionbench::codes::function::judge::judged;
use collisionbench::codes::function::process::late;
use collisionbench::codes::function::{Answer, Description, Failure, ForceFunction, Parameter, Touching};
use collisionbench::error::Error;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::call::exception;
#[cfg(unix)]
use crate::call::interruptible;

/// A function that takes 18 numbers of a contact, its state and the parameters, and returns force and state.
struct Callable<'py> {
    call: Bound<'py, PyAny>,
    description: Description,
    /// The exception of a call that took longer than this.
    late: (Bound<'py, PyType>, Duration),
    /// What it raised.
    raised: Option<PyErr>,
    /// In which check it is.
    doing: &'static str,
}

impl Callable<'_> {
    fn one(&self, contact: &Touching, state: &[f64]) -> PyResult<Answer> {
        let values: Vec<f64> = self.description.parameters.iter().map(|parameter| parameter.value).collect();
        let found = self.call.call1((contact.doubles().to_vec(), state.to_vec(), values))?;
        let (force, state): ([f64; 3], Vec<f64>) = found.extract()?;
        Ok(Answer { status: 0, force, state })
    }
}

impl ForceFunction for Callable<'_> {
    fn description(&self) -> &Description {
        &self.description
    }

    fn set_parameters(&mut self, values: &[f64]) -> Result<bool, Failure> {
        for (parameter, value) in self.description.parameters.iter_mut().zip(values) {
            parameter.value = *value;
        }
        Ok(true)
    }

    fn during(&mut self, check: &'static str) {
        self.doing = check;
    }

    fn each(&mut self, calls: &[(Touching, Vec<f64>)]) -> Result<Vec<Answer>, Failure> {
        let py = self.call.py();
        let answers = calls.iter().map(|(contact, state)| self.one(contact, state));
        let answers: PyResult<Vec<Answer>> = py.check_signals().and_then(|()| answers.collect());
        answers.map_err(|error| {
            let (kind, limit) = &self.late;
            if error.is_instance(py, kind) {
                return late(*limit, self.doing);
            }
            let failure = Failure(error.to_string());
            self.raised = Some(error);
            failure
        })
    }
}

/// What Python gives of a law: its name, its parameters with their units, the numbers of its state, whether it computes in single
/// precision.
type Given = (String, Vec<(String, String, f64)>, usize, bool);

fn described((name, parameters, state, single_precision): Given) -> Description {
    let parameters = parameters.into_iter().map(|(name, unit, value)| Parameter { name, unit, value }).collect();
    Description { name, parameters, state, single_precision }
}

fn failed(py: Python<'_>, name: &str, failure: &Failure) -> PyErr {
    exception(py, &Error::Engine(format!("{name}: {failure}")))
}

/// Judges a function of Python; returns the object of `check-law --json`. What it raises is raised. `late` is the exception with which
/// `call` ends a call that takes longer than `limit` seconds.
#[pyfunction]
pub(crate) fn check_law(
    py: Python<'_>,
    call: Bound<'_, PyAny>,
    law: Given,
    claims: Option<String>,
    late: Bound<'_, PyType>,
    limit: f64,
) -> PyResult<String> {
    let claim = claims.as_deref().map(claimed).transpose().map_err(|error| exception(py, &error))?;
    let description = described(law);
    let late = (late, Duration::from_secs_f64(limit));
    let mut law = Callable { call, description, late, raised: None, doing: "" };
    match judged(&mut law, &claim.unwrap_or_default()) {
        Ok(mut judged) => {
            judged.claims = claims;
            serde_json::to_string(&judged).map_err(|error| PyRuntimeError::new_err(error.to_string()))
        }
        Err(failure) => Err(law.raised.unwrap_or_else(|| failed(py, &law.description.name, &failure))),
    }
}

/// The same of a compiled function, which has the signature of `collisionbench_force` and is at this address, in a fork of this process.
/// `fork` returns its number, and 0 in it, where `leave` ends it with an exit code. An answer of the fork may take `limit` seconds.
#[cfg(unix)]
#[pyfunction]
pub(crate) fn check_compiled(
    py: Python<'_>,
    fork: Bound<'_, PyAny>,
    leave: Bound<'_, PyAny>,
    address: usize,
    law: Given,
    claims: Option<String>,
    limit: f64,
) -> PyResult<String> {
    use collisionbench::codes::function::fork::start;
    use collisionbench::codes::function::process::RAISED;

    let claim = claims.as_deref().map(claimed).transpose().map_err(|error| exception(py, &error))?;
    let claim = claim.unwrap_or_default();
    let description = described(law);
    let name = description.name.clone();
    let mut raised = None;
    let forked = || {
        let number = fork.call1((RAISED,)).and_then(|number| number.extract::<i32>());
        number.map_err(|error| {
            let failure = Failure(error.to_string());
            raised = Some(error);
            failure
        })
    };
    // A function that calls Python takes the lock of the interpreter itself, from several threads at once.
    let served = |work: Box<dyn FnOnce() -> bool + Send>| {
        let good = py.detach(work);
        let _ = leave.call1((i32::from(!good),));
    };
    let law = start(address, description, Duration::from_secs_f64(limit), forked, served);
    let mut law = law.map_err(|failure| raised.unwrap_or_else(|| failed(py, &name, &failure)))?;
    let found = interruptible(py, move || judged(&mut law, &claim))?;
    let mut judged = found.map_err(|failure| failed(py, &name, &failure))?;
    judged.claims = claims;
    serde_json::to_string(&judged).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// There is no fork.
#[cfg(not(unix))]
#[pyfunction]
pub(crate) fn check_compiled(
    py: Python<'_>,
    _fork: Bound<'_, PyAny>,
    _leave: Bound<'_, PyAny>,
    _address: usize,
    law: Given,
    _claims: Option<String>,
    _limit: f64,
) -> PyResult<String> {
    let failure = Failure("a compiled function is judged on Linux and macOS only".into());
    Err(failed(py, &described(law).name, &failure))
}

/// Lets the process for a shared library be one of this interpreter: the program of this process is not `collisionbench`.
pub(crate) fn host(py: Python<'_>) -> PyResult<()> {
    let interpreter: std::ffi::OsString = py.import("sys")?.getattr("executable")?.extract()?;
    let main = "from collisionbench._command import main; main()";
    hosted_by(vec![interpreter, "-c".into(), main.into(), "law-host".into()]);
    Ok(())
}
