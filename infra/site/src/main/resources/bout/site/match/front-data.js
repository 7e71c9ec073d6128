/** What the start page shows besides boards, from the published file `front.json`. */

import { avatar, avatarKey } from "../shared/avatar.js";
import { byId, element } from "../shared/dom.js";
import { botName } from "../shared/bot-names.js";
import { gameMark } from "../shared/game-mark.js";
import { gameName } from "../shared/games.js";
import { number } from "../shared/numbers.js";
import { botAddress } from "../shared/participants.js";
import { ratingText } from "../shared/rating.js";
import { amount, fields, flag, list, maybe, number as aNumber, text } from "../shared/shape.js";
import { winnerOf } from "../shared/words.js";

/** @import { ListedMatch } from "./featured.js" */

const FEATURED = 4;

/** As many players have room on a card. */
const CARD_PLAYERS = 4;

const rating = { rating: aNumber, plusMinus: amount, provisional: flag };

const highlight = maybe(
  fields({
    match: text,
    players: list(fields({ ...rating, key: text, name: text })),
    places: list(amount),
    scores: list(aNumber),
  }),
);

/** The form of the file, as far as the page needs it. */
export const frontForm = fields({
  games: list(
    fields({
      game: text,
      matches: amount,
      day: text,
      matchesBefore: amount,
      top: list(fields({ ...rating, rank: amount, key: text, name: text, house: flag })),
      closest: highlight,
      upset: highlight,
    }),
  ),
  tournament: maybe(
    fields({
      id: text,
      name: text,
      game: text,
      state: text,
      played: amount,
      matches: amount,
      valueTitle: text,
      top: list(fields({ rank: maybe(amount), key: maybe(text), name: text, value: aNumber })),
    }),
  ),
  people: list(
    fields({
      id: text,
      game: text,
      players: list(fields({ name: text })),
      result: fields({ places: list(amount), scores: list(aNumber) }),
      worthShowing: flag,
      createdAt: text,
    }),
  ),
});

/**
 * @typedef {ReturnType<typeof frontForm>} Front
 * @typedef {NonNullable<Front["tournament"]>} Tournament
 * @typedef {object} Rank a row of a table
 * @property {number | null} rank
 * @property {string | null} key
 * @property {string} name
 * @property {boolean} [house]
 * @property {string | null} address
 * @property {string} figure
 */

/** Matches of the day; none if the file was written on an earlier day. @param {Front["games"][0]} entry */
const today = ({ day, matches, matchesBefore }) => (day === new Date().toISOString().slice(0, 10) ? matches - matchesBefore : 0);

/** What a game's card says about its ladder. @param {Front} front @param {string} game */
export function gameFacts(front, game) {
  const entry = front.games.find((each) => each.game === game);
  if (entry === undefined || entry.top.length === 0) {
    return [];
  }
  const [best] = entry.top;
  return [
    avatar(best.key),
    " ",
    element("span", {}, "Best bot: ", element("a", { href: botAddress(game, best.key) }, element("bdi", {}, botName(best)))),
    element("span.fine", {}, ` ${number(today(entry), 0)} rated ${today(entry) === 1 ? "match" : "matches"} today`),
  ];
}

/** @param {Front} front */
export function showFront(front) {
  showFeatured(front);
  showTournament(front.tournament);
  showTops(front.games);
}

/** The closest matches and the biggest upsets, alternating, at most one of each kind for a game. @param {Front} front */
function featured({ games }) {
  /** @type {["closest" | "upset", string][]} */
  const kinds = [
    ["closest", "Close match"],
    ["upset", "Upset"],
  ];
  const found = games.flatMap((entry, index) =>
    kinds.flatMap(([kind, title], place) => {
      const match = entry[kind];
      return match === null ? [] : [{ game: entry.game, title, match, order: 2 * index + ((index + place) % 2) }];
    }),
  );
  const seen = new Set();
  return found
    .sort((one, other) => one.order - other.order)
    .filter(({ match }) => !seen.has(match.match) && seen.add(match.match))
    .slice(0, FEATURED);
}

