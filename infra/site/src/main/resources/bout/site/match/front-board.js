/** A board that shows a match without controls: on the start page, beside the table of a tournament, and on `tv.html`. */

import { avatar, avatarKey } from "../shared/avatar.js";
import { botName } from "../shared/bot-names.js";
import { element } from "../shared/dom.js";
import { engineModule, rendererOf } from "../shared/game-modules.js";
import { scoreText, unitOf } from "../shared/numbers.js";
import { playersOf } from "../shared/words.js";
import { Loop } from "../viewer/loop.js";

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
  /** @type {Loop | null} */
  #loop = null;
  #now = element("span.now");
  #canvas;

  /**
   * @param {object} parts of the page
   * @param {HTMLElement} parts.strip for names and scores
   * @param {HTMLCanvasElement} parts.canvas
   * @param {HTMLElement} parts.pause a button
   * @param {HTMLAnchorElement} parts.link to the page of the match
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
    return { renderer, picture, before, calls: replay.calls(turn), last };
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
      const [one, two] = playersOf(match).map((player, index) =>
        element(
          `div.side.seat-${index + 1}`,
          {},
          avatar(avatarKey(player)),
          element("span.player-name", {}, element("span.who", {}, element(`bdi.seat.seat-${index + 1}`, {}, botName(player)))),
          element("span.points"),
        ),
      );
      this.#now = element("span.now");
      this.#parts.strip.replaceChildren(one, this.#now, two);
    }
    if (match.id !== null) {
      this.#parts.link.href = `match.html?${new URLSearchParams({ id: match.id })}`;
      this.#parts.link.hidden = false;
    }
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
    if (this.#loop === null) {
      this.#loop = this.#begin(this.#drawing.renderer, replay, playersOf(this.#match ?? document).map(botName), live);
    } else {
      this.#loop.extend(replay, live);
    }
    this.#turned(this.#loop, live);
  }

  /** @param {Renderer} renderer @param {Engine.OpenedReplay} replay @param {string[]} names @param {boolean} live */
  #begin(renderer, replay, names, live) {
    const loop = new Loop(this.#canvas, renderer, replay, { live, turn: live ? replay.turns : 0 });
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
    this.#now.textContent = live ? `LIVE · turn ${turn}` : `Turn ${turn}`;
    this.#now.classList.toggle("live", live);
    const ended = !live && turn === replay.turns;
    if (renderer.scored === false && !ended) {
      strip.querySelectorAll(".points").forEach((points) => points.replaceChildren());
      return;
    }
    const scores = renderer.scores(picture);
    strip
      .querySelectorAll(".points")
      .forEach((points, index) =>
        points.replaceChildren(scoreText(scores[index]), element("span.unit", {}, unitOf(scores[index], this.#unit))),
      );
  }
}
