//! `mistakes TABLES FOLDER` writes the wrong cases of tests/mistakes as files. Without libFuzzer: `fuzz/run` compiles it by itself.

#[path = "../tests/mistakes/rows.rs"]
mod rows;

fn main() {
    let [tables, folder] = [1, 2].map(|number| std::path::PathBuf::from(std::env::args().nth(number).unwrap()));
    for row in rows::rows(&tables).iter().filter(|row| !row.is_right()) {
        std::fs::write(folder.join(format!("{}.toml", row.name)), &row.text).unwrap();
    }
}
