mod differences;
mod engine;
mod export;
mod fingerprint;
mod lammps;
mod liggghts;
mod script;
