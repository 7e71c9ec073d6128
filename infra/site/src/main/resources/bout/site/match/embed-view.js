/** The view of `embed.js`: the names, the player, and how the match ended. */

import { botName } from "../shared/bot-names.js";
import { byId, show } from "../shared/dom.js";
import { outcome, showTitle } from "./facts.js";
import { ReplayView } from "../viewer/replay-view.js";
import { playersOf } from "../shared/words.js";

export class EmbedView {
  #replayView;
  #match = null;

  /** @param options of `ReplayView` */
  constructor(options) {
    this.#replayView = new ReplayView(byId("player"), options);
  }

  get turns() {
    return this.#replayView.replay?.turns ?? null;
  }

  async present(match) {
    this.#match = match;
    await this.#replayView.load(match.game);
    const names = playersOf(match).map(botName);
    showTitle(names);
    show(byId("note"), null);
    byId("outcome").textContent = outcome(match, names, this.#replayView.renderer);
  }

  drawable() {
    const obstacle = this.#replayView.obstacle(this.#match.game);
    if (obstacle !== null) {
      this.refuse(obstacle);
    }
    return obstacle === null;
  }

  refuse(problem) {
    this.#replayView.remove();
    show(byId("problem"), problem);
  }

  showReplay(document, live) {
    const problem =
      this.#replayView.show(document, live, `bout-${this.#match.id ?? document.game}`) ?? this.#replayView.replay.difference;
    show(byId("problem"), problem);
  }
}
