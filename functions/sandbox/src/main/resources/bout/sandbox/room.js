// Runs first in an engine, before the playground's harness and any bot. Takes away what a bot must not have, and stands
// in for the worker of the playground: the harness registers its listener and gets its messages from here. What a bot
// does to this only harms itself, because the host believes nothing that comes out.
{
  const invoke = globalThis.java_invoke;
  const evaluate = globalThis.eval;
  const { parse, stringify } = JSON;
  const { defineProperty } = Object;
  const NAMES = ["move", "Bot", "bot"];
  const ENDS_EARLY = "the code ends before a bracket is closed, or in the middle of a statement";
  /** The bot's code begins behind so many lines: a place before that is in our own code, which is shorter. */
  const LINES_BEFORE = 10_000;
  const BEFORE = "\n".repeat(LINES_BEFORE - 1);
  /** To parse for the column of a slip. */
  const MOST_CHARACTERS = 2_000_000;

  // The first three reach the host; the others are not part of JavaScript, or would let a bot wait.
  for (const name of ["java_invoke", "Javy", "plugin", "TextDecoder", "TextEncoder", "queueMicrotask", "SharedArrayBuffer", "Atomics"]) {
    delete globalThis[name];
  }

  /** The host takes no half of a character. */
  const whole = Function.prototype.call.bind(String.prototype.toWellFormed);
  const host = (what, text = "") => invoke("bout", what, whole(text));
  const hide = (name, value) => defineProperty(globalThis, name, { value, enumerable: false, writable: false, configurable: false });

  const listeners = {};
  globalThis.addEventListener = (type, listener) => {
    listeners[type] = listener;
  };

  const prepare = (harness) => {
    hide("boutSandbox", evaluate(`${harness};boutSandbox`));
    boutSandbox.printBy((level, text) => host("print", text));
  };

  let said = "";
  const port = {
    postMessage: (text) => {
      said = text;
    },
  };

  /** The lines of the bot's code. */
  let lines = [];
  /** Where in the bot's code an error is; beyond its end if it is behind it, `null` if it is before it or nowhere. */
  const placeOf = (error) => {
    const place = /<input>:(\d+):(\d+)/.exec(error.stack);
    const line = place === null ? 0 : Number(place[1]) - LINES_BEFORE;
    return line > 0 ? { line, column: Number(place[2]) } : null;
  };

  /**
   * Where code does not parse. QuickJS knows the line of such a slip, and often another column: that is where the first
   * piece of the line ends that has the same slip.
   *
   * @param head what is before the code, so that nothing of it runs
   */
  const placeOfSlip = (error, head) => {
    const { line } = placeOf(error) ?? { line: 0 };
    if (line > lines.length) {
      return { line: lines.length, column: lines.at(-1).length + 1, text: ENDS_EARLY, behind: true };
    }
    const text = line === 0 ? "" : lines[line - 1];
    const above = lines.slice(0, Math.max(0, line - 1)).map((each) => `${each}\n`).join("");
    let column = null;
    for (let end = 1; column === null && end <= text.length && text.length * above.length < MOST_CHARACTERS; end++) {
      const piece = text.slice(0, end);
      try {
        evaluate(`${head}${above}${piece}\n\n`);
      } catch (slip) {
        if (slip instanceof SyntaxError && slip.message === error.message && placeOf(slip)?.line === line) {
          const token = /'(.+)'$/.exec(slip.message)?.[1] ?? "";
          column = piece.endsWith(token) ? end - Math.max(1, token.length) + 1 : end;
        }
      }
    }
    return { line, column, text: error.message, behind: false };
  };

  /** Of the two ways to parse the code, the one that got further found the actual mistake. */
  const further = (one, other) => {
    const at = ({ line, column }) => line * 100_000 + (column ?? 0);
    const { text, line, column } = !one.behind && at(one) > at(other) ? one : other;
    const place = line === 0 ? "" : ` (line ${line}${column === null ? "" : `, column ${column}`})`;
    return `SyntaxError: ${text}${place}`;
  };

  /** An error's text, with its place if that is in the bot's own code. */
  const message = (error) => {
    if (!(error instanceof Error)) {
      return "the code threw something that is no error";
    }
    const place = placeOf(error);
    const text = `${error.name}: ${error.message}`;
    return place === null || place.line > lines.length ? text : `${text} (line ${place.line}, column ${place.column})`;
  };

  /**
   * Loads a bot's code as the playground does: as one function, or else as several declarations. The seed stays in here:
   * whatever runs after the code could show it to the code. Returns why the code does not parse, or `null`.
   */
  const load = ({ before, code, seed, seat }) => {
    Math.random = boutSandbox.generator(`${seed}/${seat}`);
    if (before !== "") {
      evaluate(before);
    }
    const named = NAMES.map((name) => `typeof ${name} === "function" ? ${name} : `).join("");
    try {
      evaluate(`${BEFORE}boutSandbox.play((\n${code}\n), ${LINES_BEFORE});`);
    } catch (noExpression) {
      if (!(noExpression instanceof SyntaxError)) {
        throw noExpression;
      }
      try {
        evaluate(`${BEFORE}\n${code}\n;boutSandbox.play(${named}boutSandbox.lastDeclared(), ${LINES_BEFORE});`);
      } catch (noProgram) {
        if (!(noProgram instanceof SyntaxError)) {
          throw noProgram;
        }
        return further(
          placeOfSlip(noExpression, `${BEFORE}throw ((\n`), placeOfSlip(noProgram, `${BEFORE}throw 0;\n`));
      }
    }
    delete globalThis.addEventListener;
    listeners.message({ stopImmediatePropagation() {}, ports: [port] });
    return null;
  };

  let turns = 0;
  let busy = false;
  const STEPS = {
    prepare: () => prepare(host("text")),
    load: () => {
      const given = parse(host("text"));
      lines = given.code.trimEnd().split("\n");
      try {
        const slip = load(given);
        host(slip === null ? "loaded" : "refused", slip ?? "");
      } catch (error) {
        host("refused", message(error));
      }
    },
    turn: () => {
      const { seat, fields } = parse(host("text"));
      said = "";
      port.onmessage({ data: { call: ++turns, match: 1, seat, fields, log: true } });
      const { answer, error, place } = parse(said);
      if (answer !== undefined) {
        host("answer", answer);
      } else {
        host("threw", place === null || place.line > lines.length ? error : `${error} (line ${place.line}, column ${place.column})`);
      }
    },
  };
  hide("boutStep", () => {
    if (busy) {
      throw new TypeError("boutStep is at work");
    }
    busy = true;
    STEPS[host("step")]();
    busy = false;
  });
}
