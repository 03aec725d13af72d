/*!
What a player may choose, and the words for it: `picture small`, `notation long`, `zone Asia/Tokyo`, `language ja`.
*/

use super::Rhythm;
use super::name::safe_name;
use crate::game::{Habits, Reminder};

/// A closed choice: its arms, each with the word a player writes for it. The first is what holds until somebody chooses.
macro_rules! choice {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $arm:ident = $key:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
        pub enum $name {
            $($(#[$doc])* $arm,)+
        }

        impl $name {
            /// All there are, the usual one first.
            pub const ALL: &'static [$name] = &[$($name::$arm),+];

            /// The word for it.
            pub const fn key(self) -> &'static str {
                match self {
                    $($name::$arm => $key,)+
                }
            }

            /// What that word means.
            pub fn from_key(key: &str) -> Option<$name> {
                Self::ALL.iter().copied().find(|known| known.key() == key)
            }
        }
    };
}

choice! {
    /// The picture in a mail.
    Picture {
        /// 960 pixels wide, shown at 480.
        #[default]
        Large = "large",
        /// 480 pixels wide.
        Small = "small",
        /// None.
        Off = "off",
    }
}

choice! {
    /// How moves are written to a player. Every one of them is read, whatever is chosen.
    Notation {
        /// SAN: `Nf3`.
        #[default]
        San = "san",
        /// `Ng1-f3`.
        Long = "long",
        /// ICCF numeric: `7163`.
        Numeric = "numeric",
        /// SAN with small figures for letters: `♘f3`.
        Figurine = "figurine",
        /// Men by their Japanese names: `ナイトg1→f3`, `７六歩`.
        Japanese = "japanese",
    }
}

choice! {
    /// The board in the text of a mail.
    TextBoard {
        /// As the language has it: plain in English, wide in Japanese.
        #[default]
        Usual = "usual",
        /// Letters, for faces in which all are of one width.
        Plain = "plain",
        /// Full-width letters, which hold their columns in any face.
        Wide = "wide",
        /// Figures of chess men.
        Figurine = "figurine",
    }
}

choice! {
    /// What stands in the subject of a game's mails.
    Subject {
        /// The same in every mail, which keeps a game together in mail programs that go by subjects.
        #[default]
        Thread = "thread",
        /// The move just played.
        Move = "move",
    }
}

choice! {
    /// What a mail is made of.
    Order {
        /// Picture, moves, and the position in words near the end.
        #[default]
        Usual = "usual",
        /// Words alone, for people who listen to their mail: no HTML, no drawn board.
        Words = "words",
    }
}

/// The language whose letters for pieces a player writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letters(String);

/// What tells a chosen language from one that is only supposed.
const LETTERS_SUBTAG: &str = "-x-letters";

impl Letters {
    /// Of a language's code, `fr`; `None` if it cannot be one.
    pub fn of(code: &str) -> Option<Letters> {
        let code = code.to_lowercase();
        ((2..=3).contains(&code.len()) && code.bytes().all(|b| b.is_ascii_lowercase()))
            .then(|| Letters(code + LETTERS_SUBTAG))
    }

    /// The code: `fr`.
    pub fn code(&self) -> &str {
        self.0.trim_end_matches(LETTERS_SUBTAG)
    }

    /// As letters are read with it: `fr-x-letters`.
    pub fn tag(&self) -> &str {
        &self.0
    }
}

/// What a player chose.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Settings {
    /// The picture.
    pub picture: Picture,
    /// How moves are written.
    pub notation: Notation,
    /// Whose letters the player writes; by the words of each letter if they have not said.
    pub letters: Option<Letters>,
    /// They have played a move in figures alone, `7163`. Nobody chooses this: it shows.
    pub numbers: bool,
    /// The board in text.
    pub board: TextBoard,
    /// What stands in subjects.
    pub subject: Subject,
    /// What a mail is made of.
    pub order: Order,
    /// A promotion without a piece means a queen.
    pub always_queen: bool,
    /// A mail that tells of one's move brings its deadline for a calendar.
    pub calendar: bool,
    /// When mail that can wait is sent.
    pub mail: Rhythm,
    /// Time zone by its IANA name; UTC if absent.
    pub zone: Option<chrono_tz::Tz>,
    /// Reminders, and who lets the opponent's flag fall.
    pub habits: Habits,
}

