mod curves;
mod diff;
mod sheet;
mod tube;
