/**
 * What the tests of pages use. The page under test is shown in a frame. Its requests to the API and the bucket are answered
 * here, and from what the server of the tests knows if the test sets no answer; its timers run 20 times as fast unless the test
 * says otherwise.
 * PageLogicTest.java runs the tests, and offers `java`.
 */

const FASTER = 20;
const PATIENCE_MS = 10_000;
const MOST_TABS = 80;
const SCREENS = { "": [1200, 900], phone: [360, 740], dark: [1200, 900], projector: [1920, 1080] };
const ANSWERED = /^\/(api|replays|live|standings)\//;

/** Names that must be shown as plain text. */
export const HOSTILE = [
  "<img src=x onerror=window.harmed=1><b>&amp;&lt;</b>",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: no template is meant, and none must be seen
  "\"><svg onload=window.harmed=1>'`${window.harmed=1}",
  "\u202eevil\u202c \u2067\u05d0\u05d1\u05d2\ufeff x",
  "W".repeat(1000),
];

export const LONG_NAMES = ["A bot with a name of 40 characters, long", "Anotherbotwithonesinglewordof40character"];

let answers = new Map();
/** @type {{path: string, released: Promise<void>}[]} */
let held = [];
let isOffline = false;
let pace = FASTER;
let dark = false;
let calm = false;

/** Whether the same state was examined in light colours before. */
let otherColours = false;

/** Whether loops over screens, names and pages are run to their ends: see {@link drawn}. */
const runsAll = await java("all");

/** Requests that changed something. @type {{request: string, body: any, key: string | null, authorization: string | null}[]} */
export let posted = [];

/** The addresses of all requests that were answered here. @type {string[]} */
export let asked = [];

/** The files that the page offered for download. @type {Blob[]} */
export let saved = [];

const iframe = /** @type {HTMLIFrameElement} */ (document.getElementById("frame"));

// The frame
// ---------------------------------------------------------------------------------------------------------------------

/** Called in each frame before its own scripts. */
globalThis.prepare = (/** @type {any} */ page) => {
  const fetch = page.fetch.bind(page);
  page.fetch = (/** @type {string} */ address, /** @type {RequestInit} */ request = {}) =>
    answerTo(page, fetch, address, request);
  for (const name of ["setTimeout", "setInterval"]) {
    const timer = page[name].bind(page);
    page[name] = (/** @type {any} */ action, milliseconds = 0, ...given) => timer(action, milliseconds / pace, ...given);
  }
  const address = page.URL.createObjectURL;
  page.URL.createObjectURL = (/** @type {Blob} */ content) => {
    saved.push(content);
    return address(content);
  };
};

async function answerTo(page, fetch, address, request) {
  const { href, pathname, search } = new URL(address, page.location.href);
  if (!ANSWERED.test(pathname)) {
    return fetch(address, request);
  }
  const method = request.method ?? "GET";
  const header = (name) => new Headers(request.headers).get(name);
  asked.push(pathname + search);
  if (method !== "GET") {
    posted.push({
      request: `${method} ${pathname}`,
      body: request.body ? JSON.parse(request.body) : null,
      key: header("Idempotency-Key"),
      authorization: header("Authorization"),
    });
  }
  if ([...page.document.querySelectorAll("link[rel=preload]")].some((link) => link.href === href)) {
    // The browser warns of what was loaded ahead and is not used.
    fetch(address, request).catch(() => {});
  }
  await Promise.all(held.filter((each) => pathname.startsWith(each.path)).map(({ released }) => released));
  if (isOffline) {
    throw new TypeError("offline");
  }
  const name = `${method} ${pathname}${search.replace("?watch=true", "")}`;
  const found = answers.get(`${name} ${header("Authorization")}`) ?? answers.get(name);
  if (found === undefined) {
    // The cache would answer with what another test was told.
    return fetch(address, { ...request, cache: "no-store" });
  }
  return new page.Response(found.body, { status: found.status, headers: { "Content-Type": found.type } });
}

