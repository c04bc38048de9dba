mod driver;
mod releases;
