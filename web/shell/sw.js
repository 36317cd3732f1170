// Keeps the app's files, all of one build, so that it starts without a network. It knows the exact list and nothing
// else: whatever is not on it, the server's API before all, goes to the network untouched.
// `cargo xtask app` puts the build and the files in.

const BUILD = "%BUILD%";
const CACHE = `scrap-${BUILD}`;
// An address relative to this file, and the SHA-256 of what must come from it.
const FILES = [
  "%FILES%",
];
const urlOf = (name) => new URL(name, self.location).href;
const HOME = urlOf("./");
const SHELL = new Set(FILES.map(([name]) => urlOf(name)));
// Below these a navigation is the server's to answer.
const NOT_PAGES = ["api", "assets", "healthz", "mcp"].map((name) => new URL(name, HOME).pathname);

self.addEventListener("install", (event) => {
  // Chromium may ask the network beside the service worker, to be quick: here everything is at hand, so nothing leaves.
  event.addRoutes?.({ condition: { urlPattern: new URLPattern({}) }, source: "fetch-event" });
  event.waitUntil(install());
});
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => {
  if (event.data === "apply") event.waitUntil(self.skipWaiting());
  if (event.data === "build") event.ports[0]?.postMessage(BUILD);
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate" && isPage(url)) event.respondWith(navigate(request));
  else if (SHELL.has(url.origin + url.pathname)) event.respondWith(kept(url.origin + url.pathname, request));
});

// All files or none: a shell with a hole in it would start and then break.
async function install() {
  try {
    const files = await Promise.all(FILES.map(fetched));
    const cache = await caches.open(CACHE);
    await Promise.all(files.map(([url, response]) => cache.put(url, response)));
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
  for (const client of await self.clients.matchAll({ includeUncontrolled: true })) {
    client.postMessage({ scrap: "kept", build: BUILD });
  }
}

// A file of the build before with the same hash in its name is the same file.
async function fetched([name, hash]) {
  const url = urlOf(name);
  const had = name.startsWith("./assets/") && (await caches.match(url));
  if (had) return [url, had];
  const response = await fetch(url, { cache: "reload", integrity: hash, credentials: "same-origin" });
  if (!response.ok || response.redirected) throw new Error(`${name}: ${response.status}`);
  return [url, response];
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith("scrap-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

function isPage(url) {
  return !NOT_PAGES.some((path) => url.pathname === path || url.pathname.startsWith(`${path}/`));
}

// Once in a service worker's life, so that no fault can make it a loop.
let handedOver = false;

// A reload of the only window applies a build that waits: the page is asked for once more, of the new one.
async function navigate(request) {
  const { waiting } = self.registration;
  const isReload = request.isReloadNavigation || request.cache === "no-cache" || request.cache === "reload";
  if (waiting && isReload && !handedOver && (await self.clients.matchAll({ type: "window" })).length < 2) {
    handedOver = true;
    waiting.postMessage("apply");
    return new Response("", { headers: { "content-type": "text/html", refresh: "0" } });
  }
  const url = new URL(request.url);
  const asked = url.origin + url.pathname;
  return kept(SHELL.has(asked) ? asked : HOME, request);
}

async function kept(url, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(url)) ?? fetch(request);
}
