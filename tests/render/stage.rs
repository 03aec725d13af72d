//! Occasions from the cases of `tests/data/render/cases.txt`: a game is played through its own events.

use chrono::{TimeDelta, TimeZone, Utc};
use kingpost::club::{
    Asked, Barred, Barrier, Colour, Errand, Name, NewGame, Note, Picture, Player, Rating, RatingRange, RatingSeen,
    Score, Seek, Setting, Settings, Standing, Standings, Whom,
};
use kingpost::game::{
    AddressChange, Answer, ConfirmCode, Courtesy, Event, Game, GameId, Leave, Moment, Notice, Origin, Page, Plan,
    PlanFault, PlayerId, Ply, Recorded, Refund, Refusal, Reminder, Scene, Scope, Span, Stage, Terms, TimeControl,
    Watching, When,
};
use kingpost::language::Languages;
use kingpost::mail::{Address, Draft};
use kingpost::render::{Chance, Dossier, GameLine, KeptGame, Occasion, Pages, Section, SeekLine, Service};
use kingpost::rules::notation::{fen, san, shogi, usi, western};
use kingpost::rules::variants::{self, CHESS};
use kingpost::rules::{
    BySide, DrawRules, MoveNumber, MovePattern, Outcome, Position, Ruling, Side, Termination, Unresolved, Variant,
    WrittenMove,
};

pub const CASES: &str = include_str!("../data/render/cases.txt");

pub const TOKEN: &str = "q7m2k5xv3tbn4dhz6wcy2rjpaf";

/// One case, field by field.
#[derive(Clone, Debug)]
pub struct Case {
    pub name: String,
    fields: Vec<(String, String)>,
}

