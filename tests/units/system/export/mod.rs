mod plain;
