//! What is read and what is written down: case files and their mistakes, datasets, the order of the modules, sources.

mod data;
mod layers;
mod mistakes;
mod provenance;
