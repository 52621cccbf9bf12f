#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| dama_fuzz::message::check(data));
