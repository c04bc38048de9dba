//! `collisionbench figure NAME`, and `collisionbench figure FILE.toml`

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::compute::Computing;
use super::verify::recorded;
use super::{print, print_as_it_is};
use crate::bench::record::Record;
use crate::distinct::enter;
use crate::error::{Diagnostic, Error, cut, nearest};
use crate::output;
use crate::report::files::{checked, slug};
use crate::report::pictures::all_cases;
use crate::report::pictures::drawing::png;
use crate::report::pictures::figure_file::{self, FigureFile, Source};
use crate::report::pictures::layout::units;
use crate::report::pictures::publication::{self, BIBTEX, CAPTION, Published};
use crate::report::run::in_shell;
use crate::words::worded;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A case, one of its figures (CASE/FIGURE), a figure over several cases, or a file with [figure]; --list prints the names
    #[arg(required_unless_present = "list")]
    name: Option<String>,
    /// Print the names of the figures: of the case NAME, or those over several cases and, of a report, of its cases
    #[arg(long)]
    list: bool,
    /// Print the file of a figure over several cases: a copy of it can be changed
    #[arg(long, conflicts_with = "list")]
    print: bool,
    /// Format of the file (default: that of the ending of --out, or else pdf)
    #[arg(long)]
    format: Option<Format>,
    /// Width on paper (default: that of the file, or else 85mm); 85mm is one column, 174mm two. Text is 7 to 8 points high at any width
    #[arg(long, value_name = "LENGTH", value_parser = millimetres)]
    width: Option<f64>,
    /// Solvers, engines and datasets to show, a dataset by the last part of its name (default: all); with solvers and engines
    /// alone all datasets are shown, and theories always are
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    only: Vec<String>,
    /// Panels to draw, counted from 1 at the top (default: all)
    #[arg(long, value_name = "N,...", value_delimiter = ',')]
    panel: Vec<usize>,
    /// Cases to run for a figure over several cases (default: all that need no DEM code)
    #[arg(long, value_name = "CASE", num_args = 1.., conflicts_with = "reports")]
    cases: Vec<PathBuf>,
    /// One scene of the case, counted from 1
    #[arg(long, value_name = "N", conflicts_with_all = ["cases", "reports"], value_parser = clap::value_parser!(u64).range(1..))]
    scene: Option<u64>,
    /// A report or its run.jsonl to draw from; nothing is computed
    #[arg(long, value_name = "DIR")]
    reports: Option<PathBuf>,
    /// Output file, with the ending of its format if it has none; table, caption and citations are written beside it
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    computing: Computing,
    /// The words of the command line.
    #[arg(skip)]
    pub(super) typed: Vec<String>,
}

worded! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
    enum Format {
        Png = "png",
        Svg = "svg",
        Pdf = "pdf",
    }
}

impl Format {
    /// First bytes of such a file.
    fn begins(self) -> &'static [u8] {
        match self {
            Self::Png => b"\x89PNG",
            Self::Svg => b"<svg",
            Self::Pdf => b"%PDF",
        }
    }
}

/// A width in millimetres: `85mm`, `17.4cm`, `3.3in`, or a plain number of millimetres.
pub fn millimetres(text: &str) -> Result<f64, String> {
    let (number, unit) = text.trim().split_at(text.trim().find(char::is_alphabetic).unwrap_or(text.trim().len()));
    let factor = match unit {
        "mm" | "" => 1.0,
        "cm" => 10.0,
        "in" => 25.4,
        _ => return Err(format!("`{unit}` is not a unit of length: use mm, cm or in")),
    };
    let value = number.trim().parse::<f64>().map_err(|_| format!("`{text}` is not a length such as 85mm"))? * factor;
    match value {
        50.0..=400.0 => Ok(value),
        _ => Err("a figure is from 50mm to 400mm wide".to_string()),
    }
}

