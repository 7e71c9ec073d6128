/** A match by hand against a bot that only the server can ask: the visitor's seat is a connected bot of theirs. */

import * as api from "../shared/api.js";
import { element, show } from "../shared/dom.js";
import { wait } from "../shared/poll.js";
import { keptToken } from "../shared/token.js";
import { fieldsOfRequest } from "./line-text.js";
import { Lines } from "./lines.js";
import { Stopped } from "./session.js";

/** @import { Ask } from "./hand.js" */
/** @import { LineAnswer, LineRequest } from "./lines.js" */

/** The visitor's bot for these matches. It is private, so it never plays rated. */
const NAME = "By hand";

const LIMIT = 100;
const TIME_LIMIT = 60_000;

/** A runner publishes the moves for 30 seconds after a mark. */
const MARK_MILLISECONDS = 12_000;

/** How often to look for the board of a turn, and for how long before the visitor has to do without. */
const LOOK_MILLISECONDS = 500;
const PATIENCE_MILLISECONDS = 8_000;

/** How long a message that a match begins may take. Without one, the first request is taken to be of the match. */
const EVENT_MILLISECONDS = 2_000;

const LATE = "The board is late and shows an earlier turn. This is what your seat was sent: ";

export class HandMatch {
  #place;
  #engine;
  #game;
  #opponent;
  #desk;
  #token = "";
  /** @type {Lines | null} */
  #lines = null;
  #marks = 0;
  /** The id of the match on the server, or `null`. @type {string | null} */
  #match = null;
  /** Where the moves so far of that match are. @type {string | null} */
  #movesAt = null;
  /** Resolved when the server has taken the match. */
  #taken = Promise.resolve();
  /** Which page the server named for each match that began, by the id of the visitor's seat. @type {Map<string, string | undefined>} */
  #pages = new Map();
  /** The id of the visitor's seat, once it is known. @type {string | null} */
  #seatId = null;
  /** @type {Ask} */
  #askVisitor = async () => null;
  /** The engine's match at the last turn that could be shown. @type {Engine.OngoingMatch | null} */
  #last = null;
  /** @type {{text: string, document: Replay.Document} | null} */
  #live = null;
  #state = element("p.hint", { role: "status" });
  #problem = element("p.problem", { role: "alert", hidden: true });
  #buttons;
  #stop;
  /** Whether a match is about to begin. */
  #beginning = false;
  /** Whether the visitor has stopped it meanwhile. */
  #stopped = false;

  /**
   * @param {HTMLElement} place
   * @param {Engine.BrowserEngine} engine
   * @param {Engine.Game} game
   * @param {{id: string, name: string}} opponent a registered bot
   * @param {{asker: () => Ask, clear: () => void}} desk the page: makes what asks the visitor for the moves of a match, and puts that
   *     away
   */
  constructor(place, engine, game, opponent, desk) {
    this.#place = place;
    this.#engine = engine;
    this.#game = game;
    this.#opponent = opponent;
    this.#desk = desk;
    this.#buttons = [1, 2].map((seat) => button(`Play as player ${seat}`, () => this.#play(seat)));
    this.#stop = button("Stop", () => this.#stopIt());
    this.#stop.hidden = true;
  }

