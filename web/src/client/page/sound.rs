//! A sound of our own, made on the spot: two short tones that nobody has to
//! download.

use web_sys::{AudioContext, OscillatorNode};

/// Each tone: when it begins, in seconds from now, and its pitch in Hz.
const TONES: [(f64, f32); 2] = [(0.0, 523.0), (0.14, 784.0)];
/// How long a tone lasts, in seconds.
const LENGTH: f64 = 0.12;

/// Sounds. A browser that wants a press first, or has no sound, stays silent.
pub(super) fn beep() {
    let Ok(context) = AudioContext::new() else { return };
    for (at, pitch) in TONES {
        let _ = tone(&context, context.current_time() + at, pitch);
    }
}

fn tone(context: &AudioContext, at: f64, pitch: f32) -> Option<OscillatorNode> {
    let tone = context.create_oscillator().ok()?;
    tone.frequency().set_value(pitch);
    tone.connect_with_audio_node(&context.destination()).ok()?;
    tone.start_with_when(at).ok()?;
    tone.stop_with_when(at + LENGTH).ok()?;
    Some(tone)
}
