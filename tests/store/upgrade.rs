//! A record that the program of the first schema wrote, under a game, is brought to the newest schema and plays on.

use crate::script::{header, pages, plain};
use crate::world::World;
use chrono::DateTime;
use kingpost::store::{SCHEMA, Store};

/// The key with which that program made its reply addresses.
const KEY: &str = "a47d577c430bd7998408291b9560117eb0ca87f658516a26a55222812fb92891";

/// The reply address of its last mail: Black is to move after 3. Bb5.
const REPLY_TO: &str = "play+rairkc3r7ark3zhvcfjvqywyvp@chess.example.org";

#[test]
fn a_record_of_the_first_schema_plays_on() {
    let mut key = [0; 32];
    data_encoding::HEXLOWER.decode_mut(KEY.as_bytes(), &mut key).unwrap();
    let soon_after = DateTime::parse_from_rfc3339("2026-12-01T12:00:00Z").unwrap().to_utc();
    let mut world = World::over(key, soon_after, |data| {
        let record = rusqlite::Connection::open(Store::file(data)).unwrap();
        record.execute_batch(include_str!("../data/store/schema1.sql")).unwrap();
        let schema: i64 = record.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
        assert_eq!(schema, 1);
    });
    let record = rusqlite::Connection::open(Store::file(&world.data())).unwrap();
    let schema: i64 = record.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(schema, SCHEMA);
    world.deliver(
        format!(
            "Delivered-To: {REPLY_TO}\r\nFrom: ben@example.net\r\nTo: {REPLY_TO}\r\nSubject: Re: chess\r\n\
             Message-ID: <later@mail.example.net>\r\nDate: Tue, 1 Dec 2026 12:00:00 +0000\r\n\r\na6\r\n"
        )
        .as_bytes(),
    );
    world.run();
    let sent = world.sent.lock().unwrap();
    let told = sent.iter().find(|mail| mail.to == "anna@example.org").expect("Anna is told");
    assert_eq!((pages(told), header(told, "Kingpost-Ply")), (vec!["your_move".to_owned()], "6".to_owned()));
    assert!(plain(told).contains("3… a6") || plain(told).contains("3... a6"), "{}", plain(told));
}
