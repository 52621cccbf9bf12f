//! Makes a WebAssembly module smaller in brotli without changing what it does:
//! functions that look alike become neighbours, and places in source files,
//! which nobody is ever told, are blanked.

use std::{collections::HashMap, convert::Infallible};

use wasm_encoder::{
    CodeSection, DataSection, FunctionSection, Module,
    reencode::{Error, Reencode, utils},
};
use wasmparser::{
    CodeSectionReader, DataKind, DataSectionReader, FunctionSectionReader, Operator, Parser,
    Payload, TypeRef,
};

use crate::fault::Fault;

/// Bytes in the pieces of code by which functions are compared.
const SHINGLE: usize = 4;
/// How much of its likeness a function keeps for the one after the next.
const MEMORY: f64 = 0.7;

/// The same program, smaller once it is packed.
pub(crate) fn slimmed(wasm: &[u8]) -> Result<Vec<u8>, Fault> {
    rewritten(wasm).map_err(|error| Fault::Bindgen(format!("{error:#}")))
}

fn rewritten(wasm: &[u8]) -> Result<Vec<u8>, Error> {
    let mut imported = 0;
    let mut bodies: Vec<&[u8]> = Vec::new();
    for payload in Parser::new(0).parse_all(wasm) {
        match payload? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(body.as_bytes()),
            _ => {}
        }
    }
    let order = by_likeness(&bodies);
    let mut place = vec![0; order.len()];
    for (new, &old) in (0..).zip(&order) {
        place[old] = new;
    }
    let mut module = Module::new();
    Slimmer { imported, order, place }.parse_core_module(&mut module, Parser::new(0), wasm)?;
    Ok(module.finish())
}

/// An order in which each function is followed by the one, of those left, that
/// shares most with it and with those before it.
fn by_likeness(bodies: &[&[u8]]) -> Vec<usize> {
    let shingles: Vec<Vec<&[u8]>> = bodies
        .iter()
        .map(|body| {
            let mut pieces: Vec<_> = body.windows(SHINGLE).collect();
            pieces.sort_unstable();
            pieces.dedup();
            pieces
        })
        .collect();
    let mut holders: HashMap<&[u8], Vec<usize>> = HashMap::new();
    for (function, pieces) in shingles.iter().enumerate() {
        for piece in pieces {
            holders.entry(piece).or_default().push(function);
        }
    }
    // What is rare says more than what everybody has.
    let weight = |piece: &&[u8]| {
        let share = holders[piece].len() as f64 / bodies.len() as f64;
        share.ln().powi(2)
    };
    let size: Vec<f64> = shingles
        .iter()
        .map(|pieces| pieces.iter().map(weight).sum::<f64>().sqrt().max(f64::EPSILON))
        .collect();
    let mut likeness = vec![0.0; bodies.len()];
    let mut left: Vec<usize> = (0..bodies.len()).collect();
    let mut order = Vec::with_capacity(bodies.len());
    let longest = left.iter().copied().max_by_key(|&function| bodies[function].len());
    let mut next = longest;
    while let Some(function) = next {
        order.push(function);
        left.retain(|&other| other != function);
        for like in &mut likeness {
            *like *= MEMORY;
        }
        for piece in &shingles[function] {
            for &holder in &holders[piece] {
                likeness[holder] += weight(piece);
            }
        }
        let value = |&function: &usize| likeness[function] / size[function];
        next = left.iter().copied().max_by(|a, b| value(a).total_cmp(&value(b)).then(b.cmp(a)));
    }
    order
}

struct Slimmer {
    imported: u32,
    /// The old number of each function, in the new order.
    order: Vec<usize>,
    /// The new number of each, by its old one.
    place: Vec<u32>,
}

impl Reencode for Slimmer {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error> {
        let own = function.checked_sub(self.imported).map(|own| self.place[own as usize]);
        Ok(own.map_or(function, |own| self.imported + own))
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error> {
        let types = section.into_iter().collect::<Result<Vec<u32>, _>>()?;
        for &old in &self.order {
            functions.function(types[old]);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error> {
        let bodies = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for old in self.order.clone() {
            utils::parse_function_body(self, code, bodies[old].clone())?;
        }
        Ok(())
    }

    fn parse_data_section(
        &mut self,
        data: &mut DataSection,
        section: DataSectionReader<'_>,
    ) -> Result<(), Error> {
        for segment in section {
            let mut segment = segment?;
            let start = match &segment.kind {
                DataKind::Active { offset_expr, .. } => {
                    match offset_expr.get_operators_reader().read()? {
                        Operator::I32Const { value } => usize::try_from(value).ok(),
                        _ => None,
                    }
                }
                DataKind::Passive => None,
            };
            let bytes = start.map(|start| without_places(segment.data, start));
            segment.data = bytes.as_deref().unwrap_or(segment.data);
            utils::parse_data(self, data, segment)?;
        }
        Ok(())
    }
}

/// The bytes of a place in a source file: where its path lies, how long that
/// is, line and column.
const PLACE: usize = 16;

/// Data that begins at this address, without the places in source files that a
/// panic would name: the page has nobody to show them to, and line numbers do
/// not compress. A path becomes zeros, a place the first line of no file.
fn without_places(data: &[u8], start: usize) -> Vec<u8> {
    let mut out = data.to_vec();
    let word = |at: usize| {
        let bytes = data.get(at..at + 4)?.try_into().ok()?;
        usize::try_from(u32::from_le_bytes(bytes)).ok()
    };
    let path = |at: usize| {
        let from = word(at)?.checked_sub(start)?;
        let range = from..from.checked_add(word(at + 4)?)?;
        let text = std::str::from_utf8(data.get(range.clone())?).ok()?;
        let is_path = text.ends_with(".rs") && text.contains('/') && !text.contains(' ');
        (is_path && word(at + 8)? < 1 << 17 && word(at + 12)? < 1 << 12).then_some(range)
    };
    let aligned = (start.next_multiple_of(4) - start..data.len()).step_by(4);
    for (at, range) in aligned.filter_map(|at| Some((at, path(at)?))) {
        out[range].fill(0);
        out[at..at + PLACE].fill(0);
        // A text of no length lies somewhere all the same.
        out[at] = 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{
        ElementSection, Elements, ExportKind, ExportSection, Function, FunctionSection, TypeSection,
    };

    use super::*;

    /// Functions that return their number, each called by the next.
    fn module(count: u32) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], [wasm_encoder::ValType::I32]);
        let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
        let mut exports = ExportSection::new();
        for number in 0..count {
            functions.function(0);
            let mut body = Function::new([]);
            body.instructions().i32_const(i32::try_from(number * 1000).expect("small"));
            if number > 0 {
                body.instructions().call(number - 1).i32_add();
            }
            for _ in 0..number % 3 {
                body.instructions().i32_const(7).i32_xor();
            }
            body.instructions().end();
            code.function(&body);
            exports.export(&format!("f{number}"), ExportKind::Func, number);
        }
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&exports).section(&code);
        module.finish()
    }

