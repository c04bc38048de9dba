//! The folders in which engines run, one per run.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::Cause;

/// Marker file of a folder that this program may clear.
const MARK: &str = ".collisionbench-engines";

/// The folder that holds a folder for each run of an engine.
#[derive(Debug)]
pub struct Folders {
    /// The folder asked for; `None` for one among the temporary files.
    asked: Option<PathBuf>,
    kept: AtomicBool,
    /// The folder, with its marker, locked. One without is temporary, and removed at the end unless a run in it failed.
    root: OnceLock<Result<(PathBuf, Option<File>), String>>,
}

impl Folders {
    /// Folders below `root`; those of earlier runs are deleted before the first new one. While another process uses `root`,
    /// they are [`temporary`](Self::temporary).
    pub fn below(root: PathBuf) -> Self {
        Self { asked: Some(root), kept: AtomicBool::new(false), root: OnceLock::new() }
    }

    /// Folders among the system's temporary files, deleted at the end unless [`Folders::keep`] was called.
    pub fn temporary() -> Self {
        Self { asked: None, kept: AtomicBool::new(false), root: OnceLock::new() }
    }

    /// Keeps the folders.
    pub fn keep(&self) {
        self.kept.store(true, Ordering::Relaxed);
    }

    /// Whether the folders are kept because a run in one of them failed.
    pub fn kept(&self) -> bool {
        self.kept.load(Ordering::Relaxed)
    }

    /// Creates an empty folder under a path of names, each turned into a valid file name.
    ///
    /// # Errors
    /// When it cannot be created, or the root has files of other programs.
    pub fn fresh(&self, names: &[&str]) -> Result<PathBuf, Cause> {
        let root = self.root.get_or_init(|| root(self.asked.as_deref()).map_err(|e| e.to_string()));
        let (root, _) = root.as_ref().map_err(|text| {
            let path = self.asked.clone().unwrap_or_default();
            Cause::File { what: "failed to prepare", path, source: io::Error::other(text.clone()) }
        })?;
        let mut folder = root.clone();
        for name in names {
            folder.extend(name.split('/').map(fit));
        }
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(Cause::file("failed to empty", &folder))?;
        }
        fs::create_dir_all(&folder).map_err(Cause::file("failed to make", &folder))?;
        Ok(folder)
    }
}

impl Drop for Folders {
    fn drop(&mut self) {
        // Closing alone would leave the lock to a program that is being started at this moment, until it is.
        if let Some(Ok((_, Some(lock)))) = self.root.get() {
            let _ = lock.unlock();
        }
        if let (Some(Ok((root, None))), false) = (self.root.get(), self.kept()) {
            // Nothing is lost with what cannot be deleted.
            let _ = fs::remove_dir_all(root);
        }
    }
}

/// The folder that is asked for, emptied and locked, or a temporary one where that is in use.
fn root(asked: Option<&Path>) -> io::Result<(PathBuf, Option<File>)> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    if let Some(root) = asked
        && let Some(lock) = clear(root)?
    {
        return Ok((root.to_path_buf(), Some(lock)));
    }
    let name = format!("collisionbench-engines-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    Ok((std::env::temp_dir().join(name), None))
}

/// Empties a folder and locks its marker until that is closed; `None` while another process has locked it.
fn clear(root: &Path) -> io::Result<Option<File>> {
    let marker = root.join(MARK);
    if !marker.is_file() && root.exists() && fs::read_dir(root)?.next().is_some() {
        return Err(io::Error::other(
            "it contains files that this program did not write: move them, or choose another --out",
        ));
    }
    fs::create_dir_all(root)?;
    let mut lock = File::create(&marker)?;
    if let Err(TryLockError::WouldBlock) = lock.try_lock() {
        return Ok(None);
    }
    for entry in fs::read_dir(root)?.flatten().filter(|entry| entry.path() != marker) {
        let old = entry.path();
        if old.is_dir() { fs::remove_dir_all(old)? } else { fs::remove_file(old)? }
    }
    lock.write_all(b"Folders of engine runs; cleared before the next run.\n")?;
    Ok(Some(lock))
}

/// Letters, digits and `. _ - =` only, and never a way up.
fn fit(name: &str) -> String {
    let fit = |c: char| if c.is_alphanumeric() || "._-=".contains(c) { c } else { '_' };
    let name: String = name.chars().map(fit).take(100).collect();
    if name.trim_matches('.').is_empty() { "_".to_string() } else { name }
}
