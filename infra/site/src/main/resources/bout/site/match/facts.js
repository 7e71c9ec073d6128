/** The facts of a match's record, for the match's page. */

import { botName, by, houseName } from "../shared/bot-names.js";
import { byId, definitions, element } from "../shared/dom.js";
import { optionName, optionValue } from "../shared/numbers.js";
import { botAddress } from "../shared/participants.js";
import { showSides as fillSides } from "./sides.js";
import { count, date, duration, failureWords, pairing, playersOf, verdict, winnerOf } from "../shared/words.js";

/** @import { Renderer } from "../viewer/board.js" */

/** @typedef {Pick<Api.FailedCall, "seat" | "turn" | "kind" | "text">} FailedCall */

/** @import { MatchRecord } from "./replay-record.js" */

const FAILURES_SHOWN = 20;

/** @param {string[]} names */
export function showTitle(names) {
  document.title = `${pairing(names)} · Bout`;
  const between = names.length === 2 ? " vs " : ", ";
  byId("title").replaceChildren(
    ...names.flatMap((name, index) => [...(index === 0 ? [] : [element("span.versus", {}, between)]), element("bdi", {}, name)]),
  );
}

/** Shows the players. @param {MatchRecord} match */
export function showSides(match) {
  const players = playersOf(match);
  fillSides(byId("scoreboard"), players, (index) => [
    element("span.who", {}, linked(match, players[index], element(`bdi.seat.seat-${index + 1}`, {}, botName(players[index])))),
    element("span.kind", {}, ...(match.players === null ? ["named after the match"] : kind(players[index], index))),
  ]);
  // Beside the names stand the numbers.
  byId("scoreboard").append(element("div.balance", { "aria-hidden": "true" }));
}

/** Adds the players' ratings. @param {(string | null)[]} ratings by seat, `null` for a player without one */
export function showRatings(ratings) {
  [...byId("scoreboard").querySelectorAll(".kind")].forEach((kind, index) => {
    kind.querySelector(".rating")?.remove();
    if (ratings[index] !== null) {
      kind.append(element("span.rating", {}, ` · rating ${ratings[index]}`));
    }
  });
}

/** Shows the turn between the scores, or nothing while there is no board. @param {string} text @param {boolean} [live] */
export function showTurn(text, live = false) {
  const now = byId("scoreboard").querySelector(".now");
  now.textContent = text;
  now.classList.toggle("live", live);
}

/**
 * A name with a link to the bot's page. In a visitor's file, nobody vouches for who played, so there is no link.
 *
 * @param {MatchRecord} match
 * @param {Api.Player} player
 * @param {Node} name
 */
function linked({ id, game }, { house, bot }, name) {
  const key = bot ?? (house === undefined ? null : `house:${house}`);
  return id === null || key === null ? name : element("a", { href: botAddress(game, key) }, name);
}

/** Who has made the bot, or what it is. @param {Api.Player} player @param {number} index */
function kind({ name, house, bot, author }, index) {
  if (house !== undefined) {
    return [house === name ? "house bot" : `house bot ${houseName(house)}`];
  }
  return author ? by(author, `seat ${index + 1}`) : [bot === undefined ? "bot at a URL" : "registered bot"];
}

/**
 * How far the match is, or how it ended, in one or two sentences.
 *
 * @param {MatchRecord} match
 * @param {string[]} names
 * @param {Renderer | null} renderer
 */
export function outcome({ status, result, turn, reason, players, live, failedSeat }, names, renderer) {
  const rated = players === null ? ` Rated: ${live === null ? "" : "shown with a delay, "}names at the end.` : "";
  switch (status) {
    case "queued":
      return `Waiting for a runner. This page updates by itself.${rated}`;
    case "running":
      return `${count(turn, "turn")} played so far. This page updates by itself.${rated}`;
    case "broken-off":
      return `${count(turn, "turn")} of a match; its end is not in this replay.`;
    default: {
      if (result === null) {
        return reason ?? "No reason was stored.";
      }
      const end =
        renderer?.ending({ winner: winnerOf(result), reason: result.reason }, names) ??
        `It ended for the reason “${result.reason}”.`;
      return `${verdict(result, names, failedSeat)} ${end}`;
    }
  }
}

/** @param {MatchRecord} match @param {string} gameName */
export function showFacts(match, gameName) {
  const facts = [
    ["Game", gameName],
    ["Played for", playedFor(match, gameName)],
    ["Turns", match.status === "queued" ? null : `${match.turn}, counted from 0 in requests`],
    ["Seed", match.seed ?? "shown when all matches on this board are over"],
    ...Object.entries(match.options).map(([name, value]) => [optionName(name), optionValue(value)]),
    [
      "Time limit",
      match.id === null ? null : match.timeLimit === undefined ? "the game’s own" : `${match.timeLimit} ms per move`,
    ],
    ["Created", match.createdAt === null ? null : date(match.createdAt)],
    [
      "Played in",
      match.finishedAt === null || match.startedAt === null
        ? null
        : duration(Date.parse(match.finishedAt) - Date.parse(match.startedAt)),
    ],
    ["Id", match.id],
    ["For chats", match.id === null ? null : element("a", { href: `/api/share/matches/${match.id}` }, "a link with a preview")],
    ["Replay", match.replay === null ? null : element("a", { href: match.replay }, "as JSON")],
  ];
  byId("facts").replaceChildren(...definitions(facts));
}

/**
 * The match's competition, with a link; `null` if it has none.
 *
 * @param {MatchRecord} match
 * @param {string} gameName
 */
function playedFor({ game, tournament, board, ladder, contest }, gameName) {
  if (tournament !== undefined) {
    const address = `tournament.html?${new URLSearchParams({ id: tournament })}`;
    return element(
      "span",
      {},
      element("a", { href: address, "data-same": "tournament" }, "a tournament"),
      board === undefined ? null : `, board ${board + 1}`,
    );
  }
  if (contest !== undefined) {
    return element(
      "a",
      { href: `contest.html?${new URLSearchParams({ id: contest })}`, "data-same": "contest" },
      "the leaderboard of a contest",
    );
  }
  return ladder === true
    ? element(
        "a",
        { href: `ladder.html?${new URLSearchParams({ game })}`, "data-same": "ladder" },
        `the leaderboard of ${gameName}`,
      )
    : null;
}

/** Lists the failed calls of a match without a board. @param {FailedCall[]} failures @param {string[]} names */
export function showFailures(failures, names) {
  const rows = failures
    .slice(0, FAILURES_SHOWN)
    .map(({ seat, turn, kind, text }) =>
      element(
        "li",
        {},
        element(`bdi.seat.seat-${seat}`, {}, names[seat - 1]),
        ` on turn ${turn + 1}: `,
        element("strong", {}, failureWords(kind)),
        element("p", {}, text),
      ),
    );
  const more = failures.length - FAILURES_SHOWN;
  byId("failures").replaceChildren(...rows, ...(more > 0 ? [element("li", {}, `and ${more} more, which the replay holds`)] : []));
}
