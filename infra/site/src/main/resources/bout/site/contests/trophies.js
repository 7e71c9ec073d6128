/** What bots have won, on the page of a bot or of a person. */

import * as api from "../shared/api.js";
import { element } from "../shared/dom.js";
import { ordinal } from "../shared/words.js";
import * as requests from "./contest-api.js";
import { contestAddress } from "./contest-words.js";

/** Their places among the first three of the newest contests. The page is complete without them. @param {string[]} bots @param {HTMLElement} list */
export async function showTrophies(bots, list) {
  let contests;
  try {
    ({ contests } = await requests.contests());
  } catch (failed) {
    if (failed instanceof api.RequestFailed) {
      return;
    }
    throw failed;
  }
  const trophies = contests.flatMap(({ id, name, podium }) =>
    podium.flatMap(({ bot }, index) => (bots.includes(bot) ? [{ id, name, place: 1 + index }] : [])),
  );
  list.hidden = trophies.length === 0;
  list.replaceChildren(
    ...trophies.map(({ id, name, place }) =>
      element(
        `li.trophy.place-${place}`,
        {},
        element("strong", {}, ordinal(place)),
        " in ",
        element("a", { href: contestAddress(id), "data-same": `trophy ${place} ${id}` }, element("bdi", {}, name)),
      ),
    ),
  );
}
