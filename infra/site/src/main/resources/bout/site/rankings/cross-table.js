/** All against all, as a grid with one tab stop and arrow keys, because it may have thousands of cells. */

import { botName } from "../shared/bot-names.js";
import { element } from "../shared/dom.js";
import { plainNumber, recordWords } from "./standings-words.js";

/** @import { TournamentForm } from "./standings-forms.js" */

/** @type {Record<string, [number, number]>} */
const STEPS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -Infinity],
  End: [0, Infinity],
  PageUp: [-10, 0],
  PageDown: [10, 0],
};

/**
 * @typedef {{wins: number, draws: number, losses: number, score: number}} Cell
 * @typedef {Pick<TournamentForm, "table" | "players" | "ranking" | "seats"> & {cross: (Cell | null)[][]}} Crossed
 */

/** @param {EventTarget | null} target */
const cellAt = (target) => (target instanceof Element ? target.closest("td") : null);

export class CrossTable {
  #table;
  /** @type {HTMLElement[][]} */
  #cells = [];
  /** @type {[number, number]} row and column */
  #at = [0, 1];

  /**
   * @param {HTMLElement} table
   * @param {(one: number, other: number) => void} open called with the indices of two players to show their matches
   */
  constructor(table, open) {
    this.#table = table;
    table.addEventListener("click", (event) => {
      const cell = cellAt(event.target);
      if (cell?.dataset.one !== undefined) {
        this.#goTo(this.#placeOf(cell));
        open(Number(cell.dataset.one), Number(cell.dataset.other));
      }
    });
    table.addEventListener("keydown", (event) => {
      const cell = cellAt(event.target);
      if (cell === null || event.altKey || event.ctrlKey || event.metaKey) {
        return;
      }
      if (event.key in STEPS) {
        event.preventDefault();
        this.#step(STEPS[event.key]);
      } else if ((event.key === "Enter" || event.key === " ") && cell.dataset.one !== undefined) {
        event.preventDefault();
        open(Number(cell.dataset.one), Number(cell.dataset.other));
      }
    });
  }

  /** @param {Crossed} tournament */
  show({ table, players, cross, ranking, seats }) {
    const order = table.map(({ player }) => player);
    const focused = this.#table.contains(document.activeElement);
    this.#cells = order.map((one) => order.map((other) => cellOf(cross[one][other], one, other, { players, ranking, seats })));
    this.#table.replaceChildren(
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          element("th.corner", { scope: "col" }, "Player"),
          ...order.map((player, place) =>
            element(
              "th",
              { scope: "col", title: botName(players[player]) },
              String(place + 1),
              element("span.unseen", {}, ": ", element("bdi", {}, botName(players[player]))),
            ),
          ),
        ),
      ),
      element(
        "tbody",
        {},
        ...order.map((player, place) =>
          element(
            "tr",
            {},
            element("th", { scope: "row" }, `${place + 1}. `, element("bdi", {}, botName(players[player]))),
            ...this.#cells[place],
          ),
        ),
      ),
    );
    this.#goTo(this.#at, focused);
  }

  /** @returns {[number, number]} @param {HTMLElement} cell */
  #placeOf(cell) {
    const row = this.#cells.findIndex((cells) => cells.includes(cell));
    return [row, this.#cells[row].indexOf(cell)];
  }

  /** @param {[number, number]} step */
  #step([down, right]) {
    this.#goTo([this.#at[0] + down, this.#at[1] + right], true);
  }

  /** @param {[number, number]} place */
  #goTo([row, column], focus = false) {
    const last = this.#cells.length - 1;
    /** @param {number} place */
    const within = (place) => Math.min(Math.max(place, 0), last);
    this.#cells[within(this.#at[0])][within(this.#at[1])].tabIndex = -1;
    this.#at = [within(row), within(column)];
    const cell = this.#cells[this.#at[0]][this.#at[1]];
    cell.tabIndex = 0;
    if (focus) {
      cell.focus();
    }
  }
}

/** The figures of the table, for spreadsheets; nothing where two have not met. @param {Crossed} tournament */
export function crossRows({ table, players, cross, ranking }) {
  const order = table.map(({ player }) => player);
  return [
    ["Player", ...order.map((player) => botName(players[player]))],
    ...order.map((one) => [botName(players[one]), ...order.map((other) => figureOf(cross[one][other], ranking))]),
  ];
}

/** @param {Cell | null} cell @param {string} ranking */
const figureOf = (cell, ranking) => (cell === null ? null : ranking === "score" ? cell.score : cell.wins + cell.draws / 2);

/**
 * @param {Cell | null} cell
 * @param {number} one
 * @param {number} other
 * @param {Pick<TournamentForm, "players" | "ranking" | "seats">} tournament in matches of more than two, a cell stands for no list of matches
 */
function cellOf(cell, one, other, { players, ranking, seats }) {
  if (one === other) {
    return element("td.itself", { tabindex: -1 }, element("span.unseen", {}, "itself"));
  }
  if (cell === null) {
    return element(
      "td.unmet",
      { tabindex: -1 },
      element("span", { "aria-hidden": "true" }, "–"),
      element("span.unseen", {}, "not met"),
    );
  }
  const points = cell.wins + cell.draws / 2;
  const share = points / Math.max(cell.wins + cell.draws + cell.losses, 1);
  return element(
    `td.met.share-${Math.round(4 * share)}`,
    {
      tabindex: -1,
      ...(seats === 2 ? { "data-one": one, "data-other": other } : {}),
      title: `${botName(players[one])} against ${botName(players[other])}: ${recordWords(cell)}, score ${plainNumber(cell.score)}`,
    },
    plainNumber(ranking === "score" ? cell.score : points),
  );
}
