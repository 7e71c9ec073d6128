/** The table of a tournament, and the meaning of its columns. */

import { byId, definitions, element } from "../shared/dom.js";
import { participant } from "../shared/participants.js";
import { failuresOf, percent, plainNumber, recordWords, tieBreakWords, valueWords, wholeNumber } from "./standings-words.js";

const capital = (title) => title.charAt(0).toUpperCase() + title.slice(1);

/** @param tournament whose table has rows */
export function showTable(tournament) {
  const { columns, valueTitle, table, anchor, players } = tournament;
  const rated = table.some(({ elo }) => Number.isFinite(elo));
  const value = valueTitle ?? "points";
  byId("head").replaceChildren(element(
    "tr",
    {},
    column("Rank", "rank"),
    column("Player", "name"),
    column(capital(value)),
    ...columns.map((title) => column(capital(title))),
    column("Won, drawn, lost"),
    column("Score"),
    rated ? column("Elo") : null,
    rated ? column("Ahead") : null,
    column("Failed calls")));
  byId("rows").replaceChildren(...table.map((each) => row(tournament, each, rated)));
  byId("explained").replaceChildren(...definitions([
    [capital(value), valueWords(value)],
    ...columns.map((title) => [capital(title), tieBreakWords(title)]),
    ["Score", "The sum of the game’s own scores, and that of the opponents."],
    rated && Number.isInteger(anchor)
      ? ["Elo", `The likeliest one under all results, with its 95 % interval; ${players[anchor].name} is at 1,000.`]
      : ["Elo", null],
    rated ? ["Ahead", "How likely it is that the player is stronger than the next one."] : ["Ahead", null],
  ].map(([title, words]) => [title, words === null ? null : element("bdi", {}, words)])));
}

const column = (title, name = "figure") => element(`th.${name}`, { scope: "col" }, title);

function row({ game, players }, each, rated) {
  const { name, key } = players[each.player];
  const cell = (...content) => element("td", {}, ...content);
  return element(
    "tr",
    {},
    element("td.rank", {}, each.rank === null ? "–" : String(each.rank)),
    element("th.name", { scope: "row" }, participant(game, key, name, `player ${each.player}`), ...fate(each)),
    cell(element("b", {}, plainNumber(each.value))),
    ...each.tieBreaks.map((value) => cell(value === null ? "–" : plainNumber(value))),
    element("td", { title: recordWords(each) }, `${wholeNumber(each.wins)} – ${wholeNumber(each.draws)} – ${wholeNumber(each.losses)}`),
    cell(`${plainNumber(each.score)} : ${plainNumber(each.scoreAgainst)}`),
    ...(rated
      ? [
        cell(...(Number.isFinite(each.elo)
          ? [wholeNumber(each.elo), element("span.fine", {}, ` ± ${wholeNumber(each.interval95 ?? 0)}`)]
          : ["–"])),
        cell(Number.isFinite(each.superior) ? percent(each.superior) : "–"),
      ]
      : []),
    cell(each.calls === 0 ? "–" : failuresOf(each)));
}

/** Why a player did not play to the end. */
function fate({ withdrawn, annulled, calls }) {
  if (!withdrawn && !annulled) {
    return [];
  }
  const said = [
    withdrawn ? `All its ${wholeNumber(calls)} calls failed.` : null,
    annulled ? "Its matches count for nobody." : null,
  ].filter((words) => words !== null).join(" ");
  return [" ", element("span.tag.withdrawn", {}, "withdrawn"), element("span.fate", {}, said)];
}
