//! A project of Tracker (.trk): the point masses of its XML as a table of times and positions.
//!
//! Positions are in pixels of the image, and `coords` turns them into lengths: origin, angle (deg) and pixels a unit of length, for each frame
//! from which on they hold (`ImageCoordSystem` and `PointMass` of github.com/OpenSourcePhysics/tracker). Frames are `delta_t` apart, ms.

use std::fmt::Write as _;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::layout::{BLOCK, is_counted};
use crate::error::{Error, cut};

/// An element with its attributes `name` and `class`.
#[derive(Default)]
struct Node {
    name: String,
    class: String,
    text: String,
    children: Vec<Node>,
}

impl Node {
    /// A property of an object.
    fn property(&self, name: &str) -> Option<&Node> {
        self.children.iter().find(|child| child.name == name)
    }

    /// The object that is a property.
    fn object(&self, name: &str) -> Option<&Node> {
        self.property(name)?.children.first()
    }

    fn number(&self, name: &str) -> Option<f64> {
        self.property(name)?.text.trim().parse().ok().filter(|number: &f64| number.is_finite())
    }

    /// The objects of a property that is an array, with their places.
    fn array(&self, name: &str) -> Vec<(i64, &Node)> {
        let of = |node: &'_ Node| node.name.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
        let all = self.property(name).into_iter().flat_map(|array| &array.children);
        all.filter_map(|node| Some((of(node)?, node.children.first()?))).collect()
    }
}

/// A frame, and where a point is in its image.
type Frame = (i64, [f64; 2]);

/// The coordinates from one frame on.
struct Axes {
    origin: [f64; 2],
    angle: f64,
    /// Pixels a unit of length.
    scale: [f64; 2],
}

impl Axes {
    fn of(node: &Node) -> Self {
        let number = |name, default| node.number(name).unwrap_or(default);
        let scale = ["xscale", "yscale"].map(|name| number(name, 1.0));
        Self { origin: [number("xorigin", 0.0), number("yorigin", 0.0)], angle: number("angle", 0.0), scale }
    }

    /// Of a point of the image, whose y grows downwards.
    fn place(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let (sin, cos) = libm::sincos(self.angle.to_radians());
        let (x, y) = (x - self.origin[0], y - self.origin[1]);
        [(x * cos - y * sin) / self.scale[0], -(x * sin + y * cos) / self.scale[1]]
    }
}

