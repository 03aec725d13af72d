//! How much processor time a mail takes to draw: `cargo bench --bench render`. One line each: what, the best of the runs, how
//! that stands to encoding the same pixels and nothing else, size. `docs/speed.md` has the figures.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a bench may fail loudly")]

use std::hint::black_box;

use nix::time::{ClockId, clock_gettime};

#[path = "../tests/render/stage.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod stage;

use kingpost::render::board::{self, Marks, Size};
use kingpost::rules::{Side, View};

const RUNS: u32 = 50;

/// Processor time of this process, in milliseconds.
fn spent() -> f64 {
    let time = clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).unwrap();
    time.tv_sec() as f64 * 1e3 + time.tv_nsec() as f64 / 1e6
}

/// The best of the runs, and what it gave.
fn best<T>(mut draw: impl FnMut() -> T) -> (f64, T) {
    let mut drawn = draw();
    let mut least = f64::MAX;
    for _ in 0..RUNS {
        let start = spent();
        drawn = black_box(draw());
        least = least.min(spent() - start);
    }
    (least, drawn)
}

fn measure(what: &str, draw: impl FnMut() -> usize) {
    let (time, size) = best(draw);
    println!("{what:<44} {time:>8.2} ms {:>8} {size:>8} bytes", "");
}

/// A board beside its floor: the same pixels, encoded and nothing else.
fn measure_board(what: &str, view: &View, size: Size) {
    let (time, picture) = best(|| board::png(view, Side::First, &Marks::default(), size));
    let mut reader = png::Decoder::new(std::io::Cursor::new(&picture)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let (width, height) = (reader.info().width, reader.info().height);
    let (floor, _) = best(|| {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(vec![0; 192]);
        encoder.set_deflate_compression(png::DeflateCompression::Level(5));
        encoder.set_filter(png::Filter::Up);
        encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
        bytes
    });
    println!("{what:<44} {time:>8.2} ms {:>7.2}x {:>8} bytes", time / floor, picture.len());
}

fn main() {
    let start = spent();
    let pages = stage::pages();
    println!("{:<44} {:>8.2} ms", "templates, once", spent() - start);
    let view = |name: &str| stage::Case::named(name).scene().unwrap().view;
    let boards = [
        ("chess, 8x8", "your_move"),
        ("loop chess with hands, 8x8", "loop_your_move"),
        ("shogi with hands, 9x9", "shogi_many_drops"),
        ("minishogi, 5x5", "mini_shogi_your_move"),
        ("grand chess, 10x10", "grand_your_move"),
    ];
    for (what, name) in boards {
        let view = view(name);
        for (size, width) in [(Size::Large, 960), (Size::Small, 480)] {
            let start = spent();
            board::png(&view, Side::First, &Marks::default(), size);
            println!("{:<44} {:>8.2} ms", format!("{what}, {width} px, the first"), spent() - start);
            measure_board(&format!("{what}, {width} px"), &view, size);
        }
    }
    for name in ["your_move", "most_moves", "shogi_many_drops"] {
        let case = stage::Case::named(name);
        for language in ["en", "ja"] {
            let size = |draft: kingpost::mail::Draft| draft.text.len() + draft.html.map_or(0, |html| html.len());
            measure(&format!("{name}, {language}, with its board"), || size(case.draft(&pages, language)));
        }
    }
    let case = stage::Case::named("your_move").with("picture", "off");
    measure("your_move, en, without", || case.draft(&pages, "en").text.len());
}
