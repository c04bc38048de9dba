//! The program: every verb, the guide, reports, shrinking.

mod cli;
mod common;
mod guide;
mod report;
mod shrink;
