//! The text in which games are kept. The first byte says of what it is one.

use play::Time;
use rules::Variant;

/// Reads the text, writes it anew and reads it again.
pub fn check(data: &[u8]) {
    let Some((&kind, rest)) = data.split_first() else { return };
    let Some(text) = crate::text(rest) else { return };
    let form = i64::from(kind % 4);
    if kind.is_ascii_uppercase() {
        config(form, text);
    } else {
        event(form, text);
    }
}

fn event(form: i64, text: &str) {
    let Ok(event) = store::fuzzing::decode_event(form, text) else { return };
    let (form, written) = store::fuzzing::encode_event(&event);
    let again = store::fuzzing::decode_event(form, &written);
    assert_eq!(again.as_ref(), Ok(&event), "{written}");
    // One text for each event, so that a copy is byte for byte the same.
    assert_eq!(store::fuzzing::encode_event(&event).1, written);
}

fn config(form: i64, text: &str) {
    for variant in Variant::ALL {
        let made = Time::from_millis(1_800_000_000_000);
        let Ok(config) = store::fuzzing::decode_config(variant, made, form, text) else { continue };
        let (form, written) = store::fuzzing::encode_config(&config);
        let again = store::fuzzing::decode_config(variant, made, form, &written);
        assert_eq!(again.as_ref(), Ok(&config), "{written}");
    }
}
