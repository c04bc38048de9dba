//! A formula is read: tokens, precedence, names.

use std::ops::Range;

use super::{Fault, Function, Kind, MOST_SWITCHES, Operation, Parameter, Term, Variable};
use crate::error::nearest;

/// Most parts of a formula that are inside each other.
const DEEPEST: usize = 40;

const FUNCTIONS: [(&str, Function); 7] = [
    ("sqrt", Function::Sqrt),
    ("exp", Function::Exp),
    ("ln", Function::Ln),
    ("sin", Function::Sin),
    ("cos", Function::Cos),
    ("tanh", Function::Tanh),
    ("atan", Function::Atan),
];

/// The functions that change at a place.
const SWITCHING: [&str; 4] = ["min", "max", "abs", "step"];

/// Whether a name has a meaning of its own in every formula.
pub fn is_taken(name: &str) -> bool {
    name == "pi" || SWITCHING.contains(&name) || FUNCTIONS.iter().any(|(known, _)| *known == name)
}

/// Whether a parameter may have this name: a letter, then letters, digits and `_`.
pub fn is_name(name: &str) -> bool {
    let letters = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.len() <= 24 && name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(letters)
}

/// The parts of a formula and the number of its switches.
pub fn parse(text: &str, variables: &[Variable], parameters: &[Parameter]) -> Result<(Term, usize), Fault> {
    let mut parser = Parser { text, at: 0, variables, parameters, switches: 0, depth: 0 };
    let term = parser.sum()?;
    if let Some((span, token)) = parser.next()? {
        return Err(parser.surplus(span, &token, &term));
    }
    if parser.switches > MOST_SWITCHES {
        let message = format!("the formula has {} of min, max, abs and step; at most {MOST_SWITCHES}", parser.switches);
        return Err(Fault::new(0..text.len(), message));
    }
    Ok((term, parser.switches))
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Number(f64),
    Name(String),
    Sign(char),
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    variables: &'a [Variable],
    parameters: &'a [Parameter],
    switches: usize,
    depth: usize,
}

