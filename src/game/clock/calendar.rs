/*!
When a clock that was started does not run: outages of the service, a player's leave, weekends.

Every stretch of time counts once, however many reasons there are for it: so nothing is credited twice. Days are those of
the player's own wall; a day's length is what the zone's rules make it, and never touches the time on the clock.
*/

use super::super::Moment;
use chrono::{Datelike, Days, LocalResult, NaiveDate, NaiveTime, TimeDelta, TimeZone, Weekday};
use chrono_tz::Tz;

/// From one moment until before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Its first second.
    pub from: Moment,
    /// The second behind its last.
    pub to: Moment,
}

/// Why a clock that was started did not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// The service could not read its mail.
    Outage,
    /// The player is away.
    Leave,
    /// A weekend, in a game without them.
    Weekend,
}

/// Weekends are laid out for so long at most: three times the longest time control.
const HORIZON: TimeDelta = TimeDelta::days(3 * 3660);

/// When one side's clock does not run.
#[derive(Clone, Debug, Default)]
pub struct Calendar {
    outages: Vec<Span>,
    leave: Vec<Span>,
    /// In games without weekends: the player's zone, and since when.
    zones: Vec<(Moment, Tz)>,
}

impl Span {
    /// Its length.
    pub fn length(&self) -> TimeDelta {
        (self.to - self.from).max(TimeDelta::zero())
    }

    /// What of it lies within `other`.
    fn within(self, other: Span) -> Option<Span> {
        let both = Span { from: self.from.max(other.from), to: self.to.min(other.to) };
        (both.from < both.to).then_some(both)
    }
}

impl Calendar {
    /// The service did not read its mail then.
    pub fn outage(&mut self, span: Span) {
        self.outages.push(span);
    }

    /// The player is away then.
    pub fn away(&mut self, span: Span) {
        self.leave.push(span);
    }

    /// The player is back: what lies ahead of all leave is given back.
    pub fn back(&mut self, at: Moment) {
        for span in &mut self.leave {
            span.to = span.to.min(at.max(span.from));
        }
    }

    /// From a moment on weekends are those of `zone`, and the clock does not run on them.
    pub fn weekends(&mut self, zone: Tz, from: Moment) {
        self.zones.push((from, zone));
    }

    /// The leave that holds at `at` or lies ahead, the nearest first.
    pub fn leave(&self, at: Moment) -> Option<Span> {
        self.leave.iter().copied().filter(|span| span.to > at && span.from < span.to).min_by_key(|span| span.from)
    }

    /// All leave, in order; what joins or overlaps is one.
    pub(super) fn leaves(&self) -> Vec<Span> {
        let mut all: Vec<Span> = self.leave.iter().copied().filter(|span| span.from < span.to).collect();
        all.sort_by_key(|span| span.from);
        all.dedup_by(|next, leave| {
            let joins = next.from <= leave.to;
            if joins {
                leave.to = leave.to.max(next.to);
            }
            joins
        });
        all
    }

    /// The pauses within `span`, in order and without overlap.
    pub fn pauses(&self, span: Span) -> Vec<(Span, Pause)> {
        let mut pauses: Vec<(Span, Pause)> = Vec::new();
        let outages = self.outages.iter().map(|pause| (*pause, Pause::Outage));
        let leave = self.leave.iter().map(|pause| (*pause, Pause::Leave));
        let weekends = self.weekends_in(span).into_iter().map(|pause| (pause, Pause::Weekend));
        // The earlier kind keeps what two have in common.
        for (pause, why) in outages.chain(leave).chain(weekends) {
            let Some(pause) = pause.within(span) else { continue };
            let mut free = pause.from;
            let mut parts = Vec::new();
            for (taken, _) in &pauses {
                if taken.from >= pause.to {
                    break;
                }
                if free < taken.from {
                    parts.push((Span { from: free, to: taken.from }, why));
                }
                free = free.max(taken.to);
            }
            if free < pause.to {
                parts.push((Span { from: free, to: pause.to }, why));
            }
            pauses.extend(parts);
            pauses.sort_by_key(|(span, _)| span.from);
        }
        pauses
    }

