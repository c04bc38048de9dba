mod curves;
mod sheet;
