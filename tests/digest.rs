//! A digest and time: its reader pays for the wait they chose, and for nothing else.

use crate::script::Script;
use kingpost::game::Event;
use kingpost::mail::Delivery;
use kingpost::rules::Side;

/// Wednesday, noon in UTC: Anna has three days for her move, and the mail that says so waits until six in the evening.
fn waiting() -> Script {
    let mut script = Script::new();
    said(
        &mut script,
        &[
            "auth pass",
            "anna writes: new chess with ben@example.net as black time 3d weekends off",
            "anna answers confirm_address: yes",
            "ben answers invitation: accept",
            "anna answers game_started: settings mail daily 18:00",
            "ben answers your_move: e4",
        ],
    );
    assert_eq!(script.world.games(), ["e4 playing"]);
    script
}

fn said(script: &mut Script, lines: &[&str]) {
    for line in lines {
        script.prepare(line);
        script.world.run();
    }
}

/// Anna has had so many mails with that page.
fn mails(script: &Script, page: &str) -> usize {
    let sent = script.world.sent.lock().unwrap();
    let to_anna = sent.iter().filter(|mail| mail.to == "anna@example.org");
    to_anna.filter(|mail| crate::script::pages(mail).iter().any(|known| known == page)).count()
}

/// What Anna has left, in hours.
fn left(script: &Script) -> i64 {
    let id = script.world.ids().pop().unwrap().parse_id();
    let game = script.world.store().read(|tx| tx.game(&id)).unwrap().unwrap();
    let clock = game.scene(Side::Second, script.world.now).clocks.second;
    clock.remaining.unwrap().num_hours()
}

trait ParseId {
    fn parse_id(&self) -> kingpost::game::GameId;
}

impl ParseId for String {
    fn parse_id(&self) -> kingpost::game::GameId {
        kingpost::game::GameId::parse(self).unwrap()
    }
}

/// The post takes nothing over from now on, or everything.
fn post(script: &Script, works: bool) {
    let trouble = Delivery::Delayed { reason: "451 later".into(), account: false };
    *script.world.deliveries.lock().unwrap() = if works { Vec::new() } else { vec![trouble; 500] };
}

#[test]
fn the_wait_is_its_readers() {
    let mut script = waiting();
    said(&mut script, &["later 6 hours"]);
    assert_eq!((mails(&script, "your_move"), left(&script)), (1, 66));
    said(&mut script, &["later 1 hours"]);
    assert_eq!(left(&script), 65);
}

/// What we sleep through is nobody's, before the digest was to leave and after.
#[test]
fn an_outage_while_news_waits_is_not() {
    let mut script = waiting();
    said(&mut script, &["later 1 hours", "asleep 20 hours"]);
    assert_eq!((mails(&script, "your_move"), left(&script)), (1, 71));
}

#[test]
fn nor_is_trouble_of_the_post() {
    let mut script = waiting();
    post(&script, false);
    said(&mut script, &["later 6 hours", "later 2 hours", "later 19 hours"]);
    assert_eq!(mails(&script, "your_move"), 0);
    post(&script, true);
    said(&mut script, &["later 1 hours"]);
    assert_eq!((mails(&script, "your_move"), left(&script)), (1, 66));
}

/// A weekend in which the news was stuck is a weekend still, and the working day before it was waited through.
#[test]
fn what_was_waited_through_is_what_counts() {
    let mut script = waiting();
    said(&mut script, &["later 6 hours", "anna answers your_move: e5", "later 38 hours", "ben answers your_move: Nf3"]);
    // From Friday morning until the evening; then stuck until Monday.
    post(&script, false);
    said(&mut script, &["later 10 hours", "later 20 hours", "later 40 hours"]);
    post(&script, true);
    said(&mut script, &["later 1 hours"]);
    assert_eq!((mails(&script, "your_move"), left(&script)), (2, 62));
}

/// No flag falls for news that its reader cannot have had, whatever else they write meanwhile.
#[test]
fn no_flag_falls_for_what_is_stuck() {
    let mut script = waiting();
    post(&script, false);
    said(&mut script, &["later 6 hours", "later 90 hours"]);
    assert_eq!(mails(&script, "your_move"), 0);
    said(&mut script, &["anna writes: {1}: 1... e5"]);
    assert_eq!(script.world.games(), ["e4 e5 playing"]);
}

/// Who writes before their digest comes has thought since the news would have come.
#[test]
fn whoever_writes_early_has_had_the_time() {
    let mut script = waiting();
    said(&mut script, &["later 4 hours", "anna writes: {1}: board"]);
    assert_eq!((mails(&script, "your_move"), left(&script)), (1, 68));
    said(&mut script, &["later 2 hours"]);
    assert_eq!((mails(&script, "your_move"), left(&script)), (1, 66));
}

/// Who wants no mail any more has waited until then.
#[test]
fn stopping_mail_gives_no_time_back() {
    let mut script = waiting();
    said(
        &mut script,
        &["later 5 hours", "anna writes: stop mail", "anna answers confirm_stop: {code}", "later 9 hours"],
    );
    assert_eq!((mails(&script, "your_move"), left(&script)), (0, 67));
}

/// Another rhythm ends the wait.
#[test]
fn each_mail_comes_at_once_again() {
    let mut script = waiting();
    said(&mut script, &["later 2 hours", "anna writes: settings mail each"]);
    assert_eq!((mails(&script, "your_move"), left(&script)), (1, 70));
}

/// A digest that comes back was never had: the clock stands, with all its time.
#[test]
fn a_digest_that_bounces_gives_its_time_back() {
    let mut script = waiting();
    said(
        &mut script,
        &[
            "later 1 hours",
            "anna writes: new chess with clara@example.com as black time 3d",
            "clara answers invitation: accept",
            "clara answers your_move: d4",
            "ben answers move_taken: message: Well?",
            "later 5 hours",
        ],
    );
    assert_eq!(mails(&script, "digest"), 1);
    assert_eq!(left(&script), 67, "in the game with Clara");
    said(&mut script, &["later 3 hours", "bounce anna digest"]);
    assert_eq!(left(&script), 72);
    let bounced = |id: &String| {
        let events = script.world.store().read(|tx| tx.events(&id.parse_id(), u32::MAX)).unwrap();
        events.iter().filter(|recorded| matches!(recorded.event, Event::Bounced { .. })).count()
    };
    assert_eq!(script.world.ids().iter().map(bounced).collect::<Vec<_>>(), [1, 1], "each game has heard of it once");
    // They are asked anew a day later, and the digest with that counts from when it was asked.
    said(&mut script, &["later 26 hours", "later 24 hours"]);
    assert!(left(&script) > 72 - 28, "{}", left(&script));
}

/// What waits about a game comes before its end, and before all that is told of it later.
#[test]
fn news_comes_in_order() {
    let mut script = waiting();
    said(&mut script, &["ben answers move_taken: message: Take care", "later 1 hours"]);
    let before = script.world.sent.lock().unwrap().len();
    said(&mut script, &["ben answers move_taken: resign", "ben answers confirm_resign: {code}"]);
    let sent = script.world.sent.lock().unwrap()[before..].to_vec();
    let pages: Vec<String> = sent
        .iter()
        .filter(|mail| mail.to == "anna@example.org")
        .map(|mail| crate::script::header(mail, "Kingpost-Page"))
        .collect();
    assert_eq!(pages, ["digest, your_move, message", "game_over"]);
}
