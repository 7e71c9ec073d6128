/** A visitor's bot in a match, called from the worker that plays the match. */

const MAX_MESSAGE_LENGTH = 200_000;
const MAX_LINES = 51;
const MAX_LINE_LENGTH = 501;
const LOG_CHARACTERS = 200_000;
const LEVELS = ["debug", "log", "info", "warn", "error"];

/** How often a bot is restarted in a match before it is no longer called. */
const MAX_STARTS = 3;

/**
 * @typedef {{lines: [string, string][], answer: string, error?: undefined, stop?: undefined}} Answered
 * @typedef {{lines: [string, string][], error: string, line: number | null, stop?: undefined}} Threw
 * @typedef {{stop: string, kind: string, lines?: undefined, error?: undefined}} Misbehaved why the bot is ended
 * @typedef {Answered | Threw | Misbehaved} Said
 * @typedef {{turn: number, level: string, text: string, line: number | null}} LogLine
 */

/**
 * Everything that arrives at the port comes from a stranger. Accepts only the answer to the current call, a text of
 * limited length; anything else ends the bot.
 */
export class CodePlayer {
  #replace;
  #port;
  #call = 0;
  /** @type {((said: Said) => void) | null} */
  #answered = null;
  #match = 0;
  #seed = "";
  /** @type {LogLine[]} */
  #log = [];
  #logLeft = LOG_CHARACTERS;
  #logged = false;
  /** @type {Misbehaved | null} */
  #outcome = null;
  #stops = 0;

  /** How often the bot had to be stopped, in all matches. */
  stopped = 0;

  /** @param {MessagePort} port @param {() => Promise<MessagePort>} replace ends the bot and restarts it */
  constructor(port, replace) {
    this.#replace = replace;
    this.#port = this.#connect(port);
  }

  /** Starts a match. @param {{seed: string, logged: boolean}} start */
  begin({ seed, logged }) {
    this.#match++;
    this.#seed = seed;
    this.#logged = logged;
    this.#log = [];
    this.#logLeft = LOG_CHARACTERS;
    this.#stops = 0;
    this.#outcome = null;
  }

  /** Each line that the bot logged in this match, and each error with its line of code. */
  get log() {
    return this.#log;
  }

  /**
   * Asks the bot for its move, and passes the result to the match.
   *
   * @param {Engine.OngoingMatch} match
   * @param {number} seat
   * @param {number} limit
   */
  async move(match, seat, limit) {
    if (this.#stops >= MAX_STARTS) {
      match.fail(seat, "withdrawn", `The bot gets no more calls: it had to be stopped ${MAX_STARTS} times in this match.`, 0);
      return;
    }
    const turn = match.turn;
    const began = performance.now();
    const said = await this.#said(match, seat, limit);
    const milliseconds = Math.ceil(performance.now() - began);
    if (said.stop !== undefined) {
      match.fail(seat, said.kind, said.stop, milliseconds);
      await this.#restart();
    } else if (said.error !== undefined) {
      match.fail(seat, "broken", `The bot threw an error: ${said.error}`, milliseconds);
    } else {
      const refused = match.answer(seat, said.answer, milliseconds);
      if (refused !== null) {
        this.#keep(turn, "error", refused.text);
      }
    }
  }

  /**
   * Asks the bot for a turn that is played already, so that it knows what has happened.
   *
   * @param {Engine.OngoingMatch} match
   * @param {number} seat
   * @param {number} limit
   */
  async remind(match, seat, limit) {
    if (this.#stops < MAX_STARTS && (await this.#said(match, seat, limit)).stop !== undefined) {
      await this.#restart();
    }
  }