impl Case {
    pub fn all() -> Vec<Case> {
        let mut cases: Vec<Case> = Vec::new();
        for line in CASES.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            match line.strip_prefix("  ") {
                None => cases.push(Case { name: line.into(), fields: Vec::new() }),
                Some(field) => {
                    let (key, value) = field.split_once(' ').unwrap();
                    cases.last_mut().unwrap().fields.push((key.into(), unescaped(value)));
                }
            }
        }
        cases
    }

    pub fn named(name: &str) -> Case {
        Case::all().into_iter().find(|case| case.name == name).unwrap()
    }

    pub fn get(&self, key: &str) -> Option<&str> {
        self.fields.iter().find(|(found, _)| found == key).map(|(_, value)| value.as_str())
    }

    pub fn with(mut self, key: &str, value: &str) -> Case {
        self.fields.retain(|(found, _)| found != key);
        self.fields.push((key.into(), value.into()));
        self
    }

    pub fn variant(&self) -> &'static Variant {
        self.get("variant").map_or(&CHESS, |key| variants::by_key(key).unwrap())
    }

    /// Moves of a case are written in SAN, and in USI in shogi.
    pub fn read(&self, text: &str) -> MovePattern {
        let variant = self.variant();
        if shogi::applies(variant) { usi::read(variant, text) } else { san::read(variant, text) }.unwrap()
    }

    pub fn side(&self) -> Side {
        if self.get("side") == Some("Second") { Side::Second } else { Side::First }
    }

    fn names(&self) -> BySide<Name> {
        let opponent = self.get("names");
        let robot = self.get("opponent") == Some("robot");
        let other = |usual: &str| Name { text: opponent.unwrap_or(usual).into(), robot };
        let reader = |name: &str| Name { text: name.into(), robot: false };
        match self.side() {
            Side::First => BySide { first: reader("Anna"), second: other("Ben") },
            Side::Second => BySide { first: other("Anna"), second: reader("Ben") },
        }
    }

    pub fn scene(&self) -> Option<Scene> {
        (self.get("game") != Some("no")).then(|| {
            let game = self.game();
            if ["watched", "unwatched"].contains(&self.get("pages").unwrap()) {
                return game.watched(Ply(self.get("ply").unwrap().parse().unwrap()));
            }
            let mut scene = game.scene(self.side(), now());
            if self.side() == Side::Second && scene.invited_by == Side::Second {
                scene.invited_by = Side::First;
            }
            scene
        })
    }

    fn game(&self) -> Game {
        let events = self.game_events();
        let start = now() - TimeDelta::hours(20 + events.len() as i64);
        let recorded: Vec<Recorded<Event>> = events
            .into_iter()
            .enumerate()
            .map(|(place, event)| Recorded { seq: place as u32 + 1, at: start + TimeDelta::hours(place as i64), event })
            .collect();
        Game::replay(GameId::parse("kp-7f3k9").unwrap(), &recorded).unwrap()
    }

    fn game_events(&self) -> Vec<Event> {
        let first = Side::First;
        let side = |text: &str| if text == "Second" { Side::Second } else { first };
        let mut events: Vec<Event> = vec![Event::Offered {
            players: BySide { first: PlayerId(1), second: PlayerId(2) },
            by: if self.get("counter").is_some() { self.side() } else { first },
            drawn: self.get("drawn").is_some(),
            terms: Terms {
                variant: self.variant(),
                time: TimeControl::parse(self.get("time").unwrap_or("3d")).unwrap(),
                draws: DrawRules::default(),
                rated: self.get("rated").is_some(),
                courtesy: Courtesy::default(),
                weekends_off: self.get("weekends") == Some("off"),
                scope: Scope {
                    own: matches!(self.get("scope"), Some("own" | "both")),
                    opponent: matches!(self.get("scope"), Some("opponent" | "both")),
                },
                start: self.get("fen").map(str::to_owned),
            },
            origin: match (self.get("rematch_of"), self.get("twin")) {
                (Some(id), _) => Origin::Rematch(GameId::parse(id).unwrap()),
                (None, Some(id)) => Origin::Pair(GameId::parse(id).unwrap()),
                (None, None) => Origin::Challenge,
            },
        }];
        events.extend(self.counter(&events));
        let stage = self.get("stage").unwrap_or("playing");
        match stage {
            "offered" => {}
            "declined" => events.push(Event::Declined),
            _ => events.push(Event::Started),
        }
        if !matches!(stage, "offered" | "declined") {
            self.play(&mut events);
        }
        if let Some(text) = self.get("plan") {
            events.push(Event::Planned { by: self.side(), plan: self.plan(&events, text) });
        }
        if let Some(by) = self.get("offer") {
            events.push(Event::DrawOffered { by: side(by) });
        }
        if let Some(by) = self.get("takeback") {
            events.push(Event::TakebackAsked { by: side(by) });
        }
        if let Some(by) = stage.strip_prefix("aborted ") {
            events.push(Event::Aborted { by: side(by) });
        }
        if let Some(what) = self.get("time_events") {
            events.extend(what.split(' ').map(time_event));
        }
        if let Some(hours) = self.get("asked") {
            let grace = TimeDelta::hours(hours.parse().unwrap());
            events.push(Event::Questioned { side: self.side(), grace });
        }
        if let Some(code) = self.get("resign") {
            events.push(Event::ResignAsked { by: self.side(), code: ConfirmCode::parse(code).unwrap() });
        }
        if let Some(end) = stage.strip_prefix("over ") {
            let (winner, termination) = end.split_once(' ').unwrap();
            let winner = (winner != "draw").then(|| side(winner));
            events.push(Event::Ended(Outcome { winner, termination: Termination::from_key(termination).unwrap() }));
        }
        events
    }

    /// Other terms for what the reader offered: another time, and the colours the other way if it says so.
    fn counter(&self, events: &[Event]) -> Option<Event> {
        let (time, seats) = self.get("counter")?.split_once(' ')?;
        let [Event::Offered { players, terms, .. }] = events else { panic!("{}: no invitation", self.name) };
        let (draws, time) =
            (DrawRules { threefold: Ruling::Auto, fifty: Ruling::Auto }, TimeControl::parse(time).unwrap());
        let terms = Terms {
            time,
            draws,
            rated: true,
            weekends_off: true,
            scope: Scope { own: true, opponent: true },
            ..terms.clone()
        };
        let by = self.side().other();
        Some(Event::Countered { players: *players, by, drawn: seats == "lot", terms })
    }

    /// Where the case's game begins.
    fn start(&self) -> Position {
        match self.get("fen") {
            None => Position::start(self.variant()),
            Some(text) => Position::try_from(fen::read(self.variant(), text).unwrap()).unwrap(),
        }
    }

    /// `e5 Nf3 d6 Bb5; c5 c3; else d4` as a plan from where `events` lead.
    fn plan(&self, events: &[Event], text: &str) -> Plan {
        let mut from = self.start();
        for event in events {
            if let Event::Moved { mv, .. } = event {
                from = from.after(*mv).unwrap();
            }
        }
        let read = |position: &mut Position, text: &str| {
            let mv = position.find_pattern(&self.read(text)).unwrap();
            *position = position.after(mv).unwrap();
            mv
        };
        let line = |text: &str| {
            let mut position = from.clone();
            let words: Vec<&str> = text.split_whitespace().collect();
            let pairs = words.chunks(2).map(|pair| match *pair {
                ["else", mine] => {
                    let any = from.legal_moves()[0];
                    Answer { when: When::Other, mv: read(&mut from.after(any).unwrap(), mine) }
                }
                [theirs, mine] => {
                    let when = When::Move(read(&mut position, theirs));
                    Answer { when, mv: read(&mut position, mine) }
                }
                _ => panic!("{text}: a move without an answer"),
            });
            pairs.collect::<Vec<_>>()
        };
        Plan::of(&text.split(';').map(line).collect::<Vec<_>>()).unwrap()
    }

    fn play(&self, events: &mut Vec<Event>) {
        let mut position = self.start();
        events.push(Event::Told { side: position.turn(), ply: Ply(0), since: None });
        for (place, text) in self.get("moves").unwrap_or_default().split_whitespace().enumerate() {
            let mv = position.find_pattern(&self.read(text)).unwrap();
            events.push(Event::Moved { by: position.turn(), mv });
            position = position.after(mv).unwrap();
            if self.get("stage").is_none_or(|stage| stage == "playing") || position.outcome().is_none() {
                events.push(Event::Told { side: position.turn(), ply: Ply(place as u32 + 1), since: None });
            }
        }
    }

    /// A move as a reader of this case writes it.
    fn written(&self, text: &str) -> MovePattern {
        let variant = self.variant();
        let western = || western::read(variant, text);
        if shogi::applies(variant) { western() } else { san::read(variant, text) }.unwrap()
    }

    fn refusal(&self, scene: Option<&Scene>) -> Refusal {
        let asked = self.get("refusal").unwrap();
        let (kind, text) = asked.split_once(' ').unwrap_or((asked, ""));
        let text = text.to_owned();
        let written = || WrittenMove { text: text.clone(), number: None, stages: vec![vec![self.written(&text)]] };
        let found = || position(scene.unwrap()).find(&written()).unwrap_err();
        match kind {
            "illegal" => Refusal::Illegal { why: scene.unwrap().view.why(&written()), text },
            "ambiguous" => match found() {
                Unresolved::Ambiguous(moves) => Refusal::Ambiguous { text, moves },
                other => panic!("{other:?}"),
            },
            "promotion" => match found() {
                Unresolved::Promotion(moves) => Refusal::Promotion { text, moves },
                other => panic!("{other:?}"),
            },
            "wrong_number" => Refusal::WrongNumber {
                text,
                written: MoveNumber { number: 7, dots: false },
                awaited: MoveNumber { number: 3, dots: false },
            },
            "stale" => Refusal::Stale { of: Ply(2) },
            "nothing_found" => Refusal::NothingFound { first_line: "I was afraid of Ng4, to be honest".into() },
            "strange_letter" => Refusal::StrangeLetter { text: "\u{435}4".into(), letter: '\u{435}', looks_like: 'e' },
            "several" => Refusal::Several { found: vec!["Nf3".into(), "resign".into()] },
            "several_moves" => Refusal::Several { found: vec!["Nf3".into(), "d4".into()] },
            "doubted" => Refusal::Doubted { found: vec!["Nf3".into()], doubt: "sorry".into() },
            "perhaps" => Refusal::Perhaps { mv: position(scene.unwrap()).find(&written()).unwrap(), text, doubt: None },
            "perhaps_doubted" => Refusal::Perhaps {
                mv: position(scene.unwrap()).find(&written()).unwrap(),
                text,
                doubt: Some("sorry, wait".into()),
            },
            "hostile" => Refusal::Several { found: vec!["<i>\r\nresign".into(), "{{ 7 * 7 }}\u{202e}".into()] },
            "no_man_there" => Refusal::NoManThere { square: CHESS.geometry.square("e5").unwrap() },
            "scope_not_agreed" => Refusal::ScopeNotAgreed { own: text == "own" },
            "not_over" => Refusal::NotOver,
            "not_your_turn" => Refusal::NotYourTurn,
            "offer_too_soon" => Refusal::OfferTooSoon { moves: 9 },
            "no_claim" => Refusal::NoClaim { asked: vec![Termination::Repetition, Termination::Fifty] },
            "plan" => Refusal::Plan { line: text, fault: PlanFault::Unanswered },
            "not_your_game" => Refusal::NotYourGame { game: GameId::parse("kp-7f3k9").unwrap() },
            "which_game" => {
                let games = ["kp-7f3k9", "kp-44444"].map(|id| GameId::parse(id).unwrap());
                Refusal::WhichGame { text, games: games.into() }
            }
            "not_vouched" => Refusal::NotVouched,
            "number_needed" => Refusal::NumberNeeded { text, awaited: MoveNumber { number: 3, dots: false } },
            "unknown_variant" => Refusal::UnknownVariant { text: "new ludo with clara@example.org".into() },
            other => panic!("{other}"),
        }
    }

    fn pages(&self, scene: Option<&Scene>) -> Vec<Page> {
        let page = |word: &str| match word {
            "refused" => Page::Refused(self.refusal(scene)),
            "settings" if self.get("changed").is_some() => {
                Page::SettingChanged { name: self.get("changed").unwrap().into() }
            }
            "seek_closed" => Page::SeekClosed { number: 12 },
            "undo_open" => Page::UndoOpen { until: now() + TimeDelta::minutes(10) },
            "plan_played" => Page::PlanPlayed { from: Ply(self.get("from").unwrap().parse().unwrap()) },
            "leave_booked" => Page::LeaveBooked(Leave { span: days(10, 24), days_left: 16 }),
            "scope" => Page::Scope { square: self.variant().geometry.square(self.get("square").unwrap()).unwrap() },
            "watching" => {
                let state = self.get("state").unwrap();
                Page::Watching(Watching::ALL.into_iter().find(|watching| watching.key() == state).unwrap())
            }
            "watched" => Page::Watched { ply: Ply(self.get("ply").unwrap().parse().unwrap()) },
            "note_kept" => Page::NoteKept { count: self.get("count").map_or(1, |count| count.parse().unwrap()) },
            "confirm_stop" => Page::ConfirmStop { code: ConfirmCode::parse("KX7Q24MD").unwrap() },
            "address_change" => {
                let state = self.get("state").unwrap();
                let code = matches!(state, "confirm" | "moved").then(|| ConfirmCode::parse("KX7Q24MD").unwrap());
                Page::AddressChange(AddressChange::from_key(state, code).unwrap())
            }
            "help" if self.get("topic").is_some() => Page::HelpOn { topic: self.get("topic").unwrap().to_owned() },
            "confirm_delete" => Page::ConfirmErase { code: ConfirmCode::parse("KX7Q24MD").unwrap() },
            "rules" => Page::Rules { variant: self.get("variant").unwrap_or("chess").to_owned() },
            "stats" => Page::Stats { variant: self.get("variant").map(str::to_owned) },
            "board" => Page::Board { ply: self.get("ply").map(|ply| ply.parse().unwrap()) },
            other => simple_pages().into_iter().find(|page| page.key() == other).unwrap(),
        };
        self.get("pages").unwrap().split(' ').map(page).collect()
    }

    /// The mail, in a language.
    pub fn draft(&self, pages: &Pages, language: &str) -> Draft {
        let scene = self.scene();
        let mut notices: Vec<Notice> = self
            .pages(scene.as_ref())
            .into_iter()
            .map(|page| Notice { to: PlayerId(1), about: None, seq: 1, page, message: None })
            .collect();
        notices[0].message = self.get("says").map(str::to_owned);
        self.draft_of(pages, language, notices)
    }

    /// A mail about the case's game that tells these notices.
    pub fn draft_of(&self, pages: &Pages, language: &str, notices: Vec<Notice>) -> Draft {
        let scene = self.scene();
        let names = self.names();
        let service = service();
        let reader = self.reader(&names.of(self.side()).text, language);
        let games = self.games();
        let standings = self.get("standings").map(standings);
        let ratings = self.get("rated").map(ratings);
        let notes = self.notes();
        let said = self.said();
        let (barred, seeks) = (self.barred(), self.seeks());
        let reply_to = service.address.with_subaddress('+', TOKEN);
        let bundled = self.bundled();
        let dossier = self.dossier();
        let asked = self.asked();
        let sections: Vec<Section> = bundled
            .iter()
            .map(|(notices, scene, names)| Section {
                notices,
                scene: scene.clone(),
                names,
                reply_to: reply_to.clone(),
                number: 3,
            })
            .collect();
        let occasion = Occasion {
            service: &service,
            reader: &reader,
            notices: &notices,
            scene: scene.as_ref(),
            names: scene.as_ref().map(|_| &names),
            games: &games,
            sections: &sections,
            dossier: &dossier,
            standings: standings.as_ref(),
            chance: self.chance(),
            ratings: ratings.as_ref(),
            notes: &notes,
            said: &said,
            first_game: self.get("first") == Some("yes"),
            barred: &barred,
            seeks: &seeks,
            asked: asked.as_ref(),
            guest_of: self.get("guest_of"),
            reply_to: &reply_to,
            at: now(),
            number: 12,
        };
        pages.draft(&occasion).unwrap()
    }

    /// What `confirm_address` asks about: `asks mild`, or `asks grave` where it needs a code.
    fn asked(&self) -> Option<Asked> {
        let whom = Address::parse("ben.secret@example.net").unwrap();
        let game = NewGame {
            variant: "shogi".into(),
            with: Some(whom.clone()),
            colour: Some(Colour::First),
            time: Some("3d".into()),
            ..NewGame::default()
        };
        Some(match self.get("asks")? {
            "mild" => Asked { errands: vec![Errand::Invite(game), Errand::Games], code: None },
            "grave" => Asked {
                errands: vec![
                    Errand::Bar { barrier: Barrier::Block, whom: Whom::Address(whom), up: true },
                    Errand::Setting(Setting::Picture(Picture::Small)),
                ],
                code: ConfirmCode::parse("KX7Q24MD"),
            },
            other => panic!("{other}"),
        })
    }

    /// What a drawn array was drawn from.
    fn chance(&self) -> Option<Chance> {
        let over = self.get("stage").is_some_and(|stage| stage.starts_with("over"));
        let told = Chance { seal: std::array::from_fn(|at| at as u8), seed: over.then_some([0xa5; 32]) };
        self.variant().draws_array().then_some(told)
    }

    fn reader(&self, name: &str, language: &str) -> Player {
        Player {
            id: PlayerId(1),
            address: Address::parse("anna.secret@example.com").unwrap(),
            name: name.into(),
            language: language.into(),
            standing: Standing::Confirmed,
            settings: Settings {
                picture: match self.get("picture") {
                    Some("small") => Picture::Small,
                    Some("off") => Picture::Off,
                    _ => Picture::Large,
                },
                zone: self.get("zone").map(|zone| zone.parse().unwrap()),
                ..self.chosen()
            },
            epoch: 0,
            robot: false,
        }
    }

    /// Settings as a player writes them, parted by commas.
    fn chosen(&self) -> Settings {
        let mut player = kingpost::club::Player {
            id: PlayerId(1),
            address: Address::parse("anna.secret@example.com").unwrap(),
            name: String::new(),
            language: "en".into(),
            standing: Standing::Confirmed,
            settings: Settings::default(),
            epoch: 0,
            robot: false,
        };
        for text in self.get("settings").unwrap_or_default().split(',').filter(|text| !text.is_empty()) {
            player.choose(Setting::parse(text).unwrap());
        }
        player.settings
    }

    /// `2 he must not castle|4 first line\nsecond line`: plies and words.
    fn notes(&self) -> Vec<Note> {
        let note = |text: &str| {
            let (ply, text) = text.split_once(' ').unwrap();
            Note { ply: Ply(ply.parse().unwrap()), text: text.into() }
        };
        self.get("notes").into_iter().flat_map(|notes| notes.split('|')).map(note).collect()
    }

    fn said(&self) -> Vec<(Ply, Side, String)> {
        let words = |text: &str| {
            let [ply, by, text] = text.splitn(3, ' ').collect::<Vec<_>>().try_into().unwrap();
            (Ply(ply.parse().unwrap()), Side::from_key(by).unwrap(), text.to_owned())
        };
        self.get("said").into_iter().flat_map(|said| said.split('|')).map(words).collect()
    }

    fn seeks(&self) -> Vec<SeekLine> {
        if self.get("seeks").is_none() {
            return Vec::new();
        }
        let Event::Offered { terms, .. } = Case::named("invitation").game_events().remove(0) else { panic!() };
        let seek = |number, player: &str, variant: &str, time: &str, colour, (rated, range)| SeekLine {
            seek: Seek {
                number,
                player: PlayerId(1),
                terms: Terms {
                    variant: variants::by_key(variant).unwrap(),
                    time: TimeControl::parse(time).unwrap(),
                    rated,
                    weekends_off: rated,
                    ..terms.clone()
                },
                colour,
                range: RatingRange::parse(range).unwrap_or_default(),
                closes_at: now() + TimeDelta::days(9),
            },
            player: player.into(),
            mine: player == "Anna",
        };
        let mut seeks = vec![
            seek(12, "Anna", "chess", "3d", Colour::Random, (false, "")),
            seek(14, "Ben <b>", "shogi", "30d+3d", Colour::First, (true, "1400-1700")),
            seek(15, "Clara", "loop", "none", Colour::Second, (false, "1600+")),
        ];
        seeks.truncate(self.get("seeks").unwrap().parse().unwrap());
        seeks
    }

    fn barred(&self) -> Vec<Barred> {
        let barred = self.get("barred").unwrap_or_default().split(", ").filter(|text| !text.is_empty());
        barred
            .map(|text| {
                let [barrier, name, whom] = text.split(' ').collect::<Vec<_>>()[..] else { panic!("{text}") };
                let game = GameId::parse(whom).map(Whom::InGame);
                let whom = game.or_else(|| Address::parse(whom).map(Whom::Address)).unwrap();
                Barred { barrier: Barrier::from_key(barrier).unwrap(), name: name.into(), whom }
            })
            .collect()
    }

    /// The games of a mail about several, each as another case has it.
    pub fn bundled(&self) -> Vec<(Vec<Notice>, Scene, BySide<Name>)> {
        let names = self.get("sections").map(|names| names.split(' ').collect::<Vec<_>>()).unwrap_or_default();
        let one = |(place, name): (usize, &&str)| {
            let case = Case::named(name);
            let mut scene = case.scene().unwrap();
            let digit = char::from(b"23456789abcdefgh"[place]);
            scene.id = GameId::parse(&format!("kp-{}", digit.to_string().repeat(5))).unwrap();
            let notice = |page| Notice { to: PlayerId(1), about: None, seq: 1, page, message: None };
            let mut notices: Vec<Notice> = case.pages(Some(&scene)).into_iter().map(notice).collect();
            notices[0].message = self.get("says").or(case.get("says")).map(str::to_owned);
            (notices, scene, case.names())
        };
        names.iter().enumerate().map(one).collect()
    }

    /// What is kept of the reader, and of the games that other cases have.
    fn dossier(&self) -> Dossier {
        let names = self.get("kept").map(|names| names.split(' ').collect::<Vec<_>>()).unwrap_or_default();
        let one = |name: &str| {
            let case = Case::named(name);
            let said = case.get("says").map(|text| (now() - TimeDelta::days(1), case.side().other(), text.to_owned()));
            KeptGame {
                scene: case.scene().unwrap(),
                names: case.names(),
                said: said.into_iter().collect(),
                notes: case.notes(),
            }
        };
        let games: Vec<KeptGame> = names.into_iter().map(one).collect();
        let days = |days| now() + TimeDelta::days(days);
        let full = !games.is_empty();
        let leave = if full { vec![Span { from: days(3), to: days(10) }] } else { Vec::new() };
        let watched = if full { vec![GameId::parse("kp-3m8qt").unwrap()] } else { Vec::new() };
        Dossier { games, leave, watched }
    }

    fn games(&self) -> Vec<GameLine> {
        if self.get("games").is_none() {
            return Vec::new();
        }
        let line = |name: &str, opponent: &str, id: &str| {
            let mut scene = Case::named(name).scene().unwrap();
            scene.id = GameId::parse(id).unwrap();
            scene.open_until = (scene.stage == Stage::Offered).then(|| now() + TimeDelta::days(28));
            let reply_to = service().address.with_subaddress('+', TOKEN);
            GameLine { scene, opponent: Name { text: opponent.into(), robot: opponent == "Stockfish" }, reply_to }
        };
        vec![
            line("move_taken", "Clara", "kp-22222"),
            line("your_move", "Ben", "kp-7f3k9"),
            line("invitation_sent", "Daniel", "kp-33333"),
            line("game_started", "Clara", "kp-44444"),
            line("away", "Emma", "kp-55555"),
            line("leave_ends", "Frida", "kp-66666"),
            line("bounced", "Georg", "kp-77777"),
            line("unreachable", "Hanna", "kp-88888"),
            line("flag_fallen", "Ivan", "kp-99999"),
            line("invitation", "Jana", "kp-aaaaa"),
        ]
    }
}

