//! The worker: the one place that owns the store.

#[cfg(target_arch = "wasm32")]
fn main() {
    let _ = scrap_core::store::Store::in_memory(scrap_core::id::DeviceId([0; 16]));
}

/// Natively there is no worker.
#[cfg(not(target_arch = "wasm32"))]
fn main() {}
