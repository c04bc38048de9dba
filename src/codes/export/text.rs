//! An export as text: lines to paste, everything else in comments.

use super::{Export, words};
use crate::number::{brief, inward, significant};

impl Export {
    /// The whole of it: what it is, whether it is faithful, how the numbers were found, and the lines.
    ///
    /// `title` is what it was made from; `contract` adds the conventions as a paragraph.
    pub fn text(&self, title: &str, contract: bool) -> String {
        let mut said = vec![format!("{}: {}", self.engine, words(title))];
        if self.faithful() {
            said.push("faithful: the force law is kept".into());
        }
        said.extend(self.of_examples());
        said.extend(self.departures());
        said.extend(self.conversion.iter().map(|line| format!("  {line}")));
        said.extend(self.known.iter().map(|line| format!("known: {line}")));
        said.extend(self.notes.iter().map(|note| format!("note: {note}")));
        if contract {
            said.push(self.contract.paragraph());
        }
        let mut text = String::new();
        for line in said {
            text.push_str(self.comment);
            text.push(' ');
            text.push_str(&line);
            text.push('\n');
        }
        for (at, line) in self.lines.iter().enumerate() {
            text.push_str(line);
            let here = self.examples.iter().filter(|(_, lines)| lines.contains(&at));
            let names: Vec<String> = here.map(|(example, _)| words(example)).collect();
            if !names.is_empty() {
                text.push_str(&format!("    {} example, not measured: {}", self.comment, names.join(", ")));
            }
            text.push('\n');
        }
        text
    }

    /// That values of the case are examples, one line each.
    pub fn of_examples(&self) -> Vec<String> {
        let line = |(example, _): &(String, Vec<usize>)| format!("an example, not measured: {}", words(example));
        self.examples.iter().map(line).collect()
    }

    /// Why it is not faithful, and where the restitution is kept.
    pub fn departures(&self) -> Vec<String> {
        let why = self.why_not.iter().map(|why| format!("NOT faithful: {why}"));
        why.chain([self.speeds()]).collect()
    }

    /// Where the restitution of the lines is that of the case.
    pub fn speeds(&self) -> String {
        let both = self.restitution_exported.zip(self.restitution);
        if let Some((there, here)) = both.filter(|(there, here)| (there - here).abs() > 1e-9) {
            let [there, here] = [there, here].map(|e| significant(e, 6));
            return format!("the restitution is {there} and not {here}");
        }
        match self.holds_between {
            None if self.restitution.is_none() && self.faithful() => {
                "the whole law is kept, and with it the restitution at every speed".into()
            }
            None => "the restitution is that of the case at every speed".into(),
            Some(bounds) => {
                let [low, high] = inward(bounds, 3);
                let from = if low > 0.0 { format!("from {} ", significant(low, 3)) } else { String::new() };
                let to = if high.is_finite() { format!("to {} m/s", significant(high, 3)) } else { "upwards".into() };
                format!("the restitution holds within {} % {from}{to}", brief(100.0 * self.tolerance))
            }
        }
    }
}
