mod environment;
mod files;
mod output_folder;
mod pictures;
mod quantity;
