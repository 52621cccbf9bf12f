//! The browser's storage, or the page's own memory where there is none.

use web_sys::Storage;

use crate::client::{Keep, Memory};

/// Browsers may lack storage, refuse it, or throw at every touch.
#[derive(Default)]
pub(super) struct Browser {
    /// What the browser did not take, for as long as the page is open.
    memory: Memory,
}

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

impl Keep for Browser {
    fn get(&self, key: &str) -> Option<String> {
        // What the browser did not take is younger than what it has.
        let kept = || storage()?.get_item(key).ok().flatten();
        self.memory.get(key).or_else(kept)
    }

    fn set(&mut self, key: &str, text: &str) -> bool {
        let kept = storage().is_some_and(|storage| storage.set_item(key, text).is_ok());
        if kept {
            self.memory.remove(key);
        } else {
            self.memory.set(key, text);
        }
        kept
    }

    fn remove(&mut self, key: &str) {
        self.memory.remove(key);
        if let Some(storage) = storage() {
            // What cannot be removed was not there or is out of our reach.
            let _ = storage.remove_item(key);
        }
    }

    fn aside(&mut self) -> &mut bool {
        self.memory.aside()
    }
}
