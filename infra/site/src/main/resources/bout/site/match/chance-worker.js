/**
 * Plays a finished match on from its turns, off the page's main thread, to find the chances of its seats. To stop it, the page
 * terminates it.
 *
 * It receives `{document}`, a replay, and sends `{curve, done}` after each round of playouts. The curve is `null` if nothing can be
 * said about the match.
 */

import { openReplay } from "../engine.js";
import { moduleOf, rendererOf } from "../shared/game-modules.js";
import { Chances } from "./chances.js";

/** @import { ChanceNumbers } from "./chances.js" */

const MOST_ROUNDS = 32;

/** For the rounds, and for the closer look at where the match turned. */
const ROUNDS_MILLISECONDS = 20_000;
const CLOSER_MILLISECONDS = 5_000;

addEventListener("message", async ({ data }) => {
  /** @type {{document: Replay.Document}} */
  const { document } = data;
  const { game } = document;
  const [renderer, declared] = await Promise.all([rendererOf(game), moduleOf(game, "chances")]);
  /** @type {ChanceNumbers | undefined} */
  const numbers = declared?.chances;
  const { replay } = openReplay(document);
  if (renderer === null || numbers === undefined || replay === null || !replay.confirmed) {
    postMessage({ curve: null, done: true });
    return;
  }
  const chances = new Chances(replay, document.result, renderer, numbers);
  let end = performance.now() + ROUNDS_MILLISECONDS;
  while (chances.rounds < MOST_ROUNDS && performance.now() < end) {
    chances.playRound();
    postMessage({ curve: chances.curve(), done: false });
  }
  end = performance.now() + CLOSER_MILLISECONDS;
  while (performance.now() < end && chances.lookCloser()) {
    // looks closer
  }
  postMessage({ curve: chances.curve(), done: true });
});
