/** The ratings of a ladder match's players. */

import * as api from "../shared/api.js";
import { ratingText } from "../shared/rating.js";
import { NotAsExpected } from "../shared/shape.js";
import { ladder } from "../rankings/standings-forms.js";
import { showRatings } from "./facts.js";

/** @import { PlayedMatch } from "./replay-record.js" */

/** Shows the ratings as they are now. The page is complete without them. @param {PlayedMatch} match */
export async function addRatings({ game, players }) {
  try {
    const file = await api.standings(`ladders/${game}`);
    if (file !== null) {
      const ranked = ladder(file, "the leaderboard").players;
      showRatings(
        players
          .map(({ bot, house }) => ranked.find(({ key }) => key === (bot ?? `house:${house}`)))
          .map((player) => (player === undefined ? null : ratingText(player))),
      );
    }
  } catch (failed) {
    if (!(failed instanceof api.RequestFailed) && !(failed instanceof NotAsExpected)) {
      throw failed;
    }
  }
}
