//! What a scene assumes, and whether it may.
