mod engine_difference;
mod tabulated_model;
