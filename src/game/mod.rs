/*!
ONE GAME between two players: what was asked, what happened, who is told.

[`Game::decide`] turns a wish into facts or refuses it; [`Game::apply`] only follows facts; [`notices`] says who is told.
A game is its record: [`Game::replay`] gives it back from its events.

```
use kingpost::game::{Command, Courtesy, Event, Game, GameId, Moment, Origin, PlayerId, Recorded, Refusal, Scope, Terms, TimeControl, notices};
use kingpost::rules::{BySide, DrawRules, Side, variants};

let at = Moment::from_timestamp(1_800_000_000, 0).ok_or("no such moment")?;
let terms = Terms {
    variant: &variants::CHESS,
    time: TimeControl::parse("3d").ok_or("no time control")?,
    draws: DrawRules::default(),
    rated: false,
    weekends_off: false,
    scope: Scope::default(),
    courtesy: Courtesy::default(),
    start: None,
};
let players = BySide { first: PlayerId(1), second: PlayerId(2) };
let offered = Event::Offered { players, by: Side::First, drawn: false, terms, origin: Origin::Challenge };
let id = GameId::parse("kp-7f3k9").ok_or("no game id")?;
let mut record = vec![Recorded { seq: 1, at, event: offered }];
let mut game = Game::replay(id, &record)?;

// Only the invited side can accept; then both are told, and who begins is told to move.
assert_eq!(game.decide(Side::First, &Command::Accept, at), Err(Refusal::NotStarted));
let events = game.decide(Side::Second, &Command::Accept, at).map_err(|refusal| format!("{refusal:?}"))?;
for event in events {
    record.push(Recorded { seq: game.seq() + 1, at, event });
    game.apply(&record[record.len() - 1])?;
}
let pages: Vec<&str> = notices(&game, &record[1..]).iter().map(|notice| notice.page.key()).collect();
assert_eq!(pages, ["game_started", "your_move", "game_started"]);
# Ok::<(), Box<dyn std::error::Error>>(())
```

This room does not know what mail is, nor how any page looks.
*/

mod apply;
pub mod clock;
pub mod command;
mod elapse;
mod event;
mod id;
mod notice;
mod phase;
mod plan;
mod refusal;
mod scene;
mod scope;
mod shown;
mod state;
mod terms;

pub use clock::{Calendar, Change, ClockFace, Entry, Habits, Pause, Reminder, Span, TimeControl};
pub use command::{Command, DrawWord, PlanLine, Seat};
pub use event::{Event, Origin, Recorded, Refund};
pub use id::{ConfirmCode, GameId, PlayerId, Ply};
pub use notice::{Notice, Page, notices};
pub use phase::{Ending, Over, Phase, Playing};
pub use plan::{Answer, Plan, When};
pub use refusal::{PlanFault, RecordFault, Refusal};
pub use scene::{Leave, PlanSaid, Scene, Stage};
pub use shown::{AddressChange, Watching};
pub use state::{Corrupt, Game};
pub use terms::{Changed, Courtesy, Scope, Takebacks, Terms};

/// What the file of every game played here is called as an event.
pub const EVENT: &str = "Email correspondence game";

/// A moment, in UTC. Only whole seconds count and only whole seconds are kept.
pub type Moment = chrono::DateTime<chrono::Utc>;
