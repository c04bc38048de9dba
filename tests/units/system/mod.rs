mod differences;
mod engine;
mod export;
mod lammps;
mod liggghts;
