//! Boards in plain text: what their form promises.

use kingpost::render::diagram::{Style, characters, held, pairs, plain, wide};
use kingpost::rules::Side;
use unicode_width::UnicodeWidthChar;

use super::stage::Case;

const MIDDLE: &str = "    a b c d e f g h
  +-----------------+
8 | r . b q k . . r | 8
7 | p p p p . p p p | 7
6 | . . n . . n . . | 6
5 | . . b . p . . . | 5
4 | . . B . P . . . | 4
3 | . . P P . N . . | 3
2 | P P . . . P P P | 2
1 | R N B Q K . . R | 1
  +-----------------+
    a b c d e f g h";

#[test]
fn plain_is_as_laid_down() {
    let view = Case::named("your_move").scene().unwrap().view;
    assert_eq!(plain(&view, Side::First), MIDDLE);
    let turned = plain(&view, Side::Second);
    let lines: Vec<&str> = turned.lines().collect();
    assert_eq!(lines[0], "    h g f e d c b a");
    assert_eq!(lines[2], "1 | R . . K Q B N R | 1");
    assert!(lines.iter().all(|line| !line.ends_with(' ')) && lines.len() == 12);
}

#[test]
fn wide_is_wide_throughout() {
    let view = Case::named("your_move").scene().unwrap().view;
    for below in Side::BOTH {
        let board = wide(&view, below);
        let lines: Vec<&str> = board.lines().collect();
        assert_eq!(lines.len(), 10);
        assert!(board.chars().all(|letter| letter == '\n' || letter.width() == Some(2)), "{board}");
        assert!(lines[1..9].iter().all(|line| line.chars().count() == 19), "{board}");
        assert!(lines.iter().all(|line| !line.ends_with('\u{3000}')), "{board}");
    }
    assert!(wide(&view, Side::First).contains("８　ｒ　・　ｂ　ｑ　ｋ　・　・　ｒ　８"));
    assert!(wide(&view, Side::Second).starts_with("　　ｈ　ｇ　ｆ　ｅ　ｄ　ｃ　ｂ　ａ\n１　Ｒ"));
}

/// The board of the mock-up, to the sign.
const SHOGI: &str = "　　９　８　７　６　５　４　３　２　１
＋－－－－－－－－－－－－－－－－－－＋
｜ｖ香ｖ桂ｖ銀ｖ金ｖ玉　・ｖ銀　・　馬｜一
｜　・　・　・　・　・　・ｖ金　・　・｜二
｜ｖ歩　・ｖ歩ｖ歩ｖ歩ｖ歩ｖ桂　・ｖ歩｜三
｜　・　・　・　・　・　・　・ｖ歩　・｜四
｜　・　・　・　・　・ｖ角　・　・　・｜五
｜　・　・　歩　・　・　・　・　・　・｜六
｜　歩　・　・　歩　歩　歩　歩　・　歩｜七
｜　・　・　金　・　・　・　・　銀　・｜八
｜　香　桂　・　・　玉　金　・　桂　香｜九
＋－－－－－－－－－－－－－－－－－－＋";

#[test]
fn a_diagram_of_shogi_is_as_in_print() {
    let view = Case::named("shogi_your_move").scene().unwrap().view;
    assert_eq!(characters(&view), SHOGI);
    assert!(SHOGI.chars().all(|letter| letter == '\n' || letter.width() == Some(2)));
    assert!(SHOGI.lines().all(|line| line.chars().count() <= 21));
    assert_eq!(held(Style::Shogi, &view, Side::First), "飛　香　歩四");
    assert_eq!(held(Style::Shogi, &view, Side::Second), "飛　銀");
    let small = characters(&Case::named("mini_shogi_your_move").scene().unwrap().view);
    assert!(small.starts_with("　　５　４　３　２　１\n＋－－－－－－－－－－＋\n"), "{small}");
    assert_eq!(small.lines().count(), 8);
}

#[test]
fn pairs_have_room_for_promoted_men() {
    let view = Case::named("shogi_your_move").scene().unwrap().view;
    let board = pairs(&view, Side::First);
    assert!(board.contains("a |  l  n  s  g  k  .  s  . +B | a"), "{board}");
    assert!(board.starts_with("     9  8  7  6  5  4  3  2  1\n  +----------------------------+\n"), "{board}");
    let turned = pairs(&view, Side::Second);
    assert!(turned.starts_with("     1  2  3"), "{turned}");
    assert!(turned.lines().nth(2).unwrap().starts_with("i |  L  N"), "{turned}");
    assert_eq!(held(Style::Pairs, &view, Side::First), "R L 4P");
    for line in board.lines().chain(turned.lines()) {
        assert!(line.len() <= 34 && !line.ends_with(' '), "{line}");
    }
}

#[test]
fn hands_on_boards_of_chess() {
    let view = Case::named("loop_your_move").scene().unwrap().view;
    assert_eq!(held(Style::Plain, &view, Side::First), "Q P");
    assert_eq!(held(Style::Wide, &view, Side::First), "Ｑ　Ｐ");
    let large = Case::named("grand_your_move").scene().unwrap().view;
    assert!(plain(&large, Side::First).starts_with("     a b c d e f g h i j\n   +---------------------+\n10 | r . ."));
    assert!(wide(&large, Side::First).chars().all(|letter| letter == '\n' || letter.width() == Some(2)));
}
