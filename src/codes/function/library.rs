//! A law in a shared library, called in a child process.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use super::host::{CARRIED, EACH, MEMORY, PARAMETERS, SIDE_BY_SIDE};
use super::{Answer, Description, Failure, ForceFunction, Parameter, Touching};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// A law in a shared library.
#[derive(Debug)]
pub struct SharedLibrary {
    description: Description,
    child: Child,
    /// What the child writes, as it comes.
    answers: Receiver<Vec<u8>>,
    read: Vec<u8>,
    /// Takes what the library prints; gone with this.
    printed: tempfile::NamedTempFile,
    /// In which check it is.
    doing: &'static str,
}

impl SharedLibrary {
    /// Starts the child, `host` with the library and a file for what it prints, and reads what the law says of itself. `given` replaces
    /// the values of parameters.
    ///
    /// # Errors
    /// When it cannot be loaded, has another interface, or has no parameter of that name.
    pub fn start(host: &[OsString], library: &Path, given: &[(String, f64)]) -> Result<Self, Failure> {
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
        let mut out = child.stdout.take().ok_or_else(|| Failure("the child has no output".into()))?;
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            let mut bytes = vec![0; 1 << 16];
            while let Ok(count @ 1..) = out.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let description = Description { name: String::new(), parameters: vec![], state: 0, single_precision: false };
        let mut law = Self { description, child, answers, read: Vec::new(), printed, doing: "" };
        let length = law.take(8)?;
        let length = u64::from_le_bytes(length.try_into().unwrap_or_default()) as usize;
        let text = String::from_utf8_lossy(&law.take(length)?).into_owned();
        if let Some(why) = text.strip_prefix('!') {
            return Err(Failure(why.to_string()));
        }
        law.description = described(&text, given)?;
        let values: Vec<f64> = law.description.parameters.iter().map(|parameter| parameter.value).collect();
        law.set_parameters(&values)?;
        Ok(law)
    }

    fn send(&mut self, head: &[u64], numbers: &[f64]) -> Result<(), Failure> {
        let mut bytes: Vec<u8> = head.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        let sent = self.child.stdin.as_mut().map(|to| to.write_all(&bytes).and_then(|()| to.flush()));
        match sent {
            Some(Ok(())) => Ok(()),
            _ => Err(self.gone()),
        }
    }

    /// The next bytes of the child.
    fn take(&mut self, count: usize) -> Result<Vec<u8>, Failure> {
        while self.read.len() < count {
            match self.answers.recv_timeout(PATIENCE) {
                Ok(bytes) => self.read.extend(bytes),
                Err(RecvTimeoutError::Timeout) => {
                    let _ = self.child.kill();
                    let _ = self.child.wait();
                    let seconds = PATIENCE.as_secs();
                    return Err(Failure(format!("no answer within {seconds} s, {}: an endless loop?", self.place())));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
            }
        }
        let rest = self.read.split_off(count);
        Ok(std::mem::replace(&mut self.read, rest))
    }

    /// Where it is, for messages.
    fn place(&self) -> String {
        if self.doing.is_empty() { "while it was loaded".to_string() } else { format!("in the check `{}`", self.doing) }
    }

    /// Why the child does not answer.
    fn gone(&mut self) -> Failure {
        let ended = self.child.wait();
        let how = match ended {
            Ok(status) => ending(status),
            Err(error) => error.to_string(),
        };
        Failure(format!("the function ended its process, {}: {how}", self.place()))
    }

    fn ask(&mut self, kind: u64, calls: &[(Touching, Vec<f64>)]) -> Result<Vec<Answer>, Failure> {
        let numbers: Vec<f64> = calls
            .iter()
            .flat_map(|(contact, state)| contact.doubles().into_iter().chain(state.iter().copied()))
            .collect();
        self.send(&[kind, calls.len() as u64], &numbers)?;
        let width = 4 + self.description.state;
        let bytes = self.take(8 * width * calls.len())?;
        let read = |bytes: &[u8]| bytes.try_into().map_or(f64::NAN, f64::from_le_bytes);
        let numbers: Vec<f64> = bytes.chunks_exact(8).map(read).collect();
        let answer =
            |row: &[f64]| Answer { status: row[0] as i32, force: [row[1], row[2], row[3]], state: row[4..].to_vec() };
        Ok(numbers.chunks_exact(width).map(answer).collect())
    }
}

impl Drop for SharedLibrary {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(unix)]
fn ending(status: std::process::ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    let memory = format!("; it may use {} GB", MEMORY >> 30);
    match status.signal() {
        Some(11 | 7) => format!("a memory fault (signal {}){memory}", status.signal().unwrap_or(11)),
        Some(6) => format!("it aborted{memory}"),
        Some(8) => "an arithmetic fault (signal 8)".to_string(),
        Some(24) => "it used up its processor time".to_string(),
        Some(signal) => format!("signal {signal}"),
        None => format!("exit code {}{memory}", status.code().unwrap_or_default()),
    }
}

#[cfg(not(unix))]
fn ending(status: std::process::ExitStatus) -> String {
    status.to_string()
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

impl ForceFunction for SharedLibrary {
    fn description(&self) -> &Description {
        &self.description
    }

    fn each(&mut self, calls: &[(Touching, Vec<f64>)]) -> Result<Vec<Answer>, Failure> {
        self.ask(EACH, calls)
    }

    fn carried(&mut self, steps: &[Touching]) -> Result<Vec<Answer>, Failure> {
        let calls: Vec<_> = steps.iter().map(|step| (*step, vec![0.0; self.description.state])).collect();
        self.ask(CARRIED, &calls)
    }

    fn side_by_side(&mut self, calls: &[(Touching, Vec<f64>)]) -> Result<Option<Vec<Answer>>, Failure> {
        self.ask(SIDE_BY_SIDE, calls).map(Some)
    }

    fn set_parameters(&mut self, values: &[f64]) -> Result<bool, Failure> {
        self.send(&[PARAMETERS, values.len() as u64], values)?;
        Ok(true)
    }

    fn during(&mut self, check: &'static str) {
        self.doing = check;
    }

    fn printed(&mut self) -> Result<String, Failure> {
        // The end of its input ends the child, which then writes what is still in its buffers.
        drop(self.child.stdin.take());
        let ended = self.child.wait().map_err(|error| Failure(error.to_string()))?;
        if !ended.success() {
            return Err(Failure(format!("the function ended its process while it was closed: {}", ending(ended))));
        }
        let mut first = vec![0; 4096];
        let mut file = self.printed.reopen().map_err(|error| Failure(error.to_string()))?;
        let count = file.read(&mut first).map_err(|error| Failure(error.to_string()))?;
        Ok(String::from_utf8_lossy(&first[..count]).into_owned())
    }
}
