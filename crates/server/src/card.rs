//! The picture of a board in link previews.
//!
//! A board is squares and discs, so a few lines draw it; a general renderer of
//! vector graphics would weigh more than the rest of the server's pages.

use std::io::{self, Write as _};

use flate2::{Compression, Crc, write::ZlibEncoder};
use rules::{AnyGame, Color, Role, Variant};
use web::board::centre;

/// Pixels from left to right, as preview cards want it.
pub(crate) const WIDTH: usize = 1200;
/// Pixels from top to bottom.
pub(crate) const HEIGHT: usize = 630;

/// Pixels of the board's side; a multiple of 8 and of 10. In the middle, where
/// previews that cut the picture to a square leave it whole.
const BOARD: usize = 560;
const LEFT: usize = (WIDTH - BOARD) / 2;
const TOP: usize = (HEIGHT - BOARD) / 2;
const EDGE: usize = 12;

type Rgb = [u8; 3];

const GROUND: Rgb = [0xe4, 0xe8, 0xf0];
const FRAME: Rgb = [0x2b, 0x36, 0x57];
const LIGHT: Rgb = [0xf1, 0xee, 0xe4];
const DARK: Rgb = [0xa4, 0xb2, 0xc4];
const CROWN: Rgb = [0xe2, 0xb2, 0x3a];

/// How a side's pieces look: the disc and its rim.
const fn paint(variant: Variant, color: Color) -> (Rgb, Rgb) {
    match (variant, color) {
        (_, Color::Black) => ([0x22, 0x22, 0x28], [0xd9, 0xd9, 0xde]),
        (Variant::English, Color::White) => ([0xbe, 0x2d, 0x2d], [0x4a, 0x10, 0x10]),
        (Variant::International, Color::White) => ([0xfb, 0xfa, 0xf5], [0x3a, 0x34, 0x2c]),
    }
}

/// The position of a game, with the men of this side at the bottom, as a PNG.
///
/// The format as the W3C's specification of PNG tells it: a signature and three
/// chunks. The packing is a library's.
pub(crate) fn png(game: &AnyGame, bottom: Color) -> io::Result<Vec<u8>> {
    let Canvas(pixels) = draw(game, bottom);
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
    for row in pixels.chunks(WIDTH) {
        packed.write_all(&[NO_FILTER])?;
        packed.write_all(row.as_flattened())?;
    }
    let mut header = Vec::new();
    for length in [WIDTH, HEIGHT] {
        header.extend(u32::try_from(length).unwrap_or(0).to_be_bytes());
    }
    header.extend(EIGHT_BIT_RGB);
    let mut file = SIGNATURE.to_vec();
    chunk(&mut file, *b"IHDR", &header);
    chunk(&mut file, *b"IDAT", &packed.finish()?);
    chunk(&mut file, *b"IEND", &[]);
    Ok(file)
}

const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
/// Bits of a sample, true colour, and the only compression, filtering and
/// (no) interlacing that we use.
const EIGHT_BIT_RGB: [u8; 5] = [8, 2, 0, 0, 0];
/// Before each row: its bytes are the samples themselves.
const NO_FILTER: u8 = 0;

/// Length, kind, data, and the checksum of kind and data.
fn chunk(file: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    file.extend(u32::try_from(data.len()).unwrap_or(0).to_be_bytes());
    file.extend(kind);
    file.extend(data);
    let mut checksum = Crc::new();
    checksum.update(&kind);
    checksum.update(data);
    file.extend(checksum.sum().to_be_bytes());
}

fn draw(game: &AnyGame, bottom: Color) -> Canvas {
    let (variant, board) = (game.variant(), game.variant().board());
    let turned = bottom == Color::Black;
    let side = BOARD / usize::from(board.width());
    let mut canvas = Canvas(vec![GROUND; WIDTH * HEIGHT]);
    canvas.fill(LEFT - EDGE, TOP - EDGE, BOARD + 2 * EDGE, FRAME);
    canvas.fill(LEFT, TOP, BOARD, LIGHT);
    for square in board.squares() {
        let (x, y) = pixels(centre(board, turned, square), side);
        canvas.fill(x as usize - side / 2, y as usize - side / 2, side, DARK);
    }
    let radius = side as f64 * 0.4;
    for square in board.squares() {
        let Some(piece) = game.piece_at(square) else { continue };
        let (x, y) = pixels(centre(board, turned, square), side);
        let (disc, rim) = paint(variant, piece.color);
        let lifts: &[f64] = if piece.role == Role::King { &[0.08, -0.08] } else { &[0.0] };
        for lift in lifts {
            let y = y + lift * side as f64;
            canvas.disc(x, y, radius, rim);
            canvas.disc(x, y, radius * 0.9, disc);
        }
        if piece.role == Role::King {
            let y = y - 0.08 * side as f64;
            canvas.disc(x, y, radius * 0.5, CROWN);
            canvas.disc(x, y, radius * 0.3, disc);
        }
    }
    canvas
}

