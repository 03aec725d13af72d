//! The floor: a responder that knows nothing. It fetches a letter, sends fixed mails, and moves the letter away.

use crate::host::Host;
use kingpost::mail::{Address, Delivery, Envelope};
use kingpost::post::{Filing, open_courier, open_mailbox};
use std::time::Duration;

/// Answers every letter to `user` with one mail to each of `to`, until `done` says so after a look through the mailbox.
pub fn respond(host: &Host, user: &str, to: &[&str], done: &(dyn Fn(usize) -> bool + Sync)) {
    let mut mailbox = open_mailbox(&host.mailbox(user)).unwrap();
    let mut courier = open_courier(&host.courier(user)).unwrap();
    let from = format!("{user}@kingpost.test");
    let sender = Address::parse(&from).unwrap();
    let mut number = 0;
    let mut answered = 0;
    while !done(answered) {
        for listed in mailbox.list(&|_| false).unwrap() {
            let Some(_) = mailbox.fetch(&listed.key).unwrap() else { continue };
            for to in to {
                number += 1;
                let answer = format!(
                    "From: {from}\r\nTo: {to}\r\nSubject: fixed\r\nKingpost-Page: fixed\r\nMessage-ID: <{number}@kingpost.test>\r\n\r\nok\r\n"
                );
                let envelope = Envelope { from: Some(sender.clone()), to: Address::parse(to).unwrap() };
                assert_eq!(courier.send(&envelope, &number.to_string(), answer.as_bytes()), Delivery::Accepted);
            }
            mailbox.file(&[listed.key], Filing::Done).unwrap();
            answered += 1;
        }
        mailbox.wait(Duration::from_secs(60), &|| done(answered)).unwrap();
    }
}
