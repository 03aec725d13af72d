/*!
The text as it grows: blanks collapse, lines end once.
*/

#[derive(Default)]
pub(super) struct Writer {
    text: String,
    /// A blank is owed before the next word.
    blank: bool,
}

impl Writer {
    /// Bytes so far.
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// Text of the page; runs of blanks are one, unless they are kept.
    pub(super) fn text(&mut self, text: &str, preformatted: bool) {
        if preformatted {
            self.pay();
            self.text.push_str(text);
            return;
        }
        for c in text.chars() {
            if matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{0C}') {
                self.blank();
            } else {
                self.pay();
                self.text.push(c);
            }
        }
    }

    /// A blank, unless the line begins here.
    pub(super) fn blank(&mut self) {
        self.blank = !self.at_start();
    }

    /// Ends the line, if anything stands on it.
    pub(super) fn line(&mut self) {
        if !self.at_start() {
            self.line_break();
        }
        self.blank = false;
    }

    /// Ends the line in any case.
    pub(super) fn line_break(&mut self) {
        self.blank = false;
        self.text.push('\n');
    }

    /// Where a quote stood: a line `>` of its own between blank ones, so that it neither joins the lines around it nor
    /// makes one between two quotes look wrapped off.
    pub(super) fn quote(&mut self) {
        const MARK: &str = "\n>\n\n";
        self.line();
        if !self.text.ends_with(MARK) {
            self.text.push_str(MARK);
        }
    }

    /// The whole text.
    pub(super) fn finish(self) -> String {
        self.text
    }

    fn at_start(&self) -> bool {
        self.text.is_empty() || self.text.ends_with('\n')
    }

    fn pay(&mut self) {
        if std::mem::take(&mut self.blank) {
            self.text.push(' ');
        }
    }
}
