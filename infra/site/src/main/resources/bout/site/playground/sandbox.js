/** Runs visitors' code where it can do no harm; see `sandbox/frame.html`. */

import { messageOf } from "../shared/api.js";
import { element } from "../shared/dom.js";
import { gameFile, playgroundOf } from "../shared/game-modules.js";
import { botPrograms } from "./bot-program.js";

const FRAME_MILLISECONDS = 15_000;
const LOAD_MILLISECONDS = 3_000;
const ENDS_EARLY = "SyntaxError: The code ends before a bracket is closed, or in the middle of a statement.";

/**
 * Why code is not a bot. The message is a sentence to show; line and column refer to the code, from 1, or are `null`.
 */
export class CodeProblem extends Error {
  /** @param {string} message @param {number | null} line @param {number | null} column */
  constructor(message, line = null, column = null) {
    super(message);
    this.name = "CodeProblem";
    this.line = line;
    this.column = column;
  }
}

/** By game id, the code that runs before the code of the game's bots. @type {Map<string, Promise<string>>} */
const programs = new Map();

/** The code that runs before a bot's code, from our own server. @param {string} game */
async function programBefore(game) {
  const program = programs.get(game) ?? loadProgram(game);
  programs.set(game, program);
  try {
    return await program;
  } catch (cause) {
    programs.delete(game);
    throw notLoaded(cause);
  }
}

const frameAddress = () => new URL("../sandbox/frame.html", import.meta.url);

/** @param {unknown} cause */
const notLoaded = (cause) => new CodeProblem(`The sandbox could not be loaded (${messageOf(cause)}). Check your connection.`);

/** @param {string} game */
async function loadProgram(game) {
  const folder = await playgroundOf(game);
  if (folder === null) {
    throw new Error(`no playground for ${game}`);
  }
  const harness = new URL("../sandbox/harness.js", import.meta.url);
  const texts = await Promise.all([harness, ...(folder.ownCall ? [gameFile(game, "bot-call.js")] : [])].map(textAt));
  return texts.join("");
}

/** @param {URL} address */
async function textAt(address) {
  const response = await fetch(address);
  if (!response.ok) {
    throw new Error(`status ${response.status}`);
  }
  return response.text();
}

/** A bot's code in its own worker in its own frame. */
export class Sandbox {
  #frame;

  /** @param {HTMLIFrameElement} frame @param {MessagePort} port for calling the bot; it can be transferred once */
  constructor(frame, port) {
    this.#frame = frame;
    this.port = port;
  }

  /**
   * Loads a bot's code.
   *
   * @param {string} game
   * @param {string} code
   * @throws CodeProblem if the code is not a bot
   */
  static async of(game, code) {
    if (code.trim() === "") {
      throw new CodeProblem("There is no code. Choose a sample to start from.");
    }
    const { asExpression, asDeclarations, linesBefore } = botPrograms(await programBefore(game), code);
    try {
      return await Sandbox.#load(asExpression, linesBefore);
    } catch (noExpression) {
      if (!(noExpression instanceof CodeProblem) || !isSlip(noExpression)) {
        throw noExpression;
      }
      try {
        return await Sandbox.#load(asDeclarations, linesBefore);
      } catch (noProgram) {
        throw noProgram instanceof CodeProblem && isSlip(noProgram)
          ? withinCode(further(noExpression, noProgram, code), code)
          : noProgram;
      }
    }
  }

  /** @param {string} program @param {number} linesBefore */
  static async #load(program, linesBefore) {
    const frame = element("iframe", {
      src: frameAddress(),
      sandbox: "allow-scripts",
      title: "Sandbox",
      hidden: true,
    });
    const loaded = new Promise((done) => frame.addEventListener("load", done, { once: true }));
    document.body.append(frame);
    const report = new MessageChannel();
    const calls = new MessageChannel();
    try {
      await within(FRAME_MILLISECONDS, loaded, async () => notLoaded("no answer"));
      /** @type {Promise<void>} */
      const outcome = new Promise((ready, refuse) => {
        report.port1.onmessage = ({ data }) => refuse(problem(data, linesBefore));
        calls.port1.onmessage = () => ready();
      });
      frame.contentWindow?.postMessage(program, "*", [report.port2, calls.port2]);
      await within(LOAD_MILLISECONDS, outcome, tooSlow);
    } catch (problem) {
      frame.remove();
      throw problem;
    } finally {
      report.port1.onmessage = calls.port1.onmessage = null;
    }
    return new Sandbox(frame, calls.port1);
  }

  /** Ends the bot, whatever it is doing, and releases everything it holds. */
  end() {
    this.#frame.remove();
  }
}

/** Whether a problem with code is that it does not parse. @param {{message: string}} problem */
export const isSlip = ({ message }) => message.startsWith("SyntaxError");

/**
 * Of the two ways to parse the code, the one that got further found the actual mistake.
 *
 * @param {CodeProblem} one
 * @param {CodeProblem} other
 * @param {string} code
 */
function further(one, other, code) {
  /** @param {CodeProblem} problem */
  const at = ({ line, column }) => (line ?? 0) * 10_000 + (column ?? 0);
  const lines = code.split("\n").length;
  return one.line !== null && one.line <= lines && at(one) > at(other) ? one : other;
}

/**
 * A slip behind the code is at its end: what follows there is not the author's.
 *
 * @param {CodeProblem} slip
 * @param {string} code
 */
export function withinCode(slip, code) {
  const lines = code.trimEnd().split("\n");
  return slip.line === null || slip.line <= lines.length
    ? slip
    : new CodeProblem(ENDS_EARLY, lines.length, lines[lines.length - 1].length + 1);
}

/**
 * The worker's report on its own program. It comes from strangers' code, so only texts and numbers are read.
 *
 * @param {{message?: unknown, line?: unknown, column?: unknown}} report
 * @param {number} linesBefore
 */
function problem({ message, line, column }, linesBefore) {
  const text = String(message)
    .replace(/^Uncaught /, "")
    .slice(0, 500);
  const own = isWhole(line) && line > linesBefore ? line - linesBefore : null;
  return new CodeProblem(text, own, own !== null && isWhole(column) ? column : null);
}

/** @returns {value is number} @param {unknown} value */
const isWhole = (value) => Number.isInteger(value);

/** The page of an error, which a browser shows in place of the frame, answers as little as slow code. */
async function tooSlow() {
  try {
    await textAt(frameAddress());
  } catch (cause) {
    return notLoaded(cause);
  }
  return new CodeProblem(`The code took longer than ${LOAD_MILLISECONDS / 1000} seconds to load.`);
}

/** @param {number} milliseconds @param {Promise<unknown>} promise @param {() => Promise<CodeProblem>} problem if it is late */
async function within(milliseconds, promise, problem) {
  let timer;
  const late = new Promise((_, refuse) => {
    timer = setTimeout(async () => refuse(await problem()), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
