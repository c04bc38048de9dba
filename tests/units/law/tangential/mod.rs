mod dashpot;
mod stiffness_ratio;
