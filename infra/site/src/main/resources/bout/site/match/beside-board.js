/** What accompanies the board of a match: what happened, the answers, what can be done with the shown turn, and how it ended. */

import { botName } from "../shared/bot-names.js";
import { Answers } from "../viewer/answers.js";
import { byId, element } from "../shared/dom.js";
import { EventList } from "../viewer/event-list.js";
import { showPlayOn, turnToPlay } from "./play-on.js";

/** @import { AskAgain } from "./ask-again.js" */
/** @import { MatchRecord } from "./replay-record.js" */
/** @import { ResultCard } from "./result-card.js" */
/** @import { WinCurve } from "./win-curve.js" */
/** @import { Player } from "../viewer/player.js" */

export class BesideBoard {
  #player;
  #game;
  #names;
  #document;
  #match;
  /** @type {AskAgain | null} */
  #again = null;
  #asks = false;
  #answers;
  /** @type {ResultCard | null} */
  #card = null;
  /** @type {WinCurve | null} */
  #curve = null;
  #found = element("div");
  #chances = element(
    "details.card",
    { id: "chances", hidden: true },
    element("summary", {}, element("h2", {}, "Where was it lost?")),
    this.#found,
  );
  #removed = false;
  #printed = false;

  /**
   * @param {object} view
   * @param {Player} view.player
   * @param {Engine.Game | null} view.game
   * @param {() => Replay.Document} view.document the replay as it is now
   * @param {MatchRecord} view.match its record; see `update`
   */
  constructor({ player, game, document, match }) {
    const { players } = document();
    this.#player = player;
    this.#game = game;
    this.#names = players.map(botName);
    this.#document = document;
    this.#match = match;
    this.#answers = new Answers(byId("answers"), byId("answers-title"), player, player.renderer, players);
    new EventList(byId("events"), player, this.#names);
    player.addEventListener("turn", () => this.#turned());
    player.addEventListener("end", () => this.#ended());
    this.#chances.addEventListener("toggle", () => this.#showChances());
    byId("actions").before(this.#chances);
    this.#turned();
    this.#showPrinted();
    this.#offerAskAgain();
  }

  /** Shows a newer record of the match. @param {MatchRecord} match */
  update(match) {
    this.#match = match;
    this.#turned();
    this.#showPrinted();
    this.#offerAskAgain();
  }

  remove() {
    this.#removed = true;
    this.#card?.remove();
    this.#curve?.close();
    this.#chances.remove();
  }

  async #ended() {
    const { ResultCard } = await import("./result-card.js");
    // Whoever has gone on meanwhile does not want to see it.
    if (!this.#removed && !this.#player.playing && this.#player.turn === this.#player.turns) {
      this.#card ??= new ResultCard(this.#player, this.#game?.scoreUnit ?? "");
      this.#card.open(this.#match);
    }
  }

  /** Whoever asks where it was lost wants to know the result. */
  async #showChances() {
    const { WinCurve } = await import("./win-curve.js");
    if (this.#removed) {
      return;
    }
    this.#curve ??= new WinCurve(this.#found, this.#player, this.#names, this.#document());
    if (this.#chances.open) {
      byId("reveal").click();
      this.#curve.open();
    } else {
      this.#curve.close();
    }
  }

  #turned() {
    this.#chances.hidden = this.#player.live || !this.#player.replay.confirmed;
    this.#showPlayOn();
    this.#showAskAgain();
  }

  /** Adds what the visitor's own bots printed, once the match is finished. */
  async #showPrinted() {
    const { id, status, players } = this.#match;
    if (!this.#printed && id !== null && status === "finished" && players?.some(({ code }) => code !== undefined)) {
      this.#printed = true;
      const { printedIn } = await import("./printed.js");
      const printed = await printedIn({ id, players });
      if (printed !== null) {
        this.#answers.printed = printed;
      }
    }
  }

  /** Only registered bots can be asked. */
  async #offerAskAgain() {
    const { id, game, status, players } = this.#match;
    if (!this.#asks && status === "finished" && id !== null && players?.some(({ bot }) => bot !== undefined)) {
      this.#asks = true;
      const { AskAgain } = await import("./ask-again.js");
      if (!this.#removed) {
        this.#again = new AskAgain(byId("ask-again"), { id, game, players });
        this.#showAskAgain();
      }
    }
  }

  #showAskAgain() {
    this.#again?.show(
      this.#player.turn,
      this.#player.moment.calls.map(({ seat, move, failure }) => ({
        seat,
        text: failure === null ? this.#player.renderer.answer(move) : failure.text,
      })),
    );
  }

  /** Only a replay with an address can be opened elsewhere. */
  #showPlayOn() {
    const { replay } = this.#match;
    const turn = turnToPlay(this.#player);
    showPlayOn(
      byId("play-on"),
      replay === null || this.#game === null || turn === null
        ? null
        : { game: this.#game.id, replay, ...turn, names: this.#names },
    );
  }
}
