mod departures;
mod engine;
mod export;
mod lammps;
mod liggghts;
