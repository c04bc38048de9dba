//! Pictures: the same bytes every time, each beside its numbers.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use collisionbench::report::files::below;
use collisionbench::report::{Context, Pictures, Place, compose};

use crate::fixture::{environment, record};

/// Every file of a report with its bytes.
fn written(place: &Path, threads: usize, pictures: Pictures) -> BTreeMap<String, Vec<u8>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let (record, environment) = (record(), environment());
    let context = Context::new(&record, &environment, pictures);
    let put = pool.install(|| compose::write(&context, &Place::new(place).unwrap())).unwrap();
    let files = below(place).unwrap().files;
    let mut named = put.files.clone();
    named.sort();
    assert_eq!(named, files);
    files.into_iter().map(|name| (name.clone(), fs::read(place.join(&name)).unwrap())).collect()
}

#[test]
fn the_bytes_do_not_depend_on_run_or_threads() {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gallery");
    let one = written(&root, 1, Pictures::All);
    let two = written(&root, 2, Pictures::All);
    assert_eq!(one.keys().collect::<Vec<_>>(), two.keys().collect::<Vec<_>>());
    for (name, bytes) in &one {
        assert!(bytes == &two[name], "{name} differs");
    }
}
