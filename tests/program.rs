//! The program: every verb, the guide, reports, shrinking, and no report that is lost.

mod cli;
mod common;
mod guide;
mod recovery;
mod report;
mod shrink;
