mod achieved;
mod branches;
mod pair;
mod tangential;
