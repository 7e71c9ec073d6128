/** The facts of a match's record, for the match's page. */

import { byId, definitions, element } from "../shared/dom.js";
import { botAddress } from "../shared/participants.js";
import { count, date, duration, failureWords, score } from "../shared/words.js";

const FAILURES_SHOWN = 20;

const number = new Intl.NumberFormat("en", { maximumFractionDigits: 1, useGrouping: false });

export function showTitle(names) {
  document.title = `${names.join(" vs ")} · Bout`;
  byId("title").replaceChildren(
    element("bdi", {}, names[0]), element("span.versus", {}, " vs "), element("bdi", {}, names[1]));
}

/** Shows the players on both sides. */
export function showSides(match) {
  byId("scoreboard").replaceChildren(...match.players.map((player, index) => element(
    `div.side.seat-${index + 1}`,
    {},
    element("span.who", {}, linked(match, player, element(`bdi.seat.seat-${index + 1}`, {}, player.name))),
    element("span.kind", {}, kind(player)))));
}

/** A name with a link to the bot's page. In a visitor's file, nobody vouches for who played, so there is no link. */
function linked({ id, game }, { house, bot }, name) {
  const key = bot ?? (house === undefined ? null : `house:${house}`);
  return id === null || key === null ? name : element("a", { href: botAddress(game, key) }, name);
}

function kind({ house, bot }) {
  if (house !== undefined) {
    return `house bot ${house}`;
  }
  return bot === undefined ? "bot at a URL" : "registered bot";
}

/**
 * Shows the scores of both sides. Leaves the rest of the sides unchanged, so that links keep the focus during a match.
 *
 * @param {number[] | null} scores `null` while the board is unknown
 * @param {number | null} winner the seat
 */
export function showScores(scores, winner, unit) {
  [...byId("scoreboard").children].forEach((side, index) => {
    side.querySelector(".points")?.remove();
    if (scores !== null) {
      side.append(element(
        "span.points",
        {},
        number.format(scores[index]),
        element("span.unit", {}, winner === index + 1 ? `${unit} · won` : unit)));
    }
  });
}

/** How far the match is, or how it ended, in one or two sentences. */
export function outcome({ status, result, turn, reason }, names, renderer) {
  switch (status) {
    case "queued":
      return "It waits for a runner. This page shows the result as soon as it is there.";
    case "running":
      return `${count(turn, "turn")} played so far. This page shows the result as soon as it is there.`;
    case "broken-off":
      return `${count(turn, "turn")} of a match whose end this replay does not hold.`;
    case "failed":
      return reason ?? "No reason was stored.";
    default: {
      const end = renderer?.ending(result, names) ?? `It ended for the reason “${result.reason}”.`;
      return result.winner === null
        ? `A draw, ${score(result)}. ${end}`
        : `${names[result.winner - 1]} wins, ${score(result)}. ${end}`;
    }
  }
}

export function showFacts(match, gameName) {
  const facts = [
    ["Game", gameName],
    ["Played for", playedFor(match, gameName)],
    ["Turns", match.status === "queued" ? null : String(match.turn)],
    ["Seed", match.seed],
    ...Object.entries(match.options).map(([name, value]) => [name, String(value)]),
    ["Time limit", match.id === null
      ? null
      : match.timeLimit === undefined ? "the game’s own" : `${match.timeLimit} ms per move`],
    ["Asked for", match.createdAt === null ? null : date(match.createdAt)],
    ["Played in", match.finishedAt === null || match.startedAt === null
      ? null
      : duration(Date.parse(match.finishedAt) - Date.parse(match.startedAt))],
    ["Id", match.id],
    ["Replay", match.replay === null ? null : element("a", { href: match.replay }, "as JSON")],
  ];
  byId("facts").replaceChildren(...definitions(facts));
}

/** The match's competition, with a link; `null` if it has none. */
function playedFor({ game, tournament, board, ladder }, gameName) {
  if (tournament !== undefined) {
    const address = `tournament.html?${new URLSearchParams({ id: tournament })}`;
    return element("span", {}, element("a", { "href": address, "data-same": "tournament" }, "a tournament"), `, board ${board + 1}`);
  }
  return ladder === true
    ? element("a", { "href": `ladder.html?${new URLSearchParams({ game })}`, "data-same": "ladder" }, `the leaderboard of ${gameName}`)
    : null;
}

/**
 * @param {((turn: number) => void) | null} go called with the turn of a failure, from 0, when a visitor wants to see
 *     it; `null` while there is nothing to see
 */
export function showFailures(failures, names, go) {
  byId("failures-section").hidden = failures.length === 0;
  const rows = failures.slice(0, FAILURES_SHOWN).map(({ seat, turn, kind, text }) => {
    return element(
      "li",
      {},
      element(`bdi.seat.seat-${seat}`, {}, names[seat - 1]),
      " ", when(turn, go), `: `,
      element("strong", {}, failureWords(kind)),
      element("p", {}, text));
  });
  const more = failures.length - FAILURES_SHOWN;
  byId("failures").replaceChildren(
    ...rows, ...(more > 0 ? [element("li", {}, `and ${more} more, which the replay holds`)] : []));
}

function when(turn, go) {
  const words = `on turn ${turn + 1}`;
  if (go === null) {
    return words;
  }
  const link = element("button.link", { type: "button" }, words);
  link.addEventListener("click", () => go(turn));
  return link;
}
