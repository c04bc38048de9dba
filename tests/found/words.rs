//! Sentences of a fit.
