//! What is read and what is written down: case files and their mistakes, datasets, the order of the modules, sources, plain words.

mod data;
mod layers;
mod mistakes;
mod provenance;
mod words;
