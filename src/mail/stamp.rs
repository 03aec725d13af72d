/*!
An Authentication-Results field by the grammar of RFC 8601 2.2: comments and blanks wherever they may stand, values as words
or as quoted strings. Whatever cannot be read as one field from its first to its last character is not read at all.

Real servers write values that need quotation marks without them (`header.b=Ab/c+9`, `policy.iprev=2001:db8::1`), and
properties without a type (`action=none`). Both are read; neither lets a value reach beyond itself.
*/

/// What a field says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    /// The name of the server that stamped (authserv-id), as written, without quotation marks.
    pub(super) server: String,
    /// The results; `None` if the field names its server and cannot be read any further.
    pub(super) results: Option<Vec<Outcome>>,
}

/// One result, such as `dkim=pass header.d=example.net`, in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) method: String,
    pub(super) result: String,
    /// Names such as `header.d` and `smtp.mailfrom`, with their values.
    properties: Vec<(String, String)>,
}

impl Outcome {
    /// The value of a property; `None` if it is not there, or is there with different values.
    pub(super) fn property(&self, name: &str) -> Option<&str> {
        let mut values = self.properties.iter().filter(|(own, _)| own == name).map(|(_, value)| value.as_str());
        let first = values.next()?;
        values.all(|other| other == first).then_some(first)
    }

    /// True if the property is there at all.
    pub(super) fn has(&self, name: &str) -> bool {
        self.properties.iter().any(|(own, _)| own == name)
    }
}

/// Reads a field's unfolded value; `None` if not even the server's name can be read.
pub(super) fn read(field: &str) -> Option<Stamp> {
    let mut cursor = Cursor { rest: field };
    cursor.blanks()?;
    let server = cursor.value()?;
    let results = cursor.results();
    Some(Stamp { server, results })
}

/// What is left of a field. Every reader takes what it reads from the front, or returns `None`.
struct Cursor<'f> {
    rest: &'f str,
}

impl Cursor<'_> {
    /// Everything after the server's name.
    fn results(&mut self) -> Option<Vec<Outcome>> {
        // A version is digits; whatever else stands before the first semicolon makes it no field.
        self.blanks()?;
        self.run(|c| c.is_ascii_digit());
        self.blanks()?;
        let mut outcomes = Vec::new();
        let mut none = false;
        while !self.rest.is_empty() {
            self.sign(';')?;
            self.blanks()?;
            // Many servers end the last result with a semicolon as well.
            if self.rest.is_empty() && (none || !outcomes.is_empty()) {
                break;
            }
            match self.outcome()? {
                Some(outcome) => outcomes.push(outcome),
                None if !none => none = true,
                None => return None,
            }
        }
        // `none` stands alone, and a field that says nothing is no field.
        (none == outcomes.is_empty()).then_some(outcomes)
    }

    /// One result with its properties, up to the next semicolon; the inner `None` is the word `none` alone.
    fn outcome(&mut self) -> Option<Option<Outcome>> {
        let method = self.keyword()?;
        self.blanks()?;
        if method == "none" && (self.rest.is_empty() || self.rest.starts_with(';')) {
            return Some(None);
        }
        if self.takes('/') {
            self.blanks()?;
            if self.run(|c| c.is_ascii_digit()).is_empty() {
                return None;
            }
            self.blanks()?;
        }
        self.sign('=')?;
        self.blanks()?;
        let result = self.keyword()?;
        let mut properties = Vec::new();
        // What follows a result or a value is kept apart from it by a blank or a comment.
        while self.blanks()? && !self.rest.is_empty() && !self.rest.starts_with(';') {
            let mut name = self.keyword()?;
            self.blanks()?;
            if self.takes('.') {
                self.blanks()?;
                name = format!("{name}.{}", self.keyword()?);
                self.blanks()?;
            }
            self.sign('=')?;
            self.blanks()?;
            // An empty sender is written as nothing at all.
            let empty = self.rest.is_empty() || self.rest.starts_with(';');
            let value = if empty { String::new() } else { self.value()? };
            properties.push((name, value.to_ascii_lowercase()));
        }
        Some(Some(Outcome { method, result, properties }))
    }

    /// Blanks and comments, which nest; true if there were any.
    fn blanks(&mut self) -> Option<bool> {
        let before = self.rest.len();
        loop {
            self.rest = self.rest.trim_start_matches([' ', '\t']);
            if !self.rest.starts_with('(') {
                return Some(self.rest.len() < before);
            }
            let (mut depth, mut escaped, mut end) = (0usize, false, None);
            for (at, c) in self.rest.char_indices() {
                match c {
                    _ if escaped => escaped = false,
                    '\\' => escaped = true,
                    '(' => depth += 1,
                    ')' if depth == 1 => {
                        end = Some(at + 1);
                        break;
                    }
                    ')' => depth -= 1,
                    _ => {}
                }
            }
            self.rest = self.rest.get(end?..)?;
        }
    }

    /// A value: words and quoted strings side by side, as in `"anna b"@example.net`, up to a blank, a comment or a semicolon.
    fn value(&mut self) -> Option<String> {
        let mut value = String::new();
        let before = self.rest.len();
        loop {
            let plain = self.run(|c| !matches!(c, ' ' | '\t' | '(' | ')' | '"' | ';') && !c.is_control());
            if plain.is_empty() && !self.rest.starts_with('"') {
                return (self.rest.len() < before).then_some(value);
            }
            value.push_str(&plain);
            if self.takes('"') {
                let (mut escaped, mut end) = (false, None);
                for (at, c) in self.rest.char_indices() {
                    match c {
                        _ if escaped => {
                            escaped = false;
                            value.push(c);
                        }
                        '\\' => escaped = true,
                        '"' => {
                            end = Some(at + 1);
                            break;
                        }
                        c => value.push(c),
                    }
                }
                self.rest = self.rest.get(end?..)?;
            }
        }
    }

    /// Letters, digits, hyphens and underscores, in lower case.
    fn keyword(&mut self) -> Option<String> {
        let word = self.run(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
        (!word.is_empty()).then(|| word.to_ascii_lowercase())
    }

    fn run(&mut self, fits: impl Fn(char) -> bool) -> String {
        let end = self.rest.find(|c| !fits(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word.to_owned()
    }

    fn takes(&mut self, sign: char) -> bool {
        self.sign(sign).is_some()
    }

    fn sign(&mut self, sign: char) -> Option<()> {
        self.rest = self.rest.strip_prefix(sign)?;
        Some(())
    }
}
