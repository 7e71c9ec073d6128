/** The table of a ladder, on the page of the game and on that of a contest. */

import { avatar } from "../shared/avatar.js";
import { botName, by } from "../shared/bot-names.js";
import { element } from "../shared/dom.js";
import { participant } from "../shared/participants.js";
import { ratingText } from "../shared/rating.js";
import { lastMatches, ratingBar } from "./rating-marks.js";
import { bodyRow, headRow } from "./rows.js";
import { recordWords, wholeNumber } from "./standings-words.js";

/** @typedef {import("./standings-forms.js").LadderForm["players"][0]} Player */

const COLUMNS = [
  ["rank", "Rank"],
  ["name", "Bot"],
  ["rating", "Rating"],
  ["record", "Won, drawn, lost"],
  ["last", "Last five"],
];

/** @param {HTMLElement} head @param {HTMLElement} rows @param {string} game @param {Player[]} players */
export function showRows(head, rows, game, players) {
  const ratings = players.map(({ rating }) => rating);
  const range = [Math.min(1000, ...ratings), Math.max(2000, ...ratings)];
  head.replaceChildren(headRow(COLUMNS));
  rows.replaceChildren(...players.map((player) => row(game, player, range)));
}

/** @param {string} game @param {Player} player @param {number[]} range */
function row(game, player, range) {
  return bodyRow(COLUMNS, [
    [String(player.rank)],
    [
      element("span.faced", {}, avatar(player.key), participant(game, player.key, botName(player), player.key)),
      " ",
      ...by(player.author, player.key),
      ...(player.house ? [element("span.tag", {}, "house bot"), " "] : []),
      ...(player.version > 1 ? [element("span.tag", {}, `version ${player.version}`), " "] : []),
      ...(player.provisional ? [element("span.tag.provisional", {}, "provisional")] : []),
    ],
    [element("span.rated", {}, ratingBar(player.rating, range), element("b", {}, ratingText(player)))],
    [
      element(
        "span",
        { title: recordWords(player) },
        `${wholeNumber(player.wins)} – ${wholeNumber(player.draws)} – ${wholeNumber(player.losses)}`,
      ),
    ],
    [lastMatches(player.last)],
  ]);
}
