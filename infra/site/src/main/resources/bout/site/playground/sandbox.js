/** Visitors' code in places where it can do no harm; see `sandbox/frame.js`. */

import { element } from "../shared/dom.js";
import { gameFile, playgroundOf } from "../shared/game-modules.js";
import { botPrograms } from "./bot-program.js";

const LOAD_MILLISECONDS = 3_000;

/** Why code is no bot. The message is a sentence to show; line and column are those of the code, from 1, or `null`. */
export class CodeProblem extends Error {
  constructor(message, line = null, column = null) {
    super(message);
    this.name = "CodeProblem";
    this.line = line;
    this.column = column;
  }
}

/** By the game's id, what goes before the code of its bots. */
const programs = new Map();

/** The program that goes before a bot's code, from our own server. */
async function programBefore(game) {
  if (!programs.has(game)) {
    programs.set(game, loadProgram(game));
  }
  try {
    return await programs.get(game);
  } catch (cause) {
    programs.delete(game);
    throw new CodeProblem(`The sandbox could not be loaded (${cause.message}). Is the network there?`);
  }
}

async function loadProgram(game) {
  const folder = await playgroundOf(game);
  if (folder === null) {
    throw new Error(`no playground for ${game}`);
  }
  const harness = new URL("../sandbox/harness.js", import.meta.url);
  const texts = await Promise.all([harness, ...(folder.ownCall ? [gameFile(game, "bot-call.js")] : [])].map(textAt));
  return texts.join("");
}

async function textAt(address) {
  const response = await fetch(address);
  if (!response.ok) {
    throw new Error(`status ${response.status}`);
  }
  return response.text();
}

/** A bot's code in a worker of its own, in a frame of its own. */
export class Sandbox {
  #frame;
  #calls;

  constructor(frame, calls) {
    this.#frame = frame;
    this.#calls = calls;
  }

  /**
   * Loads the code of a bot.
   *
   * @throws CodeProblem when it is none
   */
  static async of(game, code) {
    if (code.trim() === "") {
      throw new CodeProblem("There is no code. Choose a sample to start from.");
    }
    const { asExpression, asDeclarations, linesBefore } = botPrograms(await programBefore(game), code);
    try {
      return await Sandbox.#load(asExpression, linesBefore);
    } catch (noExpression) {
      if (!isSlip(noExpression)) {
        throw noExpression;
      }
      try {
        return await Sandbox.#load(asDeclarations, linesBefore);
      } catch (noProgram) {
        throw isSlip(noProgram) ? further(noExpression, noProgram, code) : noProgram;
      }
    }
  }

  static async #load(program, linesBefore) {
    const frame = element("iframe", {
      src: new URL("../sandbox/frame.html", import.meta.url),
      sandbox: "allow-scripts",
      title: "Sandbox",
      hidden: true,
    });
    const loaded = new Promise((done) => frame.addEventListener("load", done, { once: true }));
    document.body.append(frame);
    const report = new MessageChannel();
    const calls = new MessageChannel();
    try {
      await within(loaded);
      /** @type {Promise<void>} */
      const outcome = new Promise((ready, refuse) => {
        report.port1.onmessage = ({ data }) => refuse(problem(data, linesBefore));
        calls.port1.onmessage = () => ready();
      });
      frame.contentWindow.postMessage(program, "*", [report.port2, calls.port2]);
      await within(outcome);
    } catch (problem) {
      frame.remove();
      throw problem;
    } finally {
      report.port1.onmessage = calls.port1.onmessage = null;
    }
    return new Sandbox(frame, calls.port1);
  }

  /** The port to ask the bot by; it can be given away once. */
  takePort() {
    const port = this.#calls;
    this.#calls = null;
    return port;
  }

  /** Ends the bot, whatever it is doing, and takes away all that it holds. */
  end() {
    this.#frame.remove();
  }
}

const isSlip = (problem) => problem instanceof CodeProblem && problem.message.startsWith("SyntaxError");

/** Of the two ways to read the code the one that got further has found the mistake. */
function further(one, other, code) {
  const at = ({ line, column }) => (line ?? 0) * 10_000 + (column ?? 0);
  const lines = code.split("\n").length;
  return one.line !== null && one.line <= lines && at(one) > at(other) ? one : other;
}

/** What the worker says of its own program; it comes from strangers' code, so only texts and numbers are taken from it. */
function problem({ message, line, column }, linesBefore) {
  const text = String(message).replace(/^Uncaught /, "").slice(0, 500);
  const own = Number.isInteger(line) && line > linesBefore ? line - linesBefore : null;
  return new CodeProblem(text, own, own !== null && Number.isInteger(column) ? column : null);
}

async function within(promise) {
  let timer;
  const late = new Promise((_, refuse) => {
    timer = setTimeout(
      () => refuse(new CodeProblem(`The code did not come to its end within ${LOAD_MILLISECONDS / 1000} seconds when it was loaded.`)),
      LOAD_MILLISECONDS,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