/// From noon to noon, so many days from now.
fn days(from: i64, to: i64) -> Span {
    let noon = now() - TimeDelta::minutes(190);
    Span { from: noon + TimeDelta::days(from), to: noon + TimeDelta::days(to) }
}

/// `away First`, in one word.
fn time_event(word: &str) -> Event {
    let (what, side) = word.split_once('-').unwrap();
    let side = if side == "Second" { Side::Second } else { Side::First };
    match what {
        "away" => Event::Away { side, span: days(-2, 12) },
        "ends" => Event::Away { side, span: days(-8, 2) },
        "leave" => Event::Away { side, span: days(-1, 0) },
        "ahead" => Event::Away { side, span: days(20, 30) },
        "gave" => Event::Gave { by: side, time: TimeDelta::days(2) },
        "bounced" => Event::Bounced { side, back: Refund::Whole },
        "unreachable" => Event::Unreachable { side, back: Refund::Whole },
        "flag" => Event::FlagFell { side },
        "reminded" => Event::Reminded { side, step: Reminder::Half },
        "outage" => Event::Outage(Span { from: now() - TimeDelta::hours(12), to: now() - TimeDelta::hours(7) }),
        other => panic!("{other}"),
    }
}

/// Every case in every language, with its name; drawn once for all tests.
pub fn drafts() -> Vec<(String, Case, Draft)> {
    static DRAWN: std::sync::OnceLock<Vec<(String, Case, Draft)>> = std::sync::OnceLock::new();
    DRAWN.get_or_init(draw_all).clone()
}

