/** The start page: the latest matches, and the games to play. */

import { byId, element } from "../shared/dom.js";
import { loadGames } from "../shared/games.js";
import { MatchList } from "./match-list.js";

const LATEST = 10;

const latest = new MatchList({ limit: LATEST }, "No match has been played yet. Start the first one.");

/** The list of matches already reports problems with the API. */
async function offerGames() {
  const games = await loadGames();
  latest.nameGames();
  byId("games").replaceChildren(...games.map(({ id, name, summary, page }) => {
    const query = new URLSearchParams({ game: id });
    const link = (href, text) => element("a", { href }, text, element("span.unseen", {}, ` of ${name}`));
    return element(
      "li",
      {},
      element("h3", {}, name),
      element("p", {}, summary),
      element(
        "p.links",
        {},
        link(page, "Rules"),
        link(`play.html?${query}`, "Playground"),
        link(`new.html?${query}`, "Start a match"),
      ),
    );
  }));
}

await Promise.all([latest.follow(), offerGames()]);
