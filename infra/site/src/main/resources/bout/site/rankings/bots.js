/** The directory of a game's bots; its address names the game. */

import * as api from "../shared/api.js";
import { houseName } from "../shared/bot-names.js";
import { byId, show } from "../shared/dom.js";
import { showGameTabs } from "./game-tabs.js";
import { loadGames } from "../shared/games.js";
import { untilDone } from "../shared/poll.js";
import { keptToken } from "../shared/token.js";
import { canBeChallenged, card, standing, stateOf } from "./bot-card.js";

const LIMIT = 100;

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
  );
  show(byId("note"), bots.length === 0 ? "No bot has been registered yet. Yours could be the first." : null);
  byId("registered").replaceChildren(
    ...bots.map((bot) => card(game, bot, stateOf(bot), canBeChallenged(bot), rated.get(bot.id))),
  );
  byId("more-bots").hidden = next === null;
  byId("house").replaceChildren(
    ...houseBots.map(({ name, sentence }) =>
      card(game, { id: `house:${name}`, name: houseName(name) }, sentence, true, rated.get(`house:${name}`)),
    ),
  );
  byId("mine-section").hidden = own.length === 0;
  byId("mine").replaceChildren(...own.map((bot) => card(game, bot, stateOf(bot), bot.active, rated.get(bot.id))));
  byId("guide").href = page;
  byId("playground").href = `play.html?${new URLSearchParams({ game })}`;
}

const games = await loadGames(tell);
const asked = new URLSearchParams(location.search).get("game");
const game = asked ?? games[0].id;
showGameTabs(games, game, (id) => `?${new URLSearchParams({ game: id })}`);
const known = games.find(({ id }) => id === game);
if (known === undefined) {
  show(byId("note"), null);
  tell(`There is no game with the id “${game}”.`);
} else {
  byId("title").textContent = `${known.name}: bots`;
  document.title = `${known.name}: bots · Bout`;
  await showBots(game);
}
