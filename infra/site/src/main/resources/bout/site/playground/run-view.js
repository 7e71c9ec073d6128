/** The results of a run of many matches so far. */

import { element } from "../shared/dom.js";
import { number } from "../shared/numbers.js";
import { interval } from "./statistics.js";

/** @import { RunMatch } from "./session.js" */
/** @import { Tally } from "./statistics.js" */

const BRACKETS = "In brackets: the range in which the true value lies with 95 % confidence.";

/** How many of the first bot's lost matches can be watched. */
const MAX_WATCHED = 12;

export class RunView {
  #names;
  #unit;
  #total;
  #progress;
  #state;
  #table;
  /** @type {HTMLElement[][]} */
  #rows = [];
  #lost;
  #watch;
  #watched = 0;

  /**
   * @param {HTMLElement} host
   * @param {string[]} names
   * @param {string} unit of the points, such as "tiles"
   * @param {number} total
   * @param {(match: RunMatch) => void} watch called with a match of the run to show
   */
  constructor(host, names, unit, total, watch) {
    this.#names = names;
    this.#unit = unit;
    this.#total = total;
    this.#progress = element("progress", { max: total, value: 0, "aria-label": "Matches played" });
    this.#state = element("p.run-state", { role: "status" });
    this.#table = element("table.tally");
    this.#lost = element("p.lost", { hidden: true }, "Watch what ", element("bdi", {}, names[0]), " lost: ");
    this.#watch = watch;
    host.replaceChildren(
      this.#progress,
      this.#state,
      element("div.scrolls", { tabindex: 0, role: "group", "aria-label": "Results of the run" }, this.#table),
      this.#lost,
      element(
        "p.hint",
        {},
        names.length === 2
          ? `Score: a win counts 1, a draw half. ${BRACKETS} Every board is played twice, with the seats exchanged.`
          : `Score: the share of the others that a bot beats. ${BRACKETS} Every board is played once from each seat.`,
      ),
    );
  }

  /** Offers to watch a match if the first bot lost it. @param {RunMatch} match */
  keep(match) {
    if (match.places[0] === 1 || this.#watched === MAX_WATCHED) {
      return;
    }
    this.#watched++;
    const board = match.seed.slice(match.seed.lastIndexOf("-") + 1);
    // During the run, no other match can be played.
    const button = element(
      "button.plain.small",
      { type: "button", disabled: true },
      `board ${board} as player ${((match.places.length - match.shift) % match.places.length) + 1}`,
    );
    button.addEventListener("click", () => this.#watch(match));
    this.#lost.append(button);
    this.#lost.hidden = false;
  }

  /** Shows the progress of the run. @param {Tally} tally @param {string | null} [state] */
  show(tally, state = null) {
    this.#progress.value = tally.count;
    this.#state.textContent = state ?? `${tally.count} of ${this.#total} matches played`;
    if (tally.count === 0) {
      return;
    }
    const cells = this.#names.map((_, bot) => {
      const [low, high] = interval(tally.score(bot), tally.count);
      const { mean, half } = tally.points(bot);
      return [
        `${share(tally.score(bot) / tally.count)} (${share(low)} to ${share(high)})`,
        String(tally.wins[bot]),
        String(tally.draws[bot]),
        String(tally.count - tally.wins[bot] - tally.draws[bot]),
        `${number(mean)} ± ${number(half)}`,
      ];
    });
    if (this.#rows.length === 0) {
      this.#build(cells[0].length);
    }
    this.#rows.forEach((row, bot) =>
      row.forEach((cell, column) => {
        cell.textContent = cells[bot][column];
      }),
    );
  }

  /** @param {number} columns */
  #build(columns) {
    const heads = ["Bot", "Score", "Wins", "Draws", "Losses", `Mean ${this.#unit}`];
    this.#rows = this.#names.map(() => Array.from({ length: columns }, () => element("td")));
    this.#table.append(
      element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
      element(
        "tbody",
        {},
        ...this.#names.map((name, bot) =>
          element("tr", {}, element("th", { scope: "row" }, element(`bdi.seat.seat-${bot + 1}`, {}, name)), ...this.#rows[bot]),
        ),
      ),
    );
  }
}

/** @param {number} value */
const share = (value) => `${number(100 * value)} %`;
