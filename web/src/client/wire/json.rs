//! JSON, as much of it as the wire needs.

/// Deeper nesting is nothing of ours.
const MAX_DEPTH: u8 = 32;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Json {
    Null,
    Bool(bool),
    /// A whole number; one that is negative, broken or too large is unknown.
    Number(Option<u64>),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads a whole text.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut reader = Reader { rest: text };
        let value = reader.value(0)?;
        reader.blanks();
        reader.rest.is_empty().then_some(value)
    }

    /// A field of an object; the first of that name.
    pub(super) fn field(&self, name: &str) -> Option<&Self> {
        let Self::Object(fields) = self else { return None };
        fields.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// A field that is there and not null.
    pub(super) fn some(&self, name: &str) -> Option<&Self> {
        self.field(name).filter(|value| **value != Self::Null)
    }

    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn number(&self) -> Option<u64> {
        match self {
            Self::Number(number) => *number,
            _ => None,
        }
    }

    pub(super) fn list(&self) -> Option<&[Self]> {
        match self {
            Self::List(list) => Some(list),
            _ => None,
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    /// Takes this text, if it comes next.
    fn take(&mut self, word: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(word)?;
        Some(())
    }

    fn value(&mut self, depth: u8) -> Option<Json> {
        if depth > MAX_DEPTH {
            return None;
        }
        self.blanks();
        match self.rest.as_bytes().first()? {
            b'{' => self.object(depth),
            b'[' => self.list(depth),
            b'"' => self.text().map(Json::Text),
            b't' => self.take("true").map(|()| Json::Bool(true)),
            b'f' => self.take("false").map(|()| Json::Bool(false)),
            b'n' => self.take("null").map(|()| Json::Null),
            _ => self.number(),
        }
    }

    fn number(&mut self) -> Option<Json> {
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | 'e' | 'E');
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at_checked(end)?;
        if number.is_empty() {
            return None;
        }
        self.rest = rest;
        Some(Json::Number(number.parse().ok()))
    }

    fn text(&mut self) -> Option<String> {
        self.take("\"")?;
        let mut text = String::new();
        loop {
            let end = self.rest.find(['"', '\\'])?;
            let (plain, rest) = self.rest.split_at_checked(end)?;
            text.push_str(plain);
            self.rest = rest;
            if self.take("\"").is_some() {
                return Some(text);
            }
            text.push(self.escape()?);
        }
    }

    fn escape(&mut self) -> Option<char> {
        self.take("\\")?;
        let mut chars = self.rest.chars();
        let c = chars.next()?;
        self.rest = chars.as_str();
        Some(match c {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'u' => self.unicode()?,
            '"' | '\\' | '/' => c,
            _ => return None,
        })
    }

    fn unicode(&mut self) -> Option<char> {
        let high = self.hex()?;
        if !(0xd800..0xdc00).contains(&high) {
            return char::from_u32(high);
        }
        self.take("\\u")?;
        let low = self.hex()?.checked_sub(0xdc00).filter(|low| *low < 0x400)?;
        char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + low)
    }

    fn hex(&mut self) -> Option<u32> {
        let (digits, rest) = self.rest.split_at_checked(4)?;
        self.rest = rest;
        u32::from_str_radix(digits, 16).ok()
    }

    fn list(&mut self, depth: u8) -> Option<Json> {
        self.take("[")?;
        let mut list = Vec::new();
        self.blanks();
        if self.take("]").is_some() {
            return Some(Json::List(list));
        }
        loop {
            list.push(self.value(depth + 1)?);
            self.blanks();
            if self.take(",").is_none() {
                self.take("]")?;
                return Some(Json::List(list));
            }
        }
    }

    fn object(&mut self, depth: u8) -> Option<Json> {
        self.take("{")?;
        let mut fields = Vec::new();
        self.blanks();
        if self.take("}").is_some() {
            return Some(Json::Object(fields));
        }
        loop {
            self.blanks();
            let name = self.text()?;
            self.blanks();
            self.take(":")?;
            fields.push((name, self.value(depth + 1)?));
            self.blanks();
            if self.take(",").is_none() {
                self.take("}")?;
                return Some(Json::Object(fields));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn same(value: &serde_json::Value) -> Json {
        use serde_json::Value;
        match value {
            Value::Null => Json::Null,
            Value::Bool(value) => Json::Bool(*value),
            Value::Number(number) => Json::Number(number.as_u64()),
            Value::String(text) => Json::Text(text.clone()),
            Value::Array(list) => Json::List(list.iter().map(same).collect()),
            Value::Object(fields) => {
                let fields = fields.iter().map(|(name, value)| (name.clone(), same(value)));
                Json::Object(fields.collect())
            }
        }
    }

    fn any_json() -> impl Strategy<Value = serde_json::Value> {
        let leaf = prop_oneof![
            Just(serde_json::Value::Null),
            any::<bool>().prop_map(Into::into),
            any::<u64>().prop_map(Into::into),
            any::<i64>().prop_map(Into::into),
            any::<String>().prop_map(Into::into),
        ];
        leaf.prop_recursive(4, 32, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Into::into),
                prop::collection::btree_map(any::<String>(), inner, 0..6)
                    .prop_map(|fields| serde_json::Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn it_reads_what_others_write(value in any_json(), pretty: bool) {
            let text = if pretty { format!("{value:#}") } else { value.to_string() };
            prop_assert_eq!(Json::parse(&text), Some(same(&value)));
        }

        #[test]
        fn it_survives_whatever_comes(text: String, bytes in "[\\[\\]{}\",:\\\\u0-9a-fnt ]{0,60}") {
            let _ = Json::parse(&text);
            let _ = Json::parse(&bytes);
        }
    }

    #[test]
    fn what_is_no_json_is_refused() {
        for text in ["", "{", "[1,]", "{\"a\"}", "\"\\x\"", "\"\\ud800\"", "nul", "1 2", "'a'"] {
            assert_eq!(Json::parse(text), None, "{text}");
        }
        assert_eq!(Json::parse(&"[".repeat(100_000)), None);
    }

    #[test]
    fn escapes_are_read() {
        let text = Json::parse(r#""\u00e1\ud83d\ude00\n\"\\\/""#);
        assert_eq!(text, Some(Json::Text("á😀\n\"\\/".to_owned())));
    }
}
