/*!
Everything that must not be guessed: game ids, Message-IDs, colours by lot, confirmation codes, and the key itself.

Nothing is drawn but the key: the rest is derived from it with a keyed hash of what it stands for. So a record restored
from an older copy, reading the same letters again, comes to the same ids, and a run with the same key gives the same
bytes.

This room does not know where the key is kept, nor what any id is shown to.
*/

use crate::game::{ConfirmCode, GameId, PlayerId, Ply};
use crate::mail::MessageId;
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

/// The service's key, and what is derived from it.
#[derive(Clone)]
pub struct Ids {
    key: [u8; 32],
    domain: String,
}

impl Ids {
    /// With that key; Message-IDs end in `domain`.
    pub fn new(key: [u8; 32], domain: &str) -> Ids {
        Ids { key, domain: domain.to_ascii_lowercase() }
    }

    /// A key that follows from a number, for runs that must repeat. Never for a real service.
    pub fn seeded_key(seed: u64) -> [u8; 32] {
        Sha256::new().chain_update(b"kingpost seed").chain_update(seed.to_be_bytes()).finalize().into()
    }

    /// A key nobody can guess; the error is the system's.
    pub fn fresh_key() -> Result<[u8; 32], String> {
        let mut key = [0; 32];
        getrandom::fill(&mut key).map_err(|error| error.to_string())?;
        Ok(key)
    }

    /// The key, for tokens.
    pub fn key(&self) -> &[u8; 32] {
        &self.key
    }

    /// The id of the game that the letter of `digest` asks for as its `nth` wish; `attempt` counts ids that were taken.
    pub fn game(&self, digest: &[u8; 32], nth: usize, attempt: u32) -> Option<GameId> {
        game_id(&self.hash("game", &[digest, &(nth as u64).to_be_bytes(), &attempt.to_be_bytes()]))
    }

    /// The id of the game that is played beside `lead`, with the colours the other way.
    pub fn twin(&self, lead: &GameId, attempt: u32) -> Option<GameId> {
        game_id(&self.hash("twin", &[lead.as_str().as_bytes(), &attempt.to_be_bytes()]))
    }

    /// A fair coin for the colours of that game.
    pub fn coin(&self, game: &GameId) -> bool {
        self.hash("coin", &[game.as_str().as_bytes()]).first().is_some_and(|byte| byte & 1 == 1)
    }

    /// The seed of all that chance decides in that game. Whoever knows it can draw again what was drawn.
    pub fn seed(&self, game: &GameId) -> [u8; 32] {
        self.hash("seed", &[game.as_str().as_bytes()])
    }

    /// What is told of the seed before the game: its SHA-256, from which nobody finds it and by which everybody knows it again.
    pub fn seal(&self, game: &GameId) -> [u8; 32] {
        Sha256::digest(self.seed(game)).into()
    }

    /// Chance in that game, from its first draw on: numbers below the one asked for, each equally often
    /// (`docs/rules.md`).
    ///
    /// Draw `n` of a seed is HMAC-SHA-256 of `n` in eight bytes, its first eight bytes the number; one of the uneven rest
    /// above the greatest multiple is passed over. What was drawn is recorded: no replay asks again.
    pub fn chance(&self, game: &GameId) -> impl FnMut(u32) -> u32 + use<> {
        let seed = self.seed(game);
        let mut draws = 0u64..;
        let mut next = move || {
            let hash = keyed(&seed, &[&draws.next().unwrap_or_default().to_be_bytes()]);
            hash.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
        };
        move |below| {
            let below = u64::from(below.max(1));
            let fair = u64::MAX - u64::MAX % below;
            loop {
                let number = next();
                if number < fair {
                    return (number % below) as u32;
                }
            }
        }
    }

    /// The code that confirms the resignation which `player` asked for by the letter of `digest`.
    pub fn confirm_code(&self, game: &GameId, player: PlayerId, digest: &[u8; 32]) -> Option<ConfirmCode> {
        let parts: [&[u8]; 3] = [game.as_str().as_bytes(), &player.0.to_be_bytes(), digest];
        self.code(&self.hash("code", &parts))
    }

    /// The code that confirms what the question of that number asks `player`.
    pub fn question_code(&self, player: PlayerId, question: i64) -> Option<ConfirmCode> {
        self.code(&self.hash("question code", &[&player.0.to_be_bytes(), &question.to_be_bytes()]))
    }

    fn code(&self, hash: &[u8; 32]) -> Option<ConfirmCode> {
        let letters = hash.iter().filter(|byte| **byte < 248).map(|byte| alphabet(*byte).to_ascii_uppercase());
        ConfirmCode::parse(&letters.take(8).collect::<String>())
    }

    /// The Message-ID of the mail that tells `player` those pages of what the letter of `digest` brought about in `game`,
    /// which stood at `ply` then. Not by the number of an event: a restored record counts others, as it does not know when
    /// mails were handed over.
    pub fn news_mail(&self, digest: &[u8; 32], game: &GameId, ply: Ply, player: PlayerId, pages: &str) -> MessageId {
        let parts: [&[u8]; 5] =
            [digest, game.as_str().as_bytes(), &ply.0.to_be_bytes(), &player.0.to_be_bytes(), pages.as_bytes()];
        self.message_id(self.hash("news mail", &parts))
    }

