//! The program: every verb, the guide, reports, shrinking, mutants.

mod cli;
mod common;
mod guide;
mod mutants;
mod report;
mod shrink;
