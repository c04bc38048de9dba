//! `collisionbench fit CASE...` and `collisionbench fit --restitution E --law LAW --ends ENDS`

mod cases;
mod grouped;
mod input_lines;
mod table;
mod table_parts;
mod target;

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;

use super::compute::Computing;
use super::print;
use crate::error::Error;
use crate::law::Ends;
use crate::report::Pictures;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Cases with measurements: files, folders of them, or names of shipped cases. Or one table, track, recording (.wav),
    /// workbook (.xlsx, .ods, .xls) or zip of phyphox: what is in it is shown, and a case for it is written
    #[arg(required_unless_present = "restitution", conflicts_with = "restitution")]
    cases: Vec<PathBuf>,
    /// Output folder, one subfolder per case; earlier results in it are replaced
    #[arg(long, value_name = "DIR", default_value = "reports/fit", help_heading = "Fit to measurements")]
    out: PathBuf,
    /// How many pictures to draw
    #[arg(long, value_enum, default_value_t = Pictures::Default, help_heading = "Fit to measurements")]
    pictures: Pictures,
    #[command(flatten, next_help_heading = "Fit to measurements")]
    computing: Computing,
    /// What a column of the table is: 'drop=Fallhöhe (mm)'; as often as needed
    #[arg(long, value_name = "WORD=HEADER", help_heading = "A table without a case")]
    columns: Vec<String>,
    /// The unit of a column whose header has none: 'Fallhöhe=mm'
    #[arg(long, value_name = "HEADER=UNIT", help_heading = "A table without a case")]
    units: Vec<String>,
    /// Only the rows that have this text in a column: 'ball=golf'
    #[arg(long = "where", value_name = "HEADER=TEXT", help_heading = "A table without a case")]
    rows: Vec<String>,
    /// Several columns of rebounds in one row: repeated drops, successive bounces of one drop, or balls (a case each)
    #[arg(long, value_name = "WHAT", help_heading = "A table without a case", value_parser = PossibleValuesParser::new(["repeats", "bounces", "balls"]))]
    wide: Option<String>,
    /// A case for each text of this column
    #[arg(long, value_name = "HEADER", help_heading = "A table without a case")]
    group_by: Option<String>,
    /// Frames in a second, of a track
    #[arg(long, value_name = "N", help_heading = "A table without a case")]
    frame_rate: Option<f64>,
    /// Length of a pixel, of a track: "0.4 mm"
    #[arg(long, value_name = "LENGTH", help_heading = "A table without a case")]
    pixel_size: Option<String>,
    /// The case to write (default: beside the table, with its name). Never overwritten
    #[arg(long, value_name = "FILE", help_heading = "A table without a case")]
    case: Option<PathBuf>,
    /// Another value in the case that is written, `body.ball.radius="20 mm"`; as often as needed
    #[arg(long, value_name = "KEY=VALUE", help_heading = "A table without a case")]
    set: Vec<String>,
    /// The restitution to reach, above 0 and at most 1
    #[arg(long, value_name = "E", requires_all = ["law", "ends"], help_heading = "Fit to a target restitution")]
    restitution: Option<f64>,
    /// The damping law, as `list` names it
    #[arg(long, requires = "restitution", help_heading = "Fit to a target restitution")]
    law: Option<String>,
    /// End of contact: zero-overlap, force-clamped or zero-force
    #[arg(long, requires = "restitution", help_heading = "Fit to a target restitution", value_parser = PossibleValuesParser::new(Ends::ALL.map(Ends::word)))]
    ends: Option<String>,
    /// The elastic law; hooke beside linear-dashpot, or else hertz
    #[arg(long, requires = "restitution", help_heading = "Fit to a target restitution", value_parser = PossibleValuesParser::new(["hertz", "hooke"]))]
    normal: Option<String>,
    /// The impact speed of the restitution, "1 m/s", for laws whose restitution depends on speed
    #[arg(long, requires = "restitution", help_heading = "Fit to a target restitution")]
    speed: Option<String>,
    /// The undamped duration of the contact at that speed, "20 us", for a coefficient that is a time
    #[arg(long, requires = "restitution", help_heading = "Fit to a target restitution")]
    duration: Option<String>,
}

pub(super) fn fit(args: &Args) -> Result<(), Error> {
    match args.restitution {
        Some(restitution) => print(&target::text(args, restitution)?),
        None if table::is_one(args) => table::fit(args),
        None => table::known(args).and_then(|()| cases::fit(args)),
    }
}