    /// The Message-ID of the mail that tells `player` those pages about event `seq` of `game`, which time or the post
    /// brought about.
    pub fn event_mail(&self, game: &GameId, seq: u32, player: PlayerId, pages: &str) -> MessageId {
        let parts: [&[u8]; 4] =
            [game.as_str().as_bytes(), &seq.to_be_bytes(), &player.0.to_be_bytes(), pages.as_bytes()];
        self.message_id(self.hash("event mail", &parts))
    }

    /// The Message-ID of the mail that answers the letter of `digest` without reporting an event.
    pub fn answer_mail(&self, digest: &[u8; 32], player: PlayerId, pages: &str) -> MessageId {
        self.message_id(self.hash("answer mail", &[digest, &player.0.to_be_bytes(), pages.as_bytes()]))
    }

    /// The Message-ID of the mail that tells `player` what time made of the seek of that number.
    pub fn seek_mail(&self, number: u32, player: PlayerId, pages: &str) -> MessageId {
        self.message_id(self.hash("seek mail", &[&number.to_be_bytes(), &player.0.to_be_bytes(), pages.as_bytes()]))
    }

    /// The Message-ID of the digest that joins the mails of those ids.
    pub fn digest_mail(&self, ids: &[&str]) -> MessageId {
        let parts: Vec<&[u8]> = ids.iter().map(|id| id.as_bytes()).collect();
        self.message_id(self.hash("digest mail", &parts))
    }

    /// The id every mail of a game refers to first, though no mail has it: what keeps the thread together.
    pub fn thread(&self, game: &GameId) -> MessageId {
        self.message_id(self.hash("thread", &[game.as_str().as_bytes()]))
    }

    /// Whether a Message-ID is one of ours. It proves itself, so mails that a restored record has forgotten are known.
    pub fn is_ours(&self, id: &MessageId) -> bool {
        id.0.rsplit_once('@').is_some_and(|(_, domain)| domain.eq_ignore_ascii_case(&self.domain)) && self.proves(id)
    }

    /// Whether a Message-ID was derived from this key, in whichever domain.
    pub fn proves(&self, id: &MessageId) -> bool {
        let local = id.0.rsplit_once('@').map_or("", |(local, _)| local);
        let Some((name, proof)) = local.split_once('.') else { return false };
        self.proof(&name.to_ascii_lowercase()) == proof.to_ascii_lowercase()
    }

    /// A hash by which the log speaks of a Message-ID or an address without showing it.
    pub fn log_name(&self, text: &str) -> String {
        base32(&self.hash("log", &[text.as_bytes()]), 8)
    }

    fn message_id(&self, hash: [u8; 32]) -> MessageId {
        let name = base32(&hash, 24);
        MessageId(format!("{name}.{}@{}", self.proof(&name), self.domain))
    }

    fn proof(&self, name: &str) -> String {
        base32(&self.hash("proof", &[name.as_bytes()]), 8)
    }

    /// Keyed hash; every part is preceded by its length, so that no two lists of parts run together to the same bytes.
    fn hash(&self, purpose: &str, parts: &[&[u8]]) -> [u8; 32] {
        let all = std::iter::once(purpose.as_bytes()).chain(parts.iter().copied());
        let lengths: Vec<[u8; 8]> = all.clone().map(|part| (part.len() as u64).to_be_bytes()).collect();
        let framed: Vec<&[u8]> = lengths.iter().zip(all).flat_map(|(length, part)| [length.as_slice(), part]).collect();
        keyed(&self.key, &framed)
    }
}

impl std::fmt::Debug for Ids {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Ids(…)")
    }
}

/// HMAC-SHA-256 of the parts run together.
fn keyed(key: &[u8; 32], parts: &[&[u8]]) -> [u8; 32] {
    // `Hmac::new` takes a whole block, so that, unlike `new_from_slice`, it cannot fail; a shorter key is padded with
    // zeros, which is what HMAC itself does with it.
    let mut block = [0u8; 64];
    block[..key.len()].copy_from_slice(key);
    let mut mac = <Hmac<Sha256> as Mac>::new(&block.into());
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

fn game_id(hash: &[u8; 32]) -> Option<GameId> {
    let letters = hash.iter().filter(|byte| **byte < 248).map(|byte| alphabet(*byte));
    // Seven of 31 letters: 27 thousand million games, so that ids stay free and nobody finds one by trying.
    GameId::parse(&letters.take(7).collect::<String>())
}

/// A letter people do not mistake; bytes below 248 fall on each of the 31 equally often.
fn alphabet(byte: u8) -> char {
    GameId::ALPHABET.get(usize::from(byte) % GameId::ALPHABET.len()).map_or('x', |letter| char::from(*letter))
}

fn base32(bytes: &[u8], letters: usize) -> String {
    let mut text = data_encoding::BASE32_NOPAD.encode(bytes).to_ascii_lowercase();
    text.truncate(letters);
    text
}
