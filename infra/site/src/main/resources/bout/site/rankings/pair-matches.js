/** A dialog with the matches of two players of a tournament. */

import * as api from "../shared/api.js";
import { botName } from "../shared/bot-names.js";
import { element, show } from "../shared/dom.js";
import * as forms from "./standings-forms.js";
import { NotAsExpected } from "../shared/shape.js";
import { keptToken } from "../shared/token.js";
import { lostBy, score, statusWord, winnerOf } from "../shared/words.js";

/** @import { PairMatches, TournamentForm } from "./standings-forms.js" */

const LIMIT = 100;

/** @typedef {string | null | undefined} Cursor `null` for the first page, `undefined` for none */

export class PairDialog {
  #tournament;
  #dialog;
  #title = element("h2", { id: "pair-title" });
  #note = element("p.note", { role: "status" });
  #problem = element("p.problem", { role: "alert", hidden: true });
  #list = element("ol.pair-matches");
  #more = element("button.plain", { type: "button", hidden: true }, "More boards");
  /** @type {{one: number, other: number, cursors: Cursor[]}} */
  #asked = { one: 0, other: 0, cursors: [] };

  /** The players by their index. @type {TournamentForm["players"]} */
  players = [];

  /** @param {string} tournament its id */
  constructor(tournament) {
    this.#tournament = tournament;
    const close = element("button.plain", { type: "button" }, "Close");
    this.#dialog = element(
      "dialog.pair",
      { "aria-labelledby": "pair-title" },
      this.#title,
      this.#note,
      this.#problem,
      this.#list,
      element("p.calls", {}, this.#more, close),
    );
    close.addEventListener("click", () => this.#dialog.close());
    this.#more.addEventListener("click", () => this.#load());
    document.body.append(this.#dialog);
  }

  /** Shows the matches of two players, in both orders of seats. @param {number} one @param {number} other */
  async open(one, other) {
    this.#asked = { one, other, cursors: [null, null] };
    this.#title.replaceChildren(this.#name(one), element("span.versus", {}, " vs "), this.#name(other));
    this.#list.replaceChildren();
    this.#more.hidden = true;
    if (!this.#dialog.open) {
      this.#dialog.showModal();
    }
    await this.#load();
  }

  /** Loads another page of each of the two lists; a complete list has no cursor. */
  async #load() {
    const asked = this.#asked;
    const { one, other, cursors } = asked;
    show(this.#note, "Loading the matches …");
    show(this.#problem, null);
    this.#more.disabled = true;
    try {
      const pages = await Promise.all([this.#page(one, other, cursors[0]), this.#page(other, one, cursors[1])]);
      if (asked !== this.#asked) {
        return;
      }
      asked.cursors = pages.map(({ next }) => next ?? undefined);
      const matches = pages.flatMap((page) => page.matches).sort((a, b) => a.board - b.board);
      this.#list.append(...matches.map((match) => this.#row(match)));
      this.#more.hidden = asked.cursors.every((next) => next === undefined);
      show(this.#note, this.#list.childElementCount === 0 ? "No match between these two has begun." : null);
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed) && !(failed instanceof NotAsExpected)) {
        throw failed;
      }
      if (asked === this.#asked) {
        show(this.#note, null);
        show(this.#problem, failed.message);
        this.#more.hidden = true;
      }
    } finally {
      this.#more.disabled = false;
    }
  }

  /** @returns {Promise<PairMatches>} @param {number} first @param {number} second @param {Cursor} cursor */
  async #page(first, second, cursor) {
    if (cursor === undefined) {
      return { matches: [], next: null };
    }
    const parameters = { first, second, limit: LIMIT, ...(cursor === null ? {} : { cursor }) };
    const page = await api.tournamentMatches(this.#tournament, parameters, keptToken());
    return forms.pairMatches(page, "the list of matches");
  }

  /** @param {number} player */
  #name(player) {
    const known = this.players[player];
    return element("bdi", {}, known === undefined ? `player ${player + 1}` : botName(known));
  }

  /** @param {PairMatches["matches"][0]} match */
  #row({ id, board, players, status, result, failedSeat, failureKind }) {
    const winner = winnerOf(result, failedSeat);
    const seats = players.map((player, index) =>
      element(`span.seat.seat-${index + 1}${winner === index + 1 ? ".winner" : ""}`, {}, this.#name(player)),
    );
    return element(
      "li",
      {},
      element("span.fine", {}, `Board ${board + 1} `),
      seats[0],
      " ",
      element(
        "a",
        { href: `match.html?${new URLSearchParams({ id })}` },
        result === null ? statusWord(status) : score(result) + (failedSeat === null ? "" : ` (${lostBy(failureKind)})`),
        element("span.unseen", {}, `, the match on board ${board + 1}`),
      ),
      " ",
      seats[1],
    );
  }
}
