//! The board as a picture: exact bytes for a few, and what must hold for all.

use kingpost::render::board::{Bar, Marks, Size, bars, png};
use kingpost::render::replay::gif;
use kingpost::rules::notation::shogi;
use kingpost::rules::variants::{self, CHESS};
use kingpost::rules::{Geometry, History, Position, Side, Square, View};

use super::invariants::{attributes, decoded};
use super::snapshots::compare_all;
use super::stage::{Case, pages};

/// A picture as colours, row by row.
struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
    colours: usize,
}

fn decode(bytes: &[u8]) -> Picture {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let palette = reader.info().palette.clone().unwrap().into_owned();
    let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut buffer).unwrap();
    assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
    let pixels = buffer[..info.buffer_size()].chunks_exact(3).map(|p| [p[0], p[1], p[2]]).collect();
    Picture { width: info.width as usize, height: info.height as usize, pixels, colours: palette.len() / 3 }
}

fn view(case: &str) -> View {
    Case::named(case).scene().unwrap().view
}

fn square(name: &str) -> Square {
    CHESS.geometry.square(name).unwrap()
}

#[test]
fn a_few_to_the_byte() {
    let scope = |view: &View, name: &str| Some((square(name), view.scope(square(name))));
    let middle = view("your_move");
    let check = view("your_move_check");
    let scopes = Marks { own_scope: scope(&middle, "f3"), opponent_scope: scope(&middle, "c5") };
    let drawn = vec![
        ("board_middle.png".into(), png(&middle, Side::First, &Marks::default(), Size::Large)),
        ("board_scopes.png".into(), png(&middle, Side::First, &scopes, Size::Large)),
        ("board_check_turned.png".into(), png(&check, Side::Second, &Marks::default(), Size::Large)),
        ("board_small.png".into(), png(&middle, Side::Second, &Marks::default(), Size::Small)),
        ("board_loop.png".into(), png(&view("loop_your_move"), Side::First, &Marks::default(), Size::Large)),
    ];
    for (name, bytes) in &drawn {
        let picture = decode(bytes);
        let large = if name == "board_small.png" { 480 } else { 960 };
        let pockets = if name == "board_loop.png" { 184 } else { 0 };
        assert_eq!((picture.width, picture.height), (large, large + pockets), "{name}");
        assert!(picture.colours <= 64, "{name}: {} colours", picture.colours);
        let size = bytes.len() / 1000;
        let limits = if large == 480 { 4..=13 } else { 12..=36 };
        assert!(limits.contains(&size), "{name} takes {size} kB");
    }
    compare_all(drawn);
}

#[test]
fn boards_of_shogi_to_the_byte() {
    let (middle, second) = (view("shogi_your_move"), view("shogi_your_move_second"));
    let scope = |view: &View, square: &str| {
        let square = shogi::square(view.geometry(), square.as_bytes()[0] - b'0', square.as_bytes()[1] - b'0').unwrap();
        Some((square, view.scope(square)))
    };
    let marks = Marks { own_scope: scope(&middle, "11"), opponent_scope: scope(&middle, "45") };
    let drawn = vec![
        ("shogi_middle.png".into(), png(&middle, Side::First, &Marks::default(), Size::Large)),
        ("shogi_turned.png".into(), png(&second, Side::Second, &Marks::default(), Size::Large)),
        ("shogi_scopes.png".into(), png(&middle, Side::First, &marks, Size::Large)),
        ("shogi_check.png".into(), png(&view("shogi_your_move_check"), Side::Second, &Marks::default(), Size::Large)),
        ("shogi_small.png".into(), png(&middle, Side::First, &Marks::default(), Size::Small)),
        ("shogi_mini.png".into(), png(&view("mini_shogi_your_move"), Side::First, &Marks::default(), Size::Large)),
    ];
    compare_all(drawn.clone());
    for (name, bytes) in &drawn {
        let limits = if name == "shogi_small.png" { 8..=16 } else { 20..=38 };
        assert!(limits.contains(&(bytes.len() / 1000)), "{name} takes {} bytes", bytes.len());
    }
}

