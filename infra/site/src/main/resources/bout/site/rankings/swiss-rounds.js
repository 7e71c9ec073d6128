/** The rounds of a Swiss tournament. The latest is open; the others stay as the visitor left them. */

import { botName } from "../shared/bot-names.js";
import { element } from "../shared/dom.js";
import { plainNumber } from "./standings-words.js";

/** @import { TournamentForm } from "./standings-forms.js" */

/** @typedef {NonNullable<TournamentForm["pairings"]>} Pairings */

export class SwissRounds {
  #host;
  #open;
  /** @type {{details: HTMLDetailsElement, list: HTMLElement}[]} */
  #rounds = [];

  /** @param {HTMLElement} host @param {(one: number, other: number) => void} open called with the indices of two players to show their matches */
  constructor(host, open) {
    this.#host = host;
    this.#open = open;
  }

  /** @param {{pairings: Pairings, players: TournamentForm["players"]}} tournament */
  show({ pairings, players }) {
    this.#rounds.splice(pairings.length).forEach(({ details }) => details.remove());
    pairings.forEach((round, index) => {
      if (index === this.#rounds.length) {
        this.#add(index, index === pairings.length - 1);
      }
      this.#rounds[index].list.replaceChildren(...this.#pairs(round, index, players));
    });
  }

  /** @param {number} index @param {boolean} open */
  #add(index, open) {
    for (const { details } of open ? this.#rounds : []) {
      details.open = false;
    }
    const list = element("ul.swiss-pairs");
    const details = element("details", { open }, element("summary", {}, `Round ${index + 1}`), list);
    this.#rounds.push({ details, list });
    this.#host.prepend(details);
  }

  /** @param {Pairings[0]} pairing @param {number} round @param {TournamentForm["players"]} players */
  #pairs({ pairs, bye }, round, players) {
    /** @param {number} player */
    const name = (player) => element("bdi", {}, botName(players[player]));
    const rows = pairs.map(({ first, second, points }) => {
      const button = element(
        "button.link",
        { type: "button", "data-same": `round ${round}, ${first} and ${second}` },
        ...score(points),
        element("span.unseen", {}, ", the matches of ", name(first), " and ", name(second)),
      );
      button.addEventListener("click", () => this.#open(first, second));
      return element(
        "li",
        {},
        element(`span${points[0] > points[1] ? ".winner" : ""}`, {}, name(first)),
        " ",
        button,
        " ",
        element(`span${points[1] > points[0] ? ".winner" : ""}`, {}, name(second)),
      );
    });
    return bye === null
      ? rows
      : [...rows, element("li.bye", {}, name(bye), " ", element("span.fine", {}, "has no opponent and gets a point"))];
  }
}

/** Every counted match gives a point, so without points none was played. @param {number[]} points */
function score([first, second]) {
  return first + second === 0
    ? [element("span", { "aria-hidden": "true" }, "–"), element("span.unseen", {}, "no result")]
    : [`${plainNumber(first)} : ${plainNumber(second)}`];
}
