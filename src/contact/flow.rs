//! The scaled, regularised flow of a normal collision.
