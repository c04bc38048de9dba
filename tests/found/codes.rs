//! Engines, exports, decks and steps.
