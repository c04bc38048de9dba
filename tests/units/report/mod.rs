mod environment;
mod files;
mod pictures;
