#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| dama_fuzz::answer::check(data));
