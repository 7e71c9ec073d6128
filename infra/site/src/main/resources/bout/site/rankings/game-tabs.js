/** The games above a list of what belongs to one of them. */

import { byId, element } from "../shared/dom.js";

/**
 * Shows the games as tabs, in one row on a phone, and the chosen one in sight.
 *
 * @param {Api.GameSummary[]} games
 * @param {string | null} chosen its id
 * @param {(id: string) => string} address of the page of a game
 */
export function showGameTabs(games, chosen, address) {
  const tabs = games.map(({ id, name }) =>
    element("a", { href: address(id), "aria-current": id === chosen ? "page" : false }, name),
  );
  byId("games").replaceChildren(...tabs.map((tab) => element("li", {}, tab)));
  tabs.find(({ ariaCurrent }) => ariaCurrent !== null)?.scrollIntoView({ block: "nearest", inline: "center" });
}
