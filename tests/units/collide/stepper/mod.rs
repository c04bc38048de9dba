mod energy;
mod step;
