mod environment;
mod files;
mod pictures;
mod place;
mod quantity;
