mod bounce;
mod dump;
mod folders;
mod printed;
#[cfg(unix)]
mod process;
mod version;
