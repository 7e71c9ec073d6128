/** The connection of a connected bot: opened again when it breaks, and before it is closed. */

import { messageOf, randomId, RequestFailed } from "../shared/api.js";
import { wait } from "../shared/poll.js";
import { Parts, textsOf } from "./line-text.js";

/** API Gateway closes a connection after two hours. */
const LIFETIME = 110 * 60_000;

/** The old connection stays this long for what was asked there: longer than any time limit. */
const OVERLAP = 70_000;

/** A connection without a message is closed after ten minutes; and one may break without a word. */
const PING = 30_000;

/** After so many intervals in which nothing was heard, not even the answers to pings, the connection is dead. */
const SILENT = 2;

const FIRST_PAUSE = 500;
const MOST_DOUBLINGS = 6;

/** Longer than any time limit, and so than anybody asks the same call again. */
const REMEMBERED = 180_000;

/**
 * How long to wait before an attempt, in milliseconds: longer after each failed one, and never the same for all.
 *
 * @param {number} attempt
 */
export function pauseBefore(attempt, random = Math.random) {
  const whole = FIRST_PAUSE * 2 ** Math.min(attempt - 1, MOST_DOUBLINGS);
  return whole / 2 + (whole / 2) * random();
}

/**
 * @typedef {{call: string, reply: string, headers: Record<string, string>, body: string, timeLimit: number}} LineRequest
 * @typedef {{status: number, body: string}} LineAnswer
 * @typedef {{match: string, page?: string, ended: boolean}} MatchNews a match begins or has ended; `page` if the bot may know it
 */

/** Events: `state`, when `online` or `problem` has changed. */
export class Lines extends EventTarget {
  #ticket;
  #ask;
  #told;
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Set<WebSocket>} */
  #sockets = new Set();
  /** @type {Map<string, Promise<LineAnswer | null>>} */
  #calls = new Map();
  #stopped = false;

  /** Whether there is a connection. */
  online = false;

  /** Why it is offline, as a sentence, or `null`. @type {string | null} */
  problem = null;

  /**
   * @param {() => Promise<{url: string, ticket: string}>} ticket
   * @param {(request: LineRequest) => Promise<LineAnswer | null>} ask asks the bot once for each call; `null` for no answer
   * @param {(news: MatchNews) => void} told called when a match begins or has ended
   */
  constructor(ticket, ask, told) {
    super();
    this.#told = told;
    this.#ticket = ticket;
    this.#ask = ask;
  }

  /** Stays connected until `stop`. The promise fails if the first attempt does, or when the bot may not connect any more. */
  async run() {
    let socket = await this.#open();
    while (socket !== null && !this.#stopped) {
      await this.#worn(socket);
      for (let attempt = 1; !this.#stopped; attempt++) {
        try {
          socket = await this.#open();
          break;
        } catch (failed) {
          if (failed instanceof RequestFailed && !failed.passing) {
            this.stop();
            throw failed;
          }
          this.#tell(false, messageOf(failed));
          await wait(pauseBefore(attempt));
        }
      }
    }
  }

  stop() {
    this.#stopped = true;
    for (const socket of this.#sockets) {
      socket.close();
    }
    this.#tell(false, null);
  }

  /** @param {boolean} online @param {string | null} problem */
  #tell(online, problem) {
    this.online = online;
    this.problem = problem;
    this.dispatchEvent(new Event("state"));
  }

  /** The new connection, or `null` if it is not needed any more. @returns {Promise<WebSocket | null>} */
  async #open() {
    const { url, ticket } = await this.#ticket();
    if (this.#stopped) {
      return null;
    }
    const socket = new WebSocket(`${url}?${new URLSearchParams({ ticket })}`);
    const parts = new Parts();
    await new Promise((opened, refused) => {
      socket.onopen = opened;
      socket.onclose = () => refused(new Error("The connection could not be opened."));
    });
    if (this.#stopped) {
      socket.close();
      return null;
    }
    this.#sockets.add(socket);
    const before = this.#socket;
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#read(socket, parts, data);
    if (before !== null) {
      setTimeout(() => before.close(), OVERLAP);
    }
    this.#tell(true, null);
    return socket;
  }

  /** Until another connection is needed; keeps this one alive meanwhile. @param {WebSocket} socket */
  async #worn(socket) {
    let silent = 0;
    socket.addEventListener("message", () => {
      silent = 0;
    });
    const pings = setInterval(() => {
      if (silent === SILENT) {
        socket.close();
        socket.dispatchEvent(new Event("closing"));
      }
      silent++;
      send(socket, '{"type":"ping"}');
    }, PING);
    let timer = 0;
    /** @type {Promise<void>} */
    const worn = new Promise((done) => {
      timer = setTimeout(done, LIFETIME * (0.9 + 0.1 * Math.random()));
      socket.addEventListener("closing", () => done());
      socket.onclose = () => done();
      if (socket.readyState !== WebSocket.OPEN) {
        done();
      }
    });
    await worn;
    clearTimeout(timer);
    clearInterval(pings);
    socket.onclose = () => this.#sockets.delete(socket);
    if (socket.readyState !== WebSocket.OPEN) {
      this.#sockets.delete(socket);
      if (!this.#stopped) {
        this.#tell(false, "The connection is lost; trying again.");
      }
    }
  }

  /** @param {WebSocket} socket @param {Parts} parts @param {string} text */
  #read(socket, parts, text) {
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      return; // a later version may say what this one does not understand
    }
    switch (message?.type) {
      case "part": {
        const whole = parts.take(message);
        if (whole !== null) {
          this.#read(socket, parts, whole);
        }
        break;
      }
      case "request":
        this.#answer(socket, message);
        break;
      case "ping":
        send(socket, JSON.stringify({ type: "pong", call: message.call, reply: message.reply }));
        break;
      case "closing":
        socket.dispatchEvent(new Event("closing"));
        break;
      case "event":
        this.#told({ match: message.match, page: message.page, ended: message.event === "ended" });
        break;
      default: // pong, and what later versions say
    }
  }

  /** Asks the bot once for each call, and answers each request for it. @param {WebSocket} socket @param {LineRequest} request */
  async #answer(socket, request) {
    const { call, reply } = request;
    let answer = this.#calls.get(call);
    if (answer === undefined) {
      answer = this.#ask(request);
      this.#calls.set(call, answer);
      setTimeout(() => this.#calls.delete(call), REMEMBERED);
    }
    const said = await answer;
    if (said === null) {
      return;
    }
    const open = socket.readyState === WebSocket.OPEN ? socket : (this.#socket ?? socket);
    for (const text of textsOf({ type: "answer", call, reply, ...said }, randomId())) {
      send(open, text);
    }
  }
}

/** What cannot be sent is asked again on the next connection. @param {WebSocket} socket @param {string} text */
function send(socket, text) {
  if (socket.readyState === WebSocket.OPEN) {
    socket.send(text);
  }
}
