/*!
Pages: templates parsed once, notices to one draft.

A page's `body.txt` begins with its headline and a paragraph of news; the first page's headline heads the mail. A list of mails
shows beside the subject what `preheader.txt` says, or without one the headline and the deadline, or the paragraph. The news of
all pages of a mail stand one after the other; board, moves and position stand once.

Names of templates decide about escaping: `.html` is escaped, `.txt` is not, and nothing a player wrote is ever part of a
template.
*/

use std::collections::BTreeMap;

use serde::Serialize;
use tera::{Context, Kwargs, State, Tera, TeraResult};

use super::bundle::{self, Bundle};
use super::context::{self, Below, Details, Foot, Layout, Message, News};
use super::desk::Desk;
use super::lines::{clean_text, finish};
use super::pictures::Pictures;
use super::shows::{Shows, shows_board};
use super::words::{Lack, Words, fill};
use super::{Occasion, RenderError, export, tap};
use crate::club::{Order, Picture as Wanted, Standings};
use crate::game::{Notice, Page};
use crate::language::{BASE, Language, Languages};
use crate::mail::{Attachment, Draft, Image};

/// Structure and style, shared by all languages; without a word in it.
const FRAME: [(&str, &str); 2] =
    [("parts.html", include_str!("frame/parts.html")), ("style.html", include_str!("frame/style.html"))];

/// All pages in all languages, templates parsed once.
#[derive(Debug)]
pub struct Pages {
    languages: BTreeMap<String, Written>,
}

/// One language.
#[derive(Debug)]
struct Written {
    templates: Tera,
    words: toml::Table,
}

impl Pages {
    /// Parses every template; the error names the first that cannot be parsed.
    pub fn new(languages: &Languages) -> Result<Pages, RenderError> {
        let mut parsed = BTreeMap::new();
        for language in languages.written() {
            parsed.insert(language.code.clone(), Written::new(language)?);
        }
        Ok(Pages { languages: parsed })
    }

    /// The one draft for an occasion.
    pub fn draft(&self, occasion: &Occasion) -> Result<Draft, RenderError> {
        let first = occasion.guest_of.filter(|code| *code != BASE && self.languages.contains_key(*code));
        let code = first.unwrap_or(&occasion.reader.language);
        let found = self.languages.get_key_value(code).or_else(|| self.languages.get_key_value(BASE));
        let found = found.or_else(|| self.languages.iter().next());
        let Some((code, written)) = found else {
            return Err(error("", code, "no language is written"));
        };
        let codes: Vec<&str> = self.languages.keys().map(String::as_str).collect();
        let native = first.is_some() || *code == occasion.reader.language;
        let sheet = Sheet { occasion, written, code, codes: &codes, native, part: Part::Whole };
        match (first, self.languages.get(BASE)) {
            (Some(_), Some(written)) => {
                let second = Sheet { written, code: BASE, part: Part::Second, ..sheet };
                Sheet { part: Part::First, ..sheet }.draft(Some(second.below()?))
            }
            _ => sheet.draft(None),
        }
    }
}

impl Written {
    fn new(language: &Language) -> Result<Written, RenderError> {
        let mut templates = Tera::new();
        let writes = language.words.get("writes").and_then(toml::Value::as_table).cloned().unwrap_or_default();
        templates
            .register_filter("tap", move |body: &str, arguments: Kwargs, _: &State| tapped(&writes, body, &arguments));
        let own = language.templates.iter().map(|(name, text)| (name.as_str(), text.as_str()));
        let all: Vec<(&str, &str)> = FRAME.into_iter().chain(own).filter(|(name, _)| is_template(name)).collect();
        templates.add_raw_templates(all).map_err(|cause| error("", &language.code, &chain(&cause)))?;
        Ok(Written { templates, words: language.words.clone() })
    }
}