/// One choice, as a player writes it behind `settings`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// `language ja`: the code, lower case; whether we write it is the caller's to know.
    Language(String),
    /// `name Anna B.`: what others see, already reduced to what a name may hold.
    Name(String),
    /// `picture large|small|off`.
    Picture(Picture),
    /// `notation san|long|numeric|figurine|japanese`.
    Notation(Notation),
    /// `letters fr`, `letters auto`; whether we know that language's letters is the caller's to know.
    Letters(Option<Letters>),
    /// `board usual|plain|wide|figurine`.
    Board(TextBoard),
    /// `subject thread|move`.
    Subject(Subject),
    /// `order usual|words`.
    Order(Order),
    /// `promotion ask|queen` (`docs/rules.md`); `choose` is the same as `ask`.
    Promotion {
        /// True for `queen`.
        queen: bool,
    },
    /// `calendar on|off`.
    Calendar(bool),
    /// `mail each|hourly|daily`, `mail daily 7:30`.
    Mail(Rhythm),
    /// `zone Europe/Berlin`.
    Zone(chrono_tz::Tz),
    /// `reminders all|none`, or some of `half`, `fifth`, `day`.
    Reminders(Vec<Reminder>),
    /// `flag auto|claim`.
    Flag {
        /// True for `claim`.
        claim: bool,
    },
}

/// A setting as it is read back: its word, the word chosen, and all words there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// `picture`
    pub name: &'static str,
    /// `small`
    pub value: &'static str,
    /// `large`, `small`, `off`
    pub all: Vec<&'static str>,
    /// The time of day that belongs to it: `18:00`.
    pub time: Option<String>,
}

impl Settings {
    /// Every setting that is a choice among a few words.
    pub fn chosen(&self) -> Vec<Chosen> {
        let of = |name, value, all| Chosen { name, value, all, time: None };
        let on = |on| if on { "on" } else { "off" };
        vec![
            of("picture", self.picture.key(), words(Picture::ALL, Picture::key)),
            of("notation", self.notation.key(), words(Notation::ALL, Notation::key)),
            of("board", self.board.key(), words(TextBoard::ALL, TextBoard::key)),
            of("subject", self.subject.key(), words(Subject::ALL, Subject::key)),
            of("order", self.order.key(), words(Order::ALL, Order::key)),
            of("promotion", if self.always_queen { "queen" } else { "ask" }, vec!["ask", "queen"]),
            of("calendar", on(self.calendar), vec!["off", "on"]),
            Chosen { time: self.mail.time(), ..of("mail", self.mail.key(), Rhythm::KEYS.to_vec()) },
            of("reminders", self.reminders(), REMINDERS.to_vec()),
            of("flag", if self.habits.claims_flags { "claim" } else { "auto" }, vec!["auto", "claim"]),
        ]
    }

    /// The word for what is chosen of reminders; `some` for two of the three.
    fn reminders(&self) -> &'static str {
        match self.habits.reminders.as_slice() {
            [] => "none",
            [one] => one.key(),
            steps if steps.len() == Reminder::ALL.len() => "all",
            _ => "some",
        }
    }
}

/// What the page `settings` offers of reminders; two of the three can be written beside it.
const REMINDERS: [&str; 5] = ["all", "half", "fifth", "day", "none"];

