/** The page of `embed.js`: the names, the player, and how the match ended. */

import { byId, show } from "../shared/dom.js";
import { outcome, showTitle } from "./facts.js";
import { Showing } from "../viewer/replay-view.js";

export class EmbedView {
  #showing;
  #match = null;

  /** @param options of `Showing` */
  constructor(options) {
    this.#showing = new Showing(byId("player"), options);
  }

  get turns() {
    return this.#showing.replay?.turns ?? null;
  }

  async present(match) {
    this.#match = match;
    await this.#showing.load(match.game);
    const names = match.players.map(({ name }) => name);
    showTitle(names);
    show(byId("note"), null);
    byId("outcome").textContent = outcome(match, names, this.#showing.renderer);
  }

  drawable() {
    const obstacle = this.#showing.obstacle(this.#match.game);
    if (obstacle !== null) {
      this.refuse(obstacle);
    }
    return obstacle === null;
  }

  refuse(problem) {
    this.#showing.remove();
    show(byId("problem"), problem);
  }

  showReplay(document, live) {
    const problem = this.#showing.show(document, live, `bout-${this.#match.id ?? document.game}`)
      ?? this.#showing.replay.difference;
    show(byId("problem"), problem);
  }
}