/// Writes a figure, or prints the names of figures.
pub(super) fn figure(args: &Args) -> Result<(), Error> {
    let format = format(args)?;
    let file = args.name.as_deref().map(Path::new).filter(|path| figure_file::is_one(path));
    let series = all_cases::series();
    let file = file.map(|path| figure_file::file(path, &series)).transpose()?;
    if args.print {
        return print_file(args.name.as_deref().unwrap_or_default());
    }
    if let (true, None, None) = (args.list, &args.name, &args.reports) {
        return list_shipped();
    }
    let mut record = record(args, file.as_ref())?;
    if !args.only.is_empty() {
        let known = publication::makers(&record);
        if let Some(unknown) = args.only.iter().find(|name| !known.contains(&name.as_str())) {
            let message = format!("no data by `{unknown}`");
            return Err(Error::with_help(message, format!("there are: {}", known.join(", "))));
        }
        publication::keep_only(&mut record, &args.only);
    }
    let (Some(name), false) = (&args.name, args.list) else {
        return list(&record, args.name.as_deref().filter(|_| file.is_none()));
    };
    let wanted = shipped_name(&record, name);
    let found = match &file {
        Some(file) => Some(file.draw(&record, Path::new(name).with_extension("").to_string_lossy().as_ref())?),
        None => publication::find(&record, &wanted),
    };
    let Some(mut found) = found else {
        if all_cases::is_name(&wanted) {
            let error = Diagnostic::new(format!("these cases do not have what the figure `{wanted}` needs"));
            let help = "name cases, those of DEM codes too:  --cases cases/normal cases/engines      or a report:  --reports DIR";
            return Err(error.help(help).into());
        }
        let names = publication::names(&record);
        let known = names.iter().map(|(name, _)| name.as_str());
        // What a figure needs may be left out.
        if args.scene.is_some() || !args.only.is_empty() {
            let left = args.scene.map_or("--only leaves", |_| "a single scene has");
            let message = format!("{left} no values or checks for the figure `{wanted}`");
            return Err(Error::with_help(message, format!("there are: {}", known.collect::<Vec<_>>().join(", "))));
        }
        let close = nearest(&wanted, known).map(|name| format!("do you mean `{name}`?"));
        let help = close.unwrap_or_else(|| "`collisionbench figure --list` prints the names".to_string());
        return Err(Error::with_help(format!("there is no figure `{wanted}`"), help));
    };
    if let Some(beyond) = args.panel.iter().find(|at| !(1..=found.drawn.figure.panels.len()).contains(at)) {
        let panels = found.drawn.figure.panels.len();
        return Err(Diagnostic::new(format!("the figure has {panels} panels, and no panel {beyond}")).into());
    }
    if !args.panel.is_empty() {
        found.drawn.figure = found.drawn.figure.only_panels(&args.panel);
    }
    let width = args.width.or(file.as_ref().and_then(|file| file.width)).unwrap_or(COLUMN);
    write(args, (format, width), &record.program, &found)
}

/// One column of a paper, mm.
const COLUMN: f64 = 85.0;

/// Prints the file of a figure over several cases.
fn print_file(name: &str) -> Result<(), Error> {
    let Some(text) = all_cases::file_of(name) else {
        let known: Vec<&str> = all_cases::series().iter().map(|series| series.name).collect();
        let close = nearest(name, known.iter().copied()).map(|name| format!("do you mean `{name}`? "));
        let help = format!("{}there are: {}", close.unwrap_or_default(), known.join(", "));
        return Err(Error::with_help(format!("no figure file `{name}` ships"), help));
    };
    print_as_it_is(text)
}

/// Prints the figures over several cases, by their files.
fn list_shipped() -> Result<(), Error> {
    let files = all_cases::shipped();
    let width = files.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut out = String::new();
    for (name, file) in files {
        let title = file.title.clone().unwrap_or_default().replace(": {}", "").replace(", Poisson ratio {}", "");
        let _ = writeln!(out, "  {name:width$}  {}", cut(&title, 75 - width));
    }
    out.push_str("\nfigure --print NAME prints a file; figure --list CASE lists those of a case.\n");
    print(&out)
}

/// The format of the file, by its ending where it has one.
fn format(args: &Args) -> Result<Format, Error> {
    let Some(ending) = args.out.as_ref().and_then(|out| out.extension()).map(|ending| ending.to_string_lossy()) else {
        return Ok(args.format.unwrap_or(Format::Pdf));
    };
    let fits = |own: &Format| args.format.is_none_or(|asked| asked == *own);
    Format::from_word(&ending.to_lowercase()).filter(fits).ok_or_else(|| {
        let asked = args.format.map_or("a figure".to_string(), |asked| format!("--format {}", asked.word()));
        Error::with_help(format!("`.{ending}` is not the ending of {asked}"), "the formats are .pdf, .svg and .png")
    })
}

/// The numbers that the figure is drawn from.
fn record(args: &Args, file: Option<&FigureFile>) -> Result<Record, Error> {
    if let Some(place) = &args.reports {
        let file = if place.is_dir() { place.join("run.jsonl") } else { place.clone() };
        return recorded(&file, "draw from each record");
    }
    let folders = Path::new("reports/figure.engines");
    if !args.cases.is_empty() {
        return args.computing.cases(&args.cases, folders);
    }
    if let Some(file) = file.filter(|file| !matches!(file.source, Source::Series { .. })) {
        return match wanted_cases(file)? {
            // Tables of one's own alone need no case.
            cases if cases.is_empty() => Ok(Record::empty()),
            cases => args.computing.figure(file, &cases, folders),
        };
    }
    let of_case = args.name.as_deref().filter(|name| file.is_none() && !all_cases::is_name(name));
    if let Some(name) = of_case {
        let whole = PathBuf::from(name);
        let of = whole.parent().filter(|case| super::one_case::one_file(case).is_ok()).map(Path::to_path_buf);
        let case = match (super::one_case::one_file(&whole), of) {
            (Ok(_), _) => whole,
            (Err(_), Some(of)) => of,
            (Err(error), None) => return Err(error),
        };
        if let Some(scene) = args.scene {
            let number = usize::try_from(scene - 1).unwrap_or(usize::MAX);
            return Ok(args.computing.scene(crate::bench::find(&[case], Path::new("."))?, number, folders)?.0);
        }
        return args.computing.cases(&[case], folders);
    }
    args.computing.without_engines(folders)
}

