// Starts the app, its worker and its service worker. The only place that turns text into script addresses, through the
// page's one Trusted Types policy, which knows two addresses and no other. `cargo xtask app` puts the names in.

import init from "./%APP%";

// The reader's choice of light or dark, before anything is drawn. Where storage is refused it is the system's.
try {
  const theme = localStorage.getItem("scrap-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {}

const beside = (name) => new URL(name, import.meta.url).href;
const WORKER = beside("./%WORKER%");
const SERVICE = beside("../sw.js");

const rules = {
  createScriptURL(url) {
    if (url === WORKER || url === SERVICE) return url;
    throw new TypeError(`not a script of scrap: ${url}`);
  },
};
// Browsers without Trusted Types take the text as it is.
const policy = self.trustedTypes ? self.trustedTypes.createPolicy("scrap", rules) : rules;

const place = () => (matchMedia("(display-mode: standalone)").matches ? "the installed app" : "a browser tab");
const start = () => new Worker(policy.createScriptURL(WORKER), { type: "module", name: place() });

// The worker opens the store while the app is still on its way. The app takes this one first, and asks for another
// if it ends.
let first = start();
self.scrapWorker = () => {
  const worker = first ?? start();
  first = undefined;
  return worker;
};

init({ module_or_path: beside("./%APP_WASM%") }).catch((error) => {
  document.body.append(`scrap did not start: ${error.message}. It needs a current Chromium, Firefox or Safari.`);
});

// Where a browser offers none, as in some private windows, scrap works while it is online.
if ("serviceWorker" in navigator) {
  const register = () =>
    navigator.serviceWorker
      .register(policy.createScriptURL(SERVICE), { updateViaCache: "none" })
      .catch((error) => console.warn("scrap will not start offline:", error.message));
  // Its downloads wait until the app's own are through.
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
