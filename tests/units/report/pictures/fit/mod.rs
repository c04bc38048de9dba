mod framing;
mod profile;
