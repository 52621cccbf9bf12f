//! Writes one function per key over one table of texts per language, so that
//! a program which needs a single language can do with a single table.

use std::fmt::Write as _;

use crate::table::{Tables, Text};

/// The Rust source of a group of words.
pub(crate) fn module(tables: &Tables) -> String {
    let mut code = String::new();
    let mut columns: [Vec<&String>; 4] = Default::default();
    for (key, entry) in &tables.entries {
        let counted = entry.iter().any(|text| matches!(text, Text::Plural { .. }));
        let at = columns[0].len();
        for (column, text) in columns.iter_mut().zip(entry) {
            match (text, counted) {
                (Text::Plural { one, other }, _) => column.extend([one, other]),
                (Text::Plain(text), true) => column.extend([text, text]),
                (Text::Plain(text), false) => column.push(text),
            }
        }
        function(&mut code, key, &entry[0], counted, at);
    }
    table(&mut code, &columns);
    code
}

/// The function of a key. Counted texts stand in pairs: for one, for others.
fn function(code: &mut String, key: &str, model: &Text, counted: bool, at: usize) {
    let _ = writeln!(code, "/// {}", doc(model));
    let names = model.placeholders();
    let others: Vec<&String> = names.iter().filter(|name| !counted || *name != "n").collect();
    let mut params = String::from("lang: Lang");
    if counted {
        params.push_str(", n: u64");
    }
    for name in &others {
        let _ = write!(params, ", {name}: &dyn Display");
    }
    let filled = counted || !others.is_empty();
    let output = if filled { "String" } else { "&'static str" };
    let _ = writeln!(code, "#[must_use]\npub fn {key}({params}) -> {output} {{");
    let text = if counted {
        format!("text(lang, if n == 1 {{ {at} }} else {{ {} }})", at + 1)
    } else {
        format!("text(lang, {at})")
    };
    if filled {
        let args = names.iter().map(|name| {
            if counted && name == "n" {
                "(\"n\", &n as &dyn Display)".to_owned()
            } else {
                format!("(\"{name}\", {name})")
            }
        });
        let args: Vec<String> = args.collect();
        let _ = writeln!(code, "    fill({text}, &[{}])", args.join(", "));
    } else {
        let _ = writeln!(code, "    {text}");
    }
    code.push_str("}\n\n");
}

/// All texts, language by language.
fn table(code: &mut String, columns: &[Vec<&String>; 4]) {
    let _ = writeln!(code, "const COUNT: usize = {};", columns[0].len());
    code.push_str("#[cfg(any(feature = \"html\", not(feature = \"mount\")))]\n");
    code.push_str("static TEXTS: [[&str; COUNT]; 4] = [\n");
    for column in columns {
        let texts: Vec<String> = column.iter().map(|text| format!("{text:?}")).collect();
        let _ = writeln!(code, "    [{}],", texts.join(", "));
    }
    code.push_str("];\n");
}

/// The English text as the function's documentation.
fn doc(text: &Text) -> String {
    let (Text::Plain(text) | Text::Plural { other: text, .. }) = text;
    format!("“{}”", text.replace('[', "\\[").replace('<', "\\<"))
}
