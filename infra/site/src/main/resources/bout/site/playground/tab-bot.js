/** A bot's code at the seats of matches that the server plays: one sandbox for each match, because bots keep their variables. */

import { readSaid } from "./code-player.js";
import { fieldsOfRequest } from "./line-text.js";
import { Sandbox } from "./sandbox.js";

/** @import { Said } from "./code-player.js" */
/** @import { LineAnswer, LineRequest } from "./lines.js" */

/** A browser has only so much memory; a bot that plays more at a time forgets the oldest. */
const MAX_MATCHES = 16;

class Seat {
  /** @type {Sandbox | null} */
  #sandbox = null;
  #call = 0;
  #match;
  #turn = Promise.resolve();
  #load;

  /** @param {string} match @param {() => Promise<Sandbox>} load */
  constructor(match, load) {
    this.#match = match;
    this.#load = load;
  }

  /**
   * The calls of a match come one after the other.
   *
   * @param {Record<string, unknown>} fields
   * @param {number} seat
   * @param {number} limit
   */
  ask(fields, seat, limit) {
    const answer = this.#turn.then(() => this.#ask(fields, seat, limit));
    const over = () => {};
    this.#turn = answer.then(over, over);
    return answer;
  }

  /**
   * @param {Record<string, unknown>} fields
   * @param {number} seat
   * @param {number} limit
   * @returns {Promise<LineAnswer | null>}
   */
  async #ask(fields, seat, limit) {
    this.#sandbox ??= await this.#load();
    const { port } = this.#sandbox;
    const call = ++this.#call;
    /** @type {Said | null} */
    const said = await new Promise((done) => {
      const timer = setTimeout(() => done(null), limit);
      port.onmessage = ({ data }) => {
        clearTimeout(timer);
        done(readSaid(data, call));
      };
      port.postMessage({ call, match: 1, seed: this.#match, seat, fields, log: false });
    });
    if (said === null || said.stop !== undefined) {
      this.end(); // its next call begins with fresh variables
    }
    if (said === null) {
      return null;
    }
    return "answer" in said ? { status: 200, body: said.answer } : { status: 500, body: said.stop ?? said.error };
  }

  end() {
    this.#sandbox?.port.close();
    this.#sandbox?.end();
    this.#sandbox = null;
  }
}

export class TabBot {
  #game;
  #code;
  /** @type {Sandbox | null} */
  #spare = null;
  /** @type {Map<string, Seat>} */
  #seats = new Map();

  /** How many matches it has played or is playing. */
  matches = 0;

  /** How long the last move took, in milliseconds, or `null`. @type {number | null} */
  lastMove = null;

  /** @param {string} game its id @param {string} code */
  constructor(game, code) {
    this.#game = game;
    this.#code = code;
  }

  /** Loads the code, so that the first move need not wait for it. @throws CodeProblem if the code is not a bot */
  async load() {
    this.#spare = await Sandbox.of(this.#game, this.#code);
  }

  /** Answers a request; `null` if the time was up. @param {LineRequest} request */
  async ask(request) {
    const began = performance.now();
    /** @param {string} name */
    const header = (name) => Object.entries(request.headers).find(([each]) => each.toLowerCase() === name)?.[1];
    const match = header("bout-match") ?? "";
    const said = await this.#seatIn(match).ask(fieldsOfRequest(request), Number(header("bout-seat")), request.timeLimit);
    this.lastMove = Math.ceil(performance.now() - began);
    return said;
  }

  /** The match will ask no more. @param {string} match */
  forget(match) {
    this.#seats.get(match)?.end();
    this.#seats.delete(match);
  }

  end() {
    for (const match of [...this.#seats.keys()]) {
      this.forget(match);
    }
    this.#spare?.end();
  }

  /** @param {string} match */
  #seatIn(match) {
    const known = this.#seats.get(match);
    if (known !== undefined) {
      return known;
    }
    if (this.#seats.size >= MAX_MATCHES) {
      const [oldest] = this.#seats.keys();
      this.forget(oldest);
    }
    this.matches++;
    const seat = new Seat(match, async () => {
      const ready = this.#spare;
      this.#spare = null;
      return ready ?? Sandbox.of(this.#game, this.#code);
    });
    this.#seats.set(match, seat);
    return seat;
  }
}
