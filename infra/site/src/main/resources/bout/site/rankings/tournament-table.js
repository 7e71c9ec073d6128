/** The table of a tournament: in short, and with all figures and what they mean. */

import { avatar } from "../shared/avatar.js";
import { botName, by } from "../shared/bot-names.js";
import { offerCsv } from "../shared/csv.js";
import { byId, definitions, element } from "../shared/dom.js";
import { participant } from "../shared/participants.js";
import { failuresOf, percent, plainNumber, recordWords, tieBreakWords, valueWords, wholeNumber } from "./standings-words.js";

/** @import { TournamentForm } from "./standings-forms.js" */

/** @typedef {TournamentForm["table"][0]} TableRow */

/** @param {string} title */
const capital = (title) => title.charAt(0).toUpperCase() + title.slice(1);

/** @param {TournamentForm} tournament whose table has rows */
export function showTable(tournament) {
  const { columns, valueTitle, table, anchor, players, seats } = tournament;
  const record = seats === 2 ? "Won, drawn, lost" : "Ahead, level, behind";
  const rated = table.some(({ elo }) => elo !== null);
  const value = valueTitle ?? "points";
  byId("head").replaceChildren(
    element("tr", {}, column("Rank", "rank"), column("Player", "name"), column(capital(value)), column(record)),
  );
  byId("rows").replaceChildren(...table.map((each) => shortRow(tournament, each)));
  byId("all-head").replaceChildren(
    element(
      "tr",
      {},
      column("Rank", "rank"),
      column("Player", "name"),
      column(capital(value)),
      ...columns.map((title) => column(capital(title))),
      column(record),
      column("Scored : conceded"),
      rated ? column("Elo") : null,
      rated ? column("Ahead") : null,
      column("Failed calls"),
    ),
  );
  byId("all-rows").replaceChildren(...table.map((each) => row(tournament, each, rated)));
  offerCsv(byId("csv"), `table-${tournament.id}`, () => tableOf(tournament));
  byId("explained").replaceChildren(
    ...definitions(
      [
        [capital(value), valueWords(value, seats)],
        ...columns.map((title) => [capital(title), tieBreakWords(title)]),
        [record, seats === 2 ? null : "How often the player was ahead of another one in a match, level with it, or behind it."],
        ["Scored : conceded", "The sums of the game’s own scores: the player’s and its opponents’."],
        rated && anchor !== null
          ? ["Elo", `Fitted to all results, with its 95 % interval; ${botName(players[anchor])} is at 1,000.`]
          : ["Elo", null],
        rated ? ["Ahead", "How likely the player is stronger than the next one."] : ["Ahead", null],
      ].map(([title, words]) => [title, words === null ? null : element("bdi", {}, words)]),
    ),
  );
}

/** All figures of the table, for spreadsheets. @param {TournamentForm} tournament */
const tableOf = ({ columns, valueTitle, table, players }) => [
  [
    "Rank",
    "Player",
    "Id",
    capital(valueTitle ?? "points"),
    ...columns.map(capital),
    "Won",
    "Drawn",
    "Lost",
    "Scored",
    "Conceded",
    "Elo",
    "Elo ±",
    "Calls",
    "Failed calls",
    "Withdrawn",
    "Author",
  ],
  ...table.map((each) => [
    each.rank,
    botName(players[each.player]),
    players[each.player].key,
    each.value,
    ...each.tieBreaks,
    each.wins,
    each.draws,
    each.losses,
    each.score,
    each.scoreAgainst,
    each.elo,
    each.interval95,
    each.calls,
    each.failures,
    each.withdrawn,
    players[each.player].author?.name ?? null,
  ]),
];

/** @param {string} title @param {string} [name] */
const column = (title, name = "figure") => element(`th.${name}`, { scope: "col" }, title);

/** @param {TableRow} each */
const recordOf = (each) =>
  element(
    "td.record",
    { title: recordWords(each) },
    `${wholeNumber(each.wins)} – ${wholeNumber(each.draws)} – ${wholeNumber(each.losses)}`,
  );

/** @param {TournamentForm} tournament @param {TableRow} each */
function shortRow({ game, players }, each) {
  const { name, key, author } = players[each.player];
  return element(
    "tr",
    {},
    element("td.rank", {}, each.rank === null ? "–" : String(each.rank)),
    element(
      "th.name",
      { scope: "row" },
      element("span.faced", {}, avatar(key ?? name), participant(game, key, botName({ name, key }), `player ${each.player}`)),
      " ",
      ...by(author, `player ${each.player}`),
      ...fate(each),
    ),
    element("td", {}, element("b", {}, plainNumber(each.value))),
    recordOf(each),
  );
}

/** @param {TournamentForm} tournament @param {TableRow} each @param {boolean} rated */
function row({ game, players }, each, rated) {
  const { name, key } = players[each.player];
  /** @param {...(Node | string)} content */
  const cell = (...content) => element("td", {}, ...content);
  return element(
    "tr",
    {},
    element("td.rank", {}, each.rank === null ? "–" : String(each.rank)),
    element("th.name", { scope: "row" }, participant(game, key, botName({ name, key }), `all of ${each.player}`)),
    cell(element("b", {}, plainNumber(each.value))),
    ...each.tieBreaks.map((value) => cell(value === null ? "–" : plainNumber(value))),
    recordOf(each),
    cell(`${plainNumber(each.score)} : ${plainNumber(each.scoreAgainst)}`),
    ...(rated
      ? [
          cell(
            ...(each.elo !== null
              ? [wholeNumber(each.elo), element("span.fine", {}, ` ± ${wholeNumber(each.interval95 ?? 0)}`)]
              : ["–"]),
          ),
          cell(each.superior === null ? "–" : percent(each.superior)),
        ]
      : []),
    cell(each.calls === 0 ? "–" : failuresOf(each)),
  );
}

/** Why a player did not play to the end. @param {TableRow} row */
function fate({ withdrawn, annulled, calls }) {
  if (!withdrawn && !annulled) {
    return [];
  }
  const said = [withdrawn ? `All its ${wholeNumber(calls)} calls failed.` : null, annulled ? "Its matches do not count." : null]
    .filter((words) => words !== null)
    .join(" ");
  return [" ", element("span.tag.withdrawn", {}, "withdrawn"), element("span.fate", {}, said)];
}
