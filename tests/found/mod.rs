//! What people found, tried on the program: red at 8f6b2324, green now.
//!
//! `COLLISIONBENCH_PROGRAM` names another program to try them on.

mod codes;
mod journeys;
mod report;
mod shell;
mod words;
