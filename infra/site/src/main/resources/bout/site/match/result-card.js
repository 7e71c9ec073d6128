/** How a match ended, on a card over the board once its last turn has played. */

import * as api from "../shared/api.js";
import { avatar, avatarKey } from "../shared/avatar.js";
import { botName, by } from "../shared/bot-names.js";
import { element } from "../shared/dom.js";
import { scoreText } from "../shared/numbers.js";
import { handAddress } from "../shared/participants.js";
import { headline, winnerOf } from "../shared/words.js";
import { worthShowing } from "./featured.js";

/** @import { MatchRecord } from "./replay-record.js" */
/** @import { Player } from "../viewer/player.js" */

/** As many scores are shown where more than two play. */
const BEST = 3;

/** Of the list of matches, among which the next one is. */
const LISTED = 30;

/**
 * The decisive turn: the first of those in which a seat is ahead of every other one up to the end, if it was behind before.
 *
 * @param {number[][]} scores by seat, then by turn
 * @param {number | null} seat the winner; `null` after a draw
 * @returns {number | null} `null` after a draw, and for a winner that was never behind, or is not ahead at the end
 */
export function ledFrom(scores, seat) {
  if (seat === null || scores.length < 2) {
    return null;
  }
  const others = scores.toSpliced(seat - 1, 1);
  const leads = scores[seat - 1].map((points, turn) => points - Math.max(...others.map((other) => other[turn])));
  const from = leads.findLastIndex((lead) => lead <= 0) + 1;
  return from < leads.length && leads.some((lead) => lead < 0) ? from : null;
}

/**
 * The match to watch next: of the same game the newest one that is older, or the newest of all.
 *
 * @template {{id: string, createdAt: string}} T
 * @param {T[]} matches newest first
 * @param {{id: string | null, createdAt: string | null}} shown
 * @returns {T | null}
 */
export function nextOf(matches, { id, createdAt }) {
  const others = matches.filter((match) => match.id !== id);
  return others.find((match) => createdAt !== null && match.createdAt < createdAt) ?? others[0] ?? null;
}

/** The address of the next match; that of all matches if none is known. @param {MatchRecord} match */
async function nextAddress(match) {
  const { game } = match;
  try {
    const { matches } = await api.matches({ game, status: "finished", limit: LISTED });
    const next = nextOf(worthShowing(matches), match);
    return next === null ? null : `match.html?${new URLSearchParams({ id: next.id, game })}`;
  } catch (failed) {
    if (!(failed instanceof api.RequestFailed)) {
      throw failed;
    }
    return null;
  }
}

export class ResultCard {
  #player;
  #unit;
  #ended = new AbortController();
  /** @type {HTMLElement | null} */
  #card = null;
  #heard = false;
  /** @type {Promise<string | null> | null} */
  #next = null;

  /**
   * @param {Player} player over whose board it appears
   * @param {string} unit of the scores
   */
  constructor(player, unit) {
    this.#player = player;
    this.#unit = unit;
    const { signal } = this.#ended;
    player.addEventListener("turn", () => player.turn < player.turns && this.#close(), { signal });
    addEventListener("keydown", (event) => this.#escape(event), { signal });
  }

  remove() {
    this.#ended.abort();
    this.#close();
  }

  /** Says once to a screen reader how the match ended. @param {MatchRecord} match as described now */
  open(match) {
    const { result, players } = match;
    if (result === null || players === null || this.#card !== null) {
      return;
    }
    const card = this.#build(match, players, result);
    this.#card = card;
    this.#player.stage.append(card);
    if (!this.#heard) {
      this.#heard = true;
      // A screen reader says what changes in an element that it knows.
      const said = element("p.unseen", { role: "status" });
      this.#player.stage.append(said);
      setTimeout(() => {
        said.textContent = card.querySelector(".told")?.textContent ?? "";
      }, 100);
    }
  }

  /** @param {MatchRecord} match @param {Api.Player[]} players @param {Api.Result} result */
  #build(match, players, result) {
    const { renderer, story } = this.#player;
    const names = players.map(botName);
    const winner = winnerOf(result, match.failedSeat);
    const from = story.turns === this.#player.turns ? ledFrom(story.scores, winner) : null;
    const close = element("button.tool.close", { type: "button", "aria-label": "Close", title: "Close" }, "×");
    close.addEventListener("click", () => this.#close());
    const again = element("button", { type: "button" }, "Watch again");
    again.addEventListener("click", () => this.#player.play());
    return element(
      "section.result-card",
      { "aria-label": "Result" },
      close,
      element("div.faces", {}, ...facesOf(players, result, winner)),
      element(
        "div.told",
        {},
        element("h2", {}, element("bdi", {}, headline(result, names, match.failedSeat))),
        " ",
        ...(winner === null ? [] : by(players[winner - 1].author, "winner")),
        ...scoresOf(result, names, this.#unit),
        " ",
        element(
          "p",
          {},
          [
            renderer.ending({ winner: winnerOf(result), reason: result.reason }, names),
            from === null ? null : `${names[(winner ?? 1) - 1]} led for good from turn ${from}.`,
          ]
            .filter((sentence) => sentence !== null)
            .join(" "),
        ),
      ),
      element("div.choices", {}, again, this.#nextLink(match), winner === null ? null : against(match.game, players[winner - 1])),
    );
  }

  /** @param {MatchRecord} match */
  #nextLink(match) {
    const { game } = match;
    const link = element("a.button.plain", { href: `matches.html?${new URLSearchParams({ game })}` }, "Next match");
    this.#next ??= nextAddress(match);
    this.#next.then((address) => {
      link.href = address ?? link.href;
    });
    return link;
  }

  /** @param {KeyboardEvent} event */
  #escape(event) {
    if (event.key === "Escape" && this.#card !== null && document.querySelector("dialog[open]") === null) {
      this.#close();
    }
  }

  #close() {
    this.#card?.remove();
    this.#card = null;
  }
}

/** The winner's face, or those of all who share the first place. @param {Api.Player[]} players @param {Api.Result} result @param {number | null} winner */
const facesOf = (players, { places }, winner) =>
  players
    .filter((_, index) => (winner === null ? places[index] === 1 : index === winner - 1))
    .map((player) => avatar(avatarKey(player)));

/** "64 : 68", or the best of many; nothing where nobody has a point. @param {Api.Result} result @param {string[]} names @param {string} unit */
function scoresOf({ places, scores }, names, unit) {
  if (scores.every((points) => points <= 0)) {
    return [];
  }
  if (names.length <= 2) {
    return [
      element(
        "p.final",
        {},
        ...scores.flatMap((points, index) => [
          ...(index === 0 ? [] : [" : "]),
          element(`span.ink-${index + 1}`, {}, scoreText(points)),
        ]),
      ),
    ];
  }
  const best = names.map((_, index) => index).sort((one, other) => places[one] - places[other] || one - other);
  return [
    element(
      "ol.best",
      {},
      ...best
        .slice(0, BEST)
        .map((index) =>
          element("li", {}, element(`bdi.seat.seat-${index + 1}`, {}, names[index]), ` · ${scoreText(scores[index])} ${unit} `),
        ),
    ),
  ];
}

/** @param {string} game @param {Api.Player} winner a bot at a URL has no page, so nobody else can play against it */
function against(game, { bot, house }) {
  const key = bot ?? (house === undefined ? null : `house:${house}`);
  return key === null ? null : element("a.button.plain", { href: handAddress(game, key) }, "Play against the winner");
}
