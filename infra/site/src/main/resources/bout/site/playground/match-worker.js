/**
 * Plays matches off the page's main thread: house bots in the engine, visitors' bots through the ports to their sandboxes.
 * To stop a match or a run, the page terminates this worker.
 *
 * It receives one order: `{kind: "play" | "run", game, seed, options, limits, bots, count}` with the ports of the bots that
 * have code. It sends `{kind: "replace", bot}` to have a bot restarted, and expects `{kind: "port", bot}` with a port; it
 * sends `{kind: "match", ...}` for each match of a run, and at the end `{kind: "played", ...}`, `{kind: "ran"}` or
 * `{kind: "problem", text}`.
 */

import { beginMatch } from "../engine.js";
import { CodePlayer } from "./code-player.js";

/** How often bots may be stopped in a run before the run ends. */
const MAX_STOPS = 10;

/** Resolved with the port of the bot that is restarting. */
const replaced = [null, null];

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
}

function player({ house }, bot, ports) {
  if (house !== undefined) {
    return new HousePlayer(house);
  }
  return new CodePlayer(ports.shift(), () => new Promise((done) => {
    replaced[bot] = done;
    postMessage({ kind: "replace", bot });
  }));
}

/** Plays a match to its end, with the players in the order of their seats. */
async function playMatch({ game, seed, options, limits }, players, logged) {
  const { match, problem } = beginMatch(game, seed, options);
  if (match === null) {
    throw new Refused(problem);
  }
  players.forEach((at, index) => {
    at.begin?.({ seed, logged });
    at.sit?.(match, index + 1);
  });
  const ask = (seat) => (match.isToMove(seat)
    ? players[seat - 1].move(match, seat, match.isFirstMoveOf(seat) ? limits.first : limits.later)
    : undefined);
  while (!match.over) {
    const answers = [ask(1), ask(2)].filter((answer) => answer !== undefined);
    if (answers.length > 0) {
      await Promise.all(answers);
    }
    match.playTurn();
  }
  return match;
}

/** A match that cannot start; the message gives the reason. */
class Refused extends Error {}

async function play(order, bots) {
  const names = order.bots.map(({ name }) => name);
  const match = await playMatch(order, bots, true);
  postMessage({ kind: "played", document: match.replay(...names), logs: bots.map(({ log }) => log) });
}

/** Plays two matches on each board, the second with swapped seats. */
async function run(order, bots) {
  for (let played = 0; played < order.count; played++) {
    const seed = `${order.seed}-${Math.floor(played / 2) + 1}`;
    const swapped = played % 2 === 1;
    const match = await playMatch({ ...order, seed }, swapped ? [bots[1], bots[0]] : bots, false);
    const { winner, scores, reason } = match.result();
    postMessage({
      kind: "match",
      seed,
      swapped,
      turns: match.turn,
      reason,
      winner: winner === null ? null : swapped ? 2 - winner : winner - 1,
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
