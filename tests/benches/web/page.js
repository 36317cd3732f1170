// Runs before the app in every page: keeps its worker at hand and asks it things of its own, and notes when what is
// waited for shows. `self.bench` is what the program beside this file calls.

(() => {
  const started = performance.now();
  const waiting = new Map();
  let last = 1_000_000; // The app's own ids stay far below.
  let worker;
  let toldMemory;

  const OwnWorker = self.Worker;
  self.Worker = class extends OwnWorker {
    constructor(...given) {
      super(...given);
      worker = this;
      // Before the app's: what is not for it never gets there.
      this.addEventListener("message", (event) => {
        const [said] = event.data;
        if (said?.memory) toldMemory?.(said.memory);
        else if (!waiting.has(said?.answer?.id)) return;
        else {
          waiting.get(said.answer.id)(said.answer.given);
          waiting.delete(said.answer.id);
        }
        event.stopImmediatePropagation();
      });
    }
  };

  const ask = (request) =>
    new Promise((resolve) => {
      waiting.set(++last, resolve);
      worker.postMessage([{ call: { id: last, call: { ask: request } } }, undefined]);
    });

  const today = "2026-11-30";
  const search = (query, limit) => ask({ search: { query, limit, today } });
  const nextPaint = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

  // What the reader sees first: hits, their number.
  const shown = {};
  new MutationObserver(() => {
    if (!shown.hit && document.querySelector("ul.results li.hit")) shown.hit = performance.now();
    if (!shown.box && document.querySelector("input[type=search]")) shown.box = performance.now();
  }).observe(document, { childList: true, subtree: true });
  let blocked = 0;
  let longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      blocked += duration - 50;
      longest = Math.max(longest, duration);
    }
  }).observe({ type: "longtask", buffered: true });
  let contentful = 0;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) contentful = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });

  const hitsFor = (query) => {
    const link = document.querySelector("ul.results:not([hidden]) li.hit a[data-at]");
    if (link && new URL(link.href).searchParams.get("q") === query.trim()) return true;
    return document.querySelector(".none h2")?.textContent.includes(`“${query.trim()}”`) ?? false;
  };

  // From a letter in the box to the frame that shows what it finds.
  async function keystroke(text) {
    const box = document.querySelector("input[type=search]");
    const begun = performance.now();
    const there = new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (!hitsFor(text)) return;
        observer.disconnect();
        resolve();
      });
      observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
    });
    box.value = text;
    box.dispatchEvent(new InputEvent("input", { bubbles: true }));
    await there;
    await nextPaint();
    return performance.now() - begun;
  }

  self.bench = {
    // Resolves when the worker has answered for the first time, with the milliseconds since this page began.
    async ready(query) {
      await search(query, 20);
      return performance.now() - started;
    },
    async times(queries, limit, rounds) {
      const times = queries.map(() => []);
      for (let round = 0; round < rounds; round += 1) {
        for (const [at, query] of queries.entries()) {
          const begun = performance.now();
          await search(query, limit);
          times[at].push(performance.now() - begun);
        }
      }
      return times.map((some) => some.sort((a, b) => a - b)[some.length >> 1]);
    },
    async hits(query) {
      const { Ok } = await search(query, 20);
      return Ok ? Ok.reply.found.hits.map((hit) => `${hit.source}/${hit.path}`) : [];
    },
    async keystrokes(texts) {
      const times = [];
      for (const text of texts) times.push(await keystroke(text));
      return times;
    },
    memory() {
      const told = new Promise((resolve) => (toldMemory = resolve));
      worker.postMessage("memory");
      return told;
    },
    // Starts when a folder is dropped, ends when its report is on the screen.
    imported() {
      return new Promise((resolve) => {
        let begun;
        addEventListener("drop", () => (begun = performance.now()), { capture: true, once: true });
        const observer = new MutationObserver(() => {
          const said = document.querySelector(".run [role=status]")?.textContent ?? "";
          if (!/^(Imported|Stopped|The import stopped)/.test(said)) return;
          observer.disconnect();
          resolve({ said, ms: performance.now() - begun });
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      });
    },
    paint: () => ({ ...shown, contentful, blocked, longest }),
    forget: () => (blocked = longest = 0),
  };
})();
