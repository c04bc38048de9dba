mod dataset;
mod files;
