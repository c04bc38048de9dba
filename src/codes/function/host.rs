//! The child process that calls the function of a law: of a shared library that it loads, or at an address that it has from its parent.
//!
//! With a library, requests come over standard input and answers leave over what standard output was at the start; a fork has pipes for
//! both. Standard output is a file from then on, so that what the law prints disturbs nobody.
#![allow(unsafe_code, reason = "a C interface; each block says why it holds")]

use std::ffi::{CStr, c_char, c_int};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Barrier;

use libloading::Library;

use super::DOUBLES;
use super::process::{CARRIED, END, MEMORY, PARAMETERS, SIDE_BY_SIDE};

/// Threads that call the function side by side.
const THREADS: usize = 4;

/// Seconds of processor time of all its calls together.
const SECONDS: u64 = 600;

/// Bytes that it may print.
const PRINTED: u64 = 64 << 20;

/// `COLLISIONBENCH_INTERFACE`.
const INTERFACE: c_int = 1;
/// More parameters or numbers of state than any law has: a description that is not one.
const MOST: c_int = 4096;

#[repr(C)]
struct RawParameter {
    name: *const c_char,
    unit: *const c_char,
    value: f64,
}

#[repr(C)]
struct RawLaw {
    interface: c_int,
    name: *const c_char,
    parameters: c_int,
    parameter: *const RawParameter,
    state: c_int,
    single_precision: c_int,
}

type Describe = unsafe extern "C" fn() -> *const RawLaw;
type Force = unsafe extern "C" fn(*const f64, *const f64, *const f64, *mut f64, *mut f64) -> c_int;

/// The function of a law.
struct Function {
    force: Force,
    state: usize,
    /// Dropped last: the function is in it. None for an address of this process.
    _library: Option<Library>,
}

/// Loads the library, says what it describes, and answers until there are no more requests. `printed` takes what the library prints.
///
/// # Errors
/// When it cannot be loaded, or does not have the interface; the message is that of the answer too.
pub fn serve(library: &Path, printed: &Path) -> io::Result<()> {
    let mut answers = io::BufWriter::new(File::from(rustix::io::dup(io::stdout())?));
    rustix::stdio::dup2_stdout(&File::create(printed)?)?;
    limit();
    let (function, described) = match load(library) {
        Ok(loaded) => loaded,
        Err(why) => {
            put_text(&mut answers, &format!("!{why}"))?;
            return answers.flush();
        }
    };
    put_text(&mut answers, &described)?;
    answers.flush()?;
    function.answer(io::stdin().lock(), answers)
}

