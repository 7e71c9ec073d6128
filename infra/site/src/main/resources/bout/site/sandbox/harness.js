// Runs before a visitor's bot in its worker: removes what a bot does not need, and calls the bot's code when the match
// asks. The bot's code runs in the same place and can break all of this, but then it only breaks itself: the caller
// trusts no message from here.
const boutSandbox = (() => {
  "use strict";
  const MAX_LINES = 50;
  const MAX_LINE_LENGTH = 500;
  /** One more than the longest allowed answer, so that a longer one is recognized as too long. */
  const MAX_ANSWER_LENGTH = 65_537;

  // The frame's policy forbids network access, so these would fail anyway; some could disturb the page.
  const taken = [
    "BroadcastChannel",
    "EventSource",
    "MessageChannel",
    "SharedWorker",
    "WebSocket",
    "WebSocketStream",
    "WebTransport",
    "Worker",
    "XMLHttpRequest",
    "caches",
    "fetch",
    "importScripts",
    "indexedDB",
    "navigator",
    "postMessage",
    "queueMicrotask",
    "reportError",
    "requestAnimationFrame",
    "setInterval",
    "setTimeout",
    "webkitRequestFileSystem",
    "webkitRequestFileSystemSync",
    "webkitResolveLocalFileSystemSyncURL",
    "webkitResolveLocalFileSystemURL",
  ];
  for (const name of taken) {
    for (let at = globalThis; at !== null; at = Object.getPrototypeOf(at)) {
      Reflect.deleteProperty(at, name);
    }
  }

  const { stringify } = JSON;
  /** Bound before a bot could put its own in the place of what a call looks up. */
  const codeAt = Function.prototype.call.bind(String.prototype.charCodeAt);
  let lines = [];
  let linesAreKept = false;

  const shorten = (text) => (text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}…` : text);

  function words(value) {
    if (typeof value === "string") {
      return value;
    }
    try {
      return value instanceof Error ? `${value.name}: ${value.message}` : (stringify(value) ?? String(value));
    } catch {
      return "a value that cannot be shown";
    }
  }

  let write = (level, text) => {
    if (linesAreKept && lines.length < MAX_LINES) {
      lines.push([level, shorten(text)]);
    } else if (linesAreKept && lines.length === MAX_LINES) {
      lines.push(["warn", `More than ${MAX_LINES} lines on one turn; the others are not kept.`]);
    }
  };

  /** Has what a bot prints passed on by another function, where no page shows it. */
  const printBy = (own) => {
    write = own;
  };

  for (const level of ["debug", "log", "info", "warn", "error"]) {
    console[level] = (...values) => write(level, values.map(words).join(" "));
  }

  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    write("error", `In a promise: ${words(event.reason)}`);
  });

  /** The position of an error in the visitor's own code, if the error reveals it. */
  function place(error, linesBefore) {
    const found = error instanceof Error ? /(?:blob:[^\s)]*?|<input>):(\d+):(\d+)/.exec(error.stack) : null;
    const line = found === null ? 0 : Number(found[1]) - linesBefore;
    return line > 0 ? { line, column: Number(found[2]) } : null;
  }

  /** How to create the bot of one match from the function, and how to call it; a game may replace this. */
  let call = {
    begin: (bot, _fields, _seat) => ({ bot }),
    ask: (object, fields) => object.bot(fields),
  };

  const callBy = (own) => {
    call = own;
  };

  /** Random numbers that are the same when a match is played again (the generator sfc32). */
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
    for (let i = 0; i < seed.length; i++) {
      a ^= codeAt(seed, i);
      next();
    }
    for (let i = 0; i < 12; i++) {
      next();
    }
    return next;
  }

  const before = new Set(Object.keys(globalThis));

  /** The function declared last, for code with several declarations and none of the usual names. */
  const lastDeclared = () =>
    Object.keys(globalThis)
      .filter((name) => !before.has(name))
      .map((name) => globalThis[name])
      .findLast((value) => typeof value === "function");

  const play = (bot, linesBefore) => {
    if (typeof bot !== "function") {
      throw new TypeError("the code must be a function or declare one");
    }
    const { begin, ask } = call;
    let current = null;
    let object = null;
    addEventListener(
      "message",
      (event) => {
        event.stopImmediatePropagation();
        const [port] = event.ports;
        port.onmessage = ({ data: { call, match, seed, seat, fields, log } }) => {
          linesAreKept = log;
          let said;
          try {
            if (current !== match) {
              // Where matches count, the numbers are drawn from a secret, which only `room.js` has, and only before the bot.
              if (seed !== undefined) {
                Math.random = generator(`${seed}/${seat}`);
              }
              object = begin(bot, fields, seat);
              current = match;
            }
            said = { answer: (stringify(ask(object, fields)) ?? "null").slice(0, MAX_ANSWER_LENGTH) };
          } catch (error) {
            said = { error: shorten(words(error)), place: place(error, linesBefore) };
          }
          port.postMessage(stringify({ call, ...said, lines }));
          lines = [];
        };
        port.postMessage("ready");
      },
      { once: true },
    );
  };
  return Object.freeze({ callBy, play, lastDeclared, printBy, generator });
})();
