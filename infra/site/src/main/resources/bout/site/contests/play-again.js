/** The matches of the stage of a contest that began last, for the organiser to have one played again. */

import * as api from "../shared/api.js";
import { houseName } from "../shared/bot-names.js";
import { byId, element } from "../shared/dom.js";
import { keptToken } from "../shared/token.js";
import { score } from "../shared/words.js";
import { namesOf } from "./contest-words.js";

/** @typedef {Api.Contest} Contest */

const LIMIT = 100;

export class PlayAgain {
  /** @type {Contest | null} */
  #contest = null;
  #tournament = "";
  /** @type {string | null} */
  #next = null;

  /** @param {(button: HTMLButtonElement, act: () => Promise<void>) => Promise<void>} attempt tells what goes wrong */
  constructor(attempt) {
    // Otherwise Enter would have the first match of the list played again.
    byId("again-reason").addEventListener(
      "keydown",
      (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && event.preventDefault(),
    );
    const more = byId("again-more");
    more.addEventListener("click", () => attempt(more, () => this.#load()));
  }

  /** Offers the matches of its last stage, once they are asked for. @param {Contest} contest */
  show(contest) {
    this.#contest = contest;
    const tournament = contest.stages.findLast((stage) => stage.tournament !== null)?.tournament ?? "";
    const { state, journal } = contest;
    byId("again").hidden = tournament === "" || state === "cancelled";
    if (tournament !== this.#tournament) {
      this.#tournament = tournament;
      this.#next = null;
      byId("again-matches").replaceChildren();
      byId("again-more").hidden = false;
      byId("again-more").textContent = "Show its matches";
    }
    const again = journal.filter(({ event }) => event === "again").map(({ match }) => match);
    for (const item of byId("again-matches").children) {
      const button = item.querySelector("button");
      if (button !== null && again.includes(button.value)) {
        button.replaceWith(element("span.fine", {}, "played again"));
      }
    }
  }

  async #load() {
    const tournament = this.#tournament;
    const parameters = { limit: LIMIT, ...(this.#next === null ? {} : { cursor: this.#next }) };
    const { matches, next } = await api.tournamentMatches(tournament, parameters, keptToken());
    if (tournament !== this.#tournament || this.#contest === null) {
      return;
    }
    const contest = this.#contest;
    byId("again-matches").append(...matches.filter(({ status }) => status === "finished").map((match) => item(contest, match)));
    this.#next = next;
    byId("again-more").hidden = next === null;
    byId("again-more").textContent = "Show more";
    this.show(contest);
  }
}

/** @param {Contest} contest @param {Api.TournamentMatch} match */
function item(contest, { id, board, players, result }) {
  const stage = contest.stages.findLast(({ tournament }) => tournament !== null);
  const names = namesOf(contest);
  // In the order of the tournament's players: the house bot is the first of a gauntlet.
  const all = [...(stage?.house == null ? [] : [houseName(stage.house)]), ...(stage?.bots ?? [])];
  const who = players.map((player) => names.get(all[player]) ?? all[player] ?? "").join(" – ");
  return element(
    "li",
    {},
    element(
      "a",
      { href: `match.html?${new URLSearchParams({ id })}` },
      element("bdi", {}, who),
      `, board ${board + 1}: ${result === null ? "" : score(result)}`,
    ),
    " ",
    element(
      "button.plain",
      { type: "submit", value: id },
      "Play again",
      element("span.unseen", {}, ` ${who}, board ${board + 1}`),
    ),
  );
}
