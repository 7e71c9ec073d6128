/** What the start page knows besides boards, from the published file `front.json`. */

import { avatar } from "../shared/avatar.js";
import { element } from "../shared/dom.js";
import { botName, by } from "../shared/bot-names.js";
import { number } from "../shared/numbers.js";
import { amount, author, fields, flag, list, maybe, number as aNumber, text } from "../shared/shape.js";

/** @import { ListedMatch } from "./featured.js" */

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
      top: list(fields({ ...rating, rank: amount, key: text, name: text, author, house: flag })),
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
      top: list(fields({ rank: maybe(amount), key: maybe(text), name: text, author, value: aNumber })),
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

/** @typedef {ReturnType<typeof frontForm>} Front */

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
    element("span", {}, "Best bot: ", element("bdi", {}, botName(best)), " ", ...by(best.author, `best ${game}`)),
    element("span.fine", {}, ` ${number(today(entry), 0)} rated ${today(entry) === 1 ? "match" : "matches"} today`),
  ];
}

/** As the API lists a match. @type {(match: Front["people"][0]) => ListedMatch} */
export const listedMatch = (match) => ({ ...match, status: "finished", ladder: false });
