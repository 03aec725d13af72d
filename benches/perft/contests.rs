//! What is measured against whom, and what is claimed of it.

use crate::engine::{Engine, Manner};

/// A tree to be counted.
pub struct Line {
    /// How tables call it.
    pub name: &'static str,
    /// The game's key.
    pub game: &'static str,
    /// Its root, as FEN or SFEN.
    pub fen: &'static str,
    /// How deep.
    pub depth: u32,
}

/// That one engine is so many times as fast as the best of others.
pub struct Claim {
    pub title: &'static str,
    pub who: Engine,
    pub against: &'static [Engine],
    /// Of the geometric mean over all lines.
    pub mean: f64,
    /// Of each line.
    pub least: f64,
}

/// Some engines over some lines.
pub struct Contest {
    pub title: &'static str,
    pub manner: Manner,
    pub runners: &'static [Engine],
    pub claims: &'static [Claim],
    pub lines: &'static [Line],
}

use Engine::{Chess, CozyChess, FairyStockfish, Folded, Haitaka, Shakmaty, Sheet};

const PEERS: &[Engine] = &[CozyChess, Chess, Shakmaty];

pub const CONTESTS: &[Contest] = &[
    Contest {
        title: "Chess, last ply counted in bulk",
        manner: Manner::Bulk,
        runners: &[Folded, Sheet, CozyChess, Chess, Shakmaty],
        claims: &[
            Claim { title: "folded / best peer", who: Folded, against: PEERS, mean: 1.4, least: 1.1 },
            Claim { title: "sheet / folded", who: Sheet, against: &[Folded], mean: 0.7, least: 0.0 },
        ],
        lines: &[
            Line { depth: 6, ..START },
            Line { depth: 5, ..KIWIPETE },
            Line { depth: 6, ..PROMOTIONS },
            Line { depth: 5, ..POSITION_4 },
            Line { depth: 7, ..ENDGAME },
        ],
    },
    Contest {
        title: "Chess, every ply played",
        manner: Manner::Played,
        runners: &[Folded, Sheet, CozyChess, Chess, Shakmaty],
        claims: &[
            Claim { title: "folded / best peer", who: Folded, against: PEERS, mean: 1.0, least: 0.0 },
            Claim { title: "sheet / folded", who: Sheet, against: &[Folded], mean: 0.7, least: 0.0 },
        ],
        lines: &[START, KIWIPETE, PROMOTIONS, POSITION_4, ENDGAME],
    },
    Contest {
        title: "Three-check, last ply counted in bulk",
        manner: Manner::Bulk,
        runners: &[Sheet, Shakmaty],
        claims: &[Claim { title: "sheet / shakmaty", who: Sheet, against: &[Shakmaty], mean: 1.5, least: 0.0 }],
        lines: &[
            Line { game: "three-check", ..START },
            Line { game: "three-check", ..KIWIPETE },
            Line { game: "three-check", depth: 5, ..POSITION_4 },
            Line { game: "three-check", ..ENDGAME },
        ],
    },
    Contest {
        title: "Shogi, last ply counted in bulk",
        manner: Manner::Bulk,
        runners: &[Folded, Sheet, Haitaka],
        claims: &[
            Claim { title: "folded / haitaka", who: Folded, against: &[Haitaka], mean: 1.4, least: 0.0 },
            Claim { title: "sheet / folded", who: Sheet, against: &[Folded], mean: 0.0, least: 0.0 },
        ],
        lines: SHOGI,
    },
    Contest {
        title: "Ten files, last ply counted in bulk",
        manner: Manner::Bulk,
        runners: &[Sheet, FairyStockfish],
        claims: &[Claim { title: "sheet / Fairy", who: Sheet, against: &[FairyStockfish], mean: 8.0, least: 8.0 }],
        lines: TEN_FILES,
    },
];

const START: Line =
    Line { name: "start", game: "chess", fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", depth: 5 };
const KIWIPETE: Line = Line {
    name: "kiwipete",
    game: "chess",
    fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    depth: 4,
};
const PROMOTIONS: Line =
    Line { name: "promotions", game: "chess", fen: "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", depth: 5 };
const POSITION_4: Line = Line {
    name: "position 4",
    game: "chess",
    fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    depth: 4,
};
const ENDGAME: Line =
    Line { name: "endgame", game: "chess", fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", depth: 6 };

const SHOGI: &[Line] = &[
    Line {
        name: "start",
        game: "shogi",
        fen: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        depth: 5,
    },
    Line {
        name: "opening",
        game: "shogi",
        fen: "1nsgk2nl/lr1s1g1b1/p1pppp1p1/1p4p1p/7P1/2P6/PPSPPPP1P/1BG4R1/LN2KGSNL b - 17",
        depth: 4,
    },
    Line {
        name: "middle game",
        game: "shogi",
        fen: "1g2k1s1l/l1s3rb1/n1p1g1n2/1p6p/p3pp1pP/PPP2PP1L/2NPP4/LS2GKR2/4G1SNB w 2Pp 60",
        depth: 4,
    },
    Line {
        name: "end game",
        game: "shogi",
        fen: "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
        depth: 3,
    },
    Line { name: "full hands", game: "shogi", fen: "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", depth: 3 },
];

const TEN_FILES: &[Line] = &[
    Line {
        name: "janus, 10x8",
        game: "janus",
        fen: "rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq - 0 1",
        depth: 5,
    },
    Line {
        name: "embassy, 10x8",
        game: "embassy",
        fen: "rnbqkcabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKCABNR w KQkq - 0 1",
        depth: 5,
    },
    Line {
        name: "grand, 10x10",
        game: "grand",
        fen: "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1",
        depth: 4,
    },
];
