mod environment;
mod files;
mod pictures;
mod quantity;
