/** The page of a bot on a ladder; its address names the bot. */

import * as api from "../shared/api.js";
import { avatar } from "../shared/avatar.js";
import { botName, by } from "../shared/bot-names.js";
import { offerCsv } from "../shared/csv.js";
import { byId, definitions, element, show } from "../shared/dom.js";
import { gameName, loadGames } from "../shared/games.js";
import { followPublication, keepingFocus } from "../shared/publication.js";
import * as forms from "./standings-forms.js";
import { offerFeed } from "./feed-link.js";
import { challengeAddress, handAddress, opponents, outcomeOf, ownFirst, participant } from "../shared/participants.js";
import { ratingText } from "../shared/rating.js";
import { RatingChart } from "./rating-chart.js";
import { failuresOf, oneDecimal, percent, recordWords, wholeNumber } from "./standings-words.js";
import { keptToken } from "../shared/token.js";
import { age, count, date, duration, failureWords, lostBy, score } from "../shared/words.js";

/** @import { RatedBot } from "./standings-forms.js" */

const KEY = /^[A-Za-z0-9_.-]+$/;

const query = new URLSearchParams(location.search);
// Pages of matches have an id, so people write that for a bot, too.
const key = query.get("key") ?? query.get("id") ?? "";
const chart = new RatingChart(byId("history"));
/** @type {RatedBot | null} */
let shown = null;

/** Of a bot without a file. @type {string | null} */
let unratedGame = null;

/** The bot's file. Before its first rated match there is none, so its page shows what the API knows until its ladder has the bot. */
async function load() {
  if (unratedGame !== null && !(await api.ladder(unratedGame)).players.some((player) => player.key === key)) {
    await showUnrated();
    return null;
  }
  const file = await api.standings(`bots/${key}`);
  if (file === null) {
    await showUnrated();
  }
  return file;
}

async function showUnrated() {
  if (!key.startsWith("bot_")) {
    show(byId("note"), "No match of this bot has counted yet, or there is no such bot.");
    return;
  }
  try {
    const bot = await api.bot(key, keptToken());
    const { name, author, game } = bot;
    unratedGame = game;
    const words = `A bot for ${gameName(game)}. No match of this bot has counted yet${whenItPlays(bot)}`;
    // A screen reader would read the same words again.
    if (byId("note").textContent !== words) {
      keepingFocus(() => showName(key, name, author));
      showChallenge(game, key);
      byId("leaderboard").href = `ladder.html?${new URLSearchParams({ game })}`;
      show(byId("note"), words);
    }
  } catch (failed) {
    if (!(failed instanceof api.RequestFailed)) {
      throw failed;
    }
    show(byId("note"), failed.status === 404 ? "No match of this bot has counted yet, or there is no such bot." : failed.message);
  }
}

/** @param {Api.Bot} bot */
function whenItPlays({ kind, proven, online, visibility, active }) {
  if (visibility === "private") {
    return "; it is private, and plays on no ladder.";
  }
  if (!active) {
    return "; it is paused, and plays on the ladder when its owner activates it.";
  }
  if (kind === "connected") {
    return `; it plays on the ladder while its owner's computer is connected, which it is${online ? "" : " not"} now.`;
  }
  return proven ? "; its first one starts soon." : "; it plays on the ladder once its URL is verified.";
}

/** @param {string} face @param {string} name @param {RatedBot["author"]} author */
function showName(face, name, author) {
  byId("title").replaceChildren(avatar(face), " ", element("bdi", {}, name), " ", ...by(author, "title"));
  document.title = `${name} · Bout`;
}

/** @param {string} game @param {string} player */
function showChallenge(game, player) {
  byId("challenge").href = challengeAddress(game, player);
  byId("challenge").hidden = false;
}

/**
 * A visitor can play by hand: in the page against a bot that it can run, else on the server.
 *
 * @param {string} game
 * @param {string} player
 */
function showHand(game, player) {
  byId("by-hand").href = handAddress(game, player);
  byId("by-hand").hidden = false;
}

/** @param {RatedBot | null} bot */
function draw(bot) {
  shown = bot;
  byId("bot").hidden = bot === null;
  if (bot === null) {
    return;
  }
  show(byId("note"), null);
  showName(avatarOf(bot), botName(bot), bot.author);
  byId("challenge").hidden = !bot.active;
  byId("challenge").href = challengeAddress(bot.game, avatarOf(bot));
  byId("leaderboard").href = `ladder.html?${new URLSearchParams({ game: bot.game })}`;
  byId("feeds").hidden = bot.house;
  if (bot.house) {
    showHand(bot.game, avatarOf(bot));
  }
  if (!bot.house) {
    offerFeed(`standings/bots/${key}.atom`, bot.name);
  }
  byId("said").replaceChildren(...sentences(bot));
  showHistory(bot);
  showOpponents(bot);
  if (key.startsWith("bot_")) {
    byId("all-matches").href = `matches.html?${new URLSearchParams({ bot: key })}`;
    byId("all-matches").hidden = false;
  }
  byId("recent").replaceChildren(...bot.recent.map((match) => recent(match)));
  offerTables(bot);
  showFigures(bot);
  showFailures(bot);
  showVersions(bot);
}

