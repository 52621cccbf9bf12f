//! Websocket frames that no library sends. Whatever comes, its sender alone is
//! answered or cut off, and the players of the same game go on.

use std::time::Duration;

use serde_json::{Value, json};
use tests::{
    Person, Server, Socket,
    raw::{
        BINARY, CLOSE, ENDS, GOES_ON, PING, PONG, Raw, TEXT, TEXT_BEGINS, closing, frame,
        frame_saying, upgrade,
    },
};
use tokio::time::timeout;

/// What is to come of it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Outcome {
    /// A close frame with this code, then the end.
    Closed(u16),
    /// The end, without a word.
    Dropped,
    /// A message was read, and was none of ours; the socket lives.
    Refused,
    /// A pong with this payload; the socket lives.
    Pong(Vec<u8>),
    /// Nothing at all; the socket lives.
    Nothing,
}
use Outcome::{Closed, Dropped, Nothing, Pong, Refused};

/// Two who play, and the game that somebody disturbs.
struct Table {
    server: Server,
    game: String,
    first: Socket,
    second: Socket,
}

impl Table {
    async fn set(flags: &[&str]) -> Table {
        let server = Server::start_with(flags).await;
        let (maria, juan) = (Person::new(&server), Person::new(&server));
        let game = maria.play_with(&juan, "english").await;
        let (mut first, mut second) =
            (maria.socket(&game, None).await, juan.socket(&game, None).await);
        first.caught_up().await;
        second.caught_up().await;
        Table { server, game, first, second }
    }

    /// One talks and the other hears it.
    async fn goes_on(&mut self) {
        let id = self.first.send("offer_draw", json!({})).await;
        assert_eq!(self.first.answer_to(id).await["type"], "accepted");
        self.second.next_event("draw_offered").await;
        let id = self.first.send("withdraw_draw", json!({})).await;
        assert_eq!(self.first.answer_to(id).await["type"], "accepted");
        self.second.next_event("draw_withdrawn").await;
    }

    async fn stranger(&self) -> Raw {
        Raw::open(self.server.address(), &self.game).await
    }

    /// Sends bytes and checks what comes of them; the players never notice.
    async fn check(&mut self, name: &str, bytes: &[u8], expected: Outcome) {
        let mut stranger = self.stranger().await;
        stranger.send(bytes).await;
        assert_eq!(outcome(&mut stranger, &expected).await, expected, "{name}");
        if let Closed(_) = expected {
            // A reset may overtake the close frame at a peer that still writes.
            assert!(!stranger.broke(), "{name}: the end was a reset");
        }
        self.goes_on().await;
    }
}

