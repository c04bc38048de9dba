//! A law in a child process: asked over pipes, with a limit of time, and with a reason where there is no answer.

use std::io::{self, Read, Write};
use std::process::{Child, ExitStatus};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::{Answer, Description, Failure, ForceFunction, Touching};
use crate::halt;

/// What a request asks for, as its first number.
pub const EACH: u64 = 0;
pub const CARRIED: u64 = 1;
pub const SIDE_BY_SIDE: u64 = 2;
pub const PARAMETERS: u64 = 3;
/// The end of the process. The end of its input is none to rely on: another fork may hold the pipe open.
pub const END: u64 = 4;

/// Bytes of memory that a law may use, beyond what its process has at the start.
pub const MEMORY: u64 = 2 << 30;

/// How long an answer may take, unless the caller chooses another time.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// How often a request to end the work is looked for, and the end of a process.
const LOOK: Duration = Duration::from_millis(20);

/// Exit code of a process whose function raised an exception, where the language has them; the exception is the last line that it printed.
pub const RAISED: u8 = 86;

/// What a message quotes of what was printed.
const QUOTED: u64 = 4096;

/// A child of this process, which is waited for.
#[derive(Debug)]
pub(super) enum Process {
    Started(Child),
    #[cfg(unix)]
    Forked {
        pid: rustix::process::Pid,
        ended: Option<ExitStatus>,
    },
}

impl Process {
    /// How it ended; nothing while it runs.
    fn ended(&mut self) -> io::Result<Option<ExitStatus>> {
        match self {
            Self::Started(child) => child.try_wait(),
            #[cfg(unix)]
            Self::Forked { pid, ended } => {
                use rustix::process::{WaitOptions, waitpid};
                use std::os::unix::process::ExitStatusExt;
                if ended.is_none() {
                    let waited = match waitpid(Some(*pid), WaitOptions::NOHANG) {
                        Ok(waited) => waited.map(|(_, status)| status.as_raw()),
                        // The program of this process waits for all of its children: how this one ended is lost.
                        Err(rustix::io::Errno::CHILD) => Some(0),
                        Err(error) => return Err(error.into()),
                    };
                    *ended = waited.map(ExitStatus::from_raw);
                }
                Ok(*ended)
            }
        }
    }

