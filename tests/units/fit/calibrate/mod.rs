mod tabulated_model;
