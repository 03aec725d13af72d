/*!
WHAT LIES BETWEEN GAMES: players, their affairs, and who may act.

This room does not know how a letter was worded, nor how a mail looks.
*/

mod admission;
mod answer_to;
mod barrier;
pub mod bulk;
mod errand;
mod leave;
mod limits;
mod name;
mod note;
mod player;
pub mod rating;
mod record;
mod rhythm;
mod robot;
mod seek;
mod settings;
mod stats;
mod terms;
pub mod token;

pub use admission::{Admission, Authentication, Bearer, Sender, admit};
pub use answer_to::AnswerTo;
pub use barrier::{Barred, Barrier, Whom};
pub use errand::{Asked, Colour, Errand, NewGame};
pub use leave::{Absence, Day, LeaveBook};
pub use limits::Limits;
pub use name::display_name;
pub use note::Note;
pub use player::{Name, Player, Standing};
pub use rating::{Rating, RatingChange, RatingSeen};
pub use rhythm::Rhythm;
pub use robot::{Act, Choice, Robot, Task, Thought, WIN};
pub use seek::{RatingRange, Seek};
pub use settings::{Chosen, Letters, Notation, Order, Picture, Setting, Settings, Subject, TextBoard};
pub use stats::{Score, Standings, Tally};
pub use terms::{House, draw_rules};
pub use token::{ReplyToken, ReturnPath, TokenHash};