/// What has come of it; where the socket is expected to live, it must answer.
async fn outcome(stranger: &mut Raw, expected: &Outcome) -> Outcome {
    match expected {
        Closed(_) | Dropped => stranger.end().await.map_or(Dropped, Closed),
        Refused | Pong(_) | Nothing => {
            // Asked last, answered last.
            stranger.send(&frame(TEXT, br#"{"type":"ping","seq":0}"#)).await;
            let mut seen = Nothing;
            while let Some((first, payload)) = stranger.frame().await {
                let text: Value = serde_json::from_slice(&payload).unwrap_or_default();
                match (first, text["type"].as_str()) {
                    (PONG, _) => seen = Pong(payload),
                    (TEXT, Some("refused")) => {
                        assert_eq!(text["code"], "bad_message");
                        seen = Refused;
                    }
                    (TEXT, Some("pong")) => return seen,
                    (CLOSE, _) => return outcome_of_close(&payload),
                    _ => {}
                }
            }
            Dropped
        }
    }
}

fn outcome_of_close(payload: &[u8]) -> Outcome {
    payload.first_chunk().map_or(Closed(1005), |code| Closed(u16::from_be_bytes(*code)))
}

#[tokio::test]
async fn frames_against_the_protocol_close_their_own_socket_with_1002() {
    let mut table = Table::set(&["--limits", "off"]).await;
    let mut unmasked = vec![TEXT, 2];
    unmasked.extend(b"{}");
    let cases = [
        ("an unmasked frame", unmasked),
        ("an unmasked ping", vec![PING, 0]),
        ("the first reserved bit", frame(TEXT | 0x40, b"{}")),
        ("the second reserved bit", frame(TEXT | 0x20, b"{}")),
        ("the third reserved bit", frame(TEXT | 0x10, b"{}")),
        ("a reserved bit on a ping", frame(PING | 0x40, b"")),
        ("a data frame of no kind", frame(0x83, b"{}")),
        ("the last data frame of no kind", frame(0x87, b"{}")),
        ("a control frame of no kind", frame(0x8b, b"")),
        ("the last control frame of no kind", frame(0x8f, b"")),
        ("a ping in fragments", frame(0x09, b"a")),
        ("a close in fragments", frame(0x08, b"")),
        ("a ping of 126 bytes", frame(PING, &[b'a'; 126])),
        ("a pong of 200 bytes", frame(PONG, &[b'a'; 200])),
        ("a close of 126 bytes", frame(CLOSE, &[3; 126])),
        ("the end of a message that never began", frame(ENDS, b"{}")),
        ("more of a message that never began", frame(GOES_ON, b"{}")),
        ("a new message within another", [frame(TEXT_BEGINS, b"{"), frame(TEXT, b"{}")].concat()),
        ("a close with a code of one byte", frame(CLOSE, &[3])),
        ("bytes that are no frame", b"GET / HTTP/1.1\r\nhost: h\r\n\r\n".to_vec()),
    ];
    for (name, bytes) in cases {
        table.check(name, &bytes, Closed(1002)).await;
    }
}

#[tokio::test]
async fn frames_that_are_too_large_close_their_own_socket_with_1009() {
    let mut table = Table::set(&["--limits", "off"]).await;
    let parts = |sizes: &[usize]| {
        let mut bytes = frame(TEXT_BEGINS, b"");
        for &size in sizes {
            bytes.extend(frame(GOES_ON, &vec![b' '; size]));
        }
        bytes.extend(frame(ENDS, b"{}"));
        bytes
    };
    let cases = [
        ("4,097 bytes", frame(TEXT, &[b' '; 4_097])),
        ("65,535 bytes", frame(TEXT, &[b' '; 65_535])),
        ("65,536 bytes", frame(TEXT, &[b' '; 65_536])),
        ("4 KiB and more in two fragments", parts(&[4_000, 97])),
        ("4 KiB and more in many fragments", parts(&[64; 65])),
        ("a length of 2^32, and nothing after it", frame_saying(TEXT, 64, 1 << 32, b"")),
        ("the largest length that may be", frame_saying(TEXT, 64, (1 << 63) - 1, b"")),
        ("a length of 2^63, which may not be", frame_saying(TEXT, 64, 1 << 63, b"")),
        ("the largest number there is", frame_saying(TEXT, 64, u64::MAX, b"")),
        ("binary of 65,536 bytes", frame(BINARY, &[0; 65_536])),
    ];
    for (name, bytes) in cases {
        table.check(name, &bytes, Closed(1009)).await;
    }
}

#[tokio::test]
async fn what_is_not_text_closes_its_own_socket_with_its_code() {
    let mut table = Table::set(&["--limits", "off"]).await;
    let cut = "\u{e9}".as_bytes();
    let in_two = |end: &[u8]| [frame(TEXT_BEGINS, &cut[..1]), frame(ENDS, end)].concat();
    for (name, bytes, code) in [
        ("binary", frame(BINARY, b"{}"), 1003),
        ("binary without bytes", frame(BINARY, b""), 1003),
        ("binary in fragments", [frame(0x02, b"{"), frame(ENDS, b"}")].concat(), 1003),
        ("a byte that begins nothing", frame(TEXT, &[b'{', 0xff, b'}']), 1007),
        ("half a surrogate", frame(TEXT, &[0xed, 0xa0, 0x80]), 1007),
        ("a slash in two bytes", frame(TEXT, &[0xc0, 0xaf]), 1007),
        ("a character cut short", frame(TEXT, &cut[..1]), 1007),
        ("a character cut short by the end of its message", in_two(b""), 1007),
        ("a character that its fragments spoil", in_two(b"{}"), 1007),
        ("a reason that is no text", frame(CLOSE, &closing(1000, &[0xff, 0xfe])), 1007),
    ] {
        table.check(name, &bytes, Closed(code)).await;
    }
}

#[tokio::test]
async fn odd_frames_that_are_allowed_are_answered() {
    let mut table = Table::set(&["--limits", "off"]).await;
    let cut = "\u{e9}".as_bytes();
    let long = |size| frame(TEXT, &vec![b' '; size]);
    let ping = |payload: &[u8]| frame(PING, payload);
    for (name, bytes, expected) in [
        ("no bytes", frame(TEXT, b""), Refused),
        ("125 bytes", long(125), Refused),
        ("126 bytes", long(126), Refused),
        ("127 bytes", long(127), Refused),
        ("4,096 bytes", long(4_096), Refused),
        ("a short length in the middle form", frame_saying(TEXT, 16, 2, b"{}"), Refused),
        ("a short length in the long form", frame_saying(TEXT, 64, 2, b"{}"), Refused),
        (
            "a character over two fragments",
            [frame(TEXT_BEGINS, &cut[..1]), frame(ENDS, &cut[1..])].concat(),
            Refused,
        ),
        (
            "4,096 bytes in fragments",
            [frame(TEXT_BEGINS, &[b' '; 4_000]), frame(ENDS, &[b' '; 96])].concat(),
            Refused,
        ),
        (
            "fragments without bytes",
            [frame(TEXT_BEGINS, b""), frame(GOES_ON, b"").repeat(100), frame(ENDS, b"{}")].concat(),
            Refused,
        ),
        ("a ping without bytes", ping(b""), Pong(Vec::new())),
        ("a ping with bytes of no text", ping(&[0, 0xff]), Pong(vec![0, 0xff])),
        ("a ping of 125 bytes", ping(&[7; 125]), Pong(vec![7; 125])),
        ("a pong that nobody asked for", frame(PONG, b"hello"), Nothing),
        (
            "a ping between the fragments of a message",
            [frame(TEXT_BEGINS, b"{"), ping(b"here?"), frame(ENDS, b"}")].concat(),
            Refused,
        ),
    ] {
        table.check(name, &bytes, expected).await;
    }
}

#[tokio::test]
async fn a_close_is_answered_with_its_code_or_with_what_is_wrong_with_it() {
    let mut table = Table::set(&["--limits", "off"]).await;
    for (name, payload, answered) in [
        ("no code", Vec::new(), 1005),
        ("the usual code", closing(1000, b"bye"), 1000),
        ("a page that is left", closing(1001, b""), 1001),
        ("a code of a library's", closing(3000, b""), 3000),
        ("a code of our own", closing(4999, "m\u{e1}r k\u{e9}s\u{151}".as_bytes()), 4999),
        ("no number", closing(0, b""), 1002),
        ("a number too small", closing(999, b""), 1002),
        ("a code that is never sent", closing(1005, b""), 1002),
        ("another that is never sent", closing(1006, b""), 1002),
        ("a number too large", closing(5000, b""), 1002),
    ] {
        table.check(name, &frame(CLOSE, &payload), Closed(answered)).await;
    }
}

#[tokio::test]
async fn what_comes_after_a_close_is_not_heard() {
    let server = Server::start().await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let game = maria.play_with(&juan, "english").await;
    let mut raw = Raw::connect(server.address()).await;
    let cookie = format!("cookie: {}\r\n", maria.cookie().expect("a cookie"));
    raw.send(upgrade(&game, &cookie).as_bytes()).await;
    assert_eq!(raw.head().await.expect("an answer").status, 101);
    let id = "6f1c1c0e-97a4-4f6e-8d5a-0a8f0a3f6c11";
    let resign = format!(r#"{{"type":"resign","id":"{id}","seq":1}}"#);
    let bytes = [frame(CLOSE, &closing(1000, b"")), frame(TEXT, resign.as_bytes())].concat();
    raw.send(&bytes).await;
    assert_eq!(raw.end().await, Some(1000));
    assert_eq!(maria.snapshot(&game).await["state"], "playing");
}

#[tokio::test]
async fn a_frame_in_single_bytes_is_read_while_others_talk() {
    let mut table = Table::set(&["--limits", "off"]).await;
    let mut stranger = table.stranger().await;
    let bytes = frame(TEXT, b"{\"type\":\"nothing\"}");
    for (byte, number) in bytes.iter().zip(1..) {
        stranger.send(&[*byte]).await;
        // What the server tells meanwhile takes no byte of the frame away.
        if number % 8 == 0 {
            table.goes_on().await;
        }
    }
    assert_eq!(outcome(&mut stranger, &Refused).await, Refused);
}

#[tokio::test]
async fn who_stops_sending_or_never_answers_a_close_is_let_go() {
    let mut table = Table::set(&["--limits", "off"]).await;
    let mut half = table.stranger().await;
    half.shut().await;
    half.end().await;
    let mut half = table.stranger().await;
    half.send(&frame(TEXT, b"{}")[..3]).await;
    half.shut().await;
    half.end().await;
    // The server says why, and does not wait for an answer for ever.
    let mut silent = table.stranger().await;
    silent.send(&frame(BINARY, b"")).await;
    assert_eq!(silent.end().await, Some(1003));
    table.goes_on().await;
}

#[tokio::test]
async fn a_flood_is_cut_off_with_1008_and_disturbs_nobody() {
    let mut table = Table::set(&[]).await;
    for (name, bytes) in [
        ("messages", frame(TEXT, b"{}")),
        ("pings", frame(PING, b"x")),
        ("pongs that nobody asked for", frame(PONG, b"")),
    ] {
        table.check(name, &bytes.repeat(2_000), Closed(1008)).await;
    }
}

#[tokio::test]
async fn fragments_without_bytes_and_without_end_disturb_nobody() {
    let mut table = Table::set(&["--limits", "off"]).await;
    let mut stranger = table.stranger().await;
    stranger.send(&frame(TEXT_BEGINS, b"")).await;
    let flood = frame(GOES_ON, b"").repeat(10_000);
    for _ in 0..5 {
        timeout(Duration::from_secs(10), stranger.send(&flood)).await.expect("they are read");
        table.goes_on().await;
    }
    stranger.send(&frame(ENDS, b"{}")).await;
    assert_eq!(outcome(&mut stranger, &Refused).await, Refused);
}
