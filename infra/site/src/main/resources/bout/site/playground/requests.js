/** Shows what the bots were sent on the current turn. */

import { element } from "../shared/dom.js";
import { jsonText } from "./json-text.js";

/** @import { Player } from "../viewer/player.js" */

export class Requests {
  #host;
  #player;
  #replay;
  #names;
  /** @type {number | null} */
  #shown = null;

  /** @param {HTMLElement} host @param {Player} player @param {Engine.OpenedReplay} replay @param {string[]} names */
  constructor(host, player, replay, names) {
    this.#host = host;
    this.#player = player;
    this.#replay = replay;
    this.#names = names;
    for (const event of ["turn", "change"]) {
      player.addEventListener(event, () => this.#show());
    }
    this.#show();
  }

  /** While it plays, nobody could read them, and computing them takes longer the later the turn is. */
  #show() {
    if (this.#player.playing) {
      this.#shown = null;
      this.#host.replaceChildren(element("p.hint", {}, "Pause to see what the bots were sent."));
      return;
    }
    // The turn that is shown was asked for one turn before; at the beginning, show what will be asked.
    const asked = Math.max(0, this.#player.turn - 1);
    if (this.#shown === asked) {
      return;
    }
    this.#shown = asked;
    this.#host.replaceChildren(
      ...this.#replay
        .asks(asked)
        .map(({ seat, fields }) =>
          element(
            "details.request",
            { open: true },
            element("summary", {}, "Sent to ", element(`bdi.seat.seat-${seat}`, {}, this.#names[seat - 1])),
            element("pre", { tabindex: 0, "aria-label": `What player ${seat} was sent` }, jsonText(fields)),
          ),
        ),
    );
  }
}
