/** A board that shows a match without controls: on the start page, beside the table of a tournament, and on `tv.html`. */

import { avatar, avatarKey } from "../shared/avatar.js";
import { botName } from "../shared/bot-names.js";
import { element } from "../shared/dom.js";
import { engineModule, rendererOf } from "../shared/game-modules.js";
import { scoreText, unitOf } from "../shared/numbers.js";
import { playersOf } from "../shared/words.js";
import { Loop } from "../viewer/loop.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * A view for `followMatch`.
 *
 * Events: `turn`, when another turn is shown; `end`, when the end of a finished match has been shown for a while and it begins
 * again.
 */
export class FrontBoard extends EventTarget {
  #parts;
  #match = null;
  #shownAs = "";
  #engine = null;
  #renderer = null;
  #unit = "";
  #loop = null;
  #replay = null;

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
    this.#replay = null;
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
    return this.#replay?.turns ?? null;
  }

  /** The turn that is shown, for whoever lets it be heard, and whether the match ends with it. */
  get moment() {
    const { turn, picture, before } = this.#loop;
    return {
      renderer: this.#renderer,
      picture,
      before,
      calls: this.#replay.calls(turn),
      last: turn === this.#replay.turns && this.#match.status !== "running",
    };
  }

  async present(match) {
    const shownAs = JSON.stringify([match.id, match.game, match.players]);
    this.#match = match;
    if (shownAs !== this.#shownAs) {
      this.#shownAs = shownAs;
      const [engine, renderer] = await Promise.all([engineModule(), rendererOf(match.game)]);
      if (this.#match !== match) {
        return; // another match was chosen meanwhile
      }
      this.#engine = engine;
      this.#renderer = renderer;
      this.#unit = this.#engine?.games().find(({ id }) => id === match.game)?.scoreUnit ?? "";
      const [one, two] = playersOf(match).map((player, index) =>
        element(
          `div.side.seat-${index + 1}`,
          {},
          avatar(avatarKey(player)),
          element("span.player-name", {}, element("span.who", {}, element(`bdi.seat.seat-${index + 1}`, {}, botName(player)))),
          element("span.points"),
        ),
      );
      this.#parts.strip.replaceChildren(one, element("span.now"), two);
    }
    if (match.id !== null) {
      this.#parts.link.href = `match.html?${new URLSearchParams({ id: match.id })}`;
      this.#parts.link.hidden = false;
    }
  }

  drawable() {
    return this.#engine !== null && this.#renderer !== null;
  }

  /** The start page does without a board that cannot be drawn. */
  refuse() {
    this.#loop?.remove();
    this.#loop = null;
  }

  showReplay(document, live) {
    const { replay } = this.#engine.openReplay(document);
    if (replay === null) {
      this.refuse();
      return;
    }
    this.#replay = replay;
    if (this.#loop === null) {
      this.#loop = new Loop(this.#canvas, this.#renderer, replay, { live, turn: live ? replay.turns : 0 });
      this.#loop.describe(playersOf(this.#match).map(botName));
      this.#loop.addEventListener("end", () => this.dispatchEvent(new Event("end")));
      this.#loop.addEventListener("turn", () => {
        this.#turned(this.#match.status === "running");
        this.dispatchEvent(new Event("turn"));
      });
    } else {
      this.#loop.extend(replay, live);
    }
    this.#turned(live);
  }

  #turned(live) {
    const { strip } = this.#parts;
    strip.querySelector(".now").textContent = live ? `LIVE · turn ${this.#loop.turn}` : `Turn ${this.#loop.turn}`;
    strip.querySelector(".now").classList.toggle("live", live);
    const ended = !live && this.#loop.turn === this.#replay.turns;
    if (this.#renderer.scored === false && !ended) {
      strip.querySelectorAll(".points").forEach((points) => points.replaceChildren());
      return;
    }
    const scores = this.#renderer.scores(this.#loop.picture);
    strip
      .querySelectorAll(".points")
      .forEach((points, index) =>
        points.replaceChildren(scoreText(scores[index]), element("span.unit", {}, unitOf(scores[index], this.#unit))),
      );
  }
}
