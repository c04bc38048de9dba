//! `run.jsonl`: the record itself.

use super::{Reporter, files};
use crate::bench::record::file;

/// Writes `run.jsonl`.
pub const RUN_JSONL: Reporter = Reporter {
    name: "run.jsonl",
    about: "the whole record, a JSON object a line: settings, observations, outcomes, curves as drawn",
    write: |context, folder| {
        Ok(vec![files::stream_packed(folder, "run.jsonl", |out| file::write(context.record, out))?])
    },
};