/// The table of its point masses, a row a frame.
///
/// # Errors
/// Where it is another XML, or has no point mass.
pub(super) fn table(name: &str, xml: &str) -> Result<String, Error> {
    let root = parse(xml).map_err(|why| Error::wrong(format!("{name}: the XML is broken: {}", cut(&why, 120))))?;
    let none = |why: &str, help: &str| Err(Error::with_help(format!("{name}: {why}"), help));
    let Some(panel) = root.children.iter().find(|node| node.class.ends_with("TrackerPanel")) else {
        return none("an XML file, and no project of Tracker", "export the table from its program as CSV or text");
    };
    let control = panel.object("clipcontrol").and_then(|control| control.number("delta_t"));
    let video = || panel.object("videoclip")?.object("video")?.number("delta_t");
    let Some(delta) = control.or_else(video).filter(|delta| *delta > 0.0) else {
        return none("the project has no time between frames (delta_t)", "open it in Tracker, and save it again");
    };
    let start = panel.object("videoclip").and_then(|clip| clip.number("startframe")).unwrap_or(0.0);
    let axes: Vec<(i64, Axes)> = panel.object("coords").map_or(Vec::new(), |coords| {
        coords.array("framedata").into_iter().map(|(frame, node)| (frame, Axes::of(node))).collect()
    });
    let bare = Axes { origin: [0.0; 2], angle: 0.0, scale: [1.0; 2] };
    let axes_of = |frame: i64| {
        let before = axes.iter().rev().find(|(from, _)| *from <= frame);
        before.or(axes.first()).map_or(&bare, |(_, axes)| axes)
    };
    // Without a calibration a unit is a pixel.
    let scaled = axes.iter().any(|(_, axes)| axes.scale != [1.0; 2]);
    let stated = panel.property("length_unit").map(|unit| unit.text.trim()).filter(|unit| !unit.is_empty());
    let length = if scaled { stated.unwrap_or("m") } else { "px" };
    let items = panel.property("tracks").into_iter().flat_map(|tracks| &tracks.children);
    let masses: Vec<&Node> =
        items.filter_map(|item| item.children.first()).filter(|node| node.class.ends_with("PointMass")).collect();
    let frames = |mass: &Node| -> Vec<Frame> {
        let place = |node: &Node| Some([node.number("x")?, node.number("y")?]);
        mass.array("framedata").into_iter().filter_map(|(frame, node)| Some((frame, place(node)?))).collect()
    };
    let masses: Vec<(&Node, Vec<Frame>)> =
        masses.into_iter().map(|mass| (mass, frames(mass))).filter(|(_, frames)| !frames.is_empty()).collect();
    if masses.is_empty() {
        return none(
            "the project has no point mass with positions",
            "track the ball in Tracker as a point mass, and save the project",
        );
    }
    let names: Vec<String> = (1..)
        .zip(&masses)
        .map(|(count, (mass, _))| {
            mass.property("name").map_or(count.to_string(), |name| name.text.replace([';', '\n', '"'], " "))
        })
        .collect();
    let kilograms = |mass: &Node| mass.number("mass").filter(|mass| *mass > 0.0);
    // Tracker gives 1 kg to what nobody weighed.
    let weighed = masses.iter().any(|(mass, _)| kilograms(mass).is_some_and(|kilograms| kilograms != 1.0));
    let which = if is_counted(&names) { "track" } else { BLOCK };
    let column = |there: bool, text: &str| if there { text.to_string() } else { String::new() };
    let several = masses.len() > 1;
    let mut text = column(several, &format!("{which};"));
    let _ = write!(text, "t (s);x ({length});y ({length}){}", column(weighed, ";mass (kg)"));
    for ((mass, frames), name) in masses.iter().zip(&names) {
        for (frame, place) in frames {
            let [x, y] = axes_of(*frame).place(*place);
            let t = (*frame as f64 - start) * delta / 1e3;
            let own = kilograms(mass).map_or(String::new(), |mass| mass.to_string());
            let _ = write!(
                text,
                "\n{}{t};{x};{y}{}",
                column(several, &format!("{};", name.trim())),
                column(weighed, &format!(";{own}"))
            );
        }
    }
    Ok(text + "\n")
}

/// The elements of a text, in an element of their own.
fn parse(xml: &str) -> Result<Node, String> {
    const DEEPEST: usize = 64;
    const MOST: usize = 400_000;
    let mut reader = Reader::from_str(xml);
    reader.config_mut().expand_empty_elements = true;
    let attribute = |start: &BytesStart<'_>, wanted: &str| -> String {
        let found = start.attributes().flatten().find(|attribute| attribute.key.as_ref() == wanted.as_bytes());
        let value = found.and_then(|found| {
            found.normalized_value(quick_xml::XmlVersion::Implicit1_0).ok().map(|value| value.into_owned())
        });
        value.unwrap_or_default()
    };
    let (mut open, mut count) = (vec![Node::default()], 0);
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Start(start) => {
                open.push(Node {
                    name: attribute(&start, "name"),
                    class: attribute(&start, "class"),
                    ..Node::default()
                });
                count += 1;
                if open.len() > DEEPEST || count > MOST {
                    return Err(format!("more than {MOST} elements, or more than {DEEPEST} in one another"));
                }
            }
            Event::End(_) => {
                let closed = open.pop().unwrap_or_default();
                open.last_mut().ok_or("an end without a start")?.children.push(closed);
            }
            Event::Text(text) => {
                if let (Some(node), Ok(text)) = (open.last_mut(), text.decode()) {
                    node.text.push_str(&text);
                }
            }
            Event::CData(text) => {
                if let (Some(node), Ok(text)) = (open.last_mut(), text.decode()) {
                    node.text.push_str(&text);
                }
            }
            Event::Eof => break,
            _ => {}
        }
    }
    match open.pop() {
        Some(root) if open.is_empty() => Ok(root),
        _ => Err("it ends within an element".to_string()),
    }
}
