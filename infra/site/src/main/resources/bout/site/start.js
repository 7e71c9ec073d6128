/** The start page: the latest matches, and what there is to play. */

import * as api from "./api.js";
import { byId, element } from "./dom.js";
import { MatchList } from "./match-list.js";
import { untilDone } from "./waiting.js";

const LATEST = 10;
const RETRY_MILLISECONDS = 4_000;

const latest = new MatchList({ limit: LATEST }, "No match has been played yet. Start the first one.");

/** The list of matches says what is wrong with the API, so this need not. */
async function offerGames() {
  const { games } = await untilDone(() => api.games(), () => {}, RETRY_MILLISECONDS);
  latest.nameGames(new Map(games.map(({ id, name }) => [id, name])));
  byId("games").replaceChildren(...games.map(({ id, name, summary, page }) => element(
    "li",
    {},
    element("h3", {}, name),
    element("p", {}, summary),
    element(
      "p.links",
      {},
      element("a", { href: page }, "Rules", element("span.unseen", {}, ` of ${name}`)),
      element(
        "a",
        { href: `new.html?${new URLSearchParams({ game: id })}` },
        "Start a match",
        element("span.unseen", {}, ` of ${name}`),
      ),
    ),
  )));
}

await Promise.all([latest.follow(), offerGames()]);
