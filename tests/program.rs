//! The program: every verb, the guide, reports, shrinking.

mod cli;
mod common;
mod found;
mod functions;
mod guide;
mod report;
mod shrink;
