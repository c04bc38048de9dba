//! The compiled part of the Python package `collisionbench`: what its Python files call. They document it for users.

mod call;
mod collide;
mod command;
mod keys;
mod law;

use pyo3::prelude::*;

/// The compiled part of `collisionbench`.
#[pymodule]
mod _core {
    #[pymodule_export]
    use super::call::{Error, answer};
    #[pymodule_export]
    use super::collide::{collide, restitution, trajectory};
    #[pymodule_export]
    use super::command::command;
    #[pymodule_export]
    use super::keys::{codes, laws, quantity, schemes};
    #[pymodule_export]
    use super::law::{check_compiled, check_law};

    #[pymodule_init]
    fn init(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        super::law::host(module.py())
    }
}
