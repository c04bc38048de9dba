mod curve;
mod flight;
mod models;
mod problem;
mod random;
mod search;
mod statistics;
mod units;
