mod bootstrap;
mod framing;
mod profile;
