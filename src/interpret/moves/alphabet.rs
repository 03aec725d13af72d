/*!
Whose letter it is: the letters of the player's language, of English and of all others, for the men of one game
(`docs/reading.md`, "Whose letters").
*/

use std::collections::BTreeMap;

use crate::interpret::fold::figurine_key;
use crate::interpret::tongues::{self, Hint};
use crate::interpret::words::Letters;
use crate::rules::{Role, Variant, variants};

/// The key of the man that a pawn letter or no letter means.
const PAWN: &str = "pawn";

/// A man as one language writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Man {
    /// Its letter, or its two.
    pub letter: Vec<char>,
    /// What it is.
    pub role: Role,
    /// A pawn's letter blocks no other reading.
    pub pawn: bool,
}

/// The letters that are weighed in one stage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Alphabet {
    pub men: Vec<Man>,
}

/// Letters by stage, and how this player writes files and captures.
#[derive(Clone, Debug)]
pub(in crate::interpret) struct Alphabets {
    /// The player's language.
    pub(super) own: Alphabet,
    /// English, if that is another.
    pub(super) english: Option<Alphabet>,
    /// All others at once, without what the first two block.
    pub(super) others: Alphabet,
    /// Look-alikes of files in the player's script: `а` for `a`.
    pub files: Vec<(char, char)>,
    /// Look-alikes of the capture sign.
    pub captures: Vec<char>,
    /// The pawn of this game.
    pub pawn: Option<Role>,
    /// Letters of pawns, the player's and the English: behind a promotion they name no piece of another language.
    pub pawn_letters: Vec<Vec<char>>,
    /// What figurines show.
    variant: &'static Variant,
}

impl Alphabets {
    /// For a player of that language; one we know no letters of writes the English ones. `hint` tells of other languages the
    /// letter shows.
    pub fn new(
        letters: &BTreeMap<String, Letters>,
        language: &str,
        hint: &Hint,
        variant: &'static Variant,
    ) -> Alphabets {
        let english = sheet(variant);
        let of = |code: &str| letters.get(code).map(|letters| known(letters, variant));
        let mut language = tongues::code(language);
        if let Some(sure) = hint.codes.iter().find(|code| hint.sure && letters.contains_key(*code)) {
            language = sure;
        }
        let mut own = of(language).unwrap_or_else(|| english.clone());
        // No language has letters for men of other armies: the sheet's are the player's own, so that a capital is one of
        // them before it is a pawn's file. Where it is another man's as well, both are meant.
        let unlettered = |man: &&Man| !man.pawn && !own.men.iter().any(|known| known.role == man.role);
        let unlettered: Vec<Man> = english.men.iter().filter(unlettered).cloned().collect();
        own.men.extend(unlettered);
        for man in hint.codes.iter().filter_map(|code| of(code)).flat_map(|other| other.men) {
            // Where a language does not say all, a letter means what it means in either: two moves are asked about.
            if !man.pawn && !own.men.contains(&man) {
                own.men.push(man);
            }
        }
        let hand = letters.get(language).cloned().unwrap_or_default();
        add_look_alikes(&mut own, &hand.look_alikes, &english);
        let mut blocked: Vec<Vec<char>> = pieces(&own);
        let pawns = |alphabet: &Alphabet| -> Vec<Vec<char>> {
            alphabet.men.iter().filter(|man| man.pawn).map(|man| man.letter.clone()).collect()
        };
        let pawn_letters = [pawns(&own), pawns(&english)].concat();
        let english = (own != english).then(|| without(&english, &blocked));
        blocked.extend(pieces(&sheet(variant)));
        let mut others = Alphabet::default();
        for code in letters.keys() {
            for man in of(code).unwrap_or_default().men {
                // A pawn's letter of another language is never meant: `Sf3` is a knight, not a Finnish pawn.
                if !man.pawn && !others.men.contains(&man) {
                    others.men.push(man);
                }
            }
        }
        let others = without(&others, &blocked);
        let pawn = role(variant, PAWN);
        Alphabets { own, english, others, files: hand.files, captures: hand.captures, pawn, pawn_letters, variant }
    }

    /// The man that a folded figurine shows; it knows no language.
    pub fn figurine(&self, ch: char) -> Option<Role> {
        role(self.variant, figurine_key(ch)?)
    }

    /// True if men of this game may come from a hand.
    pub fn drops(&self) -> bool {
        !self.variant.hand_kinds().is_empty()
    }

    /// True if pawns of this game neither go straight ahead nor take aside as those of chess do.
    pub fn odd_pawns(&self) -> bool {
        let (ours, chess) = (self.variant.pawns, variants::CHESS.pawns);
        (ours.steps, ours.captures) != (chess.steps, chess.captures)
    }

    /// True if a pawn of this game may stay what it is where it could become another.
    pub fn may_decline(&self) -> bool {
        self.variant.promotion.may_be_declined()
    }

    /// The man a key names.
    pub fn role(&self, key: &str) -> Option<Role> {
        role(self.variant, key)
    }
}

fn role(variant: &Variant, key: &str) -> Option<Role> {
    let place = variant.roles.iter().position(|sheet| sheet.key == key)?;
    u8::try_from(place).ok().map(Role)
}

/// English letters are those of the sheet, so that every game has them.
fn sheet(variant: &'static Variant) -> Alphabet {
    let man =
        |key: &str, letter: char| role(variant, key).map(|role| Man { letter: vec![letter], role, pawn: key == PAWN });
    Alphabet { men: variant.roles.iter().filter_map(|sheet| man(sheet.key, sheet.letter)).collect() }
}

fn known(letters: &Letters, variant: &'static Variant) -> Alphabet {
    let man = |(key, letter): &(String, String)| {
        role(variant, key).map(|role| Man { letter: letter.chars().collect(), role, pawn: key == PAWN })
    };
    Alphabet { men: letters.men.iter().filter_map(man).collect() }
}

fn pieces(alphabet: &Alphabet) -> Vec<Vec<char>> {
    alphabet.men.iter().filter(|man| !man.pawn).map(|man| man.letter.clone()).collect()
}

fn without(alphabet: &Alphabet, blocked: &[Vec<char>]) -> Alphabet {
    Alphabet { men: alphabet.men.iter().filter(|man| !blocked.contains(&man.letter)).cloned().collect() }
}

/// A Latin letter typed for one of another script counts as the letter it looks like, and as what it means in English.
fn add_look_alikes(own: &mut Alphabet, look_alikes: &[(char, char)], english: &Alphabet) {
    let latin = |ch: &char| look_alikes.iter().find(|(native, _)| native == ch).map_or(*ch, |(_, latin)| *latin);
    let mut added: Vec<Man> = Vec::new();
    for man in &own.men {
        for cut in 0..=man.letter.len() {
            let (front, back) = man.letter.split_at(cut);
            for letter in [
                front.iter().map(latin).chain(back.iter().copied()).collect::<Vec<char>>(),
                front.iter().copied().chain(back.iter().map(latin)).collect(),
            ] {
                let like = Man { letter, ..man.clone() };
                if !own.men.contains(&like) && !added.contains(&like) {
                    added.push(like);
                }
            }
        }
    }
    let meant: Vec<Man> =
        english.men.iter().filter(|man| added.iter().any(|like| like.letter == man.letter)).cloned().collect();
    own.men.extend(added);
    own.men.extend(meant);
}
