mod achieved;
mod branches;
mod flow;
mod pair;
mod tangential;
