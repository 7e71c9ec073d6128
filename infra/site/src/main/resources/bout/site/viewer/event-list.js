/** What happened, turn by turn: a list beside the board that leads to each of its turns. */

import { element } from "../shared/dom.js";

/** @import { GameEvent } from "./board.js" */
/** @import { Player } from "./player.js" */

export class EventList {
  #host;
  #player;
  #names;
  /** @type {{turn: number, button: HTMLElement}[]} */
  #rows = [];
  #told = 0;
  /** @type {HTMLElement | null} */
  #current = null;
  /** @type {HTMLElement | null} */
  #stop = null;

  /**
   * @param {HTMLElement} host an empty list
   * @param {Player} player
   * @param {string[]} names of the players; shown as text
   */
  constructor(host, player, names) {
    this.#host = host;
    this.#player = player;
    this.#names = names;
    host.replaceChildren();
    for (const changed of ["turn", "change"]) {
      player.addEventListener(changed, () => this.#show());
    }
    player.story.addEventListener("grown", () => this.#show());
    host.onkeydown = (event) => this.#step(event);
    this.#show();
  }

  /** Adds what is known by now, and marks the turn that is shown. */
  #show() {
    const { known, story, turn } = this.#player;
    for (; this.#told < story.marks.length && story.marks[this.#told].turn <= known; this.#told++) {
      this.#add(story.marks[this.#told]);
    }
    const current = this.#rows.findLast((row) => row.turn <= turn)?.button ?? null;
    if (current !== this.#current) {
      this.#current?.removeAttribute("aria-current");
      current?.setAttribute("aria-current", "true");
      this.#current = current;
      this.#reveal(current);
    }
    // One stop of the Tab key is enough for all; the arrow keys go on from there.
    const stop = current ?? this.#rows[0]?.button ?? null;
    if (stop !== this.#stop) {
      this.#stop?.setAttribute("tabindex", "-1");
      stop?.setAttribute("tabindex", "0");
      this.#stop = stop;
    }
  }

  /** @param {GameEvent & {turn: number}} mark */
  #add({ turn, seat, text }) {
    const last = this.#rows.at(-1);
    const button = last?.turn === turn ? last.button : this.#row(turn);
    const name = seat === null ? [] : [element(`bdi.seat.seat-${seat}`, {}, this.#names[seat - 1]), " "];
    button.append(element("span.what", {}, ...name, text));
  }

  /** @param {number} turn */
  #row(turn) {
    const button = element(
      "button.event",
      { type: "button", tabindex: -1 },
      element("span.when", {}, element("span.unseen", {}, "Turn "), `${turn}`),
    );
    button.addEventListener("click", () => this.#player.show(turn));
    this.#rows.push({ turn, button });
    this.#host.append(element("li", {}, button));
    return button;
  }

  /** Scrolls the list, which is the rows' offset parent, and never the page. @param {HTMLElement | null} row */
  #reveal(row) {
    const list = this.#host;
    if (row === null) {
      list.scrollTop = 0;
      return;
    }
    const above = row.offsetTop;
    if (above < list.scrollTop || above + row.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = above - (list.clientHeight - row.offsetHeight) / 2;
    }
  }

  /** @param {KeyboardEvent} event */
  #step(event) {
    const way = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    const at = this.#rows.findIndex(({ button }) => button === event.target);
    const next = this.#rows[at + way];
    if (way !== 0 && at >= 0 && next !== undefined) {
      event.preventDefault();
      next.button.focus();
    }
  }
}
