/** Shows what the bots logged on the current turn, and links to the turns around it. */

import { element } from "../shared/dom.js";

/** @import { LogLine } from "./code-player.js" */
/** @import { Player } from "../viewer/player.js" */

/** As many lines as a person can look through; the rest is cut. */
const MAX_SHOWN = 60;

export class LogView {
  #host;
  #player;
  #names;
  #logs;
  #mark;

  /**
   * @param {HTMLElement} host
   * @param {Player} player
   * @param {string[]} names
   * @param {LogLine[][]} logs of each seat's bot
   * @param {(place: {seat: number, line: number | null, text: string}, asked: boolean) => void} mark called with the line of code
   *     that failed on the shown turn, or `null` for none, and whether the visitor asked to see it
   */
  constructor(host, player, names, logs, mark) {
    this.#host = host;
    this.#player = player;
    this.#names = names;
    this.#logs = logs;
    this.#mark = mark;
    player.addEventListener("turn", () => this.#show());
    this.#show();
  }

  #show() {
    // The picture of turn k results from the answers of turn k - 1.
    const asked = this.#player.turn - 1;
    const rows = this.#logs.flatMap((log, index) =>
      log.filter(({ turn }) => turn === asked).map((line) => this.#row(line, index + 1)),
    );
    this.#logs.forEach((log, index) => {
      const failed = log.find(({ turn, line }) => turn === asked && line !== null);
      this.#mark({ seat: index + 1, line: failed?.line ?? null, text: failed?.text ?? "" }, false);
    });
    const all = this.#logs.reduce((sum, log) => sum + log.length, 0);
    this.#host.replaceChildren(
      ...(rows.length === 0
        ? [
            element(
              "p.hint",
              {},
              all === 0
                ? "Nothing was written. console.log in a bot’s code shows up here, turn by turn."
                : "Nothing was written on this turn.",
            ),
          ]
        : [element("ul", {}, ...rows.slice(0, MAX_SHOWN))]),
      ...this.#leads(asked),
    );
  }

  /** @param {LogLine} line @param {number} seat */
  #row({ level, text, line }, seat) {
    const jump = line === null ? null : element("button.link", { type: "button" }, `Line ${line}`);
    jump?.addEventListener("click", () => this.#mark({ seat, line, text }, true));
    return element(
      `li.${level}`,
      {},
      element("p.by", {}, element(`bdi.seat.seat-${seat}`, {}, this.#names[seat - 1]), jump),
      element("pre", {}, text),
    );
  }

  /** Links to the nearest turns before and after with log lines. @param {number} asked */
  #leads(asked) {
    const turns = this.#logs.flatMap((log) => log.map(({ turn }) => turn));
    const before = Math.max(...turns.filter((turn) => turn < asked));
    const after = Math.min(...turns.filter((turn) => turn > asked));
    /** @type {[number, string][]} */
    const leads = [
      [before, "Earlier"],
      [after, "Later"],
    ];
    const buttons = leads
      .filter(([turn]) => Number.isFinite(turn))
      .map(([turn, word]) => {
        const button = element("button.plain.small", { type: "button" }, `${word}: turn ${turn + 1}`);
        button.addEventListener("click", () => this.#player.show(turn + 1));
        return button;
      });
    return buttons.length === 0 ? [] : [element("p.leads", {}, ...buttons)];
  }
}
