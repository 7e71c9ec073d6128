/** Matches played in the page between house bots and visitors' code. */

import { CodeProblem, Sandbox } from "./sandbox.js";

/** @import { Ask } from "./hand.js" */

/**
 * @typedef {{house?: string, code?: string, name?: string, hand?: boolean}} PlayingBot `house`, the name of a house bot; `code` and
 *     `name`; or `hand` for the visitor
 * @typedef {{document: Replay.Document, turn: number}} Start another match, and the turn from which a match goes on from it
 * @typedef {{seed: string, options: Api.GivenOptions, limits: {first: number, later: number}}} MatchSetUp
 * @typedef {{document: Replay.Document, logs: import("./code-player.js").LogLine[][]}} Played the replay, and what each seat's bot logged
 * @typedef {object} RunMatch a match of a run
 * @property {string} seed
 * @property {number} shift by how many seats the bots had moved up
 * @property {number} turns
 * @property {string} reason
 * @property {number[]} places by bot, not by seat
 * @property {number[]} scores by bot, not by seat
 */

/** A list from another entry on, and back from its end. @template T @param {T[]} list @param {number} by */
export const rotated = (list, by) => list.map((_, index) => list[(index + by + list.length) % list.length]);

/** A match that could not be played, or a run that ended early. The message is a sentence to show. */
export class MatchProblem extends Error {
  /**
   * @param {string} message
   * @param {number | null} bot the index of the bot whose code is to blame; `null` for none
   * @param {number | null} line of its code
   * @param {number | null} column
   */
  constructor(message, bot = null, line = null, column = null) {
    super(message);
    this.name = "MatchProblem";
    this.bot = bot;
    this.line = line;
    this.column = column;
  }
}

/** The caller stopped the match or the run. */
export class Stopped extends Error {
  constructor() {
    super("It was stopped.");
    this.name = "Stopped";
  }
}

/**
 * One match or one run, with its worker and a sandbox for each bot that has code.
 */
export class Session {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Map<number, Sandbox>} by the bot's index */
  #sandboxes = new Map();
  #game;
  #bots;
  /** @type {(reason: Error) => void} */
  #broken = () => {};
  #ended = false;

  /** @param {string} game @param {PlayingBot[]} bots */
  constructor(game, bots) {
    this.#game = game;
    this.#bots = bots;
  }

  /** The bots by seat. */
  get bots() {
    return this.#bots;
  }

  /**
   * Plays one match.
   *
   * @param {MatchSetUp & {from?: Start | null, turns?: number}} order with `from` it goes on from there, and the bots are told first what
   *     was played before; with `turns` it ends after that many
   * @param {Ask} ask asks the visitor for a move, see `Hand.ask`
   * @returns {Promise<Played>}
   * @throws MatchProblem if it cannot be played
   * @throws Stopped after `end`
   */
  async play({ seed, options, limits, from = null, turns = Infinity }, ask) {
    return this.#order({ kind: "play", seed, options, limits, from, turns }, () => {}, ask);
  }

  /**
   * Plays many matches, as many on each board as there are seats, each with the bots moved up by a seat.
   *
   * @param {MatchSetUp & {count: number}} order
   * @param {(match: RunMatch) => void} told called for each match
   * @throws MatchProblem if the run cannot start or ends early
   * @throws Stopped after `end`
   */
  async run({ seed, options, limits, count }, told) {
    if (this.#bots.some(({ hand }) => hand)) {
      throw new MatchProblem("You play one match at a time. Press Play, or choose a bot for every seat.");
    }
    await this.#order({ kind: "run", seed, options, limits, count }, told, async () => null);
  }

  /** Ends everything at once. Pending promises fail with `Stopped`. */
  end() {
    this.#ended = true;
    this.#worker?.terminate();
    for (const sandbox of this.#sandboxes.values()) {
      sandbox.end();
    }
    this.#broken(new Stopped());
  }

  /**
   * @param {object} order
   * @param {(match: RunMatch) => void} told
   * @param {Ask} ask
   * @returns {Promise<Played>}
   */
  async #order(order, told, ask) {
    try {
      /** @type {MessagePort[]} */
      const ports = [];
      for (const [index, { code }] of this.#bots.entries()) {
        if (code !== undefined) {
          ports.push(await this.#start(index, code));
        }
      }
      if (this.#ended) {
        throw new Stopped();
      }
      return await new Promise((done, broken) => {
        this.#broken = broken;
        const worker = new Worker(new URL("match-worker.js", import.meta.url), { type: "module" });
        this.#worker = worker;
        worker.onmessage = ({ data }) => {
          switch (data.kind) {
            case "match":
              told(data);
              break;
            case "asked":
              ask(data).then((answer) => worker.postMessage({ kind: "moved", bot: data.bot, answer }), broken);
              break;
            case "replace":
              this.#replace(worker, data.bot).catch(broken);
              break;
            case "problem":
              broken(new MatchProblem(data.text));
              break;
            default:
              done(data);
          }
        };
        worker.onerror = (event) => {
          event.preventDefault();
          broken(new MatchProblem(`The match broke off: ${event.message ?? "its program could not be loaded"}.`));
        };
        const bots = this.#bots.map(({ house, hand, name }) => ({ house, hand, name }));
        worker.postMessage({ ...order, game: this.#game, bots }, ports);
      });
    } finally {
      this.end();
    }
  }

  /** Starts the code of a bot; returns the port for calling it. @param {number} bot @param {string} code */
  async #start(bot, code) {
    try {
      const sandbox = await Sandbox.of(this.#game, code);
      this.#sandboxes.set(bot, sandbox);
      return sandbox.port;
    } catch (problem) {
      throw problem instanceof CodeProblem ? new MatchProblem(problem.message, bot, problem.line, problem.column) : problem;
    }
  }

  /** @param {Worker} worker @param {number} bot */
  async #replace(worker, bot) {
    this.#sandboxes.get(bot)?.end();
    const port = await this.#start(bot, this.#bots[bot].code ?? "");
    if (this.#ended) {
      this.#sandboxes.get(bot)?.end();
    } else {
      worker.postMessage({ kind: "port", bot }, [port]);
    }
  }
}
