//! Boards in plain text: what their form promises.

use kingpost::render::diagram::{plain, wide};
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