impl Parser<'_> {
    /// The next token without passing it; `None` at the end.
    fn next(&self) -> Result<Option<(Range<usize>, Token)>, Fault> {
        let rest = &self.text[self.at..];
        let start = self.at + rest.len() - rest.trim_start().len();
        let rest = &self.text[start..];
        let Some(first) = rest.chars().next() else { return Ok(None) };
        if first.is_ascii_digit() || first == '.' {
            return self.number(start).map(Some);
        }
        if first.is_ascii_alphabetic() || first == '_' {
            let length = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
            return Ok(Some((start..start + length, Token::Name(rest[..length].to_string()))));
        }
        if rest.starts_with("**") {
            return Err(Fault::new(start..start + 2, "`**` is no operator here").help("write a power with ^:  d^1.5"));
        }
        let span = start..start + first.len_utf8();
        if "+-*/^(),".contains(first) {
            return Ok(Some((span, Token::Sign(first))));
        }
        let fault = Fault::new(span, format!("`{first}` is not part of a formula"));
        Err(match first {
            '·' | '×' => fault.help("write a product with *"),
            '<' | '>' | '=' | '?' => fault.help("write a condition as step(x): 0 below zero, 1 from zero on"),
            '[' | '{' => fault.help("write parentheses: (...)"),
            _ => fault.help("a formula has numbers, names, + - * / ^, parentheses and functions"),
        })
    }

    /// The longest number that starts here.
    fn number(&self, start: usize) -> Result<(Range<usize>, Token), Fault> {
        let bytes = self.text.as_bytes();
        let digits = |mut at: usize| {
            while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                at += 1;
            }
            at
        };
        let mut end = digits(start);
        if bytes.get(end) == Some(&b'.') {
            end = digits(end + 1);
        }
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            let after = digits(end + 1 + sign);
            end = if after > end + 1 + sign { after } else { end };
        }
        let written = &self.text[start..end];
        match written.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok((start..end, Token::Number(number))),
            Ok(_) => Err(Fault::new(start..end, format!("`{written}` is not a finite number"))),
            Err(_) => Err(Fault::new(start..end.max(start + 1), format!("`{written}` is not a number"))),
        }
    }

    /// Passes the sign if it is the next token.
    fn pass(&mut self, sign: char) -> Result<bool, Fault> {
        let found = self.next()?.filter(|(_, token)| *token == Token::Sign(sign));
        if let Some((span, _)) = &found {
            self.at = span.end;
        }
        Ok(found.is_some())
    }

    /// What stands behind a complete formula.
    fn surplus(&self, span: Range<usize>, token: &Token, before: &Term) -> Fault {
        match token {
            Token::Sign(')') => Fault::new(span, "this parenthesis was not opened").help("leave it out"),
            Token::Sign(',') => Fault::new(span, "a comma stands between the arguments of min and max only")
                .help("write a decimal point"),
            _ => {
                let shown = &self.text[span.clone()];
                let last = self.text[before.span.clone()].rsplit([' ', '+', '-', '(']).next().unwrap_or_default();
                Fault::new(span, format!("an operator is missing before `{shown}`"))
                    .help(format!("a product is written with *:  {last}*{shown}"))
            }
        }
    }

    fn end(&self) -> Range<usize> {
        self.text.len()..self.text.len()
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let message = format!("more than {DEEPEST} parts of the formula are inside each other");
            return Err(Fault::new(self.at.min(self.text.len())..self.text.len(), message));
        }
        let read = read(self);
        self.depth -= 1;
        read
    }

    fn sum(&mut self) -> Result<Term, Fault> {
        self.deeper(|parser| parser.chain(Self::product, &[('+', Operation::Plus), ('-', Operation::Minus)]))
    }

    fn product(&mut self) -> Result<Term, Fault> {
        self.chain(Self::signed, &[('*', Operation::Times), ('/', Operation::Over)])
    }

    /// Operands joined from the left.
    fn chain(
        &mut self,
        operand: fn(&mut Self) -> Result<Term, Fault>,
        signs: &[(char, Operation)],
    ) -> Result<Term, Fault> {
        let mut left = operand(self)?;
        let mut joined = 0;
        'more: loop {
            for (sign, operation) in signs {
                if self.pass(*sign)? {
                    joined += 1;
                    if joined > 200 {
                        return Err(Fault::new(left.span, "more than 200 terms in a row"));
                    }
                    left = joined_by(*operation, left, operand(self)?);
                    continue 'more;
                }
            }
            return Ok(left);
        }
    }

    /// `-x^2` is `-(x^2)`.
    fn signed(&mut self) -> Result<Term, Fault> {
        self.deeper(|parser| {
            let Some((span, token)) = parser.next()? else { return Err(parser.unfinished()) };
            match token {
                Token::Sign('-') => {
                    parser.at = span.end;
                    let of = parser.signed()?;
                    Ok(Term { span: span.start..of.span.end, kind: Kind::Negative(Box::new(of)) })
                }
                Token::Sign('+') => {
                    parser.at = span.end;
                    parser.signed()
                }
                _ => parser.power(),
            }
        })
    }

    /// `x^y^z` is `x^(y^z)`; the power may have a sign.
    fn power(&mut self) -> Result<Term, Fault> {
        let base = self.operand()?;
        if !self.pass('^')? {
            return Ok(base);
        }
        let power = self.signed()?;
        Ok(joined_by(Operation::Power, base, power))
    }

    fn unfinished(&self) -> Fault {
        Fault::new(self.end(), "the formula ends where a number, a name or a parenthesis should follow")
    }

    fn operand(&mut self) -> Result<Term, Fault> {
        let Some((span, token)) = self.next()? else { return Err(self.unfinished()) };
        self.at = span.end;
        match token {
            Token::Number(number) => Ok(Term { kind: Kind::Number(number), span }),
            Token::Name(name) => self.named(&name, span),
            Token::Sign('(') => {
                let inside = self.sum()?;
                self.closes(span.start)?;
                Ok(Term { span: span.start..self.at, ..inside })
            }
            Token::Sign(')') => Err(Fault::new(span, "a number, a name or a parenthesis should stand before `)`")),
            Token::Sign(sign) => {
                Err(Fault::new(span, format!("a number, a name or a parenthesis should stand before `{sign}`")))
            }
        }
    }

    fn closes(&mut self, opened: usize) -> Result<(), Fault> {
        if self.pass(')')? {
            return Ok(());
        }
        match self.next()? {
            None => Err(Fault::new(opened..opened + 1, "this parenthesis is not closed").help("add `)`")),
            Some((span, Token::Sign(','))) => Err(Fault::new(span, "there is one argument too many")
                .help("min and max have two, every other function one")),
            Some((span, _)) => {
                let shown = &self.text[span.clone()];
                Err(Fault::new(span.clone(), format!("an operator or `)` is missing before `{shown}`"))
                    .help("a product is written with *"))
            }
        }
    }

    fn named(&mut self, name: &str, span: Range<usize>) -> Result<Term, Fault> {
        let called = self.next()?.is_some_and(|(_, token)| token == Token::Sign('('));
        let at = |kind| Ok(Term { kind, span: span.clone() });
        if let Some(index) = self.parameters.iter().position(|of| of.name == name) {
            return at(Kind::Parameter(index));
        }
        if let Some(index) = self.variables.iter().position(|of| of.name == name) {
            return at(Kind::Variable(index));
        }
        if name == "pi" {
            return at(Kind::Number(std::f64::consts::PI));
        }
        if !is_taken(name) {
            return Err(self.unknown(name, span, called));
        }
        if !called {
            return Err(Fault::new(span, format!("`{name}` is a function")).help(format!("write:  {name}(...)")));
        }
        self.pass('(')?;
        let opened = self.at - 1;
        let one = Box::new(self.sum()?);
        let term = if let Some((_, function)) = FUNCTIONS.iter().find(|(known, _)| *known == name) {
            Kind::Of(*function, one)
        } else {
            self.switches += 1;
            let index = self.switches - 1;
            match name {
                "abs" => Kind::Abs(index, one),
                "step" => Kind::Step(index, one),
                _ => {
                    if !self.pass(',')? {
                        let place = self.next()?.map_or(self.end(), |(span, _)| span);
                        return Err(Fault::new(place, format!("`{name}` has two arguments"))
                            .help(format!("write:  {name}(a, b)")));
                    }
                    Kind::Extreme(name == "max", index, Box::new([*one, self.sum()?]))
                }
            }
        };
        self.closes(opened)?;
        Ok(Term { kind: term, span: span.start..self.at })
    }

    fn unknown(&self, name: &str, span: Range<usize>, called: bool) -> Fault {
        if called {
            let functions: Vec<&str> = FUNCTIONS.iter().map(|(known, _)| *known).chain(SWITCHING).collect();
            let guess = nearest(name, functions.iter().copied());
            let guess = guess.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
            return Fault::new(span, format!("there is no function `{name}`{guess}"))
                .help(format!("functions: {}", functions.join(", ")));
        }
        let known = self.parameters.iter().map(|of| of.name).chain(self.variables.iter().map(|of| of.name));
        let guess = nearest(name, known).map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
        let variables: Vec<String> = self.variables.iter().map(|of| format!("{} {}", of.name, of.meaning)).collect();
        Fault::new(span, format!("there is no `{name}`{guess}"))
            .help(format!("a parameter has its value beside the formula:  {name} = \"1 N/m\""))
            .help(format!("known besides: {}", variables.join(", ")))
    }
}

fn joined_by(operation: Operation, left: Term, right: Term) -> Term {
    let span = left.span.start..right.span.end;
    Term { kind: Kind::Binary(operation, Box::new([left, right])), span }
}
