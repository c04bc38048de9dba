//! The text of an input script, taken apart into commands and words with their places.
//!
//! A line that ends in `&` goes on in the next one; `#` begins a comment; quotes keep words together, and no variable is put in
//! between them. What `$(` and `)` enclose is one word.

use std::sync::Arc;

use crate::error::{Origin, SourceFile};

/// A word of a script before variables are put in.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RawWord {
    pub text: String,
    /// Whether it, or a part of it, was between quotes.
    pub quoted: bool,
    pub origin: Origin,
    /// Its line, counted from 1.
    pub line: usize,
}

/// The commands of a file, each with at least one word.
pub(super) fn commands(file: &Arc<SourceFile>) -> Vec<Vec<RawWord>> {
    let mut splitter = Splitter::new(file);
    let mut at = 0;
    for (number, line) in file.text.split_inclusive('\n').enumerate() {
        splitter.number = number + 1;
        let content = line.trim_end();
        let goes_on = content.ends_with('&');
        splitter.line(content.strip_suffix('&').unwrap_or(content), at);
        at += line.len();
        if !goes_on {
            splitter.end_of_line();
        }
    }
    splitter.end_of_line();
    splitter.end_of_command();
    splitter.commands
}

struct Splitter<'a> {
    file: &'a Arc<SourceFile>,
    commands: Vec<Vec<RawWord>>,
    words: Vec<RawWord>,
    word: Option<RawWord>,
    comment: bool,
    number: usize,
    /// The quotes that are open: `"`, `'` or `"""`.
    quote: Option<&'static str>,
}

impl<'a> Splitter<'a> {
    fn new(file: &'a Arc<SourceFile>) -> Self {
        Self { file, commands: Vec::new(), words: Vec::new(), word: None, comment: false, number: 1, quote: None }
    }

    fn line(&mut self, content: &str, at: usize) {
        let mut from = 0;
        while let Some(c) = content[from..].chars().next() {
            if self.comment {
                return;
            }
            let rest = &content[from..];
            let length = match self.quote {
                Some(mark) if rest.starts_with(mark) => {
                    self.quote = None;
                    self.extend("", at + from, mark.len());
                    mark.len()
                }
                Some(_) => self.keep(&rest[..c.len_utf8()], at + from),
                None => self.plain(c, rest, at + from),
            };
            from += length;
        }
    }

    /// A character outside quotes; how many bytes it takes with it.
    fn plain(&mut self, c: char, rest: &str, at: usize) -> usize {
        if c == '#' {
            self.end_of_word();
            self.comment = true;
            return 1;
        }
        if c.is_whitespace() {
            self.end_of_word();
            return c.len_utf8();
        }
        if let Some(mark) = ["\"\"\"", "\"", "'"].into_iter().find(|mark| rest.starts_with(mark)) {
            self.quote = Some(mark);
            self.extend("", at, mark.len());
            if let Some(word) = &mut self.word {
                word.quoted = true;
            }
            return mark.len();
        }
        if rest.starts_with("$(") {
            return self.keep(&rest[..closed(rest)], at);
        }
        self.keep(&rest[..c.len_utf8()], at)
    }

    fn keep(&mut self, text: &str, at: usize) -> usize {
        self.extend(text, at, text.len());
        text.len()
    }

    fn extend(&mut self, text: &str, at: usize, length: usize) {
        let (file, line) = (self.file, self.number);
        let new = || RawWord { text: String::new(), quoted: false, origin: Origin::new(file, at..at), line };
        let word = self.word.get_or_insert_with(new);
        word.text.push_str(text);
        word.origin.span.end = at + length;
    }

    fn end_of_word(&mut self) {
        self.words.extend(self.word.take());
    }

    fn end_of_line(&mut self) {
        // Three quotes alone go on over the end of a line.
        if self.quote == Some("\"\"\"") {
            return;
        }
        self.quote = None;
        self.end_of_command();
    }

    fn end_of_command(&mut self) {
        self.end_of_word();
        self.comment = false;
        if !self.words.is_empty() {
            self.commands.push(std::mem::take(&mut self.words));
        }
    }
}

/// Bytes to the end of the parenthesis that `$(` opens; all of the line where it is not closed.
pub(super) fn closed(rest: &str) -> usize {
    let mut depth = 0usize;
    for (at, c) in rest.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth <= 1 => return at + 1,
            ')' => depth -= 1,
            _ => {}
        }
    }
    rest.len()
}
