/** The latest published tournaments. */

import * as api from "../shared/api.js";
import { botName } from "../shared/bot-names.js";
import { byId, element, show } from "../shared/dom.js";
import { gameName, loadGames } from "../shared/games.js";
import { followPublication } from "../shared/publication.js";
import { offerFeed } from "./feed-link.js";
import * as forms from "./standings-forms.js";
import { formatWord, isKnockout, percent, stateWord, wholeNumber } from "./standings-words.js";
import { whenOpened } from "../shared/when-opened.js";
import { age, count, date } from "../shared/words.js";

/** @import { Listed } from "./standings-forms.js" */

/** @typedef {Listed["tournaments"][0]} ListedTournament */

/** @type {Listed | null} */
let shown = null;

/** @param {Listed | null} published */
function draw(published) {
  shown = published;
  const tournaments = published === null ? [] : published.tournaments;
  show(byId("note"), tournaments.length === 0 ? "There is no public tournament yet. Create the first one below." : null);
  byId("tournaments").replaceChildren(...tournaments.map(row));
  // It is published with the first of them.
  if (tournaments.length > 0 && byId("feeds").hidden) {
    byId("feeds").hidden = false;
    offerFeed("standings/tournaments.atom", "Tournaments");
  }
}

/** @param {ListedTournament} tournament */
function row({ id, name, game, format, state, players, played, matches, createdAt, leader, leaderKey }) {
  return element(
    "li",
    {},
    element(
      "a",
      { href: `tournament.html?${new URLSearchParams({ id })}`, "data-same": id },
      element("span.tournament-name", {}, element("bdi", {}, name)),
      " ",
      element(
        "span.about",
        {},
        element(`span.status${state === "running" ? ".running" : state === "finished" ? ".finished" : ""}`, {}, stateWord(state)),
        " ",
        ...(leader === null
          ? []
          : [
              element(
                "span",
                {},
                state === "finished" ? "won by " : "led by ",
                element("bdi", {}, botName({ name: leader, key: leaderKey })),
              ),
              " ",
            ]),
        element("span", {}, gameName(game)),
        " ",
        element("span", {}, `${formatWord(format)}, ${count(players, "player")}`),
        " ",
        element("span", {}, progress({ state, played, matches, format })),
        " ",
        element("time", { datetime: createdAt, title: date(createdAt), "data-ages": true }, age(createdAt)),
      ),
    ),
  );
}

/** @param {Pick<ListedTournament, "state" | "played" | "matches" | "format">} tournament */
function progress({ state, played, matches, format }) {
  const done = `${wholeNumber(played)} ${played === 1 ? "match" : "matches"}`;
  return state !== "running" || isKnockout(format) || matches === 0
    ? done
    : `${wholeNumber(played)} of ${wholeNumber(matches)} matches, ${percent(played / matches)}`;
}

/** Until the API returns the names of the games, their ids are shown. */
async function nameGames() {
  await loadGames();
  if (shown !== null) {
    draw(shown);
  }
}

/** Before the first tournament there is no file, and asking for it would leave an error in the console. */
let any = false;

async function load() {
  if (!any) {
    any = await anyListed();
  }
  return any ? api.standings("tournaments") : null;
}

async function anyListed() {
  try {
    const { tournaments } = await api.tournaments({ limit: 1 });
    return tournaments.length > 0;
  } catch (failed) {
    if (!(failed instanceof api.RequestFailed)) {
      throw failed;
    }
    return true; // without the API, the file says
  }
}

/** The form is loaded when somebody wants it. */
whenOpened(byId("make"), async () => {
  const { offerForm } = await import("./tournament-form.js");
  await offerForm();
});

await Promise.all([followPublication(load, forms.tournaments, draw, "the list of tournaments"), nameGames()]);
