/**
 * Plays matches off the page's main thread: house bots in the engine, visitors' bots through the ports to their sandboxes.
 * To stop a match or a run, the page terminates this worker.
 *
 * It receives one order: `{kind: "play" | "run", game, seed, options, limits, bots, count, from, turns}` with the ports of the
 * bots that have code. `from` is `{document, turn}`, another match to go on from, or `null`; `turns`, if given, is how many turns
 * are played. It sends `{kind: "replace", bot}` to have a bot restarted, and expects `{kind: "port", bot}` with a port; it
 * sends `{kind: "asked", bot, seat, turn, picture, left, problem}` when a person is to move, and expects `{kind: "moved", bot, answer}`;
 * it sends `{kind: "match", ...}` for each match of a run, and at the end `{kind: "played", ...}`, `{kind: "ran"}` or
 * `{kind: "problem", text}`.
 */

import { beginMatch, continueMatch } from "../engine.js";
import { CodePlayer } from "./code-player.js";
import { rotated } from "./session.js";

/** @import { LogLine } from "./code-player.js" */
/** @import { MatchSetUp, PlayingBot, Start } from "./session.js" */

/** How often bots may be stopped in a run before the run ends. */
const MAX_STOPS = 10;

/** A person's time for a move, in milliseconds. */
const HAND_MILLISECONDS = 60_000;

/** Resolved with the port of the bot that is restarting, by its index. @type {Map<number, (port: MessagePort) => void>} */
const replaced = new Map();

/** Resolved with the answer of the person at the seat of the bot. @type {Map<number, (answer: string | null) => void>} */
const moved = new Map();

/**
 * @typedef {object} WorkerPlayer plays one bot's matches
 * @property {LogLine[]} log
 * @property {number} stopped
 * @property {(start: {seed: string, logged: boolean}) => void} [begin]
 * @property {(match: Engine.OngoingMatch, seat: number) => void} [sit]
 * @property {(match: Engine.OngoingMatch, seat: number, limit: number) => Promise<void> | void} move
 * @property {(match: Engine.OngoingMatch, seat: number, limit: number) => Promise<void> | void} remind
 *
 * @typedef {MatchSetUp & {game: string, from?: Start | null, turns?: number, bots: PlayingBot[], count: number}} Order
 */

class HousePlayer {
  #name;
  /** @type {LogLine[]} */
  log = [];
  stopped = 0;

  /** @param {string} name */
  constructor(name) {
    this.#name = name;
  }

  /** @param {Engine.OngoingMatch} match @param {number} seat */
  sit(match, seat) {
    match.seatHouseBot(seat, this.#name);
  }

  /** @param {Engine.OngoingMatch} match @param {number} seat */
  move(match, seat) {
    match.answerByHouseBot(seat);
  }

  /** @param {Engine.OngoingMatch} match @param {number} seat */
  remind(match, seat) {
    match.remindHouseBot(seat);
  }
}

/** A person. An answer that breaks the rules is asked again while there is time. */
class HandPlayer {
  #bot;
  /** @type {LogLine[]} */
  log = [];
  stopped = 0;

  /** @param {number} bot */
  constructor(bot) {
    this.#bot = bot;
  }