  /** Offers the match. */
  offer() {
    this.#place.hidden = false;
    this.#place.replaceChildren(
      element("p.online", {}, element("bdi", {}, element("strong", {}, this.#opponent.name)), ...this.#buttons, this.#stop),
      element(
        "p.hint",
        {},
        "It plays on the server, so you need to have joined. The match is not rated, and there is a minute for each " +
          "move. An answer that breaks the rules can be corrected while there is time.",
      ),
      this.#state,
      this.#problem,
    );
  }

  /** @param {number} seat */
  async #play(seat) {
    this.#token = keptToken();
    this.#beginning = true;
    this.#stopped = false;
    this.#busy(true);
    show(this.#problem, null);
    this.#state.textContent = "Connecting …";
    try {
      const own = await this.#registered();
      this.#goOn();
      await this.#connect(own.id);
      this.#goOn();
      if (!own.active) {
        await api.changeBot(own.id, { active: true }, this.#token);
      }
      await this.#start(own.id, seat);
      // Health checks leave it out: a person would fail them.
      await api.changeBot(own.id, { active: false }, this.#token);
      this.#beginning = false;
      this.#goOn();
    } catch (failed) {
      this.#beginning = false;
      await this.#end();
      if (failed instanceof Stopped) {
        return;
      }
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      show(this.#problem, failed.message);
      if (failed.needsToken) {
        this.#problem.append(" ", element("a", { href: "join.html" }, "Join first"), ", or use the invitation that you got.");
      }
    }
  }

  /** What is under way comes first: a match that the server is about to take can be cancelled only once it has an id. */
  #stopIt() {
    if (this.#beginning) {
      this.#stopped = true;
      this.#state.textContent = "Stopping …";
      this.#lines?.stop();
    } else {
      this.#end();
    }
  }

  /** @throws {Stopped} if the visitor has stopped the match meanwhile */
  #goOn() {
    if (this.#stopped) {
      throw new Stopped();
    }
  }

  async #registered() {
    const { bots } = await api.bots({ game: this.#game.id, mine: true, limit: LIMIT }, this.#token);
    return (
      bots.find(({ name, kind }) => name === NAME && kind === "connected") ??
      api.registerBot({ game: this.#game.id, name: NAME, connected: true, visibility: "private" }, this.#token)
    );
  }

  /** Opens the connection; fails if that fails. @param {string} own */
  async #connect(own) {
    const lines = new Lines(
      () => api.connectBot(own, this.#token),
      (request) => this.#ask(request),
      ({ match, page, ended }) => {
        if (!ended) {
          this.#pages.set(match, page);
        } else if (match === this.#seatId && this.#match !== null) {
          this.#over(this.#match);
        }
      },
    );
    this.#lines = lines;
    await new Promise((opened, refused) => {
      lines.addEventListener("state", opened, { once: true });
      lines.run().catch((failed) => {
        refused(failed);
        if (this.#lines === lines) {
          show(this.#problem, failed.message);
        }
      });
    });
  }

  /** @param {string} own @param {number} seat */
  async #start(own, seat) {
    const seed = String(crypto.getRandomValues(new Uint32Array(1))[0]);
    const players = [{ bot: own }, { bot: this.#opponent.id }];
    this.#last = this.#engine.beginMatch(this.#game.id, seed, {}, players.length).match;
    this.#live = null;
    this.#seatId = null;
    this.#askVisitor = this.#desk.asker();
    this.#state.textContent = `Waiting for ${this.#opponent.name} …`;
    const started = api.start(
      { game: this.#game.id, players: seat === 1 ? players : players.reverse(), seed, timeLimit: TIME_LIMIT },
      this.#token,
    );
    this.#taken = started.then(
      ({ id, live }) => {
        this.#match = id;
        this.#movesAt = live ?? null;
      },
      () => {},
    );
    await started;
    await this.#taken;
    addEventListener("pagehide", this.#leave);
    this.#marks = setInterval(() => this.#mark(), MARK_MILLISECONDS);
    await this.#mark();
  }

  /** Says that somebody watches; the answer also says when the match is over, should the message about that be lost. */
  async #mark() {
    const asked = this.#match;
    if (asked === null) {
      return;
    }
    try {
      const { status } = await api.watch(asked, this.#token);
      if (this.#match === asked && status !== "queued" && status !== "running") {
        this.#over(asked);
      }
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      // The next mark makes up for it.
    }
  }

  /**
   * The visitor's answer to a request, or `null` if there is none.
   *
   * @param {LineRequest} request
   * @returns {Promise<LineAnswer | null>}
   */
  async #ask(request) {
    /** @param {string} name */
    const header = (name) => Object.entries(request.headers).find(([each]) => each.toLowerCase() === name)?.[1] ?? "";
    const until = performance.now() + request.timeLimit;
    await this.#taken;
    if (!(await this.#isOfMatch(header("bout-match")))) {
      return null;
    }
    const seat = Number(header("bout-seat"));
    const turn = Number(header("bout-turn"));
    const match = await this.#matchAt(turn);
    this.#last = match ?? this.#last;
    const shown = this.#last;
    /** @type {string | null} */
    let problem = match === null ? LATE + JSON.stringify(fieldsOfRequest(request)) : null;
    while (this.#match !== null && shown !== null) {
      this.#state.textContent = "";
      const answer = await this.#askVisitor({
        seat,
        turn,
        picture: shown.picture(),
        left: until - performance.now(),
        problem,
      });
      if (answer === null) {
        return null;
      }
      problem = match === null ? null : match.refusal(seat, answer);
      if (problem === null) {
        this.#state.textContent = `Waiting for ${this.#opponent.name} …`;
        return { status: 200, body: answer };
      }
    }
    return null;
  }

  /**
   * Whether a seat is the visitor's in this match. The bot may be asked in an earlier one, too, or for a check.
   *
   * @param {string} seatId
   */
  async #isOfMatch(seatId) {
    const until = performance.now() + EVENT_MILLISECONDS;
    while (this.#seatId === null && !this.#pages.has(seatId) && performance.now() < until) {
      await wait(LOOK_MILLISECONDS);
    }
    if (this.#seatId === null && this.#match !== null && this.#isAt(this.#pages.get(seatId), this.#match)) {
      this.#seatId = seatId;
    }
    return this.#match !== null && seatId === this.#seatId;
  }

  /**
   * Whether the page that the server named, if it named one, is that of the match.
   *
   * @param {string | undefined} page
   * @param {string} match
   */
  #isAt(page, match) {
    return page === undefined || page === pageOf(match);
  }

  /** The engine's match at a turn, from its live replay; `null` if that does not come. @param {number} turn */
  async #matchAt(turn) {
    if (turn === this.#last?.turn) {
      return this.#last;
    }
    const until = performance.now() + PATIENCE_MILLISECONDS;
    while (this.#match !== null && performance.now() < until) {
      const found = await this.#liveAt(turn);
      if (found !== null) {
        return found;
      }
      await wait(LOOK_MILLISECONDS);
    }
    return null;
  }

  /** @param {number} turn */
  async #liveAt(turn) {
    try {
      this.#live = (await api.movesSoFar(this.#movesAt, this.#live?.text ?? null)) ?? this.#live;
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      return null; // the next look will do
    }
    const match = this.#live === null ? null : this.#engine.continueMatch(this.#live.document, turn).match;
    while (match?.recorded) {
      match.playRecordedTurn();
    }
    return match;
  }

  /** Shows the match that has ended. @param {string} match */
  #over(match) {
    this.#match = null;
    this.#end();
    location.assign(pageOf(match).slice(1));
  }

  /** A match without the person would wait a minute for each move. */
  #leave = () => {
    this.#end();
  };

  async #cancel() {
    const match = this.#match;
    this.#match = null;
    removeEventListener("pagehide", this.#leave);
    if (match !== null) {
      await api.cancelMatch(match, this.#token);
    }
  }

  async #end() {
    clearInterval(this.#marks);
    this.#lines?.stop();
    this.#lines = null;
    this.#desk.clear();
    this.#busy(false);
    this.#state.textContent = "";
    try {
      await this.#cancel();
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      show(this.#problem, failed.message);
    }
  }

  /** @param {boolean} busy */
  #busy(busy) {
    for (const each of this.#buttons) {
      each.hidden = busy;
    }
    this.#stop.hidden = !busy;
  }
}

/** The address of a match as the server says it, and below the site. @param {string} match */
const pageOf = (match) => `/match.html?${new URLSearchParams({ id: match })}`;

/** @param {string} text @param {() => void} act */
function button(text, act) {
  const made = element("button.small", { type: "button" }, text);
  made.addEventListener("click", act);
  return made;
}
