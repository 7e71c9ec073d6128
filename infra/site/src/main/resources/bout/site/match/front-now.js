/** The strip of the start page that says what happens now: live matches, the next contest, and who won the last one. */

import * as api from "../shared/api.js";
import { avatar, avatarKey } from "../shared/avatar.js";
import { botName, by } from "../shared/bot-names.js";
import { byId, element } from "../shared/dom.js";
import { gameMark } from "../shared/game-mark.js";
import { gameName } from "../shared/games.js";
import { number } from "../shared/numbers.js";
import { botAddress, playersInShort } from "../shared/participants.js";
import { keepingFocus } from "../shared/publication.js";
import * as requests from "../contests/contest-api.js";
import { contestAddress, tick, timeLeft } from "../contests/contest-words.js";

/** @import { Front } from "./front-data.js" */

const MOST_LIVE = 2;
const UNITS = 2;

/** @param {Pick<Api.Match, "id" | "game" | "players" | "turn" | "startedAt">[]} running */
export function showLive(running) {
  const rows = running
    .slice(0, MOST_LIVE)
    .map(({ id, game, players, turn, startedAt }) =>
      element(
        "li",
        {},
        gameMark(game),
        element(
          "a",
          { href: `match.html?${new URLSearchParams({ id })}`, "data-same": `live ${id}` },
          ...(players === null
            ? ["A rated match", element("span.unseen", {}, ` of ${gameName(game)}`)]
            : playersInShort(players.map(botName))),
        ),
        element("span.note", {}, `turn ${turn}${startedAt === null ? "" : `, minute ${minuteOf(startedAt)}`}`),
      ),
    );
  keepingFocus(() =>
    byId("now-live").replaceChildren(
      ...(rows.length > 0
        ? rows
        : [element("li", {}, element("span", {}, "No match is played now. ", element("a", { href: "new.html" }, "Start one")))]),
    ),
  );
}

/** The minute that is being played, from 1. @param {string} startedAt */
const minuteOf = (startedAt) => Math.max(1, Math.ceil((Date.now() - Date.parse(startedAt)) / 60_000));

/** The contests; none if they cannot be loaded, since the page is complete without them. */
async function contests() {
  try {
    return (await requests.contests()).contests;
  } catch (failed) {
    if (failed instanceof api.RequestFailed) {
      return [];
    }
    throw failed;
  }
}

/**
 * Once, for contests; a tournament stands in for a contest that there is not.
 *
 * @returns {Promise<(front: Front) => void>} what shows the tournament of the published file
 */
export async function showContests() {
  const all = await contests();
  const open = all.filter(({ state }) => state === "open");
  const next =
    open.sort((one, other) => one.deadline.localeCompare(other.deadline))[0] ?? all.find(({ state }) => state === "running");
  const won = all.find(({ podium }) => podium.length > 0);
  if (next !== undefined) {
    byId("now-contest").replaceChildren(...contestLine(next));
    tick();
  }
  if (won !== undefined) {
    byId("now-winner").replaceChildren(
      ...winnerLine(won.podium[0], won.game, { name: won.name, address: contestAddress(won.id) }),
    );
  }
  return ({ tournament }) => {
    const address = tournament === null ? "" : `tournament.html?${new URLSearchParams({ id: tournament.id })}`;
    if (next === undefined) {
      byId("now-contest").replaceChildren(
        ...(tournament?.state === "running"
          ? tournamentLine(tournament, address)
          : [
              element("span", {}, "None is open. "),
              element("a.button.plain.small", { href: "contests.html", "data-same": "contests" }, "All contests"),
            ]),
      );
    }
    if (won === undefined) {
      const [best, next] = tournament?.state === "finished" ? tournament.top : [];
      byId("now-winner").replaceChildren(
        ...(best === undefined || tournament === null || next?.rank === best.rank
          ? [element("span", {}, best === undefined ? "No one yet. It could be you." : "Several were level. It could be you.")]
          : winnerLine({ bot: best.key, name: best.name, author: best.author }, tournament.game, {
              name: tournament.name,
              address,
            })),
      );
    }
  };
}

/** @param {Api.ContestHeading} contest */
const contestLine = ({ id, name, game, state, deadline }) => [
  gameMark(game),
  element(
    "span.now-words",
    {},
    element("a", { href: contestAddress(id) }, element("bdi", {}, name)),
    element(
      "span.note",
      {},
      ...(state === "open" ? ["closes in ", timeLeft(deadline, UNITS)] : [`${gameName(game)}, being played`]),
    ),
  ),
  state === "open"
    ? element("a.button.small", { href: contestAddress(id) }, "Enter", element("span.unseen", {}, ` ${name}`))
    : "",
];

/** A knockout may end with fewer matches than it could take. @param {NonNullable<Front["tournament"]>} tournament @param {string} address */
const tournamentLine = ({ name, game, played, matches }, address) => [
  gameMark(game),
  element(
    "span.now-words",
    {},
    element("a", { href: address, "data-same": "tournament" }, element("bdi", {}, name)),
    element(
      "span.note",
      {},
      `tournament, ${number(played, 0)} of at most ${number(matches, 0)} ${matches === 1 ? "match" : "matches"}`,
    ),
  ),
];

/** @import { Author } from "../shared/bot-names.js" */

/** @param {{bot: string | null, name: string, author?: Author | null}} winner @param {string} game @param {{name: string, address: string}} event */
const winnerLine = ({ bot, name, author }, game, { name: won, address }) => [
  avatar(bot ?? avatarKey({ name })),
  element(
    "span.now-words",
    {},
    bot === null
      ? element("bdi", {}, name)
      : element(
          "a",
          { href: botAddress(game, bot), "data-same": `winner ${bot}` },
          element("bdi", {}, botName({ name, key: bot })),
        ),
    element(
      "span.note",
      {},
      ...by(author, "winner"),
      "won ",
      element("a", { href: address, "data-same": `won ${address}` }, element("bdi", {}, won)),
    ),
  ),
];