    /// How it ended, once it has, or after this time by force.
    fn wait(&mut self, patience: Duration) -> io::Result<Option<ExitStatus>> {
        let last = Instant::now() + patience;
        loop {
            match self.ended()? {
                Some(status) => return Ok(Some(status)),
                None if Instant::now() >= last || halt::is_asked() => {
                    self.kill();
                    return Ok(None);
                }
                None => std::thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    fn kill(&mut self) {
        match self {
            Self::Started(child) => {
                let _ = child.kill();
                let _ = child.wait();
            }
            #[cfg(unix)]
            Self::Forked { pid, .. } => {
                use rustix::process::{Signal, kill_process};
                let pid = *pid;
                // Once it was waited for, the number may be that of another process.
                if let Ok(None) = self.ended() {
                    let _ = kill_process(pid, Signal::KILL);
                    while let Ok(None) = self.ended() {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                }
            }
        }
    }
}

/// A law whose function is called in a child process.
pub struct LawProcess {
    pub(super) description: Description,
    process: Process,
    /// Gone when the process is to end.
    requests: Option<Box<dyn Write + Send>>,
    /// What the child writes, as it comes.
    answers: Receiver<Vec<u8>>,
    read: Vec<u8>,
    /// Takes what the law prints; gone with this.
    printed: tempfile::NamedTempFile,
    patience: Duration,
    /// In which check it is.
    doing: &'static str,
}

impl LawProcess {
    pub(super) fn new(
        process: Process,
        requests: impl Write + Send + 'static,
        mut answers: impl Read + Send + 'static,
        printed: tempfile::NamedTempFile,
        patience: Duration,
    ) -> Self {
        let (sender, received) = channel();
        std::thread::spawn(move || {
            let mut bytes = vec![0; 1 << 16];
            while let Ok(count @ 1..) = answers.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let description = Description { name: String::new(), parameters: vec![], state: 0, single_precision: false };
        let requests: Option<Box<dyn Write + Send>> = Some(Box::new(requests));
        Self { description, process, requests, answers: received, read: Vec::new(), printed, patience, doing: "" }
    }

    /// Takes a description, with the values of its parameters.
    pub(super) fn describe(&mut self, description: Description) -> Result<(), Failure> {
        self.description = description;
        let values: Vec<f64> = self.description.parameters.iter().map(|parameter| parameter.value).collect();
        self.set_parameters(&values).map(|_| ())
    }

    fn send(&mut self, head: &[u64], numbers: &[f64]) -> Result<(), Failure> {
        let mut bytes: Vec<u8> = head.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        let sent = self.requests.as_mut().map(|to| to.write_all(&bytes).and_then(|()| to.flush()));
        match sent {
            Some(Ok(())) => Ok(()),
            _ => Err(self.gone()),
        }
    }

    /// The next bytes of the child.
    pub(super) fn take(&mut self, count: usize) -> Result<Vec<u8>, Failure> {
        let mut last = Instant::now() + self.patience;
        while self.read.len() < count {
            let left = last.saturating_duration_since(Instant::now());
            match self.answers.recv_timeout(left.min(LOOK)) {
                Ok(bytes) => {
                    self.read.extend(bytes);
                    last = Instant::now() + self.patience;
                }
                Err(RecvTimeoutError::Timeout) if halt::is_asked() => {
                    self.process.kill();
                    return Err(Failure("interrupted".into()));
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    self.process.kill();
                    return Err(late(self.patience, self.doing));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
            }
        }
        let rest = self.read.split_off(count);
        Ok(std::mem::replace(&mut self.read, rest))
    }

    /// Why the child does not answer.
    fn gone(&mut self) -> Failure {
        let place = place(self.doing);
        match self.process.wait(self.patience) {
            Ok(Some(status)) if status.code() == Some(RAISED.into()) => {
                let printed = self.quoted().unwrap_or_default();
                let last = printed.lines().next_back().unwrap_or_default();
                Failure(format!("the function raised an exception, {place}: {last}"))
            }
            Ok(Some(status)) => Failure(format!("the function ended its process, {place}: {}", ending(status))),
            Ok(None) => Failure(format!("the function closed the pipes of its process, {place}")),
            Err(error) => Failure(format!("the function ended its process, {place}: {error}")),
        }
    }

    /// The end of what was printed, or all of it.
    fn quoted(&self) -> io::Result<String> {
        use std::io::{Seek, SeekFrom};
        let mut file = self.printed.reopen()?;
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(QUOTED)))?;
        let mut bytes = Vec::new();
        file.take(QUOTED).read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
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

impl Drop for LawProcess {
    fn drop(&mut self) {
        self.process.kill();
    }
}

/// A function that does not answer in a check.
pub fn late(patience: Duration, check: &str) -> Failure {
    Failure(format!("no answer within {} s, {}: an endless loop?", patience.as_secs_f64(), place(check)))
}

/// Where the function is, for messages.
fn place(check: &str) -> String {
    if check.is_empty() { "while it was loaded".to_string() } else { format!("in the check `{check}`") }
}

#[cfg(unix)]
fn ending(status: ExitStatus) -> String {
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
fn ending(status: ExitStatus) -> String {
    status.to_string()
}

impl ForceFunction for LawProcess {
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
        // The child writes what is still in its buffers.
        self.send(&[END], &[])?;
        drop(self.requests.take());
        let ended = self.process.wait(self.patience).map_err(|error| Failure(error.to_string()))?;
        let closed = "while it was closed";
        match ended {
            None => {
                return Err(Failure(format!("the process of the function does not end, {closed}: an endless loop?")));
            }
            Some(status) if !status.success() => {
                return Err(Failure(format!("the function ended its process {closed}: {}", ending(status))));
            }
            Some(_) => {}
        }
        let mut first = Vec::new();
        let read = self.printed.reopen().and_then(|file| file.take(QUOTED).read_to_end(&mut first));
        read.map_err(|error| Failure(error.to_string()))?;
        Ok(String::from_utf8_lossy(&first).into_owned())
    }
}
