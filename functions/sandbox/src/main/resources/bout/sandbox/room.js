// Runs first in an engine, before the playground's harness and any bot. Takes away what a bot must not have, and stands
// in for the worker of the playground: the harness registers its listener and gets its messages from here. What a bot
// does to this only harms itself, because the host believes nothing that comes out.
{
  const invoke = globalThis.java_invoke;
  const evaluate = globalThis.eval;
  const { parse, stringify } = JSON;
  const { defineProperty } = Object;
  const NAMES = ["move", "Bot", "bot"];

  // The first three reach the host; the others are not part of JavaScript, or would let a bot wait.
  for (const name of ["java_invoke", "Javy", "plugin", "TextDecoder", "TextEncoder", "queueMicrotask", "SharedArrayBuffer", "Atomics"]) {
    delete globalThis[name];
  }

  const host = (what, text = "") => invoke("bout", what, text);
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

  /**
   * Loads a bot's code as the playground does: as one function, or else as several declarations. The seed stays in here:
   * whatever runs after the code could show it to the code.
   */
  const load = ({ before, code, seed, seat }) => {
    Math.random = boutSandbox.generator(`${seed}/${seat}`);
    if (before !== "") {
      evaluate(before);
    }
    const named = NAMES.map((name) => `typeof ${name} === "function" ? ${name} : `).join("");
    try {
      evaluate(`boutSandbox.play((\n${code}\n), 1);`);
    } catch (noExpression) {
      if (!(noExpression instanceof SyntaxError)) {
        throw noExpression;
      }
      evaluate(`\n${code}\n;boutSandbox.play(${named}boutSandbox.lastDeclared(), 1);`);
    }
    delete globalThis.addEventListener;
    listeners.message({ stopImmediatePropagation() {}, ports: [port] });
  };

  let lines = 0;
  let turns = 0;
  let busy = false;
  /** An error's text, with its place if that is in the bot's own code. */
  const message = (error) => {
    if (!(error instanceof Error)) {
      return "the code threw something that is no error";
    }
    const place = /<input>:(\d+):(\d+)/.exec(error.stack);
    const line = place === null ? 0 : Number(place[1]) - 1;
    const text = `${error.name}: ${error.message}`;
    return line < 1 || line > lines ? text : `${text} (line ${line}, column ${place[2]})`;
  };

  const STEPS = {
    prepare: () => prepare(host("text")),
    load: () => {
      const given = parse(host("text"));
      lines = given.code.split("\n").length;
      try {
        load(given);
        host("loaded");
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
        host("threw", place === null || place.line > lines ? error : `${error} (line ${place.line}, column ${place.column})`);
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
