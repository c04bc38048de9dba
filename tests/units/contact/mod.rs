mod achieved;
mod flow;
mod pair;
mod tangential;