/** The page of a house bot has a key with the game in it, but its face is the same in all games. @param {RatedBot} bot */
const avatarOf = ({ house }) => (house ? `house:${key.split(".").at(-1)}` : key);

/** @param {RatedBot} bot */
function sentences(bot) {
  const { active, rank, provisional, house, game } = bot;
  return [
    element("strong", {}, rank === null ? "Not on the leaderboard" : `Rank ${rank}`),
    rank === null ? " of " : " on the leaderboard of ",
    element("a", { href: byId("leaderboard").href }, gameName(game)),
    `, with a rating of ${ratingText(bot)}. `,
    ...(house ? [element("span.tag", {}, "house bot"), " "] : []),
    ...(provisional ? [element("span.tag.provisional", {}, "provisional"), " "] : []),
    ...(active ? [] : [element("span.tag", {}, "inactive")]),
  ];
}

/** @param {RatedBot} bot */
function showHistory({ history }) {
  chart.show(history);
  const versions = new Set(history.map(({ version }) => version));
  byId("versions-said").textContent = versions.size > 1 ? "A new version keeps the rating, with higher uncertainty." : "";
  byId("history-head").replaceChildren(headRow(["Matches", "When", "Version", "Rating", "Mean", "Uncertainty"]));
  byId("history-rows").replaceChildren(
    ...history
      .toReversed()
      .map((point) =>
        element(
          "tr",
          {},
          ...[
            wholeNumber(point.matches),
            date(point.at),
            point.version === 0 ? "–" : String(point.version),
            ratingText(point),
            oneDecimal(point.mu),
            oneDecimal(point.sigma),
          ].map((figure) => element("td", {}, figure)),
        ),
      ),
  );
}

/** The name of an opponent, `null` for one that is not public. @param {RatedBot["opponents"][0]} opponent */
const nameOf = ({ key: theirs, name }) => (name === null ? null : botName({ key: theirs, name }));

/** The tables of the page, for spreadsheets. @param {RatedBot} bot */
function offerTables({ history, opponents: met, recent: matches }) {
  offerCsv(byId("history-csv"), `ratings-${key}`, () => [
    ["Matches", "When", "Version", "Mean", "Uncertainty"],
    ...history.map(({ at, matches: played, version, mu, sigma }) => [played, at, version, mu, sigma]),
  ]);
  offerCsv(byId("opponents-csv"), `opponents-${key}`, () => [
    ["Opponent", "Id", "Won", "Drawn", "Lost"],
    ...met.map((each) => [nameOf(each), each.key, each.wins, each.draws, each.losses]),
  ]);
  offerCsv(byId("recent-csv"), `matches-${key}`, () => [
    ["Match", "When", "Opponent", "Seat", "Score", "Opponent's score", "Place", "Failed", "Rated"],
    ...matches.map(({ match, at, players, seat, scores, places, failedSeat, rated }) => [
      match,
      at,
      players
        .toSpliced(seat - 1, 1)
        .map(({ key: bot, name }) => (name === null ? "" : botName({ key: bot, name })))
        .join(", "),
      seat,
      scores[seat - 1],
      scores.toSpliced(seat - 1, 1).join(", "),
      places[seat - 1],
      failedSeat,
      rated,
    ]),
  ]);
}

/** @param {string[]} titles */
const headRow = (titles) =>
  element("tr", {}, ...titles.map((title, index) => element(index === 0 ? "th.name" : "th", { scope: "col" }, title)));

/** @param {RatedBot} bot */
function showOpponents({ game, opponents: met }) {
  const rows = met
    .map((each) => ({ ...each, played: each.wins + each.draws + each.losses }))
    .sort((one, other) => other.played - one.played);
  byId("opponents-note").textContent =
    rows.length === 0
      ? "This version has not played yet."
      : `${count(rows.length, "opponent")} of this version, the most played first.`;
  byId("opponents-head").replaceChildren(headRow(["Opponent", "Won", "Drawn", "Lost", "Points"]));
  byId("opponents-rows").replaceChildren(
    ...rows.map((each) =>
      element(
        "tr",
        {},
        element("th.name", { scope: "row" }, participant(game, each.key, nameOf(each), `against ${each.key}`)),
        ...[each.wins, each.draws, each.losses].map((number) => element("td", {}, wholeNumber(number))),
        element("td", {}, each.played === 0 ? "–" : percentOf((each.wins + each.draws / 2) / each.played)),
      ),
    ),
  );
}

