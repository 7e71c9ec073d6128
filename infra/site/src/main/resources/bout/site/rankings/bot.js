/** The page of a bot on a ladder; its address names the bot. */

import * as api from "../shared/api.js";
import { byId, definitions, element, show } from "../shared/dom.js";
import { gameName, loadGames } from "../shared/games.js";
import { followPublication } from "../shared/publication.js";
import * as forms from "./standings-forms.js";
import { participant } from "../shared/participants.js";
import { RatingChart } from "./rating-chart.js";
import { failuresOf, oneDecimal, percent, recordWords, wholeNumber } from "./standings-words.js";
import { age, count, date, duration, failureWords } from "../shared/words.js";

const KEY = /^[A-Za-z0-9_.-]+$/;

const query = new URLSearchParams(location.search);
// Pages of matches have an id, so people write that for a bot, too.
const key = query.get("key") ?? query.get("id") ?? "";
const chart = new RatingChart(byId("history"));
let shown = null;

function draw(bot) {
  shown = bot;
  byId("bot").hidden = bot === null;
  if (bot === null) {
    show(byId("note"), "No match of this bot has counted yet, or there is no such bot.");
    return;
  }
  show(byId("note"), null);
  byId("title").replaceChildren(element("bdi", {}, bot.name));
  document.title = `${bot.name} · Bout`;
  byId("leaderboard").href = `ladder.html?${new URLSearchParams({ game: bot.game })}`;
  byId("said").replaceChildren(...sentences(bot));
  showHistory(bot);
  showOpponents(bot);
  byId("recent").replaceChildren(...bot.recent.map((match) => recent(match)));
  showFigures(bot);
  showFailures(bot);
  showVersions(bot);
}

function sentences({ active, rank, provisional, house, game, rating }) {
  return [
    element("strong", {}, rank === null ? "Not on the leaderboard" : `Rank ${rank}`),
    rank === null ? " of " : " on the leaderboard of ",
    element("a", { href: byId("leaderboard").href }, gameName(game)),
    `, with a rating of ${oneDecimal(rating)}. `,
    ...(house ? [element("span.tag", {}, "house bot"), " "] : []),
    ...(provisional ? [element("span.tag.provisional", {}, "provisional"), " "] : []),
    ...(active ? [] : [element("span.tag.provisional", {}, "does not play now")]),
  ];
}

function showHistory({ history }) {
  chart.show(history);
  const versions = new Set(history.map(({ version }) => version));
  byId("versions-said").textContent = versions.size > 1
    ? "Each new version begins at the old mean, with more uncertainty."
    : "";
  byId("history-head").replaceChildren(headRow(["Matches", "When", "Version", "Mean", "Uncertainty", "Rating"]));
  byId("history-rows").replaceChildren(...history.toReversed().map(({ at, matches, version, mu, sigma }) => element(
    "tr",
    {},
    ...[wholeNumber(matches), date(at), version === 0 ? "–" : String(version), oneDecimal(mu), oneDecimal(sigma), oneDecimal(mu - 3 * sigma)]
      .map((figure) => element("td", {}, figure)))));
}

const headRow = (titles) => element(
  "tr", {}, ...titles.map((title, index) => element(index === 0 ? "th.name" : "th", { scope: "col" }, title)));

function showOpponents({ game, opponents }) {
  const rows = opponents
    .map((each) => ({ ...each, played: each.wins + each.draws + each.losses }))
    .sort((one, other) => other.played - one.played);
  byId("opponents-note").textContent = rows.length === 0
    ? "This version has played nobody yet."
    : `${count(rows.length, "opponent")} of this version, the most played first.`;
  byId("opponents-head").replaceChildren(headRow(["Opponent", "Won", "Drawn", "Lost", "Points"]));
  byId("opponents-rows").replaceChildren(...rows.map((each) => element(
    "tr",
    {},
    element("th.name", { scope: "row" }, participant(game, each.key, each.name, `against ${each.key}`)),
    ...[each.wins, each.draws, each.losses].map((number) => element("td", {}, wholeNumber(number))),
    element("td", {}, each.played === 0 ? "–" : percentOf((each.wins + each.draws / 2) / each.played)))));
}

/** An exact count, so 0 % and 100 % are possible. */
const percentOf = (share) => (share === 0 || share === 1 ? `${100 * share} %` : percent(share));

function recent({ match, opponentName, seat, winner, scores, at, rated }) {
  const own = scores[seat === 2 ? 1 : 0];
  const others = scores[seat === 2 ? 0 : 1];
  const outcome = winner === null ? "draw" : winner === seat ? "won" : "lost";
  const opponent = opponentName === null
    ? "a bot that is not public"
    : element("bdi", {}, opponentName);
  return element("li", {}, element(
    "a",
    { "href": `match.html?${new URLSearchParams({ id: match })}`, "data-same": match },
    element(
      "span.result",
      {},
      element(`span.ended.${outcome}`, {}, outcome),
      element("span.against", {}, element("span.versus", {}, "against "), opponent),
      element("span.score", {}, `${own} : ${others}`)),
    " ",
    element(
      "span.about",
      {},
      element("span", {}, `seat ${seat}`),
      " ",
      ...(rated ? [] : [element("span", {}, "not rated: one of the two had been replaced by a newer version"), " "]),
      element("time", { "datetime": at, "title": date(at), "data-ages": true }, age(at)))));
}

function showFigures(bot) {
  byId("figures").replaceChildren(...definitions([
    ["Rating", oneDecimal(bot.rating)],
    ["Mean", `${oneDecimal(bot.mu)} ± ${oneDecimal(bot.sigma)}`],
    ["Matches", wholeNumber(bot.matches)],
    ["Record", recordWords(bot)],
    ["Version", bot.version === 0 ? null : String(bot.version)],
    ["Half of the answers within", Number.isFinite(bot.p50) ? duration(bot.p50) : null],
    ["95 % of the answers within", Number.isFinite(bot.p95) ? duration(bot.p95) : null],
    ["Answers", bot.house ? "played within Bout, so no call is made" : bot.calls === 0 ? "not called yet" : null],
  ]));
}

function showFailures({ house, failures, calls, failureKinds }) {
  byId("failures").replaceChildren(...definitions(failures === 0
    ? [["In all", house ? "none, for it is not called" : `none in ${count(calls, "call")}`]]
    : [
      ["In all", failuresOf({ failures, calls })],
      ...Object.entries(failureKinds)
        .sort(([, one], [, other]) => other - one)
        .map(([kind, number]) => [failureWords(kind), wholeNumber(number)]),
    ]));
}

function showVersions({ versions }) {
  byId("versions-section").hidden = versions.length === 0;
  byId("versions").replaceChildren(...versions.map((each) => element(
    "li",
    {},
    element("strong", {}, `Version ${each.version}`),
    element("p", {}, `rating ${oneDecimal(each.rating)} after ${recordWords(each)}, until ${date(each.until)}`))));
}

/** Until the API returns the names of the games, their ids are shown. */
async function nameGames() {
  await loadGames();
  if (shown !== null) {
    byId("said").replaceChildren(...sentences(shown));
  }
}

if (KEY.test(key)) {
  await Promise.all([followPublication(() => api.standings(`bots/${key}`), forms.bot, draw, "the page of the bot"), nameGames()]);
} else {
  show(byId("note"), null);
  show(byId("problem"), key === ""
    ? "The address names no bot: it ends with “?key=” and the bot’s key, as the leaderboard’s links have it."
    : `“${key}” is not the key of a bot.`);
}
