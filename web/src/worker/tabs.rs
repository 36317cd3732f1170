//! Words between the workers of several tabs.

use wasm_bindgen::prelude::*;
use web_sys::{BroadcastChannel, MessageEvent};

use crate::codec;
use crate::dom::words;
use crate::message::BetweenTabs;

use super::inbox::Inbox;

/// The channel that all workers of this origin listen on.
pub struct Tabs {
    channel: BroadcastChannel,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
}

impl Tabs {
    /// Listens, into the inbox.
    ///
    /// # Errors
    /// The browser's words.
    pub fn join(inbox: &Inbox) -> Result<Self, String> {
        let channel = BroadcastChannel::new("scrap-store").map_err(|error| words(&error))?;
        let take = inbox.tabs();
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            // A tab of another build may say what this one does not know.
            if let Ok((word, _)) = codec::read(&event.data()) {
                take(word);
            }
        });
        channel.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        Ok(Self { channel, _on_message: on_message })
    }

    /// Says something to all the others.
    pub fn say(&self, word: &BetweenTabs) {
        // A word that is lost is like one that is not heard, and the other side reckons with that.
        let _ = codec::write(word, &JsValue::UNDEFINED).map(|message| self.channel.post_message(&message));
    }
}