/** Before each test. */
export async function reset() {
  await leave();
  [answers, held, isOffline, posted, asked, saved, pace] = [new Map(), [], false, [], [], [], FASTER];
  localStorage.clear();
  sessionStorage.clear();
  await at("");
  await reducedMotion(false);
}

const leave = () =>
  navigated(() => {
    iframe.src = "about:blank";
  });

const navigated = (go) =>
  new Promise((done) => {
    iframe.addEventListener("load", done, { once: true });
    go();
  });

/** Shows a page of the site, as a new document. */
export async function open(address) {
  // An address that differs only behind its # would not be loaded again.
  await leave();
  await navigated(() => {
    iframe.src = address;
  });
}

export const reload = () => navigated(() => page().location.reload());

/** Lets timers run as they do for visitors: for pages that run code, which gets a time limit. */
export const inRealTime = () => {
  pace = 1;
};

/** Whether visitors want less motion. */
export async function reducedMotion(whether) {
  if (calm !== whether) {
    calm = whether;
    await java("reducedMotion", whether);
  }
}

/** Chooses a screen for the next pages. @param {string} screen "", "phone", "dark" or "projector" */
export async function at(screen) {
  const [width, height] = SCREENS[screen];
  resize(width, height);
  if (dark !== (screen === "dark")) {
    dark = !dark;
    await java("dark", dark);
  }
}

export const resize = (width, height) => Object.assign(iframe.style, { width: `${width}px`, height: `${height}px` });

/** The page's window. @returns {any} */
export const page = () => iframe.contentWindow;

/** Waits until the page has this address, without its origin. @param {string | RegExp} address */
export const arrive = (address) =>
  until(() => {
    const { pathname, search } = page().location;
    const there = address instanceof RegExp ? address.test(pathname + search) : pathname + search === address;
    return there && page().document.readyState === "complete" ? null : pathname + search;
  }, `the address ${address}`);

/** @returns {Promise<any>} what PageLogicTest.java answers */
export async function java(name, ...given) {
  return JSON.parse(await globalThis.callJava(JSON.stringify([name, ...given])));
}

// What is answered
// ---------------------------------------------------------------------------------------------------------------------

/** @param {string} request the method, a space, the path and the query @param {any} body a text, or what becomes JSON */
export function answer(request, body, status = 200, type = "application/json") {
  answers.set(request, { status, type, body: typeof body === "string" ? body : JSON.stringify(body) });
}

/** Sets an answer that is given only to whoever has this token. */
export const answerOnly = (token, request, body) => answer(`${request} Bearer ${token}`, body);

export const refuse = (request, status, type, detail, errors = undefined) =>
  answer(request, { type: `/problems/${type}`, title: "A title", status, detail, errors }, status, "application/problem+json");

/** A refusal of one field. */
export const refuseAt = (request, pointer, detail) => refuse(request, 422, "out-of-range", detail, [{ detail, pointer }]);

export const offline = (whether) => {
  isOffline = whether;
};

/** Answers nothing whose path begins like this, until the returned function is called. */
export function hold(path = "/") {
  let release;
  const released = new Promise((done) => {
    release = done;
  });
  held.push({ path, released });
  return () => {
    held = [];
    release();
  };
}

/** The list of matches, newest first. */
export function list(...matches) {
  for (const query of ["", "?limit=30", "?limit=50"]) {
    answer(`GET /api/matches${query}`, { matches, next: null });
  }
}

/** The public registered bots of a game. */
export const bots = (game, ...bots) => answer(`GET /api/bots?game=${game}&limit=100`, { bots, next: null });

/** The API's record of a registered bot. */
export const bot = (id, game, name, more = {}) => ({
  id,
  game,
  name,
  visibility: "public",
  active: true,
  version: 1,
  proven: true,
  health: { suspended: false },
  createdAt: "2026-03-01T12:00:00.120Z",
  updatedAt: "2026-03-01T12:00:00.120Z",
  ...more,
});

