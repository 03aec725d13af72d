/*!
The open elements. Which end tag closes what follows the HTML standard's rules of scope as far as they decide where a quote
or a hidden part ends. Positions are kept by name, so no tag ever makes us walk the stack in vain.
*/

use super::rules::{self, Effect, Shows};
use std::collections::HashMap;

#[derive(Default)]
pub(super) struct Stack {
    open: Vec<(String, Effect)>,
    /// Positions of open elements by name, and of those that limit others' end tags.
    named: HashMap<String, Vec<usize>>,
    special: Vec<usize>,
    boundary: Vec<usize>,
    dropped: usize,
    preformatted: usize,
}

impl Stack {
    /// How many open elements show nothing.
    pub(super) fn dropped(&self) -> usize {
        self.dropped
    }

    /// How many open elements keep blanks.
    pub(super) fn preformatted(&self) -> usize {
        self.preformatted
    }

    /// Opens an element.
    pub(super) fn push(&mut self, name: String, effect: Effect) {
        let at = self.open.len();
        self.dropped += usize::from(effect.shows != Shows::Content);
        self.preformatted += usize::from(effect.preformatted);
        if rules::is_special(&name) {
            self.special.push(at);
        }
        if rules::is_boundary(&name) {
            self.boundary.push(at);
        }
        self.named.entry(name.clone()).or_default().push(at);
        self.open.push((name, effect));
    }

    /// Closes by an end tag, if it reaches an open element of that name.
    pub(super) fn close(&mut self, name: &str) {
        let Some(at) = self.last(name) else { return };
        let limit = if rules::is_table_part(name) {
            self.last("table").filter(|_| name != "table")
        } else if rules::is_special(name) {
            self.boundary.last().copied().filter(|_| !rules::is_boundary(name))
        } else {
            self.special.last().copied()
        };
        if limit.is_none_or(|limit| limit < at) {
            self.pop_to(at);
        }
    }

    /// Closes what a start tag of that name ends without an end tag. True if a block ended.
    pub(super) fn close_implied(&mut self, name: &str) -> bool {
        if let Some(head) = self.last("head")
            && !rules::is_of_head(name)
            && head + 1 == self.open.len()
        {
            self.pop_to(head);
        }
        let boundary = self.boundary.last().copied();
        let table = self.last("table");
        let list = ["ol", "ul", "menu", "dir"].iter().filter_map(|list| self.last(list)).max();
        let target = match name {
            "li" => self.last("li").filter(|at| Some(*at) > list.max(boundary)),
            "dd" | "dt" => self.last("dd").max(self.last("dt")).filter(|at| Some(*at) > self.last("dl").max(boundary)),
            "td" | "th" => self.last("td").max(self.last("th")).filter(|at| Some(*at) > table),
            "tr" => self.last("tr").filter(|at| Some(*at) > table),
            "tbody" | "thead" | "tfoot" => {
                let section = ["tbody", "thead", "tfoot"].iter().filter_map(|part| self.last(part)).max();
                section.filter(|at| Some(*at) > table)
            }
            _ if rules::is_block(name) => self.last("p").filter(|at| Some(*at) > boundary),
            _ => None,
        };
        if let Some(at) = target {
            self.pop_to(at);
        }
        target.is_some()
    }

    /// The figure of the next item of the innermost list, if that shows figures.
    pub(super) fn next_number(&mut self, asked: Option<i64>) -> Option<i64> {
        let list = ["ol", "ul", "menu", "dir"].iter().filter_map(|list| self.last(list)).max()?;
        let next = self.open.get_mut(list)?.1.list.as_mut()?;
        let number = asked.unwrap_or(*next);
        *next = number.saturating_add(1);
        Some(number)
    }

    fn last(&self, name: &str) -> Option<usize> {
        self.named.get(name)?.last().copied()
    }

    /// Closes everything from a position on. An inline element that hides or strikes and was not closed itself goes on
    /// behind, as browsers have it; one of them is enough to keep what follows out of sight.
    fn pop_to(&mut self, at: usize) {
        let mut reopened = None;
        while self.open.len() > at {
            let Some((name, effect)) = self.open.pop() else { break };
            let place = self.open.len();
            if let Some(places) = self.named.get_mut(&name) {
                places.pop();
            }
            self.special.pop_if(|last| *last == place);
            self.boundary.pop_if(|last| *last == place);
            self.dropped -= usize::from(effect.shows != Shows::Content);
            self.preformatted -= usize::from(effect.preformatted);
            if place > at && effect.shows != Shows::Content && rules::is_formatting(&name) {
                reopened = Some((name, effect));
            }
        }
        if let Some((name, effect)) = reopened {
            self.push(name, effect);
        }
    }
}
