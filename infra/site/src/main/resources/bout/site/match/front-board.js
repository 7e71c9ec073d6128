/** A board that shows a match without controls: on the start page, beside the table of a tournament, and on `tv.html`. */

import { botName, by } from "../shared/bot-names.js";
import { element } from "../shared/dom.js";
import { engineModule, rendererOf } from "../shared/game-modules.js";
import { playersOf } from "../shared/words.js";
import { Loop } from "../viewer/loop.js";
import { showSides, showStanding, standingIn } from "./sides.js";

/** @import { MatchRecord } from "./replay-record.js" */
/** @import { Renderer } from "../viewer/board.js" */

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * A view for `followMatch`.
 *
 * Events: `turn`, when another turn is shown; `end`, when the end of a finished match has been shown for a while and it begins
 * again.
 */
export class FrontBoard extends EventTarget {
  #parts;
  /** @type {MatchRecord | null} */
  #match = null;
  #shownAs = "";
  /** @type {{engine: Engine.BrowserEngine, renderer: Renderer} | null} what draws the game, if both could be loaded */
  #drawing = null;
  #unit = "";
  /** @type {Api.Player[]} */
  #players = [];
  /** @type {Loop | null} */
  #loop = null;
  #canvas;

  /**
   * @param {object} parts of the page
   * @param {HTMLElement} parts.strip for names and scores
   * @param {HTMLCanvasElement} parts.canvas
   * @param {HTMLElement} parts.pause a button
   * @param {HTMLAnchorElement} parts.link to the page of the match
   * @param {number} [parts.seconds] of a match that takes longer, only the end is shown
   */
  constructor(parts) {
    super();
    this.#parts = parts;
    this.#canvas = parts.canvas;
    // With reduced motion nothing plays that could be paused.
    const follow = () => {
      parts.pause.hidden = calm.matches;
    };
    calm.addEventListener("change", follow);
    follow();
    parts.pause.addEventListener("click", () => {
      if (this.#loop !== null) {
        this.#loop.paused = !this.#loop.paused;
        parts.pause.setAttribute("aria-pressed", String(this.#loop.paused));
      }
    });
  }

  /** Clears the board for another match. */
  clear() {
    this.#loop?.remove();
    this.#loop = null;
    this.#match = null;
    this.#shownAs = "";
    // A new canvas: the size of the board depends on the game.
    const canvas = /** @type {HTMLCanvasElement} */ (this.#canvas.cloneNode());
    delete canvas.dataset.drawn;
    canvas.removeAttribute("style");
    this.#canvas.replaceWith(canvas);
    this.#canvas = canvas;
  }

  /** Whether a match is shown. */
  get shown() {
    return this.#loop !== null;
  }

  /** The record of the match. */
  get match() {
    return this.#match;
  }

  get turns() {
    return this.#loop?.replay.turns ?? null;
  }

  /** The turn that is shown, for whoever lets it be heard, and whether the match ends with it; `null` without a board. */
  get moment() {
    if (this.#loop === null) {
      return null;
    }
    const { renderer, replay, turn, picture, before } = this.#loop;
    const last = turn === replay.turns && this.#match?.status !== "running";
    return { renderer, replay, turn, picture, before, calls: replay.calls(turn), last };
  }

  /** @param {MatchRecord} match */
  async present(match) {
    const shownAs = JSON.stringify([match.id, match.game, match.players]);
    this.#match = match;
    if (shownAs !== this.#shownAs) {
      this.#shownAs = shownAs;
      const [engine, renderer] = await Promise.all([engineModule(), rendererOf(match.game)]);
      if (this.#match !== match) {
        return; // another match was chosen meanwhile
      }
      this.#drawing = engine === null || renderer === null ? null : { engine, renderer };
      this.#unit = engine?.games().find(({ id }) => id === match.game)?.scoreUnit ?? "";
      this.#seat(playersOf(match));
    }
    if (match.id !== null) {
      this.#parts.link.href = `match.html?${new URLSearchParams({ id: match.id })}`;
      this.#parts.link.hidden = false;
    }
  }

  /** @param {Api.Player[]} players */
  #seat(players) {
    this.#players = players;
    showSides(this.#parts.strip, players, (index) => [
      element("span.who", {}, element(`bdi.seat.seat-${index + 1}`, {}, botName(players[index]))),
      element("span.kind", {}, ...by(players[index].author, `seat ${index + 1}`)),
    ]);
  }

  drawable() {
    return this.#drawing !== null;
  }

  /** The start page does without a board that cannot be drawn. */
  refuse() {
    this.#loop?.remove();
    this.#loop = null;
  }

  /** @param {Replay.Document} document @param {boolean} live */
  showReplay(document, live) {
    const replay = this.#drawing?.engine.openReplay(document).replay ?? null;
    if (this.#drawing === null || replay === null) {
      this.refuse();
      return;
    }
    // The record of a rated match names no players while it lasts.
    if (this.#players.length !== document.players.length) {
      this.#seat(playersOf({ players: null, seats: document.players.length }));
    }
    if (this.#loop === null) {
      this.#loop = this.#begin(this.#drawing.renderer, replay, this.#players.map(botName), live);
    } else {
      this.#loop.extend(replay, live);
    }
    this.#turned(this.#loop, live);
  }

  /** @param {Renderer} renderer @param {Engine.OpenedReplay} replay @param {string[]} names @param {boolean} live */
  #begin(renderer, replay, names, live) {
    const { seconds = Infinity } = this.#parts;
    const first = Math.max(0, Math.floor(replay.turns - seconds * renderer.pace));
    const loop = new Loop(this.#canvas, renderer, replay, { live, turn: live ? replay.turns : first });
    loop.describe(names);
    loop.addEventListener("end", () => this.dispatchEvent(new Event("end")));
    loop.addEventListener("turn", () => {
      this.#turned(loop, this.#match?.status === "running");
      this.dispatchEvent(new Event("turn"));
    });
    return loop;
  }

  /** @param {Loop} loop @param {boolean} live */
  #turned({ renderer, replay, turn, picture }, live) {
    const { strip } = this.#parts;
    const now = strip.querySelector(".now");
    if (now !== null) {
      now.textContent = live ? `LIVE · turn ${turn}` : `Turn ${turn}`;
      now.classList.toggle("live", live);
    }
    const result = this.#match?.result ?? null;
    const end = live || turn < replay.turns || result === null ? null : { ...result, scores: renderer.scores(picture) };
    const names = this.#players.map(botName);
    showStanding(strip, standingIn({ renderer, picture, calls: [] }, names, end), this.#unit);
  }
}