    /// How much of `span` counts.
    pub fn counted(&self, span: Span) -> TimeDelta {
        let paused: TimeDelta = self.pauses(span).iter().map(|(pause, _)| pause.length()).sum();
        span.length() - paused
    }

    /// When a clock that is started at `since` has run for `time`; none if that lies beyond the calendar.
    pub fn after(&self, since: Moment, time: TimeDelta) -> Option<Moment> {
        let off: TimeDelta = self.outages.iter().chain(&self.leave).map(Span::length).sum();
        let all = time.checked_add(&off)?;
        // Five days of a week count at the least.
        let weekends = if self.zones.is_empty() { TimeDelta::zero() } else { all / 2 + TimeDelta::days(7) };
        let far = since.checked_add_signed(all.checked_add(&weekends)?)?;
        let mut at = since;
        let mut left = time;
        for (pause, _) in self.pauses(Span { from: since, to: far }) {
            let run = pause.from - at;
            // A flag falls when the time is used up, not when the pause behind it is over.
            if left <= run {
                break;
            }
            left -= run;
            at = pause.to;
        }
        at.checked_add_signed(left)
    }

    fn weekends_in(&self, span: Span) -> Vec<Span> {
        let mut weekends = Vec::new();
        for (place, (since, zone)) in self.zones.iter().enumerate() {
            let until = self.zones.get(place + 1).map_or(Moment::MAX_UTC, |(next, _)| *next);
            let Some(part) = (Span { from: *since, to: until }).within(span) else { continue };
            let far = part.from.checked_add_signed(HORIZON).unwrap_or(Moment::MAX_UTC).min(part.to);
            let first = part.from.with_timezone(zone).date_naive();
            let back = first.weekday().days_since(Weekday::Sat);
            let mut saturday = first.checked_sub_days(Days::new(u64::from(back)));
            while let Some(date) = saturday {
                let monday = date.checked_add_days(Days::new(2));
                let bounds = midnight(*zone, date).zip(monday.and_then(|monday| midnight(*zone, monday)));
                let Some((from, to)) = bounds else { break };
                if from >= far {
                    break;
                }
                weekends.extend(Span { from, to }.within(part));
                saturday = date.checked_add_days(Days::new(7));
            }
        }
        weekends
    }
}

/// The first moment from `at` on at which it is weekend nowhere on earth. Where weekends go from one zone to another then,
/// every week has one, and it is whole.
pub fn midweek(at: Moment) -> Moment {
    // From Monday, 12:00 UTC, when Sunday ends in the west, until Friday, 10:00, when Saturday begins in the east.
    const LENGTH: TimeDelta = TimeDelta::hours(94);
    let date = at.date_naive();
    let monday = date.checked_sub_days(Days::new(u64::from(date.weekday().num_days_from_monday())));
    let Some(noon) = monday.and_then(|monday| monday.and_hms_opt(12, 0, 0)) else { return at };
    match at - noon.and_utc() {
        since if since < TimeDelta::zero() => noon.and_utc(),
        since if since < LENGTH => at,
        _ => noon.and_utc().checked_add_days(Days::new(7)).unwrap_or(at),
    }
}

/// The first moment of a day on the wall of that zone. Where clocks are put forward at midnight, or a whole day is left
/// out, that is the first moment there is.
pub fn midnight(zone: Tz, date: NaiveDate) -> Option<Moment> {
    const STEP: TimeDelta = TimeDelta::minutes(15);
    let mut wall = date.and_time(NaiveTime::MIN);
    // Two days hold the widest gap there ever was.
    for _ in 0..192 {
        match zone.from_local_datetime(&wall) {
            LocalResult::Single(moment) | LocalResult::Ambiguous(moment, _) => return Some(moment.to_utc()),
            LocalResult::None => wall = wall.checked_add_signed(STEP)?,
        }
    }
    None
}
