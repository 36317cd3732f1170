// The worker's first lines. `cargo xtask app` puts the names in.

import init from "./%WORKER%";

init({ module_or_path: new URL("./%WORKER_WASM%", import.meta.url).href });
