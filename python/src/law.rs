//! A contact law that is a function of Python, judged in this process.

use collisionbench::cli::check_law::{claimed, hosted_by};
use collisionbench::codes::function::judge::judged;
use collisionbench::codes::function::{Answer, Description, Failure, ForceFunction, Parameter, Touching};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::call::exception;

/// A function that takes 18 numbers of a contact, its state and the parameters, and returns force and state.
struct Callable<'py> {
    call: Bound<'py, PyAny>,
    description: Description,
    /// What it raised.
    raised: Option<PyErr>,
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

    fn each(&mut self, calls: &[(Touching, Vec<f64>)]) -> Result<Vec<Answer>, Failure> {
        let answers = calls.iter().map(|(contact, state)| self.one(contact, state));
        let answers: PyResult<Vec<Answer>> = self.call.py().check_signals().and_then(|()| answers.collect());
        answers.map_err(|error| {
            let failure = Failure(error.to_string());
            self.raised = Some(error);
            failure
        })
    }
}

/// Judges a function; returns the object of `check-law --json`. What it raises is raised.
#[pyfunction]
pub(crate) fn check_law(
    py: Python<'_>,
    call: Bound<'_, PyAny>,
    name: String,
    parameters: Vec<(String, String, f64)>,
    state: usize,
    claims: Option<String>,
) -> PyResult<String> {
    let claim = claims.as_deref().map(claimed).transpose().map_err(|error| exception(py, &error))?;
    let parameters = parameters.into_iter().map(|(name, unit, value)| Parameter { name, unit, value }).collect();
    let description = Description { name, parameters, state, single_precision: false };
    let mut law = Callable { call, description, raised: None };
    match judged(&mut law, &claim.unwrap_or_default()) {
        Ok(mut judged) => {
            judged.claims = claims;
            serde_json::to_string(&judged).map_err(|error| PyRuntimeError::new_err(error.to_string()))
        }
        Err(failure) => Err(law.raised.unwrap_or_else(|| PyRuntimeError::new_err(failure.to_string()))),
    }
}

/// Lets the process for a shared library be one of this interpreter: the program of this process is not `collisionbench`.
pub(crate) fn host(py: Python<'_>) -> PyResult<()> {
    let interpreter: std::ffi::OsString = py.import("sys")?.getattr("executable")?.extract()?;
    let main = "from collisionbench._command import main; main()";
    hosted_by(vec![interpreter, "-c".into(), main.into(), "law-host".into()]);
    Ok(())
}
