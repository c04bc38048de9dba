//! `groups` and `height_set`: which drops of an experiment share an effect or a height setting.

use std::collections::HashMap;

use super::reader::{Node, Reader, Table, quoted, suggestion};
use crate::data::measure::{Measurements, Values};
use crate::keys::{Key, Takes};
use crate::words::worded;

worded! {
    /// How often the height of the drops was set; where it is not stated, all drops of a height may share what its setting was
    /// off by.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum HeightSet {
        /// Once for all drops of a height.
        Once = "once",
        /// Anew for each group of drops: what a setting was off by belongs to the group.
        EachGroup = "each group",
        /// Anew before every drop: drops of one height are independent.
        EachDrop = "each drop",
    }
}

pub(super) const HEIGHT_SET: Key =
    Key::new("height_set", Takes::Word(HeightSet::WORDS), "how often the height was set")
        .example("\"each drop\"")
        .meanings(&[
            "write:  height_set = \"each drop\"      # the height was set anew before every drop",
            "or:     height_set = \"each group\"     # anew for each value of `groups`",
            "or:     height_set = \"once\"           # all drops of a height share one setting",
        ]);

/// Reads `groups`: the index of a column among the columns without another use.
pub(super) fn groups(reader: &mut Reader, node: &Node, measured: &Measurements) -> Option<usize> {
    let word = node.text(reader, "\"session\"")?;
    let columns = &measured.besides.columns;
    let names: Vec<&str> = columns.iter().map(|column| column.header.as_str()).collect();
    let Some(at) = names.iter().position(|name| *name == word) else {
        let message = format!(
            "the table has no column {} for `groups`{}",
            quoted(&word),
            suggestion(&word, names.iter().copied())
        );
        let help = match names.is_empty() {
            true => "add a column to the table, one value a row:  session".to_string(),
            false => format!("choose one of: {}", names.join(", ")),
        };
        return node.refuse(reader, message, &[&help]);
    };
    if columns.get(at).is_some_and(|column| column.values == Values::Many) {
        let message = format!("the column {} has more than 64 different texts: these are no groups", quoted(&word));
        return node.refuse(reader, message, &["name a column whose rows share values: session, ball, day"]);
    }
    Some(at)
}

/// Refuses crossed effects: drops that share a group, and share a height that was set once with drops of other groups.
pub(super) fn crossed(
    reader: &mut Reader,
    table: &Table,
    measured: &Measurements,
    (groups, set): (Option<usize>, Option<HeightSet>),
) {
    let column = groups.and_then(|at| measured.besides.columns.get(at));
    let Some((node, column)) = table.get("groups").zip(column) else {
        if let (Some(node), Some(HeightSet::EachGroup)) = (table.get("height_set"), set) {
            let help = "name the column:  groups = \"session\"";
            reader.wrong(&node.span(), "height_set = \"each group\" requires `groups`", &[help]);
        }
        return;
    };
    let drops = measured.drops.iter().map(|drop| (Some(drop.drop), drop.row));
    let throws = measured.throws.iter().map(|throw| (throw.drop, throw.row_of(0)));
    let mut of_heights: HashMap<u64, u64> = HashMap::new();
    let mut all = drops.chain(throws).filter_map(|(height, row)| Some((height?, column.key(row)?)));
    let twice = all.find(|(height, group)| *of_heights.entry(height.to_bits()).or_insert(*group) != *group);
    let (Some((height, _)), None | Some(HeightSet::Once)) = (twice, set) else { return };
    let name = quoted(&column.header);
    let message = format!(
        "drops of {} m are in several groups of {name}, and what a height is off by is shared by all its drops: a fit has one \
         kind of shared effect",
        height
    );
    let help = [
        "write:  height_set = \"each drop\"      # the height was set anew before every drop".to_string(),
        format!("or:     height_set = \"each group\"     # the heights were set anew for each value of {name}"),
        "or:     leave `groups` out            where only the heights share something".to_string(),
    ];
    reader.wrong(&node.span(), message, &help.each_ref().map(String::as_str));
}
