mod curves;
