//! The report of `collisionbench compare --out`: a page with its tables, and what both make of every restitution and every angle.

use crate::error::Error;

use super::block::Block;
use super::pictures::axis::Quantity;
use super::pictures::{compared::draw, put};
use super::{OutputFolder, files, html};

/// A code or a case: what becomes of a restitution that is asked for, and of a slide at each angle of impact.
pub struct ComparedLines {
    pub name: String,
    /// Asked for, achieved; empty where no restitution is asked for.
    pub restitution: Vec<(f64, f64)>,
    /// Angle of impact, rad, and tangential restitution; empty without friction.
    pub tangential: Vec<(f64, f64)>,
}

/// Writes `index.html` and the figures `restitution` and `angle` with their numbers; returns the files.
///
/// # Errors
/// [`Error::Write`] when something cannot be written, or when the place holds files that are not ours.
pub fn write(
    program: &str,
    blocks: &[Block],
    [one, other]: &[ComparedLines; 2],
    place: &OutputFolder,
) -> Result<Vec<String>, Error> {
    let building = place.begin()?;
    let folder = &building.folder();
    let named =
        |of: fn(&ComparedLines) -> &[(f64, f64)]| [(one.name.as_str(), of(one)), (other.name.as_str(), of(other))];
    let asked = [Quantity::plain("restitution asked for", "e"), Quantity::plain("restitution achieved", "e")];
    let angle = Quantity { name: "angle of incidence", symbol: "θ", unit: "rad" };
    let figures = [
        ("restitution", draw("restitution", asked, named(|of| &of.restitution), true)),
        (
            "angle",
            draw("angle", [angle, Quantity::plain("tangential restitution", "e_t")], named(|of| &of.tangential), false),
        ),
    ];
    let titles =
        ["What becomes of the restitution that is asked for", "Tangential restitution over the angle of impact"];
    let (mut names, mut shown) = (Vec::new(), blocks.to_vec());
    for ((name, drawn), title) in figures.into_iter().zip(titles) {
        if let Some(drawn) = drawn {
            names.extend(put(&drawn, name, folder)?);
            shown.push(Block::Figure { name: name.to_string(), title: title.to_string() });
        }
    }
    let page = html::document(program, "comparison", &shown, folder);
    let page = page.map_err(|error| Error::write(&folder.join("index.html"), error))?;
    names.push(files::write(folder, "index.html", page.as_bytes())?);
    building.put(names)
}
