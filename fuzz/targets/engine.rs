//! What an engine leaves: the files of the protocol, and the dump of LAMMPS and LIGGGHTS.
#![no_main]

collisionbench_fuzz::target!(engine);