/// The middle of a square's upper edge, free of men and marks.
fn ground(picture: &Picture, side: usize, column: usize, row: usize) -> [u8; 3] {
    let (x, y) = (40 + column * side + side / 12, 24 + row * side + side / 2);
    picture.pixels[y * picture.width + x]
}

#[test]
fn the_right_hand_corner_is_light_for_both() {
    let start = View::of(&History::new(Position::start(&CHESS)), Side::First);
    for below in Side::BOTH {
        let picture = decode(&png(&start, below, &Marks::default(), Size::Large));
        assert_eq!(ground(&picture, 112, 7, 7), [0xf3, 0xee, 0xe2], "{below:?}: at the reader's right hand");
        assert_eq!(ground(&picture, 112, 0, 7), [0xa3, 0xb4, 0xba], "{below:?}: at the left hand");
    }
}

/// White men stand below for White, above for Black.
#[test]
fn the_reader_sits_below() {
    let start = View::of(&History::new(Position::start(&CHESS)), Side::First);
    for (below, row) in [(Side::First, 7), (Side::Second, 0)] {
        let picture = decode(&png(&start, below, &Marks::default(), Size::Large));
        // A rook's body is white in the middle of its square's lower half.
        let (x, y) = (40 + 56, 24 + row * 112 + 70);
        assert_eq!(picture.pixels[y * picture.width + x], [0xff, 0xfd, 0xf7], "{below:?}");
    }
}

#[test]
fn last_move_and_check_are_marked() {
    let case = view("your_move_check");
    let picture = decode(&png(&case, Side::First, &Marks::default(), Size::Large));
    assert_eq!(case.check(), Some(square("e8")));
    assert!(matches!(ground(&picture, 112, 4, 0), [0xf0, 0xa0, 0x8f] | [0xdd, 0x82, 0x71]), "the king's square");
    let marked = |name: &str| {
        let (file, rank) = (CHESS.geometry.file(square(name)), CHESS.geometry.rank(square(name)));
        ground(&picture, 112, usize::from(file), 7 - usize::from(rank))
    };
    for name in ["c4", "b5"] {
        assert!(matches!(marked(name), [0xf4, 0xdc, 0x8b] | [0xd3, 0xbd, 0x69]), "{name} {:?}", marked(name));
    }
}

#[test]
fn the_same_view_gives_the_same_bytes() {
    let middle = view("your_move");
    let draw = || png(&middle, Side::First, &Marks::default(), Size::Large);
    let (first, second) = std::thread::scope(|scope| {
        let other = scope.spawn(draw);
        (draw(), other.join().unwrap())
    });
    assert!(first == second);
}

/// All sheets there are: boards of other sizes, men that chess has not.
#[test]
fn boards_of_every_sheet() {
    let mut sizes = Vec::new();
    for variant in variants::SHEETS {
        let view = View::of(&History::new(Position::start(variant)), Side::First);
        let Geometry { files, ranks } = variant.geometry;
        for below in Side::BOTH {
            let picture = decode(&png(&view, below, &Marks::default(), Size::Large));
            if shogi::applies(variant) {
                let side = 864 / usize::from(files);
                assert_eq!((picture.width, picture.height), (960, 284 + side * usize::from(ranks)), "{}", variant.key);
                assert!(picture.colours <= 64);
                continue;
            }
            let (side, pocket) = (896 / usize::from(files), if variant.hand_kinds().is_empty() { 0 } else { 92 });
            let height = 64 + 2 * pocket + side * usize::from(ranks);
            assert_eq!((picture.width, picture.height), (960, height), "{}", variant.key);
            let home = |square: &Square| variant.geometry.rank(*square) == 0;
            if view.pieces().iter().any(|(square, man)| home(square) && man.side == Side::Second) {
                continue; // a race, or a board full of men
            }
            // Whose men stand below: the king's row is full of light or of dark figures.
            let row = &picture.pixels[picture.width * (picture.height - pocket - 40 - side / 3)..][..picture.width];
            let count = |colour: [u8; 3]| row.iter().filter(|pixel| **pixel == colour).count();
            let (white, black) = (count([0xff, 0xfd, 0xf7]), count([0x2e, 0x2a, 0x27]));
            // In a race both sides stand on the same rows.
            if variant.key != "racing-kings" {
                assert_eq!(white > black, below == Side::First, "{} {below:?}: {white} {black}", variant.key);
            }
        }
        sizes.push((files, ranks));
    }
    sizes.sort_unstable();
    sizes.dedup();
    assert!(sizes.len() >= 3, "{sizes:?}");
}