/** The players by seat; of many, the best. @param {NonNullable<Front["games"][0]["closest"]>} match */
const bestOf = ({ players, places }) =>
  players
    .map((player, index) => ({ player, index }))
    .sort((one, other) => (players.length > 2 ? places[one.index] - places[other.index] : 0))
    .slice(0, CARD_PLAYERS);

/** @param {Front} front */
function showFeatured(front) {
  const cards = featured(front);
  byId("featured-section").hidden = cards.length === 0;
  byId("featured").replaceChildren(
    ...cards.map(({ game, title, match }) =>
      element(
        "li",
        {},
        element(
          "a",
          { href: `match.html?${new URLSearchParams({ id: match.match })}`, "data-same": `featured ${match.match}` },
          element(
            "span.featured-title",
            {},
            gameMark(game),
            element("span", {}, title),
            element("span.fine", {}, gameName(game)),
          ),
          ...bestOf(match).map(({ player, index }) =>
            element(
              "span.featured-player",
              {},
              avatar(player.key),
              element(`bdi.seat.seat-${index + 1}${winnerOf(match) === index + 1 ? ".winner" : ""}`, {}, botName(player)),
              element("span.fine", {}, ratingText(player)),
              element("b.featured-score", {}, number(match.scores[index])),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {Tournament | null} tournament */
function showTournament(tournament) {
  byId("tournament-section").hidden = tournament === null;
  if (tournament === null) {
    return;
  }
  const { id, name, game, state, top } = tournament;
  const address = `tournament.html?${new URLSearchParams({ id })}`;
  byId("tournament").replaceChildren(
    element("h3", {}, gameMark(game), element("a", { href: address, "data-same": "tournament" }, element("bdi", {}, name))),
    element(
      "p.note",
      {},
      state === "running" ? element("span.status.running", {}, "Playing") : element("span.status", {}, "Finished"),
      ` ${gameName(game)}, ${progress(tournament)}`,
    ),
    ranks(
      top.map((each) => ({
        ...each,
        address: each.key === null ? null : botAddress(game, each.key),
        figure: number(each.value, 2),
      })),
    ),
  );
}

/** A knockout may end with fewer matches than it could take. @param {Tournament} tournament */
function progress({ state, played, matches }) {
  const all = `${number(state === "running" ? matches : played, 0)} ${(state === "running" ? matches : played) === 1 ? "match" : "matches"}`;
  return state === "running" ? `${number(played, 0)} of at most ${all}` : all;
}

/** @param {Front["games"]} games */
function showTops(games) {
  const tops = games.filter(({ top }) => top.length > 0);
  byId("tops-section").hidden = tops.length === 0;
  byId("tops").replaceChildren(
    ...tops.map(({ game, top }) =>
      element(
        "section.card.top-five",
        { "aria-label": gameName(game) },
        element(
          "h3",
          {},
          gameMark(game),
          element("a", { href: `ladder.html?${new URLSearchParams({ game })}`, "data-same": `top ${game}` }, gameName(game)),
        ),
        ranks(top.map((each) => ({ ...each, address: botAddress(game, each.key), figure: ratingText(each) }))),
      ),
    ),
  );
}

/** @param {Rank[]} rows */
const ranks = (rows) =>
  element(
    "ol.ranks",
    {},
    ...rows.map((row) =>
      element(
        "li",
        {},
        element("span.rank", {}, row.rank === null ? "–" : String(row.rank)),
        avatar(row.key ?? avatarKey({ name: row.name })),
        element(
          "bdi.who",
          {},
          row.address === null
            ? botName({ ...row, key: "" })
            : element("a", { href: row.address, "data-same": `${row.address} ${row.figure}` }, botName(row)),
        ),
        element("b.figure", {}, row.figure),
      ),
    ),
  );

/** As the API lists a match. @type {(match: Front["people"][0]) => ListedMatch} */
export const listedMatch = (match) => ({ ...match, status: "finished", ladder: false });
