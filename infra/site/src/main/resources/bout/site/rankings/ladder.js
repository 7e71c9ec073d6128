/** The leaderboard of a game; its address names the game. */

import * as api from "../shared/api.js";
import { byId, element, show } from "../shared/dom.js";
import { loadGames } from "../shared/games.js";
import { eloRange, scaleOf } from "./elo-range.js";
import { followPublication } from "../shared/publication.js";
import * as forms from "./standings-forms.js";
import { participant } from "../shared/participants.js";
import { offerProjector } from "./projector.js";
import { bodyRow, headRow } from "./rows.js";
import { failuresOf, oneDecimal, percent, recordWords, wholeNumber } from "./standings-words.js";
import { age, count, date } from "../shared/words.js";

const GAME = /^[a-z0-9-]+$/;

const COLUMNS = [
  ["rank", "Rank"],
  ["name", "Bot"],
  ["rating", "Rating"],
  ["elo-cell", "Elo"],
  ["ahead", "Ahead"],
  ["record", "Won, drawn, lost"],
  ["trend", "Trend"],
  ["failed", "Failed calls"],
];

/** The game in the address, or the first game; `null` if the address contains an invalid name. */
async function chosenGame(games) {
  const addressed = new URLSearchParams(location.search).get("game");
  if (addressed === null) {
    return (await games)[0].id;
  }
  return GAME.test(addressed) ? addressed : null;
}

/** Problems with the API are shown only while nothing can be shown without it. */
function tellOfApi(words) {
  if (!new URLSearchParams(location.search).has("game")) {
    show(byId("problem"), words);
  }
}

async function showTabs(games, game) {
  const known = await games;
  byId("games").replaceChildren(...known.map(({ id, name }) => {
    const address = new URLSearchParams(location.search);
    address.set("game", id);
    return element("li", {}, element("a", { "href": `?${address}`, "aria-current": id === game ? "page" : false }, name));
  }));
  if (game !== null) {
    const name = known.find(({ id }) => id === game)?.name ?? game;
    byId("title").textContent = `${name}: leaderboard`;
    document.title = `${name}: leaderboard · Bout`;
  }
}

function draw(ladder) {
  byId("ladder").hidden = ladder === null || ladder.players.length === 0;
  if (byId("ladder").hidden) {
    show(byId("note"), "No match has counted yet for this game’s leaderboard.");
    return;
  }
  show(byId("note"), null);
  byId("summary").replaceChildren(
    `${count(ladder.players.length, "bot")}, ${wholeNumber(ladder.matches)} `
      + `${ladder.matches === 1 ? "match" : "matches"} counted, the last one `,
    element("time", { "datetime": ladder.updatedAt, "title": date(ladder.updatedAt), "data-ages": true }, age(ladder.updatedAt)),
    ".");
  const anchor = ladder.players.find(({ key }) => key === ladder.anchor);
  byId("anchor").replaceChildren(element("bdi", {}, anchor?.name ?? ladder.anchor));
  const intervals = ladder.players.map(intervalOf).filter((each) => each !== null);
  const scale = intervals.length === 0 ? null : scaleOf(intervals);
  byId("head").replaceChildren(headRow(COLUMNS));
  byId("rows").replaceChildren(...ladder.players.map((player, index) => row(ladder, player, index, scale)));
}

const intervalOf = ({ elo, eloLow, eloHigh }) =>
  ([elo, eloLow, eloHigh].every(Number.isFinite) ? { elo, low: eloLow, high: eloHigh } : null);

function row({ game, players }, player, index, scale) {
  const interval = intervalOf(player);
  const next = players[index + 1];
  return bodyRow(COLUMNS, [
    [String(player.rank)],
    [
      participant(game, player.key, player.name, player.key),
      " ",
      ...(player.house ? [element("span.tag", {}, "house bot"), " "] : []),
      ...(player.version > 1 ? [element("span.tag", {}, `version ${player.version}`), " "] : []),
      ...(player.provisional ? [element("span.tag.provisional", {}, "provisional")] : []),
    ],
    [
      element("b", {}, oneDecimal(player.rating)),
      element("span.fine", {}, ` ${oneDecimal(player.mu)} ± ${oneDecimal(player.sigma)}`),
    ],
    interval === null ? ["not known yet"] : [eloRange(interval, scale)],
    player.superior === null || next === undefined
      ? ["–"]
      : [percent(player.superior), element("span.unseen", {}, " of ", element("bdi", {}, next.name))],
    [element(
      "span",
      { title: recordWords(player) },
      `${wholeNumber(player.wins)} – ${wholeNumber(player.draws)} – ${wholeNumber(player.losses)}`)],
    [trend(player.trend)],
    [player.house ? "–" : failuresOf(player)],
  ]);
}

function trend(change) {
  const shown = oneDecimal(Math.abs(change));
  if (shown === "0.0") {
    return element("span.fine", {}, "±0.0");
  }
  return change > 0
    ? element("span.up", {}, element("span", { "aria-hidden": "true" }, "▲ "), element("span.unseen", {}, "up by "), shown)
    : element("span.down", {}, element("span", { "aria-hidden": "true" }, "▼ "), element("span.unseen", {}, "down by "), shown);
}

offerProjector();
const games = loadGames(tellOfApi);
const game = await chosenGame(games);
if (game === null) {
  show(byId("note"), null);
  show(byId("problem"), `“${new URLSearchParams(location.search).get("game")}” is not the id of a game.`);
  await showTabs(games, game);
} else {
  await Promise.all([
    showTabs(games, game),
    followPublication(() => api.standings(`ladders/${game}`), forms.ladder, draw, `the leaderboard of ${game}`),
  ]);
}
