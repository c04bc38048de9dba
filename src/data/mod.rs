//! Datasets and files: reading only, knows no physics.
//!
//! A dataset is a folder with two files. `data.csv` holds the numbers as they were read, under one line of headers;
//! an empty cell is an unknown. `source.toml` says what they are:
//!
//! ```toml
//! title   = "Restitution of a steel ball on a glass plate"
//! cite    = "Author 2001, Journal 1, 2: figure 3"   # the original publication
//! read_in = "the figure, by eye"                    # where the numbers were read
//! how     = "digitised"                             # or "tabulated", "computed"
//! form    = "table"                                 # a collision a row; "curve": a point of one collision a row
//! frame_rate = 240.0                                # of a track: frames in a second, and the length of a pixel
//! pixel_size = "0.4 mm"
//!
//! [column.v_mm_s]                                   # by its header; every column is described
//! is   = "speed"                                    # a word of the case files: an observable, a parameter
//! unit = "mm/s"                                     # "-" for a plain number
//!
//! [column.e]
//! is   = "restitution"
//! unit = "-"
//!
//! [column.remark]
//! is     = "ignored"
//! reason = "initials of the observer"
//!
//! [uncertainty]                                     # one standard deviation, by word
//! speed       = "0.5 %"                             # of the value
//! restitution = "0.01 absolute"                     # a quantity with a dimension has its unit: "2 um/s"
//!
//! [[left_out]]                                      # a row that cannot be compared
//! row    = 3                                        # the first row below the headers is 1
//! reason = "the ball had a crack"
//! ```
//!
//! A parameter is named by its last word or by its whole path (`contact.damping.linear-dashpot.ratio`). The axes of a
//! curve are `time`, `overlap` and `force`; its uncertainties may also be those of observables that are read off it
//! (`max_force`). What is not described, or described and not there, is an error.

pub mod dataset;
pub mod files;
pub(crate) mod lines;
pub mod measure;
pub(crate) mod table;

pub use dataset::{Column, Dataset, LeftOut, RowKind, Spread, Titled, sha256, titles};
pub use files::{Files, checked};
pub(crate) use files::{LONGEST_PART, not_utf8};
