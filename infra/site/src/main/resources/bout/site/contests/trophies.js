/** What a bot has won, on its page. */

import * as api from "../shared/api.js";
import { element } from "../shared/dom.js";
import { ordinal } from "../shared/words.js";
import * as requests from "./contest-api.js";
import { contestAddress } from "./contest-words.js";

/** Its places among the first three of the newest contests. The page is complete without them. @param {string} bot @param {HTMLElement} list */
export async function showTrophies(bot, list) {
  let contests;
  try {
    ({ contests } = await requests.contests());
  } catch (failed) {
    if (failed instanceof api.RequestFailed) {
      return;
    }
    throw failed;
  }
  const trophies = contests
    .map(({ id, name, podium }) => ({ id, name, place: 1 + podium.findIndex((prize) => prize.bot === bot) }))
    .filter(({ place }) => place > 0);
  list.hidden = trophies.length === 0;
  list.replaceChildren(
    ...trophies.map(({ id, name, place }) =>
      element(
        `li.trophy.place-${place}`,
        {},
        element("strong", {}, ordinal(place)),
        " in ",
        element("a", { href: contestAddress(id), "data-same": `trophy ${id}` }, element("bdi", {}, name)),
      ),
    ),
  );
}