/** An exact count, so 0 % and 100 % are possible. @param {number} share */
const percentOf = (share) => (share === 0 || share === 1 ? `${100 * share} %` : percent(share));

/** @param {RatedBot["recent"][0]} match */
function recent({ match, players, seat, places, failedSeat, failureKind, scores, at, rated }) {
  const outcome = outcomeOf(places, seat);
  return element(
    "li",
    {},
    element(
      "a",
      { href: `match.html?${new URLSearchParams({ id: match })}`, "data-same": match },
      element(
        "span.result",
        {},
        element(`span.ended.${outcome}`, {}, outcome),
        element("span.against", {}, element("span.versus", {}, "against "), ...opponents(players, seat)),
        element("span.score", {}, score({ scores: ownFirst(scores, seat) })),
      ),
      " ",
      element(
        "span.about",
        {},
        element("span", {}, `${places.length > 2 ? `place ${places[seat - 1]} of ${places.length}, ` : ""}seat ${seat}`),
        failedSeat === null
          ? null
          : element(
              "span.failed",
              {},
              `${failedSeat === seat ? " lost" : places.length > 2 ? ` seat ${failedSeat} lost` : " the opponent lost"}: ${lostBy(failureKind)}`,
            ),
        " ",
        ...(rated ? [] : [element("span", {}, "not rated: the bot met itself"), " "]),
        element("time", { datetime: at, title: date(at), "data-ages": true }, age(at)),
      ),
    ),
  );
}

/** @param {RatedBot} bot */
function showFigures(bot) {
  byId("figures").replaceChildren(
    ...definitions([
      ["Rating", ratingText(bot)],
      ["Matches", wholeNumber(bot.matches)],
      ["Record", recordWords(bot)],
      ["Version", bot.version === 0 ? null : String(bot.version)],
      ["Half of the answers within", bot.p50 === null ? null : duration(bot.p50)],
      ["95 % of the answers within", bot.p95 === null ? null : duration(bot.p95)],
      ["Answers", bot.house ? "of a house bot" : bot.calls === 0 ? "not called yet" : null],
    ]),
  );
}

/** @param {RatedBot} bot */
function showFailures({ house, failures, calls, failureKinds }) {
  byId("failures").replaceChildren(
    ...definitions(
      failures === 0
        ? [["In all", house ? "none" : `none in ${count(calls, "call")}`]]
        : [
            ["In all", failuresOf({ failures, calls })],
            ...Object.entries(failureKinds)
              .sort(([, one], [, other]) => other - one)
              .map(([kind, number]) => [failureWords(kind), wholeNumber(number)]),
          ],
    ),
  );
}

/** @param {RatedBot} bot */
function showVersions({ versions }) {
  byId("versions-section").hidden = versions.length === 0;
  byId("versions").replaceChildren(
    ...versions.map((each) =>
      element(
        "li",
        {},
        element("strong", {}, `Version ${each.version}`),
        element("p", {}, `rating ${ratingText(each)} after ${recordWords(each)}, until ${date(each.until)}`),
      ),
    ),
  );
}

/** Offers the code of a bot whose author has published it, and a match by hand. The file of standings does not say so. */
async function offerCode() {
  if (!key.startsWith("bot_")) {
    return;
  }
  try {
    const { game, openSource, active, proven, online } = await api.bot(key, keptToken());
    byId("code").hidden = openSource !== true;
    byId("code").href = `play.html?${new URLSearchParams({ game, bot: key })}`;
    byId("offline").hidden = online !== false;
    if (openSource === true || (active && proven && online !== false)) {
      showHand(game, key);
    }
  } catch (failed) {
    if (!(failed instanceof api.RequestFailed)) {
      throw failed;
    }
    // The page is complete without the link.
  }
}

/** Until the API returns the names of the games, their ids are shown. */
async function nameGames() {
  await loadGames();
  if (shown !== null) {
    byId("said").replaceChildren(...sentences(shown));
  }
}

/** House bots enter no contest. */
async function offerTrophies() {
  if (key.startsWith("bot_")) {
    const { showTrophies } = await import("../contests/trophies.js");
    await showTrophies([key], byId("trophies"));
  }
}

if (KEY.test(key)) {
  await Promise.all([followPublication(load, forms.bot, draw, "the page of the bot"), nameGames(), offerCode(), offerTrophies()]);
} else {
  show(byId("note"), null);
  show(
    byId("problem"),
    key === "" ? "The address names no bot. It should end with “?id=” and the bot’s id." : `“${key}” is not the id of a bot.`,
  );
}
