/*!
How much room things take in a mail about several games. Estimates: who joins mails decides by them before anything is drawn, and
who draws them keeps to the same figures.
*/

use crate::game::{Notice, Page};

/// A game takes about so many bytes of HTML beside its news, its board and its moves.
pub const GAME: usize = 1_800;

/// A page that asks the reader for an answer takes about so many bytes.
const QUESTION: usize = 2_900;

/// Any other page.
const PAGE: usize = 800;

/// A sign or line end is written out as so many bytes.
const SIGN: usize = 6;

/// How many bytes of HTML a notice takes, about, with the message that comes with it.
pub fn of_notice(notice: &Notice) -> usize {
    let width = |letter: char| if letter.is_alphanumeric() || letter == ' ' { letter.len_utf8() } else { SIGN };
    let words: usize = notice.message.iter().flat_map(|text| text.chars()).map(width).sum();
    let page = if notice.page == Page::DrawOffered { QUESTION } else { PAGE };
    page + words
}
