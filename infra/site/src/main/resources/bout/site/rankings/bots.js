/** The directory of a game's bots; its address names the game. */

import * as api from "../shared/api.js";
import { avatar } from "../shared/avatar.js";
import { houseName } from "../shared/bot-names.js";
import { byId, element, show } from "../shared/dom.js";
import { loadGames } from "../shared/games.js";
import { botAddress, challengeAddress } from "../shared/participants.js";
import { untilDone } from "../shared/poll.js";
import { NotAsExpected } from "../shared/shape.js";
import { keptToken } from "../shared/token.js";
import * as forms from "./standings-forms.js";
import { ratingText } from "../shared/rating.js";

const RETRY_MILLISECONDS = 4_000;
const LIMIT = 100;

/**
 * The rank and rating of each bot on the ladder, by its key; nothing if the ladder cannot be read, which its own page tells.
 *
 * @param {string} game
 */
async function standing(game) {
  try {
    const file = await api.standings(`ladders/${game}`);
    const players = file === null ? [] : forms.ladder(file, "the leaderboard").players;
    return new Map(players.map((player) => [player.key, `rank ${player.rank}, rating ${ratingText(player)}`]));
  } catch (failed) {
    if (!(failed instanceof api.RequestFailed) && !(failed instanceof NotAsExpected)) {
      throw failed;
    }
    return new Map();
  }
}

/**
 * @param {string} game
 * @param {string} key
 * @param {string} name
 * @param {string} about
 * @param {boolean} challenge
 * @param {string | undefined} rated
 */
function card(game, key, name, about, challenge, rated) {
  return element(
    "li.card",
    {},
    avatar(key),
    element(
      "span.bot-name",
      {},
      element("a", { href: botAddress(game, key) }, element("bdi", {}, name)),
      rated === undefined ? null : element("span.fine", {}, rated),
      element("span.hint", {}, about),
    ),
    challenge
      ? element("a.button.plain", { href: challengeAddress(game, key) }, "Challenge", element("span.unseen", {}, ` ${name}`))
      : null,
  );
}

/** What answers for a bot that is not at a URL, as most are. @type {Record<string, string>} */
const KINDS = { published: ", its code runs on Bout", connected: ", connected from its owner's machine" };

/** @param {Api.Bot} bot */
function stateOf({ active, proven, health, version, kind, online }) {
  if (!active) {
    return "does not play now";
  }
  if (health?.suspended === true) {
    return "suspended: it failed in matches or checks";
  }
  if (online === false) {
    return "not connected now";
  }
  return proven ? `version ${version}${KINDS[kind] ?? ""}` : "its URL is not verified yet";
}

/** Only bots that others may call can be challenged by them, and one that is not connected would not answer. @param {Api.Bot} bot */
const canBeChallenged = ({ active, proven, health, online }) =>
  active && proven && health?.suspended !== true && online !== false;

/** @param {string | null} problem */
const tell = (problem) => show(byId("problem"), problem);

/** @param {string} game */
async function mine(game) {
  const token = keptToken();
  if (token === "") {
    return [];
  }
  try {
    const { bots } = await api.bots({ game, mine: true, limit: LIMIT }, token);
    return bots;
  } catch (failed) {
    if (!(failed instanceof api.RequestFailed)) {
      throw failed;
    }
    return []; // the token is no longer valid, which the form that needs it says
  }
}

/** @param {string} game */
async function showBots(game) {
  const [{ bots, next }, { houseBots, page }, own, rated] = await untilDone(
    () => Promise.all([api.bots({ game, limit: LIMIT }), api.game(game), mine(game), standing(game)]),
    tell,
    RETRY_MILLISECONDS,
  );
  show(byId("note"), bots.length === 0 ? "No bot has been registered yet. Yours could be the first." : null);
  byId("registered").replaceChildren(
    ...bots.map((bot) => card(game, bot.id, bot.name, stateOf(bot), canBeChallenged(bot), rated.get(bot.id))),
  );
  byId("more-bots").hidden = next === null;
  byId("house").replaceChildren(
    ...houseBots.map(({ name, sentence }) =>
      card(game, `house:${name}`, houseName(name), sentence, true, rated.get(`house:${name}`)),
    ),
  );
  byId("mine-section").hidden = own.length === 0;
  byId("mine").replaceChildren(...own.map((bot) => card(game, bot.id, bot.name, stateOf(bot), bot.active, rated.get(bot.id))));
  byId("guide").href = page;
  byId("playground").href = `play.html?${new URLSearchParams({ game })}`;
}

const games = await loadGames(tell);
const asked = new URLSearchParams(location.search).get("game");
const game = asked ?? games[0].id;
byId("games").replaceChildren(
  ...games.map(({ id, name }) =>
    element(
      "li",
      {},
      element("a", { href: `?${new URLSearchParams({ game: id })}`, "aria-current": id === game ? "page" : false }, name),
    ),
  ),
);
const known = games.find(({ id }) => id === game);
if (known === undefined) {
  show(byId("note"), null);
  tell(`There is no game with the id “${game}”.`);
} else {
  byId("title").textContent = `${known.name}: bots`;
  document.title = `${known.name}: bots · Bout`;
  await showBots(game);
}
