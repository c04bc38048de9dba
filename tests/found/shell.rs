//! Cases, names, folders and tables.