/** The API's record of the owner of so many bots. */
export const ada = (bots) => ({
  id: "own_1",
  name: "Ada",
  scope: "play",
  key: "tok_1",
  quotas: { bots: 5, openMatches: 20, matchesPerDay: 500 },
  used: { bots, openMatches: 0, matchesPerDay: 12 },
});

export const RECOVERY = "k7qd9-m2x4w-nt8r3-c5hpz";

/** The API's answer to who has joined: as a new owner, or with the name of another key. */
export const newKey = (token, name = "Ada", key = null) => ({
  owner: { id: "own_1", name, scope: "play" },
  key: { id: "tok_1", name: key ?? "first key", scope: "play", usedAt: null, revokedAt: null },
  token,
  recovery: key === null ? RECOVERY : null,
});

/** A check of a bot, with these calls. */
export const check = (finishedAt, ...calls) => ({
  id: "check_1",
  match: null,
  askedAt: "2026-03-01T12:00:00.120Z",
  finishedAt,
  calls,
});

export const call = (passed, came, text, more = {}) => ({
  turn: 0,
  seat: 1,
  sent: 'application/json {"turn":0}',
  came,
  milliseconds: 12,
  passed,
  text,
  ...more,
});

/** A replay of two house bots under other names. @returns {Promise<{document: any, turns: number}>} */
export const replay = (game = "ajax-tiles", first = "expand", second = "fearful", names = ["one", "two"], seed = "7") =>
  java("replay", game, first, second, seed, names);

/**
 * The files of a ladder: a class of bots if there are no matches.
 *
 * @param {string[][]} bots ids and names of bots that join
 * @param {string[][]} matches the keys of two players, or "all" for each pair
 * @param {string[]} removed keys of bots that nobody may see any more
 * @returns {Promise<{leaderboard: any, bots: Record<string, any>}>} the leaderboard and the pages of bots
 */
export const ladder = (bots = [], matches = [], removed = []) => java("ladder", bots, matches, removed);

/** The API's record of a match that has not ended. */
export const unfinished = (id, status, { document }, more = {}) => ({
  id,
  game: document.game,
  status,
  seats: document.players.length,
  players: document.players,
  seed: document.seed,
  options: document.options,
  turn: 0,
  result: null,
  replay: null,
  live: `/live/${id}.json`,
  createdAt: "2026-03-01T12:00:00.120Z",
  startedAt: null,
  finishedAt: null,
  failures: [],
  ...more,
});

/** The API's record of the finished match in a replay. */
export const finished = (id, replay, more = {}) =>
  unfinished(id, "finished", replay, {
    turn: replay.turns,
    live: undefined,
    result: replay.document.result,
    worthShowing: true,
    replay: `/replays/${id}.json`,
    startedAt: "2026-03-01T12:00:00.310Z",
    finishedAt: "2026-03-01T12:00:02.950Z",
    failures: replay.document.failures,
    ...more,
  });

/** Answers with a finished match and its replay. */
export function has(id, replay, more = {}, document = replay.document) {
  answer(`GET /api/matches/${id}`, finished(id, replay, more));
  answer(`GET /replays/${id}.json`, document);
}

/** The API's record of a match of a tournament; without a winner, it is running. */
export const ofTournament = (id, board, first, second, winner) => ({
  id,
  board,
  players: [first, second],
  status: winner === null ? "running" : "finished",
  replay: null,
  finishedAt: null,
  result:
    winner === null ? null : { places: winner === 1 ? [1, 2] : [2, 1], scores: winner === 1 ? [7, 5] : [3, 5], reason: "test" },
});

// What a visitor does
// ---------------------------------------------------------------------------------------------------------------------

const words = (text) =>
  (text ?? "")
    .replace(/[\u200b\u00ad]/g, "")
    .replace(/\s+/g, " ")
    .trim();

