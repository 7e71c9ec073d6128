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

/** How often bots may be stopped in a run before the run ends. */
const MAX_STOPS = 10;

/** A person's time for a move, in milliseconds. */
const HAND_MILLISECONDS = 60_000;

/** Resolved with the port of the bot that is restarting. */
const replaced = [null, null];

/** Resolved with the answer of the person at the seat of the bot. */
const moved = [null, null];

class HousePlayer {
  #name;
  log = [];
  stopped = 0;

  constructor(name) {
    this.#name = name;
  }

  sit(match, seat) {
    match.seatHouseBot(seat, this.#name);
  }

  move(match, seat) {
    match.answerByHouseBot(seat);
  }

  remind(match, seat) {
    match.remindHouseBot(seat);
  }
}

/** A person. An answer that breaks the rules is asked again while there is time. */
class HandPlayer {
  #bot;
  log = [];
  stopped = 0;

  constructor(bot) {
    this.#bot = bot;
  }

  async move(match, seat) {
    const began = performance.now();
    const took = () => Math.ceil(performance.now() - began);
    let timer;
    const late = new Promise((done) => {
      timer = setTimeout(() => done(null), HAND_MILLISECONDS);
    });
    for (let problem = null; ; ) {
      const answered = new Promise((done) => {
        moved[this.#bot] = done;
      });
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

function player({ house, hand }, bot, ports) {
  if (hand) {
    return new HandPlayer(bot);
  }
  if (house !== undefined) {
    return new HousePlayer(house);
  }
  return new CodePlayer(
    ports.shift(),
    () =>
      new Promise((done) => {
        replaced[bot] = done;
        postMessage({ kind: "replace", bot });
      }),
  );
}

/** Plays a match to its end, or as many turns as ordered, with the players in the order of their seats. */
async function playMatch({ game, seed, options, limits, from = null, turns = Infinity }, players, logged) {
  const { match, problem } = from === null ? beginMatch(game, seed, options) : continueMatch(from.document, from.turn);
  if (match === null) {
    throw new Refused(problem);
  }
  players.forEach((at, index) => {
    at.begin?.({ seed, logged });
    at.sit?.(match, index + 1);
  });
  const called = (call) =>
    Promise.all(
      [1, 2]
        .filter((seat) => match.isToMove(seat))
        .map((seat) => players[seat - 1][call](match, seat, match.isFirstMoveOf(seat) ? limits.first : limits.later)),
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

async function play(order, bots) {
  const [one, two] = order.bots;
  const match = await playMatch(order, bots, true);
  postMessage({ kind: "played", document: match.replay(one.name, two.name), logs: bots.map(({ log }) => log) });
}

/** Plays two matches on each board, the second with swapped seats. */
async function run(order, bots) {
  for (let played = 0; played < order.count; played++) {
    const seed = `${order.seed}-${Math.floor(played / 2) + 1}`;
    const swapped = played % 2 === 1;
    const match = await playMatch({ ...order, seed }, swapped ? [bots[1], bots[0]] : bots, false);
    const { scores, reason } = match.result();
    const winner = match.winner();
    postMessage({
      kind: "match",
      seed,
      swapped,
      turns: match.turn,
      reason,
      winner: winner === 0 ? null : swapped ? 2 - winner : winner - 1,
      scores: swapped ? [scores[1], scores[0]] : scores,
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
    replaced[data.bot](ports[0]);
    return;
  }
  if (data.kind === "moved") {
    moved[data.bot]?.(data.answer);
    return;
  }
  const left = [...ports];
  const bots = data.bots.map((bot, index) => player(bot, index, left));
  try {
    await (data.kind === "run" ? run(data, bots) : play(data, bots));
  } catch (failed) {
    if (!(failed instanceof Refused)) {
      throw failed;
    }
    postMessage({ kind: "problem", text: failed.message });
  }
});
