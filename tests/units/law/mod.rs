mod achieved;
mod branches;
mod card;
mod pair;
mod tangential;