const FIND = {
  button: (place, name) => named(place, "button, [role=button], [role=tab]", name),
  link: (place, name) => named(place, "a[href]", name),
  // The innermost elements that have all of the text.
  text: (place, text) =>
    [...place.children]
      .filter((child) => words(child.textContent).includes(text))
      .flatMap((child) =>
        [...child.children].some((inner) => words(inner.textContent).includes(text))
          ? FIND.text(child, text)
          : child.checkVisibility()
            ? [child]
            : [],
      ),
  field: (place, name) =>
    [...place.querySelectorAll("input, select, textarea")].filter((field) =>
      [field.ariaLabel, ...[...(field.labels ?? [])].map(({ textContent }) => textContent)].some((label) => matches(label, name)),
    ),
};

const matches = (label, name) => words(label) === name || words(label).startsWith(`${name} `);

const named = (place, kind, name) =>
  [...place.querySelectorAll(kind)].filter(
    (each) => matches(each.textContent, name) || each.ariaLabel === name || each.title === name,
  );

/**
 * The elements at a place: a CSS selector, `button=NAME`, `link=NAME`, `field=LABEL` or `text=TEXT`; and the same inside of each,
 * behind `>>`. Buttons, links and fields are found by the beginning of their name.
 */
export function all(place) {
  return place.split(" >> ").reduce(
    (/** @type {any[]} */ inside, part) => {
      const [, kind, name] = /^(button|link|text|field)=(.*)$/s.exec(part) ?? [];
      return inside.flatMap((each) => (kind === undefined ? [...each.querySelectorAll(part)] : FIND[kind](each, name)));
    },
    [page().document],
  );
}

/** The first element there that can be seen, once it can. @returns {Promise<any>} */
export async function one(place) {
  let found;
  await until(() => {
    found = all(place).find((each) => each.checkVisibility());
    return found === undefined ? "it is not there" : null;
  }, place);
  return found;
}

async function usable(place) {
  await until(() => {
    const found = all(place).find((each) => each.checkVisibility());
    return found === undefined ? "it is not there" : found.matches(":disabled") ? "it is disabled" : null;
  }, place);
  return one(place);
}

export async function click(place) {
  const found = await usable(place);
  found.focus();
  found.click();
}

export async function fill(place, value) {
  const field = await usable(place);
  field.focus();
  field.value = value;
  changed(field);
}

/** @param {string} choice the value or the label of an option */
export async function select(place, choice) {
  const field = await usable(place);
  let option;
  await until(() => {
    option = [...field.options].find(({ value, label, disabled }) => !disabled && (value === choice || words(label) === choice));
    return option ? null : [...field.options].map(({ label }) => label).join();
  }, `the option ${choice} of ${place}`);
  field.value = option.value;
  changed(field);
}

function changed(field) {
  field.dispatchEvent(new (page().Event)("input", { bubbles: true }));
  field.dispatchEvent(new (page().Event)("change", { bubbles: true }));
}

/** Chooses a file. @param {string | Uint8Array<ArrayBuffer>} content */
export function file(place, name, content) {
  const files = new DataTransfer();
  files.items.add(new File([content], name));
  const [field] = all(place);
  field.files = files.files;
  changed(field);
}

/** Presses real keys, as `Shift+Tab`. */
export async function press(...keys) {
  page().focus();
  for (const key of keys) {
    await java("press", key);
  }
}

/** Replaces the text of the focused element as if it were typed. */
export async function type(text) {
  await press("ControlOrMeta+a");
  await java("insert", text);
}

/** Whether an outline shows that an element has the focus; it may be on what stands for it. */
function isSeen(element) {
  const editor = element.closest(".cm-editor");
  const label = element.closest("label");
  return [
    [element, null],
    [element, "::after"],
    [editor, null],
    [label, null],
  ].some(([each, part]) => {
    const { outlineStyle, outlineWidth } = each === null ? { outlineStyle: "none" } : page().getComputedStyle(each, part);
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1;
  });
}

