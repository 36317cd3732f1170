//! Interrupts: the first one asks a long command to end in good order, the second one ends the process at once.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::error::Failure;

/// The status of a process that an interrupt ended.
pub const STATUS: u8 = 130;

/// A flag that the first interrupt sets.
pub fn flag() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(signal, i32::from(STATUS), Arc::clone(&stop))
            .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&stop)))
            .map_err(|error| Failure::Refused(format!("cannot listen for interrupts ({error}): try again")))?;
    }
    Ok(stop)
}