/// The same for a function at an address of this process, which is a fork of the one that asks: it knows what the law describes.
///
/// # Errors
/// When the parent is gone.
pub fn serve_address(
    address: usize,
    state: usize,
    parent: rustix::process::Pid,
    printed: &Path,
    requests: impl Read,
    answers: impl Write,
) -> io::Result<()> {
    rustix::stdio::dup2_stdout(&File::create(printed)?)?;
    // What the law reads is not what the parent was to read.
    rustix::stdio::dup2_stdin(&File::open("/dev/null")?)?;
    limit();
    // A parent that ended before the limits were set ends nothing any more.
    if address == 0 || rustix::process::getppid() != Some(parent) {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    // SAFETY: the caller promises a function with the signature of `collisionbench_force` at this address, which is not 0. An address
    // without one ends this process, which exists for that alone.
    let force = unsafe { std::mem::transmute::<*const (), Force>(std::ptr::with_exposed_provenance(address)) };
    Function { force, state, _library: None }.answer(requests, io::BufWriter::new(answers))
}

impl Function {
    /// Answers until the end is asked for, or there are no more requests.
    fn answer(&self, requests: impl Read, mut answers: impl Write) -> io::Result<()> {
        let mut requests = io::BufReader::new(requests);
        let mut parameters = Vec::new();
        loop {
            let kind = match get(&mut requests) {
                Ok(END) => return Ok(()),
                Ok(kind) => kind,
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
                Err(error) => return Err(error),
            };
            let calls = get(&mut requests)? as usize;
            if kind == PARAMETERS {
                parameters = numbers(&mut requests, calls)?;
                continue;
            }
            let width = DOUBLES + self.state;
            let given = numbers(&mut requests, calls * width)?;
            let call = |call: &[f64]| self.call(&parameters, &call[..DOUBLES], &call[DOUBLES..]);
            let answered: Vec<Vec<f64>> = match kind {
                CARRIED => {
                    let mut state = vec![0.0; self.state];
                    let step = |call: &[f64]| {
                        let answer = self.call(&parameters, &call[..DOUBLES], &state);
                        state.copy_from_slice(&answer[4..]);
                        answer
                    };
                    given.chunks(width).map(step).collect()
                }
                SIDE_BY_SIDE => side_by_side(&given, width, call)?,
                _ => given.chunks(width).map(call).collect(),
            };
            for number in answered.iter().flatten() {
                answers.write_all(&number.to_le_bytes())?;
            }
            answers.flush()?;
        }
    }

    /// Status, force and state of one step.
    fn call(&self, parameters: &[f64], contact: &[f64], state: &[f64]) -> Vec<f64> {
        let mut answer = vec![f64::NAN; 4 + self.state];
        let (head, next) = answer.split_at_mut(4);
        let mut force = [f64::NAN; 3];
        // SAFETY: the arrays have the lengths that the interface promises: the parameters that were described, 18 doubles of a contact,
        // the state on both sides, and a force of three. What the function does beyond is why it runs in a process of its own.
        let status = unsafe {
            (self.force)(parameters.as_ptr(), contact.as_ptr(), state.as_ptr(), next.as_mut_ptr(), force.as_mut_ptr())
        };
        head[0] = f64::from(status);
        head[1..].copy_from_slice(&force);
        answer
    }
}

/// The answers of calls that several threads make at once, each its share of them. They are threads of their own: those of a pool do not
/// live on in a fork.
fn side_by_side(given: &[f64], width: usize, call: impl Fn(&[f64]) -> Vec<f64> + Sync) -> io::Result<Vec<Vec<f64>>> {
    let share = (given.len() / width).div_ceil(THREADS).max(1) * width;
    let shares: Vec<&[f64]> = given.chunks(share).collect();
    // They start together: a share alone takes less than the start of a thread.
    let start = Barrier::new(shares.len());
    let (start, call) = (&start, &call);
    std::thread::scope(|scope| {
        let work = |share: &[f64]| {
            start.wait();
            share.chunks(width).map(call).collect::<Vec<_>>()
        };
        let spawned: Vec<_> = shares.into_iter().map(|share| scope.spawn(move || work(share))).collect();
        let lost = |_| io::Error::other("a thread of the law ended");
        let answers: Result<Vec<_>, _> = spawned.into_iter().map(|thread| thread.join().map_err(lost)).collect();
        Ok(answers?.concat())
    })
}

/// The library with its description, a line a fact.
fn load(path: &Path) -> Result<(Function, String), String> {
    // SAFETY: loading runs what the library does at its start: this process exists for that alone.
    let library = unsafe { Library::new(path) }.map_err(|error| format!("it cannot be loaded: {error}"))?;
    let lacks =
        |name: &str| format!("it does not export `{name}`: in C++ and Fortran the name needs extern \"C\" or bind(C)");
    // SAFETY: the header gives these names their types; a library that gives them others is not one of this interface.
    let describe = *unsafe { library.get::<Describe>(b"collisionbench_describe\0") }
        .map_err(|_| lacks("collisionbench_describe"))?;
    // SAFETY: as above.
    let force =
        *unsafe { library.get::<Force>(b"collisionbench_force\0") }.map_err(|_| lacks("collisionbench_force"))?;
    // SAFETY: the interface promises a law that stays, or nothing.
    let law = unsafe { describe().as_ref() }.ok_or("collisionbench_describe returns no law")?;
    if law.interface != INTERFACE {
        return Err(format!(
            "its interface is {}, and this program has {INTERFACE}: compile it with the header of \
                            `collisionbench check-law --header`",
            law.interface
        ));
    }
    if !(0..=MOST).contains(&law.parameters) || !(0..=MOST).contains(&law.state) {
        return Err(format!("it describes {} parameters and a state of {}: not a law", law.parameters, law.state));
    }
    let mut lines = vec![text(law.name), law.state.to_string(), law.single_precision.to_string()];
    for at in 0..law.parameters {
        // SAFETY: the law promises so many parameters in a row.
        let parameter = unsafe { law.parameter.offset(at as isize).as_ref() }.ok_or("it has no parameters")?;
        lines.extend([text(parameter.name), text(parameter.unit), format!("{:e}", parameter.value)]);
    }
    let state = law.state as usize;
    Ok((Function { force, state, _library: Some(library) }, lines.join("\n")))
}

/// A C string on one line; empty for none.
fn text(string: *const c_char) -> String {
    if string.is_null() {
        return String::new();
    }
    // SAFETY: the interface promises a string that ends.
    unsafe { CStr::from_ptr(string) }.to_string_lossy().replace('\n', " ")
}

/// Memory and processor time of this process from now on; no core is dumped, and it does not outlive its parent.
fn limit() {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let at = |most: u64| Rlimit { current: Some(most), maximum: Some(most) };
    let _ = setrlimit(Resource::As, at(mapped() + MEMORY));
    let _ = setrlimit(Resource::Cpu, at(SECONDS));
    let _ = setrlimit(Resource::Core, at(0));
    // What it prints.
    let _ = setrlimit(Resource::Fsize, at(PRINTED));
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
}

/// Bytes of address space that this process has: a fork of a large program has as many. 0 where the system has no /proc.
fn mapped() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let size = status.lines().find_map(|line| line.strip_prefix("VmSize:"));
    let kilobytes = size.and_then(|size| size.split_whitespace().next()?.parse::<u64>().ok());
    1024 * kilobytes.unwrap_or(0)
}

fn put_text(to: &mut impl Write, text: &str) -> io::Result<()> {
    to.write_all(&(text.len() as u64).to_le_bytes())?;
    to.write_all(text.as_bytes())
}

fn get(from: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    from.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

fn numbers(from: &mut impl Read, count: usize) -> io::Result<Vec<f64>> {
    let mut bytes = vec![0; 8 * count];
    from.read_exact(&mut bytes)?;
    let of = |bytes: &[u8]| bytes.try_into().map_or(f64::NAN, f64::from_le_bytes);
    Ok(bytes.chunks_exact(8).map(of).collect())
}
