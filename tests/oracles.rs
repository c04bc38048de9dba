//! Theory against the theory tables, the numbers printed with the theory, and broken twins of itself.

mod oracles {
    pub mod table;
    pub mod scenes;

    mod closed_forms;
    mod coverage;
    mod layers;
    mod printed;
    mod twins;
    mod viscous;
}
