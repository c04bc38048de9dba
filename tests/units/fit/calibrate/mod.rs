mod engine_difference;
mod scatter;
mod tabulated_model;