fn words<T: Copy>(all: &[T], key: fn(T) -> &'static str) -> Vec<&'static str> {
    all.iter().map(|one| key(*one)).collect()
}

/// No tag of a language is longer (RFC 5646, section 4.4.1).
const TAG_MAX: usize = 35;

impl Setting {
    /// Its name as it is written: `picture`.
    pub fn name(&self) -> &'static str {
        match self {
            Setting::Language(_) => "language",
            Setting::Name(_) => "name",
            Setting::Picture(_) => "picture",
            Setting::Notation(_) => "notation",
            Setting::Letters(_) => "letters",
            Setting::Board(_) => "board",
            Setting::Subject(_) => "subject",
            Setting::Order(_) => "order",
            Setting::Promotion { .. } => "promotion",
            Setting::Calendar(_) => "calendar",
            Setting::Mail(_) => "mail",
            Setting::Zone(_) => "zone",
            Setting::Reminders(_) => "reminders",
            Setting::Flag { .. } => "flag",
        }
    }

    /// Reads one choice, in any case; `None` if it is none of ours.
    pub fn parse(text: &str) -> Option<Setting> {
        let mut words = text.split_whitespace();
        let (name, value) = (words.next()?.to_lowercase(), words.next()?);
        if name == "name" {
            let (_, written) = text.trim_start().split_once(char::is_whitespace)?;
            return safe_name(written).map(Setting::Name);
        }
        if name == "reminders" {
            return reminders(&mut words.chain([value])).map(Setting::Reminders);
        }
        if name == "mail" {
            let time = words.next();
            let rhythm = Rhythm::parse(&value.to_lowercase(), time).filter(|_| words.next().is_none());
            return rhythm.map(Setting::Mail);
        }
        if words.next().is_some() {
            return None;
        }
        let lower = value.to_lowercase();
        match name.as_str() {
            "language" => {
                let tag = lower.len() <= TAG_MAX && lower.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
                tag.then_some(Setting::Language(lower))
            }
            "picture" => Picture::from_key(&lower).map(Setting::Picture),
            "notation" => Notation::from_key(&lower).map(Setting::Notation),
            "letters" if lower == "auto" => Some(Setting::Letters(None)),
            "letters" => Letters::of(&lower).map(|letters| Setting::Letters(Some(letters))),
            "board" => TextBoard::from_key(&lower).map(Setting::Board),
            "subject" => Subject::from_key(&lower).map(Setting::Subject),
            "order" => Order::from_key(&lower).map(Setting::Order),
            "promotion" => match lower.as_str() {
                "queen" => Some(Setting::Promotion { queen: true }),
                "ask" | "choose" => Some(Setting::Promotion { queen: false }),
                _ => None,
            },
            "calendar" => match lower.as_str() {
                "on" => Some(Setting::Calendar(true)),
                "off" => Some(Setting::Calendar(false)),
                _ => None,
            },
            "flag" => match lower.as_str() {
                "claim" => Some(Setting::Flag { claim: true }),
                "auto" => Some(Setting::Flag { claim: false }),
                _ => None,
            },
            "zone" => zone(value).map(Setting::Zone),
            _ => None,
        }
    }
}

/// As it is written behind `settings`: `picture small`.
impl std::fmt::Display for Setting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (name, value) = self.words();
        write!(f, "{name} {value}")
    }
}

impl Setting {
    /// Its word, and what was chosen: `picture`, `small`.
    pub fn words(&self) -> (&'static str, String) {
        let on = |on: &bool| if *on { "on" } else { "off" };
        match self {
            Setting::Language(code) => ("language", code.clone()),
            Setting::Name(name) => ("name", name.clone()),
            Setting::Picture(picture) => ("picture", picture.key().to_owned()),
            Setting::Notation(notation) => ("notation", notation.key().to_owned()),
            Setting::Letters(None) => ("letters", "auto".to_owned()),
            Setting::Letters(Some(letters)) => ("letters", letters.code().to_owned()),
            Setting::Board(board) => ("board", board.key().to_owned()),
            Setting::Subject(subject) => ("subject", subject.key().to_owned()),
            Setting::Order(order) => ("order", order.key().to_owned()),
            Setting::Promotion { queen } => ("promotion", if *queen { "queen" } else { "ask" }.to_owned()),
            Setting::Calendar(brought) => ("calendar", on(brought).to_owned()),
            Setting::Mail(rhythm) => (
                "mail",
                [Some(rhythm.key().to_owned()), rhythm.time()].into_iter().flatten().collect::<Vec<_>>().join(" "),
            ),
            Setting::Zone(zone) => ("zone", zone.name().to_owned()),
            Setting::Reminders(steps) if steps.is_empty() => ("reminders", "none".to_owned()),
            Setting::Reminders(steps) if steps.len() == Reminder::ALL.len() => ("reminders", "all".to_owned()),
            Setting::Reminders(steps) => {
                ("reminders", steps.iter().map(|step| step.key()).collect::<Vec<_>>().join(" "))
            }
            Setting::Flag { claim } => ("flag", if *claim { "claim" } else { "auto" }.to_owned()),
        }
    }
}

/// Steps by their words, in their own order.
fn reminders(words: &mut dyn Iterator<Item = &str>) -> Option<Vec<Reminder>> {
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["all"] => return Some(Reminder::ALL.to_vec()),
        ["none"] => return Some(Vec::new()),
        _ => {}
    }
    let mut steps = words.iter().map(|word| Reminder::from_key(word)).collect::<Option<Vec<Reminder>>>()?;
    steps.sort_unstable();
    steps.dedup();
    Some(steps)
}

/// The zone of that IANA name, in any case.
fn zone(name: &str) -> Option<chrono_tz::Tz> {
    chrono_tz::TZ_VARIANTS.iter().find(|zone| zone.name().eq_ignore_ascii_case(name)).copied()
}
