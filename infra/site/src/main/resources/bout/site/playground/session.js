/** Matches played in the page between house bots and visitors' code. */

import { CodeProblem, Sandbox } from "./sandbox.js";

/** A match that could not be played, or a run that ended early. The message is a sentence to show. */
export class MatchProblem extends Error {
  /**
   * @param {string} message
   * @param {number | null} bot 0 or 1 if that bot's code is to blame; `null` for neither
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
 *
 * A bot is `{house}`, the name of a house bot, `{code, name}`, or `{hand: true, name}` for the visitor.
 */
export class Session {
  #worker = null;
  #sandboxes = [null, null];
  #game;
  #bots;
  #broken = null;
  #ended = false;

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
   * @param {any} order its `seed`, `options` and `limits`; with `from` (`{document, turn}`) it goes on from a turn of another match,
   *     of which the bots are told first; with `turns` it ends after that many
   * @param {(asked: any) => Promise<string | null>} ask asks the visitor for a move, see `Hand.ask`
   * @returns `{document, logs}`: the replay, and what each seat's bot logged
   * @throws MatchProblem if it cannot be played
   * @throws Stopped after `end`
   */
  async play({ seed, options, limits, from = null, turns = Infinity }, ask) {
    const { document, logs } = await this.#order({ kind: "play", seed, options, limits, from, turns }, () => {}, ask);
    return { document, logs };
  }

  /**
   * Plays many matches, two on each board with swapped seats.
   *
   * @param {any} order the `seed`, `options` and `limits` of the matches, and their `count`
   * @param {(match: any) => void} told called for each match: `{seed, swapped, turns, reason, winner, scores}`, the last
   *     two by bot, not by seat
   * @throws MatchProblem if the run cannot start or ends early
   * @throws Stopped after `end`
   */
  async run({ seed, options, limits, count }, told) {
    if (this.#bots.some(({ hand }) => hand)) {
      throw new MatchProblem("You play one match at a time. Press Play, or choose a bot for both seats.");
    }
    await this.#order({ kind: "run", seed, options, limits, count }, told);
  }

  /** Ends everything at once. Pending promises fail with `Stopped`. */
  end() {
    this.#ended = true;
    this.#worker?.terminate();
    for (const sandbox of this.#sandboxes) {
      sandbox?.end();
    }
    this.#broken?.(new Stopped());
  }

  async #order(order, told, ask = null) {
    try {
      const ports = [];
      for (const [index, { code }] of this.#bots.entries()) {
        if (code !== undefined) {
          ports.push(await this.#start(index));
        }
      }
      if (this.#ended) {
        throw new Stopped();
      }
      return await new Promise((done, broken) => {
        this.#broken = broken;
        this.#worker = new Worker(new URL("match-worker.js", import.meta.url), { type: "module" });
        this.#worker.onmessage = ({ data }) => {
          switch (data.kind) {
            case "match":
              told(data);
              break;
            case "asked":
              ask(data).then((answer) => this.#worker.postMessage({ kind: "moved", bot: data.bot, answer }), broken);
              break;
            case "replace":
              this.#replace(data.bot).catch(broken);
              break;
            case "problem":
              broken(new MatchProblem(data.text));
              break;
            default:
              done(data);
          }
        };
        this.#worker.onerror = (event) => {
          event.preventDefault();
          broken(new MatchProblem(`The match broke off: ${event.message ?? "its program could not be loaded"}.`));
        };
        const bots = this.#bots.map(({ house, hand, name }) => ({ house, hand, name }));
        this.#worker.postMessage({ ...order, game: this.#game, bots }, ports);
      });
    } finally {
      this.end();
    }
  }

  async #start(bot) {
    try {
      this.#sandboxes[bot] = await Sandbox.of(this.#game, this.#bots[bot].code);
    } catch (problem) {
      throw problem instanceof CodeProblem ? new MatchProblem(problem.message, bot, problem.line, problem.column) : problem;
    }
    return this.#sandboxes[bot].takePort();
  }

  async #replace(bot) {
    this.#sandboxes[bot].end();
    const port = await this.#start(bot);
    if (this.#ended) {
      this.#sandboxes[bot].end();
    } else {
      this.#worker.postMessage({ kind: "port", bot }, [port]);
    }
  }
}