/// The link that writes a command, by its name in `[writes]` with its arguments, or any other text as it is.
fn tapped(writes: &toml::Table, body: &str, arguments: &Kwargs) -> TeraResult<String> {
    let to = arguments.must_get::<&str>("to")?;
    let Some(command) = writes.get(body).and_then(toml::Value::as_str) else { return Ok(tap::writing(to, body)) };
    let values: Vec<(&str, &str)> =
        arguments.iter().filter_map(|(key, value)| key.as_str().zip(value.as_str())).collect();
    Ok(tap::writing(to, &fill(command, &values)))
}

fn is_template(name: &str) -> bool {
    name.ends_with(".txt") || name.ends_with(".html")
}

fn error(page: &str, language: &str, cause: &str) -> RenderError {
    RenderError { page: page.into(), language: language.into(), cause: cause.into() }
}

/// What the engine says, with the reasons behind it.
fn chain(cause: &dyn std::error::Error) -> String {
    let mut said = cause.to_string();
    let mut source = cause.source();
    while let Some(cause) = source {
        said = format!("{said}: {cause}");
        source = cause.source();
    }
    said
}

/// One mail in the making, or its part about one game.
#[derive(Clone, Copy)]
struct Sheet<'a> {
    occasion: &'a Occasion<'a>,
    written: &'a Written,
    code: &'a str,
    /// Codes of all languages we write.
    codes: &'a [&'a str],
    /// The reader's own language is written, not a stand-in for it.
    native: bool,
    part: Part,
}

/// Which part of a mail in two languages a sheet is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Part {
    /// All of it: the mail is in one language.
    Whole,
    First,
    Second,
}

