mod bootstrap;
mod crowd;
mod profile;
