/** The directory of a game's bots; its address names the game. */

import * as api from "../shared/api.js";
import { avatar } from "../shared/avatar.js";
import { houseName } from "../shared/bot-names.js";
import { byId, element, show } from "../shared/dom.js";
import { loadGames } from "../shared/games.js";
import { botAddress, challengeAddress } from "../shared/participants.js";
import { untilDone } from "../shared/poll.js";
import { keptToken } from "../shared/token.js";

const RETRY_MILLISECONDS = 4_000;
const LIMIT = 100;

function card(game, key, name, about, challenge) {
  return element(
    "li.card",
    {},
    avatar(key),
    element("span.bot-name", {}, element("a", { href: botAddress(game, key) }, element("bdi", {}, name)), element("span.hint", {}, about)),
    challenge
      ? element("a.button.plain", { href: challengeAddress(game, key) }, "Challenge", element("span.unseen", {}, ` ${name}`))
      : null);
}

/** What answers for a bot that is not at a URL, as most are. */
const KINDS = { published: ", its code runs on Bout", connected: ", connected from its owner's machine" };

function stateOf({ active, proven, health, version, kind, online }) {
  if (!active) {
    return "does not play now";
  }
  if (health?.suspended === true) {
    return "failed its last checks";
  }
  if (online === false) {
    return "not connected now";
  }
  return proven ? `version ${version}${KINDS[kind] ?? ""}` : "its owner has yet to prove control of its URL";
}

/** Only bots that others may call can be challenged by them, and one that is not connected would not answer. */
const canBeChallenged = ({ active, proven, health, online }) => active && proven && health?.suspended !== true && online !== false;

const tell = (problem) => show(byId("problem"), problem);

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

async function showBots(game) {
  const [{ bots, next }, { houseBots, page }, own] = await untilDone(
    () => Promise.all([api.bots({ game, limit: LIMIT }), api.game(game), mine(game)]), tell, RETRY_MILLISECONDS);
  show(byId("note"), bots.length === 0 ? "No bot has been registered yet. Yours could be the first." : null);
  byId("registered").replaceChildren(...bots.map((bot) => card(game, bot.id, bot.name, stateOf(bot), canBeChallenged(bot))));
  byId("more-bots").hidden = next === null;
  byId("house").replaceChildren(...houseBots.map(({ name, sentence }) => card(game, `house:${name}`, houseName(name), sentence, true)));
  byId("mine-section").hidden = own.length === 0;
  byId("mine").replaceChildren(...own.map((bot) => card(game, bot.id, bot.name, stateOf(bot), bot.active)));
  byId("guide").href = page;
  byId("playground").href = `play.html?${new URLSearchParams({ game })}`;
}

const games = await loadGames(tell);
const asked = new URLSearchParams(location.search).get("game");
const game = asked ?? games[0].id;
byId("games").replaceChildren(...games.map(({ id, name }) => element(
  "li", {}, element("a", { "href": `?${new URLSearchParams({ game: id })}`, "aria-current": id === game ? "page" : false }, name))));
const known = games.find(({ id }) => id === game);
if (known === undefined) {
  show(byId("note"), null);
  tell(`There is no game with the id “${game}”.`);
} else {
  byId("title").textContent = `${known.name}: bots`;
  document.title = `${known.name}: bots · Bout`;
  await showBots(game);
}
