/** The view of `embed.js`: the names, the player, and how the match ended. */

import { botName } from "../shared/bot-names.js";
import { byId, show } from "../shared/dom.js";
import { outcome, showTitle } from "./facts.js";
import { ReplayView } from "../viewer/replay-view.js";
import { playersOf } from "../shared/words.js";

/** @import { MatchRecord } from "./replay-record.js" */

export class EmbedView {
  #replayView;
  /** @type {string | null} */
  #id = null;
  #game = "";

  /** @param {ConstructorParameters<typeof ReplayView>[1]} options */
  constructor(options) {
    this.#replayView = new ReplayView(byId("player"), options);
  }

  get turns() {
    return this.#replayView.replay?.turns ?? null;
  }

  /** @param {MatchRecord} match */
  async present(match) {
    this.#id = match.id;
    this.#game = match.game;
    await this.#replayView.load(match.game);
    const names = playersOf(match).map(botName);
    showTitle(names);
    show(byId("note"), null);
    byId("outcome").textContent = outcome(match, names, this.#replayView.renderer);
  }

  drawable() {
    const obstacle = this.#replayView.obstacle(this.#game);
    if (obstacle !== null) {
      this.refuse(obstacle);
    }
    return obstacle === null;
  }

  /** @param {string} problem */
  refuse(problem) {
    this.#replayView.remove();
    show(byId("problem"), problem);
  }

  /** @param {Replay.Document} document @param {boolean} live */
  showReplay(document, live) {
    const { player, problem } = this.#replayView.show(document, live, `bout-${this.#id ?? document.game}`);
    show(byId("problem"), problem ?? player.replay.difference);
  }
}
