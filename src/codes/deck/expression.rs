//! The arithmetic of variables: `2*PI*sqrt(${a})/v_b^2`.
//!
//! Two stacks in place of recursion: no text is too deep. As LAMMPS' documentation of `variable` has it, a sign binds closer than
//! `^`, and operators of one rank are taken from the left.

/// What an expression may refer to.
pub(super) trait Names {
    /// The number of a variable, `v_NAME`.
    fn variable(&mut self, name: &str) -> Result<f64, String>;
    /// The time step, where one is set.
    fn time_step(&self) -> Option<f64>;
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Pending {
    Sign,
    Not,
    Binary(&'static str, u8),
    /// A parenthesis, with the function that it follows and the number of its arguments so far.
    Open(Option<&'static str>, usize),
}

/// The operators of two operands with their ranks; longer ones first.
const BINARY: [(&str, u8); 14] = [
    ("==", 3),
    ("!=", 3),
    ("<=", 4),
    (">=", 4),
    ("&&", 2),
    ("||", 1),
    ("|^", 1),
    ("<", 4),
    (">", 4),
    ("+", 5),
    ("-", 5),
    ("*", 6),
    ("/", 6),
    ("%", 6),
];
const POWER: (&str, u8) = ("^", 7);
const SIGN: u8 = 8;

const FUNCTIONS: [(&str, usize); 17] = [
    ("sqrt", 1),
    ("exp", 1),
    ("ln", 1),
    ("log", 1),
    ("abs", 1),
    ("sin", 1),
    ("cos", 1),
    ("tan", 1),
    ("asin", 1),
    ("acos", 1),
    ("atan", 1),
    ("ceil", 1),
    ("floor", 1),
    ("round", 1),
    ("sign", 1),
    ("atan2", 2),
    ("ternary", 3),
];

/// The number of an expression.
///
/// # Errors
/// What in it is no arithmetic, or is only known while the script runs.
pub(super) fn evaluate(text: &str, names: &mut dyn Names) -> Result<f64, String> {
    let mut stacks = Stacks::default();
    let mut rest = text.trim_start();
    let mut operand_next = true;
    while let Some(c) = rest.chars().next() {
        let taken = if operand_next {
            let (taken, complete) = stacks.operand(c, rest, names)?;
            operand_next = !complete;
            taken
        } else {
            let (taken, closes) = stacks.operator(c, rest)?;
            operand_next = !closes;
            taken
        };
        rest = rest[taken..].trim_start();
    }
    if operand_next {
        return Err("the expression ends where a number should follow".to_string());
    }
    stacks.result()
}

#[derive(Default)]
struct Stacks {
    values: Vec<f64>,
    pending: Vec<Pending>,
}

impl Stacks {
    /// A number, a name, a sign or a parenthesis; the bytes it takes, and whether an operand is complete.
    fn operand(&mut self, c: char, rest: &str, names: &mut dyn Names) -> Result<(usize, bool), String> {
        match c {
            '-' => self.pending.push(Pending::Sign),
            '+' => {}
            '!' => self.pending.push(Pending::Not),
            '(' => self.pending.push(Pending::Open(None, 1)),
            c if c.is_ascii_digit() || c == '.' => {
                let length = number_length(rest);
                let number =
                    rest[..length].parse::<f64>().map_err(|_| format!("`{}` is not a number", &rest[..length]))?;
                self.values.push(number);
                return Ok((length, true));
            }
            c if c.is_ascii_alphabetic() || c == '_' => return self.name(rest, names),
            c => return Err(format!("a number should stand before `{c}`")),
        }
        Ok((1, false))
    }

    fn name(&mut self, rest: &str, names: &mut dyn Names) -> Result<(usize, bool), String> {
        let length = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let (name, after) = rest.split_at(length);
        if after.starts_with('(') {
            let known = FUNCTIONS.iter().find(|(known, _)| *known == name);
            let (function, _) = known.ok_or_else(|| format!("the function `{name}` is not read here"))?;
            self.pending.push(Pending::Open(Some(function), 1));
            return Ok((length + 1, false));
        }
        let value = match name {
            "PI" => std::f64::consts::PI,
            "on" | "true" | "yes" => 1.0,
            "off" | "false" | "no" => 0.0,
            "dt" => names.time_step().ok_or("`dt` is used before `timestep`")?,
            _ => match name.strip_prefix("v_") {
                Some(variable) if !after.starts_with('[') => names.variable(variable)?,
                _ => return Err(format!("`{name}` is only known while the script runs")),
            },
        };
        self.values.push(value);
        Ok((length, true))
    }

    /// What may follow an operand; the bytes it takes, and whether it closes one.
    fn operator(&mut self, c: char, rest: &str) -> Result<(usize, bool), String> {
        if c == ')' {
            self.close()?;
            return Ok((1, true));
        }
        if c == ',' {
            self.reduce(0)?;
            match self.pending.last_mut() {
                Some(Pending::Open(Some(_), arguments)) => *arguments += 1,
                _ => return Err("a comma stands between the arguments of a function only".to_string()),
            }
            return Ok((1, false));
        }
        let known = BINARY.iter().chain([&POWER]).find(|(word, _)| rest.starts_with(word));
        let Some(&(word, rank)) = known else { return Err(format!("an operator should stand before `{c}`")) };
        self.reduce(rank)?;
        self.pending.push(Pending::Binary(word, rank));
        Ok((word.len(), false))
    }

    /// Carries out what binds as close as this or closer.
    fn reduce(&mut self, rank: u8) -> Result<(), String> {
        while let Some(&top) = self.pending.last() {
            let own = match top {
                Pending::Open(..) => return Ok(()),
                Pending::Sign | Pending::Not => SIGN,
                Pending::Binary(_, own) => own,
            };
            if own < rank {
                return Ok(());
            }
            self.pending.pop();
            let last = self.value()?;
            let value = match top {
                Pending::Sign => -last,
                Pending::Not => f64::from(u8::from(last == 0.0)),
                Pending::Binary(word, _) => binary(word, self.value()?, last)?,
                Pending::Open(..) => last,
            };
            self.values.push(value);
        }
        Ok(())
    }

    fn value(&mut self) -> Result<f64, String> {
        self.values.pop().ok_or_else(|| "a number is missing".to_string())
    }

    fn close(&mut self) -> Result<(), String> {
        self.reduce(0)?;
        let Some(Pending::Open(function, arguments)) = self.pending.pop() else {
            return Err("a parenthesis was not opened".to_string());
        };
        let Some(name) = function else { return Ok(()) };
        let wanted = FUNCTIONS.iter().find(|(known, _)| *known == name).map_or(1, |(_, wanted)| *wanted);
        if arguments != wanted {
            return Err(format!("`{name}` takes {wanted} arguments, not {arguments}"));
        }
        let mut given = [0.0; 3];
        for place in (0..wanted).rev() {
            given[place] = self.value()?;
        }
        self.values.push(apply(name, given));
        Ok(())
    }

    fn result(mut self) -> Result<f64, String> {
        self.reduce(0)?;
        if !self.pending.is_empty() {
            return Err("a parenthesis is not closed".to_string());
        }
        let value = self.value()?;
        if value.is_finite() { Ok(value) } else { Err(format!("its value is {value}")) }
    }
}

fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |mut at: usize| {
        while bytes.get(at).is_some_and(|b| b.is_ascii_digit() || *b == b'.') {
            at += 1;
        }
        at
    };
    let end = digits(0);
    if !matches!(bytes.get(end), Some(b'e' | b'E')) {
        return end;
    }
    let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
    let exponent = digits(end + 1 + sign);
    if exponent > end + 1 + sign { exponent } else { end }
}

fn binary(word: &str, a: f64, b: f64) -> Result<f64, String> {
    let truth = |is: bool| f64::from(u8::from(is));
    Ok(match word {
        "+" => a + b,
        "-" => a - b,
        "*" => a * b,
        "/" if b == 0.0 => return Err("it divides by 0".to_string()),
        "/" => a / b,
        "%" if b == 0.0 => return Err("it takes a remainder of 0".to_string()),
        "%" => libm::fmod(a, b),
        "^" => libm::pow(a, b),
        "==" => truth(a == b),
        "!=" => truth(a != b),
        "<=" => truth(a <= b),
        ">=" => truth(a >= b),
        "<" => truth(a < b),
        ">" => truth(a > b),
        "&&" => truth(a != 0.0 && b != 0.0),
        "||" => truth(a != 0.0 || b != 0.0),
        _ => truth((a != 0.0) != (b != 0.0)),
    })
}

fn apply(name: &str, [a, b, c]: [f64; 3]) -> f64 {
    match name {
        "sqrt" => a.sqrt(),
        "exp" => libm::exp(a),
        "ln" => libm::log(a),
        "log" => libm::log10(a),
        "abs" => a.abs(),
        "sin" => libm::sin(a),
        "cos" => libm::cos(a),
        "tan" => libm::tan(a),
        "asin" => libm::asin(a),
        "acos" => libm::acos(a),
        "atan" => libm::atan(a),
        "ceil" => a.ceil(),
        "floor" => a.floor(),
        "round" => libm::round(a),
        "sign" => {
            if a >= 0.0 {
                1.0
            } else {
                -1.0
            }
        }
        "atan2" => libm::atan2(a, b),
        _ => {
            if a != 0.0 {
                b
            } else {
                c
            }
        }
    }
}