    /// What each export does: the bytes of its body with the calls followed.
    fn meaning(wasm: &[u8]) -> Vec<(String, Vec<String>)> {
        let (mut bodies, mut exports) = (Vec::new(), Vec::new());
        for payload in Parser::new(0).parse_all(wasm) {
            match payload.expect("a module") {
                Payload::CodeSectionEntry(body) => bodies.push(body),
                Payload::ExportSection(section) => {
                    exports.extend(section.into_iter().map(|export| export.expect("an export")));
                }
                _ => {}
            }
        }
        fn follow(bodies: &[wasmparser::FunctionBody<'_>], at: u32, out: &mut Vec<String>) {
            for operator in bodies[at as usize].get_operators_reader().expect("code") {
                match operator.expect("an instruction") {
                    Operator::Call { function_index } => follow(bodies, function_index, out),
                    other => out.push(format!("{other:?}")),
                }
            }
        }
        let told = exports.iter().map(|export| {
            let mut code = Vec::new();
            follow(&bodies, export.index, &mut code);
            (export.name.to_owned(), code)
        });
        told.collect()
    }

    #[test]
    fn another_order_is_the_same_program() -> Result<(), Fault> {
        let wasm = module(40);
        let slim = slimmed(&wasm)?;
        assert_ne!(slim, wasm, "nothing was moved");
        assert_eq!(meaning(&slim), meaning(&wasm));
        wasmparser::Validator::new().validate_all(&slim).expect("valid");
        assert_eq!(slimmed(&slim)?.len(), slim.len());
        Ok(())
    }

    #[test]
    fn a_table_of_functions_follows_them() -> Result<(), Fault> {
        // Of three functions the middle one is the longest, so it goes first.
        let mut types = TypeSection::new();
        types.ty().function([], []);
        let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
        for length in [1, 9, 2] {
            functions.function(0);
            let mut body = Function::new([]);
            for _ in 0..length {
                body.instructions().nop();
            }
            body.instructions().end();
            code.function(&body);
        }
        let mut tables = wasm_encoder::TableSection::new();
        tables.table(wasm_encoder::TableType {
            element_type: wasm_encoder::RefType::FUNCREF,
            minimum: 1,
            maximum: None,
            table64: false,
            shared: false,
        });
        let mut elements = ElementSection::new();
        let start = wasm_encoder::ConstExpr::i32_const(0);
        elements.active(None, &start, Elements::Functions(vec![1].into()));
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&tables).section(&elements);
        module.section(&code);
        let slim = slimmed(&module.finish())?;
        let mut found = None;
        for payload in Parser::new(0).parse_all(&slim) {
            if let Payload::ElementSection(section) = payload.expect("a module") {
                for element in section {
                    if let wasmparser::ElementItems::Functions(list) =
                        element.expect("an element").items
                    {
                        found = list.into_iter().next().map(|index| index.expect("an index"));
                    }
                }
            }
        }
        assert_eq!(found, Some(0));
        Ok(())
    }

    #[test]
    fn places_are_blanked_and_other_data_stays() {
        let start = 1024;
        let mut data = b"src/lib.rs\0\0words.rs and more".to_vec();
        data.resize(32, 0);
        let place = |from: u32, length: u32, line: u32| {
            [start as u32 + from, length, line, 9].map(u32::to_le_bytes).concat()
        };
        let other = place(12, 17, 5);
        data.extend(place(0, 10, 77));
        data.extend(&other);
        let out = without_places(&data, start);
        assert_eq!(&out[..10], [0; 10]);
        assert_eq!(&out[10..32], &data[10..32]);
        assert_eq!(&out[32..48], [[1, 0, 0, 0], [0; 4], [0; 4], [0; 4]].concat());
        assert_eq!(&out[48..], other);
        assert_eq!(without_places(b"xyz", 3), b"xyz");
    }

    #[test]
    fn what_is_no_module_is_a_fault() {
        assert!(slimmed(b"\0asm\x01\0\0\0\x09").is_err());
    }
}