  /** @param {Engine.OngoingMatch} match @param {number} seat */
  async move(match, seat) {
    const began = performance.now();
    const took = () => Math.ceil(performance.now() - began);
    let timer = 0;
    /** @type {Promise<null>} */
    const late = new Promise((done) => {
      timer = setTimeout(() => done(null), HAND_MILLISECONDS);
    });
    for (let problem = /** @type {string | null} */ (null); ; ) {
      /** @type {Promise<string | null>} */
      const answered = new Promise((done) => moved.set(this.#bot, done));
      postMessage({
        kind: "asked",
        bot: this.#bot,
        seat,
        turn: match.turn,
        picture: match.picture(),
        left: HAND_MILLISECONDS - took(),
        problem,
      });
      const answer = await Promise.race([answered, late]);
      if (answer === null) {
        match.fail(seat, "time-out", `No move within ${HAND_MILLISECONDS / 1000} seconds.`, took());
        return;
      }
      problem = match.refusal(seat, answer);
      if (problem === null) {
        clearTimeout(timer);
        match.answer(seat, answer, took());
        return;
      }
    }
  }

  remind() {}
}

/** @param {PlayingBot} played @param {number} bot its index @param {MessagePort | undefined} port for its code @returns {WorkerPlayer} */
function player({ house, hand, name }, bot, port) {
  if (hand) {
    return new HandPlayer(bot);
  }
  if (house !== undefined) {
    return new HousePlayer(house);
  }
  if (port === undefined) {
    throw new Error(`the code of ${name} has no port`);
  }
  return new CodePlayer(
    port,
    () =>
      new Promise((done) => {
        replaced.set(bot, done);
        postMessage({ kind: "replace", bot });
      }),
  );
}

/**
 * Plays a match to its end, or as many turns as ordered, with the players in the order of their seats.
 *
 * @param {Order} order
 * @param {WorkerPlayer[]} players
 * @param {boolean} logged
 */
async function playMatch({ game, seed, options, limits, from = null, turns = Infinity }, players, logged) {
  const { match, problem } =
    from === null ? beginMatch(game, seed, options, players.length) : continueMatch(from.document, from.turn);
  if (match === null) {
    throw new Refused(problem);
  }
  players.forEach((at, index) => {
    at.begin?.({ seed, logged });
    at.sit?.(match, index + 1);
  });
  /** @param {"move" | "remind"} call */
  const called = (call) =>
    Promise.all(
      players.flatMap((at, index) => {
        const seat = index + 1;
        return match.isToMove(seat) ? [at[call](match, seat, match.isFirstMoveOf(seat) ? limits.first : limits.later)] : [];
      }),
    );
  while (match.recorded) {
    await called("remind");
    match.playRecordedTurn();
  }
  const last = match.turn + turns;
  while (!match.over && match.turn < last) {
    await called("move");
    match.playTurn();
  }
  return match;
}

/** A match that cannot start; the message gives the reason. */
class Refused extends Error {}

/** @param {Order} order @param {WorkerPlayer[]} bots */
async function play(order, bots) {
  const match = await playMatch(order, bots, true);
  postMessage({
    kind: "played",
    document: match.replay(order.bots.map(({ name = "" }) => name)),
    logs: bots.map(({ log }) => log),
  });
}

/** Plays as many matches on each board as there are seats; in each, the bots move up by a seat. @param {Order} order @param {WorkerPlayer[]} bots */
async function run(order, bots) {
  for (let played = 0; played < order.count; played++) {
    const seed = `${order.seed}-${Math.floor(played / bots.length) + 1}`;
    const shift = played % bots.length;
    const match = await playMatch({ ...order, seed }, rotated(bots, shift), false);
    const { scores, reason } = /** @type {Replay.Result} */ (match.result());
    postMessage({
      kind: "match",
      seed,
      shift,
      turns: match.turn,
      reason,
      places: rotated(match.places(), -shift),
      scores: rotated(scores, -shift),
    });
    const tired = bots.findIndex(({ stopped }) => stopped >= MAX_STOPS);
    if (tired >= 0) {
      throw new Refused(`The run ended early: bot ${tired + 1} had to be ended ${bots[tired].stopped} times.`);
    }
  }
  postMessage({ kind: "ran" });
}

addEventListener("message", async ({ data, ports }) => {
  if (data.kind === "port") {
    replaced.get(data.bot)?.(ports[0]);
    return;
  }
  if (data.kind === "moved") {
    moved.get(data.bot)?.(data.answer);
    return;
  }
  const left = [...ports];
  /** @type {Order} */
  const order = data;
  const bots = order.bots.map((bot, index) =>
    player(bot, index, bot.house === undefined && !bot.hand ? left.shift() : undefined),
  );
  try {
    await (data.kind === "run" ? run(order, bots) : play(order, bots));
  } catch (failed) {
    if (!(failed instanceof Refused)) {
      throw failed;
    }
    postMessage({ kind: "problem", text: failed.message });
  }
});
