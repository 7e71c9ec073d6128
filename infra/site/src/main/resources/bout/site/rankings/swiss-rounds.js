/** The rounds of a Swiss tournament, or of groups of more than two. The latest is open; the others stay as the visitor left them. */

import { botName } from "../shared/bot-names.js";
import { element } from "../shared/dom.js";
import { decidedWords, plainNumber } from "./standings-words.js";

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

  /** @param {Pick<TournamentForm, "pairings" | "groups" | "players" | "format">} tournament */
  show({ pairings, groups, players, format }) {
    const rounds = [
      ...(pairings ?? []).map((round, index) => this.#pairs(round, index, players)),
      ...(groups ?? []).map((round) => groupsOf(round, players, format)),
    ];
    this.#rounds.splice(rounds.length).forEach(({ details }) => details.remove());
    rounds.forEach((rows, index) => {
      if (index === this.#rounds.length) {
        this.#add(index, index === rounds.length - 1, groups !== null);
      }
      this.#rounds[index].list.replaceChildren(...rows);
    });
  }

  /** @param {number} index @param {boolean} open @param {boolean} inGroups */
  #add(index, open, inGroups) {
    for (const { details } of open ? this.#rounds : []) {
      details.open = false;
    }
    const list = element(inGroups ? "ul.groups" : "ul.swiss-pairs");
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

/**
 * The groups of a round, each with the best first.
 *
 * @param {NonNullable<TournamentForm["groups"]>[0]} round
 * @param {TournamentForm["players"]} players
 * @param {string} format
 */
function groupsOf({ groups, byes }, players, format) {
  /** @param {number} player */
  const name = (player) => element("bdi", {}, botName(players[player]));
  const rows = groups.map(({ players: met, points, through, by }) => {
    const order = met
      .map((player, index) => ({ player, points: points[index] }))
      .sort((one, other) => place(through, one.player) - place(through, other.player) || other.points - one.points);
    const how = decidedWords(by);
    return element(
      "li.group",
      {},
      element(
        "ol",
        {},
        ...order.map(({ player, points: won }) => {
          const goesOn = through?.includes(player) ?? false;
          return element(
            `li${goesOn ? ".winner" : through === null ? "" : ".out"}`,
            {},
            name(player),
            goesOn ? element("span.unseen", {}, " advances") : null,
            " ",
            element("span.figure", {}, plainNumber(won)),
          );
        }),
      ),
      how === null ? null : element("span.fine", {}, how),
    );
  });
  const free = format === "knockout" ? "advances without a match" : "does not play in this round";
  return [...rows, ...byes.map((player) => element("li.bye", {}, name(player), " ", element("span.fine", {}, free)))];
}

/** Who goes on stands first, the best of them at the top. @param {number[] | null} through @param {number} player */
function place(through, player) {
  const index = through?.indexOf(player) ?? -1;
  return index === -1 ? (through?.length ?? 0) : index;
}

/** Every counted match gives a point, so without points none was played. @param {number[]} points */
function score([first, second]) {
  return first + second === 0
    ? [element("span", { "aria-hidden": "true" }, "–"), element("span.unseen", {}, "no result")]
    : [`${plainNumber(first)} : ${plainNumber(second)}`];
}