  /**
   * What the bot says on the current turn; its lines and errors go to the log.
   *
   * @param {Engine.OngoingMatch} match
   * @param {number} seat
   * @param {number} limit
   */
  async #said(match, seat, limit) {
    const turn = match.turn;
    const said = await this.#ask(match.ask(seat), seat, limit);
    for (const [level, text] of said.lines ?? []) {
      this.#keep(turn, level, text);
    }
    if (said.stop !== undefined) {
      this.#keep(turn, "error", said.stop);
    } else if (said.error !== undefined) {
      this.#keep(turn, "error", said.error, said.line);
    }
    return said;
  }

  async #restart() {
    this.#stops++;
    this.stopped++;
    this.#port.close();
    this.#port = this.#connect(await this.#replace());
  }

  /** @param {Record<string, unknown>} fields @param {number} seat @param {number} limit @returns {Promise<Said> | Said} */
  #ask(fields, seat, limit) {
    if (this.#outcome !== null) {
      return this.#outcome; // the bot sent something unasked meanwhile
    }
    const call = ++this.#call;
    return new Promise((done) => {
      const timer = setTimeout(() => {
        this.#answered = null;
        done({
          stop: `No answer within ${limit} ms. The bot was restarted, and its variables were reset.`,
          kind: "time-out",
        });
      }, limit);
      this.#answered = (said) => {
        clearTimeout(timer);
        this.#answered = null;
        done(said);
      };
      this.#port.postMessage({ call, match: this.#match, seed: this.#seed, seat, fields, log: this.#logged });
    });
  }

  /** @param {MessagePort} port */
  #connect(port) {
    this.#outcome = null;
    port.onmessage = ({ data }) => {
      const said = readSaid(data, this.#call);
      if (said.stop !== undefined) {
        port.close();
      }
      if (this.#answered !== null) {
        this.#answered(said);
      } else {
        port.close();
        this.#outcome = misbehaved("unexpected messages");
      }
    };
    return port;
  }

  /** @param {number} turn @param {string} level @param {string} text @param {number | null} line */
  #keep(turn, level, text, line = null) {
    if (!this.#logged || this.#logLeft <= 0) {
      return;
    }
    this.#logLeft -= text.length + 20;
    this.#log.push(
      this.#logLeft > 0
        ? { turn, level, text, line }
        : { turn, level: "warn", text: "The log of this match is full; what follows is not kept.", line: null },
    );
  }
}

/** @param {string} what @returns {Misbehaved} */
const misbehaved = (what) => ({
  stop: `The bot sent ${what}. It was restarted.`,
  kind: "broken",
});

/**
 * The content of a message if it answers the call, otherwise the reason to end the bot.
 *
 * @param {unknown} data
 * @param {number} call
 * @returns {Said}
 */
export function readSaid(data, call) {
  if (typeof data !== "string") {
    return misbehaved("a message that is no text");
  }
  if (data.length > MAX_MESSAGE_LENGTH) {
    return { stop: `The bot's answer is longer than ${MAX_MESSAGE_LENGTH} characters. It was restarted.`, kind: "too-large" };
  }
  let said;
  try {
    said = JSON.parse(data);
  } catch {
    return misbehaved("a message that is no JSON");
  }
  const { call: answered, answer, error, place, lines } = said ?? {};
  if (answered !== call || !Array.isArray(lines) || lines.length > MAX_LINES || !lines.every(isLine)) {
    return misbehaved("an answer to another question");
  }
  if (typeof error === "string") {
    return {
      lines,
      error: `${error.slice(0, MAX_LINE_LENGTH)}${where(place ?? {})}`,
      line: Number.isInteger(place?.line) ? place.line : null,
    };
  }
  return typeof answer === "string" ? { lines, answer } : misbehaved("a message without an answer");
}

/** @param {unknown} line */
const isLine = (line) =>
  Array.isArray(line) &&
  line.length === 2 &&
  LEVELS.includes(line[0]) &&
  typeof line[1] === "string" &&
  line[1].length <= MAX_LINE_LENGTH;

/** @param {{line?: unknown, column?: unknown}} place */
const where = (place) =>
  Number.isInteger(place.line) && Number.isInteger(place.column) ? ` (line ${place.line}, column ${place.column})` : "";
