mod font;
mod png;
mod svg;