fn draw_all() -> Vec<(String, Case, Draft)> {
    let pages = pages();
    let both = |case: Case| ["en", "ja"].map(|language| (format!("{}.{language}", case.name), case.clone(), language));
    let all = Case::all().into_iter().flat_map(both);
    all.map(|(name, case, language)| {
        let draft = case.draft(&pages, language);
        (name, case, draft)
    })
    .collect()
}

/// Every page that needs nothing but its name, then the three that do.
pub fn simple_pages() -> Vec<Page> {
    vec![
        Page::ConfirmAddress,
        Page::Invitation,
        Page::InvitationSent,
        Page::InvitationDeclined,
        Page::GameStarted,
        Page::YourMove,
        Page::MoveTaken,
        Page::Plans,
        Page::DrawOffered,
        Page::DrawDeclined,
        Page::DrawOfferSent,
        Page::TakebackAsked,
        Page::TakebackSent,
        Page::TakebackDeclined,
        Page::TakenBack,
        Page::GameAborted,
        Page::MoveUndone,
        Page::ConfirmResign,
        Page::GameOver,
        Page::Reminder,
        Page::FlagFallen,
        Page::Unreachable,
        Page::Away,
        Page::LeaveEnds,
        Page::Back,
        Page::LeaveOff,
        Page::LeaveOffered,
        Page::TimeGiven,
        Page::Message,
        Page::MessageSent,
        Page::Replay,
        Page::Unwatched,
        Page::Games,
        Page::Seeks,
        Page::SeekOpen,
        Page::Settings,
        Page::Help,
        Page::Welcome,
        Page::Export,
        Page::Erased,
        Page::Summary,
        Page::Digest,
        Page::MailStopped,
    ]
}

