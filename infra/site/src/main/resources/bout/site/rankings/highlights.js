/** The board beside a leaderboard: the game's closest match and its biggest upset, one after the other. */

import * as api from "../shared/api.js";
import { byId } from "../shared/dom.js";
import { seen, wait } from "../shared/poll.js";
import { NotAsExpected } from "../shared/shape.js";
import { FrontBoard } from "../match/front-board.js";
import { frontForm } from "../match/front-data.js";
import { followMatch } from "../match/live-match.js";

const PAUSE_MILLISECONDS = 3_000;

/**
 * What the start page's file has of the game; nothing if it cannot be read, because the table does without.
 *
 * @param {string} game
 */
async function highlightsOf(game) {
  try {
    const file = await api.standings("front");
    const found = file === null ? undefined : frontForm(file, "the start page").games.find((each) => each.game === game);
    return [
      { title: "Upset: the weaker bot wins", match: found?.upset?.match ?? "" },
      { title: "A close match", match: found?.closest?.match ?? "" },
    ].filter(({ match }) => match !== "");
  } catch (failed) {
    if (!(failed instanceof api.RequestFailed) && !(failed instanceof NotAsExpected)) {
      throw failed;
    }
    return [];
  }
}

/** Plays them for the lifetime of the page. @param {string} game its id */
export async function playHighlights(game) {
  const highlights = await highlightsOf(game);
  if (highlights.length === 0) {
    return;
  }
  const board = new FrontBoard({ strip: byId("scoreboard"), canvas: byId("board"), pause: byId("pause"), link: byId("watch") });
  const places = { note: byId("highlight-note"), problem: byId("highlight-problem") };
  byId("highlight").hidden = false;
  for (let next = 0; ; next = (next + 1) % highlights.length) {
    await seen();
    const { title, match } = highlights[next];
    byId("highlight-title").textContent = title;
    const ended = new Promise((done) => board.addEventListener("end", done, { once: true }));
    await followMatch(match, board, new AbortController().signal, places);
    await (board.shown ? ended : wait(PAUSE_MILLISECONDS));
    board.clear();
  }
}
