/** The page of a person or team: their public bots. Its address names the owner. */

import * as api from "../shared/api.js";
import { byId, element, show } from "../shared/dom.js";
import { loadGames } from "../shared/games.js";
import { untilDone } from "../shared/poll.js";
import { canBeChallenged, card, standing, stateOf } from "./bot-card.js";

const LIMIT = 100;
const ID = /^own_[a-z0-9-]+$/;

/** @param {string | null} problem */
const tell = (problem) => show(byId("problem"), problem);

/** @param {Api.GameSummary} game @param {Api.Bot[]} bots */
async function section({ id, name }, bots) {
  const rated = await standing(id);
  return element(
    "section",
    { "aria-labelledby": `in-${id}` },
    element("h2", { id: `in-${id}` }, name),
    element(
      "ul.bots",
      {},
      // The title names the author.
      ...bots.map((bot) => card(id, { ...bot, author: null }, stateOf(bot), canBeChallenged(bot), rated.get(bot.id))),
    ),
  );
}

/** @param {string} author */
async function showPerson(author) {
  const [{ bots, next }, games] = await Promise.all([untilDone(() => api.bots({ author, limit: LIMIT }), tell), loadGames(tell)]);
  const name = bots.find((bot) => bot.author !== null)?.author?.name;
  if (name !== undefined) {
    byId("title").replaceChildren(element("bdi", {}, name));
    document.title = `${name} · Bout`;
  }
  const played = games.filter(({ id }) => bots.some(({ game }) => game === id));
  const sections = await Promise.all(
    played.map((game) =>
      section(
        game,
        bots.filter((bot) => bot.game === game.id),
      ),
    ),
  );
  show(byId("note"), bots.length === 0 ? "This author has no public bots." : null);
  byId("games").replaceChildren(...sections);
  byId("more-bots").hidden = next === null;
  if (bots.length > 0) {
    const { showTrophies } = await import("../contests/trophies.js");
    await showTrophies(
      bots.map(({ id }) => id),
      byId("trophies"),
    );
  }
}

const id = new URLSearchParams(location.search).get("id") ?? "";
if (ID.test(id)) {
  await showPerson(id);
} else {
  show(byId("note"), null);
  tell(id === "" ? "The address names no author. It should end with “?id=” and an id." : `“${id}” is not the id of an author.`);
}
