mod bounce;
mod dump;
mod folders;
mod printed;
mod version;