/// The moving picture shows the final position first, then every position of the game in its order, to the pixel as the
/// still pictures of those positions; and it repeats nothing that has not changed.
#[test]
fn a_replay_decodes_to_the_positions_of_the_game() {
    let game = view("game_over_mate");
    for below in Side::BOTH {
        let bytes = gif(&game, below).unwrap();
        assert!(bytes.len() < 300_000, "{} bytes", bytes.len());
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::Indexed);
        let mut decoder = options.read_info(std::io::Cursor::new(&bytes)).unwrap();
        let palette = decoder.global_palette().unwrap().to_vec();
        let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
        let mut shown = vec![0u8; width * height];
        let mut frames = 0;
        let plies = game.ply();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            let (left, top) = (usize::from(frame.left), usize::from(frame.top));
            let wide = usize::from(frame.width);
            for (place, pixel) in frame.buffer.iter().enumerate() {
                if Some(*pixel) != frame.transparent {
                    shown[(top + place / wide) * width + left + place % wide] = *pixel;
                }
            }
            let ply = if frames == 0 { plies } else { frames - 1 };
            let still = decode(&png(&game.at(ply), below, &Marks::default(), Size::Small));
            assert_eq!((still.width, still.height), (width, height));
            let same = shown.iter().zip(&still.pixels).all(|(place, pixel)| {
                palette.chunks_exact(3).nth(usize::from(*place)).is_some_and(|colour| colour == pixel)
            });
            assert!(same, "frame {frames} is not the position after {ply} plies, {below:?} below");
            assert_eq!(frame.delay, if frames == 0 { 250 } else { 90 });
            frames += 1;
        }
        // The final position, then each from the start to the last but one; it is repeated from its beginning.
        assert_eq!(frames, plies + 1);
    }
}

/// What is too large for a mail is there for the asking, and what is not is shown without.
#[test]
fn a_long_game_is_replayed_on_request() {
    let long = "Nf3 Nf6 Ng1 Ng8 ".repeat(40);
    for (moves, picture, shown, offered) in
        [("e4 e5", "large", 1, false), (&*long, "large", 0, true), (&*long, "off", 0, false)]
    {
        let case = Case::named("game_over_resigned").with("moves", moves.trim()).with("picture", picture);
        for (language, command) in [("en", "replay"), ("ja", "再生")] {
            let draft = case.draft(&pages(), language);
            assert_eq!(draft.images.iter().filter(|image| image.mime == "image/gif").count(), shown, "{picture}");
            assert_eq!(
                attributes(draft.html.as_deref().unwrap(), "href")
                    .iter()
                    .any(|href| decoded(href).ends_with(&format!("body={command}"))),
                offered,
                "{picture}"
            );
            assert_eq!(draft.text.contains(command), offered, "{picture}");
        }
    }
}

/// As many pixels of each colour as hundredths of a per cent, but for the line between two parts.
#[test]
fn bars_are_as_long_as_their_shares() {
    let picture = decode(&bars(&[Bar([5000, 2500, 2500]), Bar([0, 0, 10_000])], Size::Large));
    let row = |y: usize| &picture.pixels[y * picture.width..(y + 1) * picture.width];
    let count = |y: usize, colour: [u8; 3]| row(y).iter().filter(|pixel| **pixel == colour).count();
    let (white, grey, black) = ([0xff, 0xfd, 0xf7], [0xa3, 0xb4, 0xba], [0x2e, 0x2a, 0x27]);
    let first = [white, grey, black].map(|colour| count(48, colour));
    assert!(first.iter().zip([456, 228, 228]).all(|(found, wanted)| found.abs_diff(wanted) <= 6), "{first:?}");
    let second = [white, grey, black].map(|colour| count(48 + 68, colour));
    assert!(second[0] == 0 && second[1] == 0 && second[2].abs_diff(912) <= 6, "{second:?}");
}
