/** The ladder of a contest that has one of its own. */

import { byId, show } from "../shared/dom.js";
import { followPublication } from "../shared/publication.js";
import { showRows } from "../rankings/ladder-rows.js";
import * as forms from "../rankings/standings-forms.js";
import * as requests from "./contest-api.js";

/** @import { LadderForm } from "../rankings/standings-forms.js" */

/** As for the contest: each answer is read anew. */
const REFRESH_MILLISECONDS = 5_000;

/**
 * Follows it for the lifetime of the page.
 *
 * @param {string} id of the contest
 * @param {() => string} token
 * @param {() => boolean} over whether the contest is, so that the ladder does not change any more
 */
export async function followLadder(id, token, over) {
  /** @type {Api.Ladder | null} */
  let last = null;
  byId("ladder-section").hidden = false;
  await followPublication(
    async () => {
      last = last !== null && over() ? last : await requests.ladder(id, token());
      return last.updatedAt === null ? null : last;
    },
    forms.ladder,
    draw,
    "the leaderboard of the contest",
    REFRESH_MILLISECONDS,
  );
}

/** @param {LadderForm | null} ladder */
function draw(ladder) {
  const empty = ladder === null || ladder.players.length === 0;
  show(byId("ladder-note"), empty ? "No match has been played on it yet." : null);
  byId("ladder").hidden = empty;
  if (!empty) {
    showRows(byId("ladder-head"), byId("ladder-rows"), ladder.game, ladder.players);
  }
}