impl Sheet<'_> {
    fn words(&self) -> Words<'_> {
        Words::new(&self.written.words)
    }

    fn lacking(&self, page: &str) -> impl Fn(Lack) -> RenderError {
        let (page, code) = (page.to_owned(), self.code.to_owned());
        move |lack| error(&page, &code, &lack.to_string())
    }

    /// What the statistics page is drawn from; nothing if nobody has counted.
    fn standings(&self) -> &Standings {
        static NONE: Standings =
            Standings { all: BTreeMap::new(), own: BTreeMap::new(), met: Vec::new(), ratings: BTreeMap::new() };
        self.occasion.standings.unwrap_or(&NONE)
    }

    /// The first page as it stands below the same page in another language.
    fn below(&self) -> Result<Below, RenderError> {
        let Some(first) = self.occasion.notices.first() else {
            return Err(error("", self.code, "there is no notice"));
        };
        let page = first.page.key();
        let desk = Desk::new(self.occasion, self.words(), self.native).map_err(self.lacking(page))?;
        let mut shared = self.shared(&desk);
        let subject = self.subject(&shared)?;
        let news = self.news(&desk, &shared)?.news.into_iter().next();
        let news = news.ok_or_else(|| error(page, self.code, "it has no news"))?;
        shared.insert("mail", &Foot { last: false, number: self.occasion.number });
        let foot = |ending| self.template(&format!("foot.{ending}"), page, &shared);
        Ok(Below { lang: BASE, subject, news, foot_text: foot("txt")?, foot_html: foot("html")? })
    }

    fn draft(&self, below: Option<Below>) -> Result<Draft, RenderError> {
        let occasion = self.occasion;
        let Some(first) = occasion.notices.first() else { return Err(error("", self.code, "there is no notice")) };
        let page = first.page.key();
        let desk = Desk::new(occasion, self.words(), self.native).map_err(self.lacking(page))?;
        let shared = self.shared(&desk);
        let subject = self.subject(&shared)?;
        let subject = below.as_ref().map_or(subject.clone(), |below| two_subjects(&subject, &below.subject));
        let Told { news, man, images } = self.news(&desk, &shared)?;
        let shows = Shows::of(occasion, &desk);
        let mut pictures = Pictures::of(occasion, &desk, shows.board, man);
        let layout = self.layout(&desk, news, &subject, &shows, &pictures).map_err(self.lacking(page))?;
        let mut context = shared;
        context.insert("mail", &layout);
        context.insert("below", &below);
        let text = finish(&self.template(layout_name(&first.page, "txt"), page, &context)?);
        let html = self.template(layout_name(&first.page, "html"), page, &context)?;
        let mut attachments: Vec<Attachment> =
            desk.attachment(occasion).map_err(self.lacking(page))?.into_iter().collect();
        attachments.extend(pictures.file.take());
        if occasion.notices.iter().any(|notice| notice.page == Page::Export) {
            let kept = desk.kept(occasion, self.codes).map_err(self.lacking(page))?;
            let text = self.template("export/kept.txt", page, &with(&self.shared(&desk), &kept))?;
            attachments.push(export::file(text));
            attachments.extend(export::games(occasion, self.words()).map_err(self.lacking(page))?);
        }
        let images = images.into_iter().chain(pictures.images()).collect();
        attachments.extend(desk.calendar(occasion).map_err(self.lacking(page))?);
        // Who listens to mail wants no second copy of it to be read out.
        let html = Some(html).filter(|_| occasion.reader.settings.order == Order::Usual);
        let language = below.map_or_else(|| self.code.to_owned(), |below| format!("{}, {}", self.code, below.lang));
        Ok(Draft { subject, text, html, images, attachments, language })
    }

    /// The subject of the first page; of the first one about the game, if the mail has one.
    fn subject(&self, shared: &Context) -> Result<String, RenderError> {
        let notices = self.occasion.notices;
        let of_game = notices.iter().find(|notice| !notice.page.is_of_the_service());
        let page = of_game.or(notices.first()).map_or("", |notice| notice.page.key());
        Ok(self.template(&format!("{page}/subject.txt"), page, shared)?.trim().to_owned())
    }

    /// What every template may use.
    fn shared(&self, desk: &Desk) -> Context {
        let mut context = Context::new();
        context.insert("service", &desk.service);
        context.insert("lang", &self.code);
        context.insert("part", &self.part);
        context.insert("below", &None::<Below>);
        context.insert("reader", &desk.reader);
        context.insert("game", &desk.game);
        context.insert("thread", &desk.thread);
        context.insert("to", desk.link.start());
        context.insert("main", desk.main.start());
        context
    }

    fn template(&self, name: &str, page: &str, context: &Context) -> Result<String, RenderError> {
        self.written.templates.render(name, context).map_err(|cause| error(page, self.code, &chain(&cause)))
    }

    /// A template that not every page has.
    fn optional(&self, name: &str, page: &str, context: &Context) -> Result<Option<String>, RenderError> {
        let known = self.written.templates.get_template_names().any(|known| known == name);
        known.then(|| self.template(name, page, context)).transpose()
    }

    /// Every page's news, and what goes with it.
    fn news(&self, desk: &Desk, shared: &Context) -> Result<Told, RenderError> {
        let (mut news, mut man, mut images) = (Vec::new(), None, Vec::new());
        let zone = self.occasion.reader.settings.zone;
        for notice in self.occasion.notices {
            let page = &notice.page;
            let context = match page {
                Page::Refused(refusal) => {
                    let refused = desk.ground().refused(refusal).map_err(self.lacking(page.key()))?;
                    man = man.or(refused.man);
                    desk.refused(refused, refusal, self.occasion).map(|page| with(shared, &page))
                }
                Page::ConfirmResign => desk.confirm_resign().map(|page| with(shared, &page)),
                Page::GameOver => desk.game_over(self.occasion).map(|page| with(shared, &page)),
                Page::GameStarted => desk.game_started(self.occasion).map(|page| with(shared, &page)),
                Page::UndoOpen { until } => desk.undo_open(*until, zone).map(|page| with(shared, &page)),
                Page::PlanPlayed { from } => desk.plan_played(*from).map(|page| with(shared, &page)),
                Page::Board { .. } => Ok(with(shared, &context::Board { earlier: desk.earlier })),
                Page::Scope { square } => desk.scope(*square).map(|page| with(shared, &page)),
                Page::Stats { variant } => {
                    desk.stats(self.standings(), variant.as_deref()).map(|page| with(shared, &page))
                }
                Page::Rules { variant } => desk.rules(variant, &self.occasion.reader.settings).map(|mut page| {
                    images.extend(page.pieces.iter_mut().filter_map(|piece| piece.image.take()));
                    with(shared, &page)
                }),
                Page::Watching(watching) => Ok(with(shared, &context::WatchingPage { state: watching.key() })),
                Page::Watched { .. } => desk.watched(self.occasion).map(|page| with(shared, &page)),
                Page::NoteKept { count } => Ok(with(shared, &context::NoteKept::of(self.occasion.notes, *count))),
                Page::Settings => desk.settings(self.occasion, self.codes, None).map(|page| with(shared, &page)),
                Page::SettingChanged { name } => {
                    desk.settings(self.occasion, self.codes, Some(name)).map(|page| with(shared, &page))
                }
                Page::Games => desk.games(self.occasion).map(|page| with(shared, &page)),
                Page::Seeks | Page::SeekOpen | Page::SeekClosed { .. } => {
                    desk.seeks(self.occasion).map(|page| with(shared, &page))
                }
                Page::ConfirmErase { code } | Page::ConfirmStop { code } => {
                    Ok(with(shared, &context::ConfirmByCode { code: code.as_str().to_owned() }))
                }
                Page::AddressChange(change) => Ok(with(shared, &context::AddressChangePage::of(change))),
                Page::Export => desk.kept(self.occasion, self.codes).map(|page| with(shared, &page)),
                Page::Summary | Page::Digest => {
                    let mut bundle = self.bundle()?;
                    images.extend(bundle.games.iter_mut().filter_map(|game| game.image.take()));
                    Ok(with(shared, &bundle))
                }
                Page::Introduction => Ok(with(shared, &context::Introduction::of(self.occasion.service))),
                Page::Help => desk.help(self.occasion.service, None).map(|page| with(shared, &page)),
                Page::HelpOn { topic } => desk.help(self.occasion.service, Some(topic)).map(|page| with(shared, &page)),
                Page::LeaveBooked(leave) => desk.leave_booked(self.occasion, leave).map(|page| with(shared, &page)),
                Page::ConfirmAddress => desk.asked(self.occasion.asked).map(|page| with(shared, &page)),
                Page::Invitation
                | Page::InvitationSent
                | Page::InvitationDeclined
                | Page::InvitationWithdrawn
                | Page::InvitationExpired
                | Page::YourMove
                | Page::MoveTaken
                | Page::TakebackAsked
                | Page::TakebackSent
                | Page::TakebackDeclined
                | Page::TakenBack
                | Page::GameAborted
                | Page::MoveUndone
                | Page::Plans
                | Page::DrawOffered
                | Page::DrawDeclined
                | Page::DrawOfferSent
                | Page::Reminder
                | Page::FlagFallen
                | Page::Unreachable
                | Page::Away
                | Page::LeaveEnds
                | Page::Back
                | Page::LeaveOff
                | Page::LeaveOffered
                | Page::TimeGiven
                | Page::Message
                | Page::MessageSent
                | Page::Replay
                | Page::Unwatched
                | Page::Welcome
                | Page::Erased
                | Page::MailStopped => Ok(with(shared, &context::Plain {})),
            };
            news.extend(self.told(notice, desk, context.map_err(self.lacking(page.key()))?)?);
        }
        self.picture(&mut news);
        Ok(Told { news, man, images })
    }

    /// The board goes with the first piece of news that shows one.
    fn picture(&self, news: &mut [News]) {
        let shown =
            self.occasion.notices.iter().find(|notice| shows_board(&notice.page)).map(|notice| notice.page.key());
        let pictured = news.iter().position(|one| Some(one.page) == shown).unwrap_or(0);
        if let Some(one) = news.get_mut(pictured) {
            one.pictured = true;
        }
    }

    /// What a mail about several games says about each.
    fn bundle(&self) -> Result<Bundle, RenderError> {
        let sections = self.occasion.sections;
        let parts: Vec<Occasion> = sections.iter().map(|section| bundle::part(self.occasion, section)).collect();
        let mut room = bundle::Room::with(sections);
        let mut drawn = Vec::new();
        for occasion in &parts {
            let sheet = Sheet { occasion, ..*self };
            let desk = Desk::new(occasion, self.words(), self.native).map_err(self.lacking("bundle"))?;
            let Told { news, .. } = sheet.news(&desk, &sheet.shared(&desk))?;
            let board = bundle::board(occasion, &desk, &mut room).map_err(self.lacking("bundle"))?;
            drawn.push((occasion, desk, news, board));
        }
        // Moves take the room that the boards have left.
        let mut games = Vec::new();
        for (occasion, desk, news, board) in drawn {
            games.push(bundle::game(occasion, &desk, news, board, &mut room).map_err(self.lacking("bundle"))?);
        }
        let waiting = games.iter().filter(|game| game.my_turn).count();
        Ok(Bundle { games, waiting })
    }

    /// The news of one notice; none of a page that another one of the mail says already.
    fn told(&self, notice: &Notice, desk: &Desk, mut context: Context) -> Result<Option<News>, RenderError> {
        // Whoever begins is told so by the page that says the game has started.
        let started = self.occasion.notices.iter().any(|one| one.page == Page::GameStarted);
        if started && notice.page == Page::YourMove {
            return Ok(None);
        }
        let said = notice.message.as_deref().map(clean_text).unwrap_or_default();
        context.insert("said", &one_line(&said.join("\n")));
        self.one(&notice.page, desk, &context).map(Some)
    }

    fn one(&self, page: &Page, desk: &Desk, context: &Context) -> Result<News, RenderError> {
        let game = desk.game.as_ref().filter(|_| !page.is_of_the_service());
        let page = page.key();
        let text = self.template(&format!("{page}/body.txt"), page, context)?.trim().to_owned();
        // A heading is no sentence.
        let headline = text.lines().next().unwrap_or_default().trim().trim_end_matches(['.', '。']).to_owned();
        let html = self.template(&format!("{page}/body.html"), page, context)?;
        let preheader = match self.optional(&format!("{page}/preheader.txt"), page, context)? {
            Some(own) => one_line(&own),
            None => usual_preheader(&text, game.and_then(|game| game.deadline.as_deref())),
        };
        let part = |ending: &str| self.optional(&format!("{page}/details.{ending}"), page, context);
        let details = Details {
            text: part("txt")?.unwrap_or_default().trim().to_owned(),
            html: part("html")?.unwrap_or_default(),
        };
        Ok(News { page, headline, text, html, details, preheader, pictured: false })
    }

    fn layout(
        &self,
        desk: &Desk,
        news: Vec<News>,
        subject: &str,
        shows: &Shows,
        pictures: &Pictures,
    ) -> Result<Layout, Lack> {
        let occasion = self.occasion;
        let author = desk.game.as_ref().map(|game| game.opponent.clone()).unwrap_or_default();
        // An invitation is sent to people who have not asked for mail: no word of the inviter's (`docs/threats.md`, mail-bomb).
        let heard = occasion.notices.iter().filter(|notice| notice.page != Page::Invitation);
        let messages = heard.filter_map(|notice| notice.message.as_deref());
        let messages = messages.map(|text| Message { author: author.clone(), lines: clean_text(text) });
        let drawn = occasion.reader.settings.order == Order::Usual;
        let over = occasion.notices.iter().any(|notice| notice.page == Page::GameOver);
        let shown = drawn && occasion.reader.settings.picture != Wanted::Off;
        let scope = occasion.notices.iter().any(|notice| matches!(notice.page, Page::Scope { .. }));
        let listing = if shows.moves { Some(desk.listing()?) } else { None };
        Ok(Layout {
            subject: subject.to_owned(),
            preheader: preheader(&news, subject),
            news,
            messages: messages.filter(|message| !message.lines.is_empty()).collect(),
            picture: pictures.first.as_ref().map(|(picture, _)| picture.clone()),
            replay_asked: pictures.first.as_ref().is_none_or(|(picture, _)| picture.kind != "replay")
                && shown
                && over
                && desk.scene.as_ref().is_some_and(|scene| scene.ply.0 > 0),
            actions: if shows.facts { desk.answers(occasion.notices)? } else { Vec::new() },
            asides: if shows.facts { desk.asides(occasion.notices)? } else { Vec::new() },
            facts: shows.facts,
            listing,
            position: if shows.position { desk.described()? } else { None },
            diagram: if shows.position && drawn { desk.diagram()? } else { None },
            scopes: if shows.facts && scope { desk.scopes()? } else { None },
            scopes_of_theirs: if shows.moves && !scope { desk.scopes_of_theirs()? } else { None },
            record: if shows.position { desk.record()? } else { None },
            number: occasion.number,
            last: occasion.notices.iter().any(|notice| matches!(notice.page, Page::MailStopped | Page::Erased)),
        })
    }
}