/** Goes on with the tabulator until an element there has the focus. */
export async function reach(place) {
  await one(place);
  const passed = [];
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    const active = page().document.activeElement;
    if (all(place).includes(active)) {
      return;
    }
    if (active.matches(".cm-content")) {
      // The tabulator is the editor's own key until then.
      await press("Escape");
    }
    await press("Tab");
    const next = page().document.activeElement;
    passed.push(next.id || next.ariaLabel || next.textContent.trim().slice(0, 20) || next.tagName);
    if (next !== page().document.body) {
      await until(() => (isSeen(next) ? null : next.outerHTML.slice(0, 200)), "an outline of what has the focus");
    }
  }
  throw new Error(`the tabulator does not lead to ${place}, only to ${passed.join(", ")}`);
}

/** Reaches an element and presses a key on it. */
export async function use(place, key = "Enter") {
  await reach(place);
  await press(key);
}

export async function focus(place) {
  (await one(place)).focus();
}

// What a visitor sees
// ---------------------------------------------------------------------------------------------------------------------

/** Waits until nothing is wrong. @param {() => string | null} wrong */
export async function until(wrong, what) {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = wrong();
    if (found === null) {
      return;
    }
    if (performance.now() > end) {
      const alerts = all("[role=alert]")
        .filter((each) => each.checkVisibility())
        .map(({ textContent }) => words(textContent));
      throw new Error(`${what}: ${found}${alerts.length > 0 ? `; the page says: ${alerts.join(" ")}` : ""}`);
    }
    await new Promise((done) => setTimeout(done, 5));
  }
}

const show = (value) => (value instanceof RegExp ? String(value) : JSON.stringify(value));

const fits = (text, expected) => (expected instanceof RegExp ? expected.test(text) : text === words(expected));

/**
 * Waits until the place shows this: a text or pattern that is the first element's whole text, a list of the texts of all elements, or
 * how many there are; without it, until the first can be seen.
 */
export const see = (place, expected = undefined) =>
  until(() => {
    const found = all(place);
    if (typeof expected === "number") {
      return found.length === expected ? null : `there are ${found.length}, not ${expected}`;
    }
    const texts = found.map(({ textContent }) => words(textContent));
    if (Array.isArray(expected)) {
      return texts.length === expected.length && texts.every((text, index) => fits(text, expected[index])) ? null : show(texts);
    }
    if (found.length === 0) {
      return "nothing is there";
    }
    if (expected === undefined) {
      return found[0].checkVisibility() ? null : "it is hidden";
    }
    return fits(texts[0], expected) ? null : `${show(texts[0])} is not ${show(expected)}`;
  }, place);

/** Waits until the first element there has these texts in it. */
export const says = (place, ...parts) =>
  until(() => {
    const [found] = all(place);
    const text = words(found?.textContent);
    const missing = parts.find((part) => !(part instanceof RegExp ? part.test(text) : text.includes(words(part))));
    return found === undefined ? "nothing is there" : missing === undefined ? null : `${show(text)} is without ${show(missing)}`;
  }, place);

export const lacks = (place, part) =>
  until(() => {
    const text = words(all(place)[0]?.textContent);
    return text.includes(part) ? `${show(text)} has ${part}` : null;
  }, place);

export const hidden = (place) =>
  until(() => (all(place).some((each) => each.checkVisibility()) ? "it can be seen" : null), place);

export const empty = (place) => see(place, "");

export const attribute = (place, name, expected) =>
  until(() => {
    const [found] = all(place);
    const value = found?.getAttribute(name);
    return value !== null && value !== undefined && (expected instanceof RegExp ? expected.test(value) : value === expected)
      ? null
      : `${name} is ${show(value)}, not ${show(expected)}`;
  }, place);

export const value = (place, expected) =>
  until(
    () => {
      const found = all(place)[0]?.value;
      return expected instanceof RegExp ? (expected.test(found) ? null : found) : found === expected ? null : show(found ?? null);
    },
    `the value of ${place}, ${show(expected)}`,
  );

