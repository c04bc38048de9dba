//! The variables of a script, as far as they are known without running it.

use std::cell::Cell;
use std::collections::BTreeMap;

use super::expression::{Names, evaluate};
use super::words::{RawWord, closed};
use crate::number::exact;

/// Most formulas that are evaluated for one value: variables that refer to each other have no end.
const MOST: usize = 2000;
/// Most formulas that are inside each other.
const DEEPEST: usize = 40;
/// Longest text of a variable, in bytes: one may contain another twice, and so on.
const LONGEST: usize = 1 << 13;
/// Bytes of formulas and texts that are worked through for a script, all uses together.
const ALL: usize = 1 << 26;

#[derive(Debug, Clone, PartialEq)]
enum Value {
    Text(String),
    /// Evaluated where it is used.
    Formula(String),
    /// Why it has no value here.
    Unknown(String),
}

/// The variables so far.
#[derive(Debug, Default)]
pub(super) struct Variables {
    values: BTreeMap<String, (Value, usize)>,
    pub time_step: Option<f64>,
    worked_through: Cell<usize>,
}

/// A word with its variables put in; or why one of them has no value.
pub(super) type Substituted = Result<String, String>;

impl Variables {
    /// `variable NAME STYLE ...`, on a line of that number.
    pub fn define(&mut self, words: &[RawWord], line: usize) {
        let [_, name, style, rest @ ..] = words else { return };
        let joined = || {
            let parts: Result<Vec<String>, String> = rest.iter().map(|word| self.substituted(word)).collect();
            parts.map(|parts| parts.join(" "))
        };
        let known = |text: Substituted, make: fn(String) -> Value| text.map_or_else(Value::Unknown, make);
        let unless_set = self.values.contains_key(&name.text);
        let value = match style.text.as_str() {
            "equal" => known(joined(), Value::Formula),
            "internal" => known(joined(), Value::Formula),
            "string" => known(joined().and_then(|text| self.put_in(&text)), Value::Text),
            "index" | "world" | "universe" if unless_set => return,
            "index" => known(rest.first().map_or(Ok(String::new()), |word| self.substituted(word)), Value::Text),
            "delete" => {
                self.values.remove(&name.text);
                return;
            }
            other => {
                let why = format!(
                    "`{}` is of style `{other}`, set in line {line}: it has a value while the script runs",
                    name.text
                );
                Value::Unknown(why)
            }
        };
        self.values.insert(name.text.clone(), (value, line));
    }

    /// A variable that a command sets or not, which nothing here decides.
    pub fn forget(&mut self, name: &str, because: &str) {
        let why = format!("`{name}` depends on {because}");
        self.values.insert(name.to_string(), (Value::Unknown(why), 0));
    }

    /// A word with its variables put in; between quotes there are none.
    pub fn substituted(&self, word: &RawWord) -> Substituted {
        if word.quoted { Ok(word.text.clone()) } else { self.put_in(&word.text) }
    }

    fn put_in(&self, text: &str) -> Substituted {
        self.put_in_at(text, 0)
    }

    fn put_in_at(&self, text: &str, depth: usize) -> Substituted {
        if depth > 3 {
            return Err("more than three `$(` are inside each other".to_string());
        }
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('$') {
            out.push_str(&rest[..at]);
            let after = &rest[at + 1..];
            let (value, taken) = if let Some(inside) = after.strip_prefix('{') {
                let end = inside.find('}').ok_or("`${` is not closed")?;
                (self.text(&inside[..end])?, end + 2)
            } else if let Some(inside) = after.strip_prefix('(') {
                let end = closed(after);
                let formula = after[..end].strip_suffix(')').map(|formula| &formula[1..]);
                let formula = formula.filter(|_| !inside.is_empty()).ok_or("`$(` is not closed")?;
                let formula = formula.split(":%").next().unwrap_or_default();
                let formula = self.put_in_at(formula, depth + 1)?;
                (self.number_of(&formula).map(exact)?, end)
            } else {
                let Some(letter) = after.chars().next() else {
                    return Err("`$` is followed by no variable".to_string());
                };
                (self.text(&after[..letter.len_utf8()])?, letter.len_utf8())
            };
            out.push_str(&value);
            self.work(out.len())?;
            rest = &after[taken..];
        }
        out.push_str(rest);
        Ok(out)
    }

    /// Counts the work, which ends however long a text becomes.
    fn work(&self, bytes: usize) -> Result<(), String> {
        self.worked_through.set(self.worked_through.get().saturating_add(bytes));
        if bytes > LONGEST || self.worked_through.get() > ALL {
            return Err("the text of its variables is too long".to_string());
        }
        Ok(())
    }

    fn text(&self, name: &str) -> Substituted {
        match self.values.get(name) {
            Some((Value::Text(text), _)) => Ok(text.clone()),
            Some((Value::Formula(formula), line)) => {
                self.number_of(formula).map(exact).map_err(|why| format!("`{name}` of line {line}: {why}"))
            }
            Some((Value::Unknown(why), _)) => Err(why.clone()),
            None => Err(format!("there is no variable `{name}` before this line")),
        }
    }

    /// The number of an expression.
    pub fn number_of(&self, formula: &str) -> Result<f64, String> {
        self.work(formula.len())?;
        evaluate(formula, &mut Evaluation { variables: self, left: MOST, depth: 0 })
    }
}

/// One evaluation, which ends however variables refer to each other.
struct Evaluation<'a> {
    variables: &'a Variables,
    left: usize,
    depth: usize,
}

impl Names for Evaluation<'_> {
    fn variable(&mut self, name: &str) -> Result<f64, String> {
        if self.left == 0 || self.depth >= DEEPEST {
            return Err(format!("`v_{name}` refers to itself, or to too many others"));
        }
        self.left -= 1;
        let variables = self.variables;
        match variables.values.get(name) {
            Some((Value::Text(text), _)) => {
                text.trim().parse().map_err(|_| format!("the text of `{name}` is not a number"))
            }
            Some((Value::Formula(formula), _)) => {
                variables.work(formula.len())?;
                self.depth += 1;
                let number = evaluate(formula, self);
                self.depth -= 1;
                number
            }
            Some((Value::Unknown(why), _)) => Err(why.clone()),
            None => Err(format!("there is no variable `{name}` before this line")),
        }
    }

    fn time_step(&self) -> Option<f64> {
        self.variables.time_step
    }
}
