/** A bot's code at the seats of matches that the server plays: one sandbox for each match, because bots keep their variables. */

import { readSaid } from "./code-player.js";
import { fieldsOfRequest } from "./line-text.js";
import { Sandbox } from "./sandbox.js";

/** A browser has only so much memory; a bot that plays more at a time forgets the oldest. */
const MAX_MATCHES = 16;

class Seat {
  #sandbox;
  #port = null;
  #call = 0;
  #match;
  #turn = Promise.resolve();
  #load;

  constructor(match, load) {
    this.#match = match;
    this.#load = load;
  }

  /** The calls of a match come one after the other. */
  ask(fields, seat, limit) {
    const answer = this.#turn.then(() => this.#ask(fields, seat, limit));
    this.#turn = answer.then(() => {});
    return answer;
  }

  async #ask(fields, seat, limit) {
    if (this.#port === null) {
      this.#sandbox = await this.#load();
      this.#port = this.#sandbox.takePort();
    }
    const call = ++this.#call;
    const said = await new Promise((done) => {
      const timer = setTimeout(() => done(null), limit);
      this.#port.onmessage = ({ data }) => {
        clearTimeout(timer);
        done(readSaid(data, call));
      };
      this.#port.postMessage({ call, match: 1, seed: this.#match, seat, fields, log: false });
    });
    if (said === null || said.stop !== undefined) {
      this.end(); // its next call begins with fresh variables
    }
    if (said === null) {
      return null;
    }
    return said.answer === undefined ? { status: 500, body: said.stop ?? said.error } : { status: 200, body: said.answer };
  }

  end() {
    this.#port?.close();
    this.#port = null;
    this.#sandbox?.end();
  }
}

export class TabBot {
  #game;
  #code;
  #spare;
  #seats = new Map();

  /** How many matches it has played or is playing. */
  matches = 0;

  /** How long the last move took, in milliseconds, or `null`. */
  lastMove = null;

  /** @param {string} game its id */
  constructor(game, code) {
    this.#game = game;
    this.#code = code;
  }

  /** Loads the code, so that the first move need not wait for it. @throws CodeProblem if the code is not a bot */
  async load() {
    this.#spare = await Sandbox.of(this.#game, this.#code);
  }

  /** Answers a request; `null` if the time was up. */
  async ask(request) {
    const began = performance.now();
    const header = (name) => Object.entries(request.headers).find(([each]) => each.toLowerCase() === name)?.[1];
    const match = header("bout-match") ?? "";
    const said = await this.#seatIn(match).ask(fieldsOfRequest(request), Number(header("bout-seat")), request.timeLimit);
    this.lastMove = Math.ceil(performance.now() - began);
    return said;
  }

  /** The match will ask no more. */
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

  #seatIn(match) {
    if (!this.#seats.has(match)) {
      if (this.#seats.size >= MAX_MATCHES) {
        this.forget(this.#seats.keys().next().value);
      }
      this.matches++;
      this.#seats.set(
        match,
        new Seat(match, async () => {
          const ready = this.#spare;
          this.#spare = null;
          return ready ?? Sandbox.of(this.#game, this.#code);
        }),
      );
    }
    return this.#seats.get(match);
  }
}
