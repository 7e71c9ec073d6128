/**
 * Plays a match on a canvas again and again, without controls: on the start page and in thumbnails, with the same renderer as the
 * player. Stands still while nobody can see it, and for visitors who prefer reduced motion.
 */

import { Board, PAST_TURNS, Pictures } from "./board.js";
import { Clock } from "./clock.js";

/** @import { Renderer } from "./board.js" */

/** A longer frame means that the page was suspended. */
const MAX_FRAME_MILLISECONDS = 100;

/** How long the last turn of a finished match is shown before it begins again. */
const REST_MILLISECONDS = 3_000;

/** Those that show where the players were, and those of a transition. */
const KEPT_PICTURES = PAST_TURNS + 3;

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Events: `turn`, when another turn is shown; `end`, when the last turn has been shown for a while. */
export class Loop extends EventTarget {
  #canvas;
  #renderer;
  #live;
  #board;
  #clock;
  #rested = 0;
  /** @type {number | null} */
  #frame = null;
  #frameTime = 0;
  #drawn = -1;
  #told = -1;
  #visible = false;
  #paused = false;
  #pictures;
  #seen;

  /**
   * @param {HTMLCanvasElement} canvas in its own element
   * @param {Renderer} renderer
   * @param {Engine.OpenedReplay} replay
   * @param {object} [options]
   * @param {boolean} [options.live] more turns will come by `extend`
   * @param {number} [options.turn] to begin with
   */
  constructor(canvas, renderer, replay, { live = false, turn = 0 } = {}) {
    super();
    this.#canvas = canvas;
    this.#renderer = renderer;
    this.#pictures = new Pictures(replay, KEPT_PICTURES);
    this.#live = live;
    this.#clock = new Clock(replay.turns, renderer.pace);
    this.#clock.goTo(calm.matches && !live ? Math.floor(replay.turns / 2) : turn);
    this.#board = new Board(canvas, renderer, this.picture);
    this.#draw();
    canvas.dataset.drawn = "";
    this.#seen = new IntersectionObserver(([{ isIntersecting }]) => {
      this.#visible = isIntersecting;
      this.#run();
    });
    this.#seen.observe(canvas);
  }

  /** What draws the board. */
  get renderer() {
    return this.#renderer;
  }

  /** The replay that is shown. */
  get replay() {
    return this.#pictures.replay;
  }

  get turn() {
    return this.#clock.turn;
  }

  /** The picture of the current turn. */
  get picture() {
    return this.#picture(this.turn);
  }

  /** The picture of the turn before; `null` at the start. */
  get before() {
    return this.turn === 0 ? null : this.#picture(this.turn - 1);
  }

  get paused() {
    return this.#paused;
  }

  set paused(on) {
    this.#paused = on;
    this.#run();
  }

  /** Goes on with a longer replay of a running match, or with its end. @param {Engine.OpenedReplay} replay @param {boolean} live */
  extend(replay, live) {
    this.#live = live;
    this.#clock.turns = replay.turns;
    this.#pictures = new Pictures(replay, KEPT_PICTURES);
  }

  remove() {
    this.#seen.disconnect();
    this.#board.remove();
    cancelAnimationFrame(this.#frame ?? 0);
    this.#frame = null;
  }

  #run() {
    const runs = this.#visible && !this.#paused && !calm.matches;
    if (runs && this.#frame === null) {
      this.#frameTime = performance.now();
      this.#frame = requestAnimationFrame(this.#tick);
    } else if (!runs && this.#frame !== null) {
      cancelAnimationFrame(this.#frame);
      this.#frame = null;
    }
  }

  /** @param {number} now */
  #tick = (now) => {
    this.#frame = requestAnimationFrame(this.#tick);
    const elapsed = Math.min(Math.max(0, now - this.#frameTime), MAX_FRAME_MILLISECONDS);
    this.#frameTime = now;
    if (this.#clock.atEnd && !this.#live) {
      this.#rested += elapsed;
      if (this.#rested >= REST_MILLISECONDS) {
        this.#rested = 0;
        this.dispatchEvent(new Event("end"));
        if (this.#frame === null) {
          return; // removed by who listens
        }
        this.#clock.goTo(0);
      }
    } else {
      this.#clock.advance(elapsed, this.#live ? this.#clock.left : 0);
    }
    this.#draw();
  };

  #draw() {
    const { turn, progress } = this.#clock;
    const moves = this.#renderer.moving && progress > 0 && !calm.matches;
    const what = moves ? turn + progress : turn;
    if (what !== this.#drawn) {
      this.#drawn = what;
      this.#board.show(this.#picture(turn), moves ? { picture: this.#picture(turn + 1), progress } : null, this.#past(turn));
    }
    if (turn !== this.#told) {
      this.#told = turn;
      this.dispatchEvent(new Event("turn"));
    }
  }

  /** Where the players were, as far as the pictures are still there. @param {number} turn */
  #past(turn) {
    if (this.#renderer.positions === undefined) {
      return [];
    }
    const past = [];
    for (let before = turn - 1; before >= Math.max(0, turn - PAST_TURNS) && this.#pictures.has(before); before--) {
      past.unshift(this.#renderer.positions(this.#picture(before)));
    }
    return past;
  }

  /** @param {number} turn */
  #picture(turn) {
    return this.#pictures.at(turn);
  }

  /** Describes the board for people who cannot see it. @param {string[]} [names] of the players */
  describe(names) {
    this.#canvas.setAttribute("aria-label", this.#board.describe(names));
  }
}
