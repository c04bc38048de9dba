//! The folders in which engines run, one per run.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::Cause;

/// Marker file of a folder that this program may clear.
const MARK: &str = ".collisionbench-engines";

/// The folder that holds a folder for each run of an engine.
#[derive(Debug)]
pub struct Folders {
    root: PathBuf,
    /// Whether the folder is removed at the end, unless a run in it failed.
    temporary: bool,
    kept: AtomicBool,
    cleared: OnceLock<Result<(), (io::ErrorKind, String)>>,
}

impl Folders {
    /// Folders below `root`; those of earlier runs are deleted before the first new one.
    pub fn below(root: PathBuf) -> Self {
        Self::new(root, false)
    }

    fn new(root: PathBuf, temporary: bool) -> Self {
        Self { root, temporary, kept: AtomicBool::new(false), cleared: OnceLock::new() }
    }

    /// Folders among the system's temporary files, deleted at the end unless [`Folders::keep`] was called.
    pub fn temporary() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = format!("collisionbench-engines-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        Self::new(std::env::temp_dir().join(name), true)
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
        let cleared = self.cleared.get_or_init(|| clear(&self.root).map_err(|e| (e.kind(), e.to_string())));
        if let Err((kind, text)) = cleared {
            let source = io::Error::new(*kind, text.clone());
            return Err(Cause::File { what: "failed to prepare", path: self.root.clone(), source });
        }
        let mut folder = self.root.clone();
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
        if self.temporary && self.cleared.get().is_some() && !self.kept.load(Ordering::Relaxed) {
            // Nothing is lost with what cannot be deleted.
            let _ = fs::remove_dir_all(&self.root);
        }
    }
}

fn clear(root: &Path) -> io::Result<()> {
    if root.exists() {
        if !root.join(MARK).is_file() && fs::read_dir(root)?.next().is_some() {
            return Err(io::Error::other(
                "it contains files that this program did not write: move them, or choose another --reports",
            ));
        }
        fs::remove_dir_all(root)?;
    }
    fs::create_dir_all(root)?;
    fs::write(root.join(MARK), "Folders of engine runs; cleared before the next run.\n")
}

/// Letters, digits and `. _ - =` only, and never a way up.
fn fit(name: &str) -> String {
    let fit = |c: char| if c.is_alphanumeric() || "._-=".contains(c) { c } else { '_' };
    let name: String = name.chars().map(fit).take(100).collect();
    if name.trim_matches('.').is_empty() { "_".to_string() } else { name }
}
