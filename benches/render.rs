//! How long a mail takes to draw: `cargo bench --bench render`. One line each: what, mean of a run, size.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a bench may fail loudly")]

use std::hint::black_box;
use std::time::Instant;

#[path = "../tests/render/stage.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod stage;

use kingpost::render::board::{self, Marks, Size};
use kingpost::rules::Side;

fn measure(what: &str, mut draw: impl FnMut() -> usize) {
    let size = draw();
    let runs = 50;
    let start = Instant::now();
    for _ in 0..runs {
        black_box(draw());
    }
    println!("{what:<40} {:>8.2} ms {size:>8} bytes", start.elapsed().as_secs_f64() * 1000.0 / f64::from(runs));
}

fn main() {
    let start = Instant::now();
    let pages = stage::pages();
    println!("{:<40} {:>8.2} ms", "templates, once", start.elapsed().as_secs_f64() * 1000.0);
    let case = stage::Case::named("your_move");
    let view = case.scene().unwrap().view;
    let start = Instant::now();
    board::png(&view, Side::First, &Marks::default(), Size::Large);
    println!("{:<40} {:>8.2} ms", "first board of a size", start.elapsed().as_secs_f64() * 1000.0);
    // The floor: the same pixels, encoded and nothing else.
    let picture = board::png(&view, Side::First, &Marks::default(), Size::Large);
    let mut reader = png::Decoder::new(std::io::Cursor::new(&picture)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    measure("floor: encoding the pixels alone", || {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 960, 960);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(vec![0; 192]);
        encoder.set_deflate_compression(png::DeflateCompression::Level(4));
        encoder.set_filter(png::Filter::Up);
        encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
        bytes.len()
    });
    measure("board, 960 px", || board::png(&view, Side::First, &Marks::default(), Size::Large).len());
    measure("board, 480 px", || board::png(&view, Side::First, &Marks::default(), Size::Small).len());
    for name in ["your_move", "most_moves"] {
        let case = stage::Case::named(name);
        for language in ["en", "ja"] {
            let size = |draft: kingpost::mail::Draft| draft.text.len() + draft.html.map_or(0, |html| html.len());
            measure(&format!("{name}, {language}, with its board"), || size(case.draft(&pages, language)));
        }
    }
    let case = stage::Case::named("your_move").with("picture", "off");
    measure("your_move, en, without", || case.draft(&pages, "en").text.len());
}
