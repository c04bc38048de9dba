//! The program: every verb, the guide, reports, shrinking, mutants, and no report that is lost.

mod cli;
mod common;
mod guide;
mod mutants;
mod recovery;
mod report;
mod shrink;
