/** Small pictures of boards in lists of matches, drawn from their replays one after the other once they are in view. */

import * as api from "../shared/api.js";
import { element } from "../shared/dom.js";
import { engineModule, rendererOf } from "../shared/game-modules.js";
import { Board } from "../viewer/board.js";
import { botName } from "../shared/bot-names.js";
import { playersOf, winnerOf } from "../shared/words.js";

/** @import { ListedMatch } from "./featured.js" */

/** Drawing takes longer than a frame, and boards that move must not wait for all of them. */
const PAUSE_MILLISECONDS = 30;

let last = Promise.resolve();

/**
 * Draws the board that shows a match best, instead of what is there.
 *
 * @param {HTMLElement} place
 * @param {ListedMatch} match with a replay
 * @param {HTMLElement | null} how where it is said how the match ended
 */
export function drawBoard(place, match, how) {
  const seen = new IntersectionObserver(([{ isIntersecting }]) => {
    if (isIntersecting) {
      seen.disconnect();
      last = last.then(() => draw(place, match, how));
    }
  });
  seen.observe(place);
}

/** @param {HTMLElement} place @param {ListedMatch} match @param {HTMLElement | null} how */
async function draw(place, { game, replay: path, result, players }, how) {
  const [engine, renderer, document] = await Promise.all([engineModule(), rendererOf(game), replayAt(path ?? "")]);
  if (engine === null || renderer === null || document === null || !place.isConnected) {
    return;
  }
  const { replay } = engine.openReplay(document);
  if (replay === null) {
    return;
  }
  const canvas = element("canvas.board");
  place.replaceChildren(canvas);
  const picture = replay.picture(renderer.previewTurn?.(replay.turns) ?? replay.turns);
  new Board(canvas, renderer, picture).show(picture);
  if (result !== null && how !== null) {
    const reason = document.result?.reason ?? "";
    const names = playersOf({ players }).map(botName);
    how.textContent = renderer.ending({ winner: winnerOf(result), reason }, names) ?? "";
  }
  await new Promise((done) => setTimeout(done, PAUSE_MILLISECONDS));
}

/** A row without its picture has the mark of the game. @param {string} path */
async function replayAt(path) {
  try {
    return await api.replay(path);
  } catch (failed) {
    if (!(failed instanceof api.RequestFailed)) {
      throw failed;
    }
    return null;
  }
}
