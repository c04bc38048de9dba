//! The guide's commands, in their order, in an empty folder.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::calibrating::{shell, told};

#[test]
fn the_guide_s_commands_work() {
    let here = TempDir::new().unwrap();
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/calibrating.md");
    let guide = fs::read_to_string(guide).unwrap();
    let mut fits = 0;
    for block in guide.split("```sh\n").skip(1) {
        let script = block.split("```").next().unwrap();
        let output = shell(here.path(), script);
        assert!(output.status.success(), "{script}\n{}", told(&output));
        fits += script.matches("collisionbench fit").count();
    }
    assert!(fits >= 5);
}

/// A file that the guide tells of is there.
#[test]
fn the_guide_names_the_files_that_are_written() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/calibrating.md");
    let guide = fs::read_to_string(guide).unwrap();
    let here = TempDir::new().unwrap();
    let blocks: Vec<&str> = guide.split("```sh\n").skip(1).filter_map(|block| block.split("```").next()).collect();
    let before = blocks.iter().position(|block| block.contains("collisionbench fit ball.toml")).unwrap();
    let script = format!("{}collisionbench fit ball.toml", blocks[..before].concat());
    let output = shell(here.path(), &script);
    assert!(output.status.success(), "{}", told(&output));
    let folder = here.path().join("reports/fit/ball");
    let names = ["restitution-speed", "laws", "rebound-height", "residuals", "profile-restitution"];
    for name in names {
        for ending in ["svg", "csv"] {
            assert!(folder.join(format!("{name}.{ending}")).is_file(), "{name}.{ending}");
        }
        let kind = if name.contains("-restitution") { name.replace("-restitution", "-*") } else { name.to_string() };
        assert!(guide.contains(&format!("`{kind}.svg`")), "{kind}");
    }
}