export const focused = (place) =>
  until(() => {
    const active = page().document.activeElement;
    return all(place).includes(active) ? null : `${active?.outerHTML.slice(0, 200)} has the focus`;
  }, place);

export const enabled = (place) =>
  until(() => (all(place)[0]?.matches(":enabled") ? null : "it is not there, or it is disabled"), place);

export const disabled = (place) =>
  until(() => (all(place)[0]?.matches(":disabled") ? null : "it is not there, or it is enabled"), place);

/** Whether the browser refuses a field's value for this reason. */
export async function invalid(place, reason) {
  equal((await one(place)).validity[reason], true, `${place} ${reason}`);
}

const sorted = (value) =>
  Array.isArray(value)
    ? value.map(sorted)
    : value !== null && typeof value === "object"
      ? Object.fromEntries(
          Object.keys(value)
            .sort()
            .filter((key) => value[key] !== undefined)
            .map((key) => [key, sorted(value[key])]),
        )
      : value;

/** Fails if the values differ as JSON. */
export function equal(found, expected, what = "") {
  const [one, other] = [found, expected].map((value) => JSON.stringify(sorted(value)) ?? "nothing");
  if (one !== other) {
    throw new Error(`${what}: ${one} is not ${other}`);
  }
}

export const differ = (one, other) => {
  if (JSON.stringify(one) === JSON.stringify(other)) {
    throw new Error(`both are ${JSON.stringify(one)}`);
  }
};

/** Nothing is wider than the screen. */
export function fitsTheScreen() {
  const { scrollWidth, clientWidth } = page().document.documentElement;
  if (scrollWidth > clientWidth) {
    throw new Error(`the page is ${scrollWidth} pixels wide, the screen ${clientWidth}`);
  }
}

/**
 * Fails if there are violations of axe-core's WCAG 2.2 A and AA rules. Without `./bout test --full`, a page that was already
 * examined is examined again only in states that are drawn. In the dark, what was examined in light has only other colours.
 */
export async function accessible() {
  const { document, location } = page();
  const parameters = [...new URLSearchParams(location.search).keys()];
  const scheme = `${location.pathname}?${parameters} ${dark ? "dark" : "light"}`;
  if (!(await java("examines", scheme))) {
    return;
  }
  // Compiled once for all pages, unlike what Java evaluates.
  await new Promise((loaded, failed) => {
    const script = Object.assign(document.createElement("script"), { src: "/test/axe.min.js", onload: loaded, onerror: failed });
    document.head.append(script);
    script.remove();
  });
  equal(await java("violations", scheme, otherColours), [], `accessibility of ${location.href}`);
}

/** No name has become an element, has run or makes the page wider than the screen. */
export function harmless() {
  equal(all("main img, main svg[onload], main b b, main bdi b").length, 0, "elements in names");
  equal(page().harmed ?? null, null, "scripts in names");
  fitsTheScreen();
}

/** All of them where all is done (see Drawn.java), else so many: others in each run. @template T @param {T[]} all @returns {T[]} */
export function drawn(all, count = 1) {
  const left = [...all];
  return runsAll ? left : Array.from({ length: count }, () => left.splice(Math.floor(Math.random() * left.length), 1)[0]);
}

/** Does the same on each of these screens, or on one that is {@link drawn}. @param {(screen: string) => Promise<void>} action */
export async function onEach(screens, action) {
  for (const [index, screen] of drawn(screens).entries()) {
    await at(screen);
    otherColours = dark && index > 0;
    try {
      await action(screen);
      fitsTheScreen();
      await accessible();
    } catch (error) {
      throw new Error(`on the screen "${screen}": ${error.message}`, { cause: error });
    } finally {
      otherColours = false;
    }
  }
}

/** Sets who the browser remembers. */
export const joined = (token, name = "Ada") => localStorage.setItem("bout-player", JSON.stringify({ token, name }));
