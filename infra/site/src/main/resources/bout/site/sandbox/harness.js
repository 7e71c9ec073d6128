// What stands before a visitor's bot in its worker: it takes away what a bot has no use for, and calls the bot's code when the
// match asks. The code that follows runs in the same place and can break all of this, but then it breaks its own bot only: whoever
// asks trusts no message that comes from here.
const boutSandbox = (() => {
  "use strict";
  const MOST_LINES = 50;
  const LONGEST_LINE = 500;
  /** Longer than any answer may be, so that one that is too long arrives as such, but no longer. */
  const LONGEST_ANSWER = 65_537;

  // The frame's policy forbids all network. These would only fail; some could bother the page.
  const taken = [
    "BroadcastChannel", "EventSource", "MessageChannel", "SharedWorker", "WebSocket", "WebSocketStream", "WebTransport",
    "Worker", "XMLHttpRequest", "caches", "fetch", "importScripts", "indexedDB", "navigator", "postMessage", "queueMicrotask",
    "reportError", "requestAnimationFrame", "setInterval", "setTimeout", "webkitRequestFileSystem",
    "webkitRequestFileSystemSync", "webkitResolveLocalFileSystemSyncURL", "webkitResolveLocalFileSystemURL",
  ];
  for (const name of taken) {
    for (let at = globalThis; at !== null; at = Object.getPrototypeOf(at)) {
      Reflect.deleteProperty(at, name);
    }
  }

  const { stringify } = JSON;
  let lines = [];
  let linesAreKept = false;

  const shorten = (text) => (text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text);

  function words(value) {
    if (typeof value === "string") {
      return value;
    }
    try {
      return value instanceof Error ? `${value.name}: ${value.message}` : stringify(value) ?? String(value);
    } catch {
      return "something that cannot be put into words";
    }
  }

  const write = (level, text) => {
    if (linesAreKept && lines.length < MOST_LINES) {
      lines.push([level, shorten(text)]);
    } else if (linesAreKept && lines.length === MOST_LINES) {
      lines.push(["warn", `More than ${MOST_LINES} lines on one turn; the others are not kept.`]);
    }
  };

  for (const level of ["debug", "log", "info", "warn", "error"]) {
    console[level] = (...values) => write(level, values.map(words).join(" "));
  }

  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    write("error", `In a promise: ${words(event.reason)}`);
  });

  /** Where in the visitor's own text the error comes from, as far as the error tells. */
  function place(error, linesBefore) {
    const found = error instanceof Error ? /blob:[^\s)]*?:(\d+):(\d+)/.exec(error.stack) : null;
    const line = found === null ? 0 : Number(found[1]) - linesBefore;
    return line > 0 ? { line, column: Number(found[2]) } : null;
  }

  /** How the function becomes the bot of one match, and how that one is asked; a game may have a way of its own. */
  let call = {
    begin: (bot, _fields, _seat) => ({ bot }),
    ask: (object, fields) => object.bot(fields),
  };

  const callBy = (own) => {
    call = own;
  };

  /** Numbers for a match that are the same when it is played again (the generator sfc32). */
  function generator(seed) {
    let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1];
    const next = () => {
      const sum = (((a + b) | 0) + d) | 0;
      d = (d + 1) | 0;
      a = b ^ (b >>> 9);
      b = (c + (c << 3)) | 0;
      c = (((c << 21) | (c >>> 11)) + sum) | 0;
      return (sum >>> 0) / 4294967296;
    };
    for (const character of seed) {
      a ^= character.codePointAt(0);
      next();
    }
    for (let i = 0; i < 12; i++) {
      next();
    }
    return next;
  }

  const before = new Set(Object.keys(globalThis));

  /** The function that the code declared last, where it is more than one expression and none of the usual names is in it. */
  const lastDeclared = () =>
    Object.keys(globalThis).filter((name) => !before.has(name)).map((name) => globalThis[name])
      .findLast((value) => typeof value === "function");

  const play = (bot, linesBefore) => {
    if (typeof bot !== "function") {
      throw new TypeError("the code is no function, and declares none");
    }
    const { begin, ask } = call;
    let current = null;
    let object = null;
    addEventListener("message", (event) => {
      event.stopImmediatePropagation();
      const [port] = event.ports;
      port.onmessage = ({ data: { call, match, seed, seat, fields, log } }) => {
        linesAreKept = log;
        let said;
        try {
          if (current !== match) {
            Math.random = generator(`${seed}/${seat}`);
            object = begin(bot, fields, seat);
            current = match;
          }
          said = { answer: (stringify(ask(object, fields)) ?? "null").slice(0, LONGEST_ANSWER) };
        } catch (error) {
          said = { error: shorten(words(error)), place: place(error, linesBefore) };
        }
        port.postMessage(stringify({ call, ...said, lines }));
        lines = [];
      };
      port.postMessage("ready");
    }, { once: true });
  };
  return Object.freeze({ callBy, play, lastDeclared });
})();