/// From squares to pixels.
fn pixels((x, y): (f64, f64), side: usize) -> (f64, f64) {
    let side = side as f64;
    (LEFT as f64 + x * side, TOP as f64 + y * side)
}

struct Canvas(Vec<Rgb>);

impl Canvas {
    /// A square with this upper left corner.
    fn fill(&mut self, left: usize, top: usize, side: usize, color: Rgb) {
        for y in top..top + side {
            self.0[y * WIDTH + left..][..side].fill(color);
        }
    }

    /// A disc; a pixel on its edge is as much of it as it is inside.
    fn disc(&mut self, x: f64, y: f64, radius: f64, color: Rgb) {
        let reach = |middle: f64, end: usize| {
            let first = (middle - radius - 1.0).max(0.0) as usize;
            first..((middle + radius + 2.0) as usize).min(end)
        };
        for row in reach(y, HEIGHT) {
            for column in reach(x, WIDTH) {
                let distance = (column as f64 + 0.5 - x).hypot(row as f64 + 0.5 - y);
                let share = (radius - distance + 0.5).clamp(0.0, 1.0);
                let pixel = &mut self.0[row * WIDTH + column];
                for (old, new) in pixel.iter_mut().zip(color) {
                    *old = (f64::from(*old) * (1.0 - share) + f64::from(new) * share).round() as u8;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::ZlibDecoder;
    use rules::{GameRules, Square};

    use super::*;

    fn game(variant: Variant, fen: &str) -> AnyGame {
        let setup = fen.parse().expect("a FEN");
        AnyGame::start(variant, Some(&setup), GameRules::STANDARD).expect("a position")
    }

    /// The colour in the middle of a square.
    fn at(game: &AnyGame, bottom: Color, number: u8) -> Rgb {
        let board = game.variant().board();
        let square = Square::new(number).expect("a square");
        let side = BOARD / usize::from(board.width());
        let (x, y) = pixels(centre(board, bottom == Color::Black, square), side);
        // Beside a crown, inside the disc.
        draw(game, bottom).0[y as usize * WIDTH + x as usize + side / 4]
    }

    #[test]
    fn each_square_shows_what_stands_there() {
        let red_to_move = game(Variant::English, "W:W18,K24:B12,K22");
        for bottom in [Color::White, Color::Black] {
            let at = |number| at(&red_to_move, bottom, number);
            let (red, black) =
                (paint(Variant::English, Color::White).0, paint(Variant::English, Color::Black).0);
            assert_eq!([at(18), at(24), at(12), at(22), at(1)], [red, red, black, black, DARK]);
        }
        let white = game(Variant::International, "W:W50:B1");
        assert_eq!(at(&white, Color::White, 50), paint(Variant::International, Color::White).0);
    }

    #[test]
    fn the_own_men_are_at_the_bottom() {
        let start = AnyGame::new(Variant::English);
        let first_dark = |bottom| {
            let canvas = draw(&start, bottom);
            let row = &canvas.0[(TOP + 35) * WIDTH..(TOP + 36) * WIDTH];
            row.contains(&paint(Variant::English, Color::Black).0)
        };
        assert!(first_dark(Color::White) && !first_dark(Color::Black));
    }

    #[test]
    fn the_picture_is_a_small_png_of_the_promised_size() {
        for variant in Variant::ALL {
            let file = png(&AnyGame::new(variant), Color::Black).expect("a picture");
            assert!(file.len() < 100_000, "{variant:?}: {} bytes", file.len());
            let size = [1200_u32.to_be_bytes(), 630_u32.to_be_bytes()];
            assert_eq!(file[16..24], *size.as_flattened());
            // The data lies between the header's chunk and the end's.
            let mut rows = Vec::new();
            let data = &file[41..file.len() - 16];
            ZlibDecoder::new(data).read_to_end(&mut rows).expect("packed rows");
            let canvas = draw(&AnyGame::new(variant), Color::Black);
            assert_eq!(rows.len(), HEIGHT * (1 + 3 * WIDTH));
            for (row, pixels) in rows.chunks(1 + 3 * WIDTH).zip(canvas.0.chunks(WIDTH)) {
                assert_eq!((row[0], &row[1..]), (NO_FILTER, pixels.as_flattened()));
            }
        }
    }
}
