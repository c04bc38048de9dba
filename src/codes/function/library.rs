//! A law in a shared library, loaded and called in a child process.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use super::process::{LawProcess, PATIENCE, Process};
use super::{Description, Failure, Parameter};

/// Starts the child, `host` with the library and a file for what it prints, and reads what the law says of itself. `given` replaces the
/// values of parameters.
///
/// # Errors
/// When it cannot be loaded, has another interface, or has no parameter of that name.
pub fn start(host: &[OsString], library: &Path, given: &[(String, f64)]) -> Result<LawProcess, Failure> {
    if cfg!(not(unix)) {
        return Err(Failure("a library is judged on Linux and macOS only".into()));
    }
    let failed = |error: io::Error| Failure(format!("the process for the library cannot be started: {error}"));
    let printed = tempfile::NamedTempFile::new().map_err(failed)?;
    let (program, words) = host.split_first().ok_or_else(|| Failure("there is no host".into()))?;
    // A name without a folder would be searched for in those of the system.
    let path = std::path::absolute(library).map_err(failed)?;
    let mut child = Command::new(program)
        .args(words)
        .arg(path)
        .arg(printed.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let (Some(requests), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(Failure("the child has no pipes".into()));
    };
    let mut law = LawProcess::new(Process::Started(child), requests, answers, printed, PATIENCE);
    let length = law.take(8)?;
    let length = u64::from_le_bytes(length.try_into().unwrap_or_default()) as usize;
    let text = String::from_utf8_lossy(&law.take(length)?).into_owned();
    if let Some(why) = text.strip_prefix('!') {
        return Err(Failure(why.to_string()));
    }
    law.describe(described(&text, given)?)?;
    Ok(law)
}

fn described(text: &str, given: &[(String, f64)]) -> Result<Description, Failure> {
    let mut lines = text.split('\n');
    let mut next = || lines.next().unwrap_or_default().to_string();
    let (name, state, single) = (next(), next(), next());
    let rest: Vec<&str> = lines.collect();
    let mut parameters: Vec<Parameter> = rest
        .chunks_exact(3)
        .map(|row| Parameter {
            name: row[0].to_string(),
            unit: row[1].to_string(),
            value: row[2].parse().unwrap_or(f64::NAN),
        })
        .collect();
    for (key, value) in given {
        let Some(parameter) = parameters.iter_mut().find(|parameter| parameter.name == *key) else {
            let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
            let names = if names.is_empty() { "none".to_string() } else { names.join(", ") };
            return Err(Failure(format!("the law has no parameter `{key}`; it has {names}")));
        };
        parameter.value = *value;
    }
    Ok(Description { name, parameters, state: state.parse().unwrap_or(0), single_precision: single != "0" })
}
