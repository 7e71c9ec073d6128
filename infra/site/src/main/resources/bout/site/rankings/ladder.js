/** The leaderboard of a game; its address names the game. */

import * as api from "../shared/api.js";
import { botName } from "../shared/bot-names.js";
import { offerCsv } from "../shared/csv.js";
import { byId, element, show } from "../shared/dom.js";
import { showGameTabs } from "./game-tabs.js";
import { loadGames } from "../shared/games.js";
import { offerFeed } from "./feed-link.js";
import { followPublication } from "../shared/publication.js";
import * as forms from "./standings-forms.js";
import { participant } from "../shared/participants.js";
import { showRows } from "./ladder-rows.js";
import { offerProjector } from "./projector.js";
import { bodyRow, headRow } from "./rows.js";
import { failuresOf, oneDecimal, wholeNumber } from "./standings-words.js";
import { wait } from "../shared/poll.js";
import { age, count, date } from "../shared/words.js";

/** @import { LadderForm } from "./standings-forms.js" */

const PATIENCE_MILLISECONDS = 1_500;

/** As in `standings.css`. */
const ROOM_FOR_BOARD = "(min-width: 88rem)";

const GAME = /^[a-z0-9-]+$/;

const DETAILS = [
  ["rank", "Rank"],
  ["name", "Bot"],
  ["mean", "Mean"],
  ["trend", "Trend"],
  ["failed", "Failed calls"],
];

/**
 * The game in the address, or the first game; `null` if the address contains an invalid name.
 *
 * @param {Promise<Api.GameSummary[]>} games
 */
async function chosenGame(games) {
  const addressed = new URLSearchParams(location.search).get("game");
  if (addressed === null) {
    return (await games)[0].id;
  }
  return GAME.test(addressed) ? addressed : null;
}

/** Problems with the API are shown only while nothing can be shown without it. @param {string | null} words */
function tellOfApi(words) {
  if (!new URLSearchParams(location.search).has("game")) {
    show(byId("problem"), words);
  }
}

/** @param {Promise<Api.GameSummary[]>} games @param {string | null} game */
async function showTabs(games, game) {
  const known = await games;
  showGameTabs(known, game, (id) => {
    const address = new URLSearchParams(location.search);
    address.set("game", id);
    return `?${address}`;
  });
  const name = known.find(({ id }) => id === game)?.name;
  if (game !== null && name !== undefined) {
    byId("title").textContent = `${name}: leaderboard`;
    document.title = `${name}: leaderboard · Bout`;
    byId("directory").href = `bots.html?${new URLSearchParams({ game })}`;
  }
}

/** @param {LadderForm | null} ladder */
function draw(ladder) {
  const empty = ladder === null || ladder.players.length === 0;
  byId("ladder").hidden = empty;
  if (empty) {
    show(byId("note"), "No rated match has been played yet.");
    return;
  }
  show(byId("note"), null);
  byId("summary").replaceChildren(
    `${count(ladder.players.length, "bot")}, ${wholeNumber(ladder.matches)} ` +
      `${ladder.matches === 1 ? "match" : "matches"}, the last one `,
    element("time", { datetime: ladder.updatedAt, title: date(ladder.updatedAt), "data-ages": true }, age(ladder.updatedAt)),
    ".",
  );
  // Matches between house bots are in no feed.
  byId("feeds").hidden = ladder.players.every(({ house }) => house);
  if (!byId("feeds").hidden) {
    offerFeed(`standings/ladders/${ladder.game}.atom`, document.title);
  }
  showRows(byId("head"), byId("rows"), ladder.game, ladder.players);
  byId("details-head").replaceChildren(headRow(DETAILS));
  byId("details-rows").replaceChildren(...ladder.players.map((player) => details(ladder, player)));
  offerCsv(byId("csv"), `leaderboard-${ladder.game}`, () => tableOf(ladder));
  highlight(ladder);
}

/** All figures of the table, for spreadsheets. @param {LadderForm} ladder */
const tableOf = ({ players }) => [
  [
    "Rank",
    "Bot",
    "Id",
    "Rating",
    "Mean",
    "Uncertainty",
    "Provisional",
    "Won",
    "Drawn",
    "Lost",
    "Version",
    "Calls",
    "Failed calls",
    "Author",
  ],
  ...players.map((each) => [
    each.rank,
    botName(each),
    each.key,
    each.rating,
    each.mu,
    each.sigma,
    each.provisional,
    each.wins,
    each.draws,
    each.losses,
    each.version,
    each.calls,
    each.failures,
    each.author?.name ?? null,
  ]),
];

/** @param {LadderForm} ladder @param {LadderForm["players"][0]} player */
function details({ game }, player) {
  return bodyRow(DETAILS, [
    [String(player.rank)],
    [participant(game, player.key, botName(player), `details ${player.key}`)],
    [`${oneDecimal(player.mu)} ± ${oneDecimal(player.sigma)}`],
    [trend(player.trend)],
    [player.house ? "–" : failuresOf(player)],
  ]);
}

/** @param {number} change */
function trend(change) {
  const shown = String(Math.abs(change));
  if (change === 0) {
    return element("span.fine", {}, "±0");
  }
  return change > 0
    ? element("span.up", {}, element("span", { "aria-hidden": "true" }, "▲ "), element("span.unseen", {}, "up by "), shown)
    : element("span.down", {}, element("span", { "aria-hidden": "true" }, "▼ "), element("span.unseen", {}, "down by "), shown);
}

let highlighted = false;

/** Beside the table, where there is room; nothing of it is loaded elsewhere. @param {LadderForm} ladder */
async function highlight({ game }) {
  const projected = document.documentElement.classList.contains("projector");
  if (!highlighted && !projected && matchMedia(ROOM_FOR_BOARD).matches) {
    highlighted = true;
    const { playHighlights } = await import("./highlights.js");
    await playHighlights(game);
  }
}

/**
 * The ladder's file, a moment after the list of games if that is slow: the name of the game would push the table down,
 * and without a file, the game may not exist.
 */
async function load() {
  const [file, isUnknown] = await Promise.all([
    api.standings(`ladders/${game}`),
    Promise.race([unknown, wait(PATIENCE_MILLISECONDS)]),
  ]);
  if (file === null && isUnknown) {
    throw new api.RequestFailed(`There is no game with the id “${game}”.`, 404);
  }
  return file;
}

offerProjector();
const games = loadGames(tellOfApi);
const game = await chosenGame(games);
const unknown = games.then((known) => !known.some(({ id }) => id === game));
if (game === null) {
  show(byId("note"), null);
  show(byId("problem"), `“${new URLSearchParams(location.search).get("game")}” is not the id of a game.`);
  await showTabs(games, game);
} else {
  await Promise.all([showTabs(games, game), followPublication(load, forms.ladder, draw, `the leaderboard of ${game}`)]);
}