/// The cases of a figure file, each once.
fn wanted_cases(file: &FigureFile) -> Result<Vec<PathBuf>, Error> {
    let mut cases: Vec<PathBuf> = Vec::new();
    for named in file.cases() {
        let case = PathBuf::from(&named.text);
        if super::one_case::one_file(&case).is_err() {
            let error = Diagnostic::new(format!("there is no case `{}`", named.text)).at(&named.origin);
            return Err(error.help("`collisionbench list cases` prints the names").into());
        }
        enter(&mut cases, case);
    }
    Ok(cases)
}

/// The name as the record has it: `cases/a/b.toml/order` is `a/b/order`.
fn shipped_name(record: &Record, name: &str) -> String {
    for case in &record.cases {
        if let Some(rest) = name.strip_prefix(case.file.as_str()) {
            return format!("{}{rest}", case.name);
        }
    }
    name.trim_end_matches('/').to_string()
}

/// The names of all figures, or of that one, or of those of the case of that name.
fn list(record: &Record, wanted: Option<&str>) -> Result<(), Error> {
    let mut out = String::new();
    let mut names = publication::names(record);
    if let Some(wanted) = wanted.map(|name| shipped_name(record, name)) {
        names.retain(|(name, _)| {
            name.strip_prefix(&wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        });
        if names.is_empty() {
            let help = "`collisionbench figure --list` prints the names of all figures";
            return Err(Error::with_help(
                format!("there is no figure `{wanted}`, and none of a case of that name"),
                help,
            ));
        }
    }
    let width = names.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).min(60);
    for (name, title) in names {
        let _ = writeln!(out, "  {name:width$}  {title}");
    }
    print(&out)
}

/// Writes the figure, its numbers, its caption and its citations.
fn write(args: &Args, (format, width): (Format, f64), program: &str, found: &Published<'_>) -> Result<(), Error> {
    let ending = format.word();
    let stem = found.name.rsplit('/').take(2).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join("-");
    let mut out = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.{ending}", slug(&stem))));
    if out.extension().is_none() {
        out.set_extension(ending);
    }
    checked(out.file_name().and_then(|name| name.to_str()).unwrap_or_default())?;

    let failed = |e: &dyn std::fmt::Display| Error::write(&out, std::io::Error::other(e.to_string()));
    let (figure, width) = (&found.drawn.figure, units(width));
    let picture = match format {
        Format::Png => png::png(&figure.drawing(width, false), 1.0).map_err(|e| failed(&e))?,
        Format::Svg => figure.svg(width).into_bytes(),
        Format::Pdf => figure.pdf(width).map_err(|e| failed(&e))?,
    };
    let csv = found.drawn.table.csv().map_err(|e| failed(&e))?;
    let header = csv.split(|byte| *byte == b'\n').next().unwrap_or_default().to_vec();
    let mut files = vec![
        (out.clone(), picture, format.begins().to_vec()),
        (out.with_extension("csv"), csv, header),
        (out.with_extension("txt"), found.caption(&typed(&args.typed), program).into_bytes(), CAPTION.into()),
    ];
    if let Some(bibtex) = found.bibtex() {
        files.push((out.with_extension("bib"), bibtex.into_bytes(), BIBTEX.into()));
    }
    // Other columns than before are no reason: the caption shows whose the table is.
    let replaceable = |path: &Path, begins: &[u8]| {
        let is_ours = |head: &[u8]| head.starts_with(begins);
        output::replaceable(path, is_ours, "a file of this kind of an earlier figure", "--out")
    };
    let own = replaceable(&out.with_extension("txt"), CAPTION.as_bytes()).is_ok_and(|is_there| is_there);
    for (path, _, begins) in &files {
        let is_own = own && path.extension().is_some_and(|ending| ending == "csv");
        replaceable(path, if is_own { b"" } else { begins })?;
    }
    output::replace(&files.iter().map(|(path, bytes, _)| (path.as_path(), bytes.as_slice())).collect::<Vec<_>>())?;
    let written: Vec<String> = files.iter().map(|(path, ..)| path.display().to_string()).collect();
    print(&format!("{}: {}\n", found.name, written.join(", ")))
}

/// The command line after `figure`, for a shell.
fn typed(words: &[String]) -> String {
    let words = words.iter().skip_while(|word| *word != "figure").skip(1);
    words.map(|word| in_shell(word)).collect::<Vec<_>>().join(" ")
}
