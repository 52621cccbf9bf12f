//! Where the comments of a file end.
//!
//! The standard knows no nested comments, but people write them, and people
//! also forget to close one. So a brace is closed by its own partner if it has
//! one, else by the first closing brace, and never beyond the tags of the next
//! game.

/// The end of every comment, found in one pass so that reading stays linear
/// however many braces are left open.
pub(super) struct Braces {
    /// (offset of `{`, offset behind its end, closed properly), ascending.
    comments: Vec<(usize, usize, bool)>,
}

impl Braces {
    pub(super) fn new(text: &str) -> Self {
        let mut comments = Vec::new();
        let mut closing = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let mut line_start = true;
        for (offset, byte) in text.bytes().enumerate() {
            match byte {
                b'{' => open.push(offset),
                b'}' => {
                    closing.push(offset);
                    if let Some(start) = open.pop() {
                        comments.push((start, offset + 1, true));
                    }
                }
                b'[' if line_start && begins_tag(&text[offset..]) => {
                    give_up(&mut open, &closing, offset, &mut comments);
                }
                _ => {}
            }
            line_start = byte == b'\n' || (line_start && byte.is_ascii_whitespace());
        }
        give_up(&mut open, &closing, text.len(), &mut comments);
        comments.sort_unstable();
        Braces { comments }
    }

    /// The offset behind the comment that opens at `start`, and whether it was
    /// closed properly.
    pub(super) fn end_of(&self, start: usize) -> (usize, bool) {
        self.comments
            .binary_search_by_key(&start, |&(open, ..)| open)
            .ok()
            .and_then(|found| self.comments.get(found))
            .map_or((start + 1, false), |&(_, end, closed)| (end, closed))
    }
}

/// Ends the comments still open at `limit`: at the first closing brace since,
/// or there.
fn give_up(
    open: &mut Vec<usize>,
    closing: &[usize],
    limit: usize,
    comments: &mut Vec<(usize, usize, bool)>,
) {
    for start in open.drain(..) {
        let next = closing.partition_point(|&offset| offset < start);
        let end = closing.get(next).map_or(limit, |&offset| offset + 1);
        comments.push((start, end, false));
    }
}

/// Whether a tag pair begins here: `[Name "`.
fn begins_tag(text: &str) -> bool {
    /// No tag name is longer; bounds the look ahead.
    const LONGEST_NAME: usize = 64;
    let head = text.as_bytes();
    let Some(name) = head.get(1..head.len().min(LONGEST_NAME)) else {
        return false;
    };
    let letters = name.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    let blanks = name[letters..].iter().take_while(|&&b| b == b' ' || b == b'\t').count();
    letters > 0 && blanks > 0 && name.get(letters + blanks) == Some(&b'"')
}