/// `1612/78/23 1500/350/0`: points, deviation and games of both sides; `… > 1630/77/24 1482/280/1`: and after the game.
fn ratings(text: &str) -> BySide<RatingSeen> {
    let (before, after) = text.split_once(" > ").map_or((text, None), |(before, after)| (before, Some(after)));
    let pair = |text: &str| {
        let mut both = text.split(' ').map(rating);
        (both.next().unwrap(), both.next().unwrap())
    };
    let (before, after) = (pair(before), after.map(pair));
    BySide {
        first: RatingSeen { before: before.0, after: after.map(|both| both.0) },
        second: RatingSeen { before: before.1, after: after.map(|both| both.1) },
    }
}

/// `1612/78/23`
fn rating(text: &str) -> Rating {
    let numbers: Vec<i64> = text.split('/').map(|number| number.parse().unwrap()).collect();
    let [points, deviation, games] = numbers[..] else { panic!("{text}") };
    Rating { points: points * 100, deviation: deviation * 100, games: games as u32, ..Rating::default() }
}

/// `chess first 12`: so many games won by that side; `chess first 3 as second` for the reader's own; `met Ben 2 1 0` and
/// `rated chess 1612/78/23` for opponents and ratings.
fn standings(rows: &str) -> Standings {
    let mut standings = Standings::default();
    for row in rows.split(',') {
        let words: Vec<&str> = row.split_whitespace().collect();
        match words[..] {
            ["rated", variant, text] => {
                standings.ratings.insert(variant.to_owned(), rating(text));
                continue;
            }
            ["met", name, won, drawn, lost] => {
                let [won, drawn, lost] = [won, drawn, lost].map(|number| number.parse().unwrap());
                standings.met.push((name.to_owned(), Score { won, drawn, lost }));
                continue;
            }
            _ => {}
        }
        let (winner, games) = (Side::from_key(words[1]), words[2].parse().unwrap());
        match words.get(4) {
            Some(side) => standings.count_own(words[0], winner, Side::from_key(side).unwrap(), games),
            None => standings.count(words[0], winner, games),
        }
    }
    standings
}

pub fn position(scene: &Scene) -> Position {
    Position::try_from(fen::read(scene.view.variant(), &scene.view.fen()).unwrap()).unwrap()
}

pub fn service() -> Service {
    Service {
        name: "Kingpost".into(),
        address: Address::parse("play@chess.example.org").unwrap(),
        robots: vec!["stockfish".into()],
    }
}

pub fn pages() -> Pages {
    Pages::new(&Languages::built_in().unwrap()).unwrap()
}

pub fn now() -> Moment {
    Utc.with_ymd_and_hms(2026, 11, 29, 15, 10, 0).unwrap()
}

fn unescaped(text: &str) -> String {
    text.replace("\\n", "\n").replace("\\r", "\r").replace("\\u202e", "\u{202e}")
}