fn with<P: Serialize>(shared: &Context, page: &P) -> Context {
    let mut context = shared.clone();
    context.insert("page", page);
    context
}

/// Both, the game's tag once: `Annaさんとのチェス / Chess with Anna [kp-7f3k9]`.
fn two_subjects(first: &str, second: &str) -> String {
    let tag = second.rfind('[').and_then(|start| second.get(start..)).filter(|tag| first.ends_with(*tag));
    format!("{} / {second}", first.strip_suffix(tag.unwrap_or_default()).unwrap_or(first).trim())
}

/// Mail to an address that nobody has proved yet must stay small, or this service could be used to flood somebody.
fn layout_name(page: &Page, ending: &str) -> &'static str {
    match (page, ending) {
        (Page::ConfirmAddress | Page::Introduction, "txt") => "small.txt",
        (Page::ConfirmAddress | Page::Introduction, _) => "small.html",
        (_, "txt") => "layout.txt",
        (_, _) => "layout.html",
    }
}

/// What the first page says of itself in a list of mails, without what the subject there says already.
fn preheader(news: &[News], subject: &str) -> String {
    let Some(first) = news.first() else { return String::new() };
    let (subject, headline) = (subject.to_lowercase(), first.headline.to_lowercase());
    let said = subject.contains(&headline) || headline.contains(subject.split(" [").next().unwrap_or_default());
    let rest = first.preheader.strip_prefix(&first.headline).filter(|_| said);
    let rest = rest.map(|rest| rest.trim_start_matches(['.', '。', '?', '？', ' '])).filter(|rest| !rest.is_empty());
    rest.unwrap_or(&first.preheader).to_owned()
}

/// The headline, and until when there is time to answer it, or else what follows it.
fn usual_preheader(text: &str, deadline: Option<&str>) -> String {
    let mut paragraphs = text.split("\n\n").map(one_line).filter(|paragraph| !paragraph.is_empty());
    let head = paragraphs.next().unwrap_or_default();
    let next = deadline.map(str::to_owned).or_else(|| paragraphs.next()).unwrap_or_default();
    let between = if head.ends_with(['。', '？']) || next.is_empty() { "" } else { " " };
    format!("{head}{between}{next}")
}

fn one_line(text: &str) -> String {
    text.split('\n').map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// What a mail's pages tell.
struct Told {
    news: Vec<News>,
    /// The man that a refusal is about.
    man: Option<crate::rules::Square>,
    /// Boards of a mail about several games.
    images: Vec<Image>,
}
