/*!
Leave: days of a year on which a player's clocks stand.

Days are those of the player's own wall. The book is only ever added to; what is cut short gives back the days that had
not come. Leave does not fill a clock up: it only stops it.
*/

use crate::game::{Leave, Moment, Refusal, Span, clock};
use chrono::{Datelike, Days, NaiveDate, TimeDelta, Weekday};
use chrono_tz::Tz;

/// A day as written, with or without its year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Day {
    /// 2026.
    pub year: Option<i32>,
    /// 1 to 12.
    pub month: u32,
    /// 1 to 31.
    pub day: u32,
}

/// Leave as asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// From the first to the last day, both included.
    Dates(Day, Day),
    /// From now on, for so long.
    For(TimeDelta),
    /// From now on, to that day, which is included.
    Until(Day),
    /// From now on, to the next such day of the week, which is included.
    UntilWeekday(Weekday),
    /// Numbers that can be a day and a month in either order.
    Ambiguous,
}

/// The leave a player has booked, and how much there is in a year.
#[derive(Clone, Debug)]
pub struct LeaveBook<'a> {
    /// What is booked, in any order.
    pub booked: &'a [Span],
    /// Days in a year.
    pub allowance: u32,
    /// Where the player's wall stands.
    pub zone: Tz,
}

impl Absence {
    /// From when until when, for somebody who asks at `now`. Days without a year are the next ones; a leave that has begun
    /// begins now. None if no such days lie ahead.
    pub fn span(self, zone: Tz, now: Moment) -> Option<Span> {
        let span = match self {
            Absence::For(time) => Span { from: now, to: now.checked_add_signed(time)? },
            Absence::Ambiguous => return None,
            Absence::Until(last) => {
                let today = now.with_timezone(&zone).date_naive();
                let (last, _) = dates(last, last, today)?;
                Span { from: now, to: clock::midnight(zone, last.checked_add_days(Days::new(1))?)? }
            }
            Absence::UntilWeekday(weekday) => {
                let today = now.with_timezone(&zone).date_naive();
                // Whoever writes so on that very day may mean this one or the next.
                let ahead = weekday.days_since(today.weekday());
                let behind = today.checked_add_days(Days::new(u64::from(ahead) + 1)).filter(|_| ahead > 0)?;
                Span { from: now, to: clock::midnight(zone, behind)? }
            }
            Absence::Dates(first, last) => {
                let today = now.with_timezone(&zone).date_naive();
                let (first, last) = dates(first, last, today)?;
                let from = clock::midnight(zone, first)?.max(now);
                Span { from, to: clock::midnight(zone, last.checked_add_days(Days::new(1))?)? }
            }
        };
        (now <= span.from && span.from < span.to).then_some(span)
    }
}

/// The first and the last day, in the years that are meant.
fn dates(first: Day, last: Day, today: NaiveDate) -> Option<(NaiveDate, NaiveDate)> {
    let date = |day: Day, year: i32| NaiveDate::from_ymd_opt(day.year.unwrap_or(year), day.month, day.day);
    // Leave over the end of a year begins in the old one, also for somebody who asks in the new.
    (today.year() - 1..=today.year() + 1)
        .filter_map(|year| {
            let from = date(first, year)?;
            let to = date(last, from.year()).filter(|to| *to >= from).or_else(|| date(last, from.year() + 1))?;
            Some((from, to))
        })
        .find(|(from, to)| *to >= today && from <= to)
}

impl LeaveBook<'_> {
    /// Books `span`; tells what is left of the year it begins in.
    ///
    /// # Errors
    /// `LeaveSpent`, if a year it touches has not so many days left.
    pub fn book(&self, span: Span) -> Result<Leave, Refusal> {
        let with: Vec<Span> = self.booked.iter().copied().chain([span]).collect();
        let year = |moment: Moment| moment.with_timezone(&self.zone).year();
        let (first, last) = (year(span.from), year(span.to - TimeDelta::seconds(1)));
        for year in first..=last {
            if self.days(&with, year) > self.allowance {
                let left = self.allowance.saturating_sub(self.days(self.booked, year));
                return Err(Refusal::LeaveSpent { left, year });
            }
        }
        Ok(Leave { span, days_left: self.allowance.saturating_sub(self.days(&with, first)) })
    }

    /// Days of leave in a year. A day counts once, whatever is booked for it; parts of days count as what they are, and a
    /// day that DST made shorter or longer is a day.
    fn days(&self, spans: &[Span], year: i32) -> u32 {
        let new_year = |year| NaiveDate::from_ymd_opt(year, 1, 1).and_then(|date| clock::midnight(self.zone, date));
        let Some((from, to)) = new_year(year).zip(new_year(year + 1)) else { return u32::MAX };
        let within = spans.iter().map(|span| Span { from: span.from.max(from), to: span.to.min(to) });
        let mut within: Vec<Span> = within.filter(|span| span.from < span.to).collect();
        within.sort_by_key(|span| span.from);
        let (mut seconds, mut reached) = (0, from);
        for span in within {
            seconds += (span.to - span.from.max(reached)).num_seconds().max(0);
            reached = reached.max(span.to);
        }
        u32::try_from((seconds + 43_200) / 86_400).unwrap_or(u32::MAX)
    }
}
