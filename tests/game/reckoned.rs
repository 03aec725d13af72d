//! Time reckoned anew, minute by minute: slower than the clocks of the game, and simple enough to be believed.

use super::table::dawn;
use chrono::{Datelike, TimeDelta, Weekday};
use chrono_tz::Tz;
use kingpost::game::{Moment, TimeControl};
use std::sync::OnceLock;

/// Zones that change their clocks at different times, by an hour, by half of one, and never.
pub const ZONES: [Tz; 4] =
    [chrono_tz::Europe::Berlin, chrono_tz::America::New_York, chrono_tz::Australia::Lord_Howe, chrono_tz::Asia::Tokyo];

/// Minutes of the second reckoning: a year, and room behind it.
pub const MINUTES: usize = 500 * 1440;

pub fn at(minute: usize) -> Moment {
    dawn() + TimeDelta::minutes(minute as i64)
}

/// Every minute of the year in each zone: is it a weekend there? Asked of the wall, not of midnights.
pub fn weekends(zone: Tz) -> &'static [bool] {
    static ALL: OnceLock<Vec<Vec<bool>>> = OnceLock::new();
    let is_off = |zone: Tz, minute| matches!(at(minute).with_timezone(&zone).weekday(), Weekday::Sat | Weekday::Sun);
    // Quarters of an hour: no zone parts its days otherwise.
    let of = |zone: Tz| (0..MINUTES).map(move |minute| is_off(zone, minute / 15 * 15)).collect();
    let all = ALL.get_or_init(|| ZONES.iter().map(|zone| of(*zone)).collect());
    &all[ZONES.iter().position(|known| *known == zone).unwrap()]
}

/// One side by the second reckoning, in minutes.
#[derive(Clone)]
pub struct Reckoned {
    pub left: i64,
    /// What each move brought in for those to come.
    gains: Vec<i64>,
    pub outages: Vec<bool>,
    pub leave: Vec<bool>,
    pub weekends: Vec<bool>,
}

impl Reckoned {
    /// Before the first move.
    pub fn new(control: TimeControl) -> Reckoned {
        let left = match control {
            TimeControl::Unlimited => 0,
            TimeControl::PerMove(time) | TimeControl::Session { time, .. } => time.num_minutes(),
            TimeControl::Fischer { bank, .. } => bank.num_minutes(),
        };
        let none = vec![false; MINUTES];
        Reckoned { left, gains: Vec::new(), outages: none.clone(), leave: none.clone(), weekends: none }
    }

    pub fn counted(&self, from: usize, to: usize) -> i64 {
        let runs = |minute: &usize| !self.outages[*minute] && !self.leave[*minute] && !self.weekends[*minute];
        (from..to).filter(runs).count() as i64
    }

    /// The first minute by which `time` has counted from `from` on; none within the reckoning's days.
    pub fn after(&self, from: usize, time: i64) -> Option<usize> {
        let mut counted = 0;
        (from..MINUTES).find(|minute| {
            let there = counted >= time;
            counted += self.counted(*minute, *minute + 1);
            there
        })
    }

    /// Where a run ends that is stopped at `now`: at the letter that was asked about, if the answer came in its grace.
    pub fn stopped(&self, since: usize, now: usize, asked: Option<(usize, i64)>) -> usize {
        let answered = asked.filter(|(at, grace)| self.after(*at, *grace).is_none_or(|until| now <= until));
        answered.map_or(now, |(at, _)| at.max(since))
    }

    pub fn moved(&mut self, control: TimeControl) {
        self.left = self.left.max(0);
        let before = self.left;
        let moves = self.gains.len() as u32 + 1;
        let mut fresh = false;
        match control {
            TimeControl::Unlimited => {}
            TimeControl::PerMove(time) => (self.left, fresh) = (time.num_minutes(), true),
            TimeControl::Session { moves: every, time } if moves.is_multiple_of(every) => {
                self.left += time.num_minutes()
            }
            TimeControl::Session { .. } => {}
            TimeControl::Fischer { increment, cap, .. } => {
                let most = cap.map_or(i64::MAX, |cap| cap.num_minutes().max(self.left));
                self.left = (self.left + increment.num_minutes()).min(most);
            }
        }
        self.gains.push(if fresh { 0 } else { self.left - before });
    }

    /// Its last move is taken back.
    pub fn took_back(&mut self) {
        self.left -= self.gains.pop().unwrap();
    }

    /// A run from `since` until `now` is none, but for what counted beyond `most`; gives how much that is.
    pub fn annulled(&mut self, since: usize, now: usize, most: i64) -> i64 {
        let charged = (self.counted(since, now) - most).max(0);
        self.left -= charged;
        charged
    }
}
