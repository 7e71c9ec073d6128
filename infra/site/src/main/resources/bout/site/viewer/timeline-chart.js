/** What the slider stands on: the chart of the scores with the events along its foot, and their legend below. */

import { element } from "../shared/dom.js";
import { number } from "../shared/numbers.js";
import { drawMark, kindsOf } from "./marks.js";
import { rangeOf, scoreLines } from "./score-lines.js";
import { Surface } from "./surface.js";
import { THUMB } from "./timeline.js";

/** @import { Colour, Renderer } from "./board.js" */
/** @import { Player } from "./player.js" */

/** In CSS pixels. */
const TOP = 5;

/** Of the row of events, and of the marks in it. Where marks would fill half of it, columns stand there instead, a block for each event. */
const ROW = 16;
const MARK = 3.6;
const COLUMN = 5;
const MOST_BLOCK = 6;

export class TimelineChart {
  #player;
  #names;
  #unit;
  #kinds;
  #canvas;
  #surface;
  #legend;
  /** @type {string[]} */
  #shown = [];
  #told = -1;
  /** @type {Surface[]} */
  #signs = [];
  /** Where each kind that occurred says how often it did. @type {Map<string, HTMLElement>} */
  #numbers = new Map();

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {HTMLElement} legend an empty list
   * @param {Player} player
   * @param {Renderer} renderer
   * @param {string[]} names of the players
   */
  constructor(canvas, legend, player, renderer, names) {
    this.#canvas = canvas;
    this.#legend = legend;
    this.#player = player;
    this.#names = names;
    this.#unit = renderer.charted?.unit ?? "points";
    this.#kinds = kindsOf(renderer);
    this.#surface = new Surface(canvas, (...place) => this.#draw(...place));
    player.addEventListener("turn", () => this.#tell());
    player.addEventListener("change", () => this.#changed());
    player.story.addEventListener("grown", () => this.#grown());
    this.#grown();
  }

  /** Shows as much of the scores as is known by now, and says what they are. */
  #tell() {
    const { turn, known, story } = this.#player;
    const { curve } = story;
    const last = Math.min(known, story.turns);
    if (last >= 0) {
      /** @param {number} k */
      const at = (k) =>
        this.#names
          .map((name, seat) =>
            curve === null
              ? `${name} ${number(story.scores[seat][k])}`
              : `${name} ${Math.round(100 * curve.chances[seat][curve.turns.findLastIndex((one) => one <= k)])} %`,
          )
          .join(", ");
      const now = Math.min(turn, last);
      const what = curve === null ? `Score in ${this.#unit}` : "Chance to win";
      const words = `${what} over time. At turn ${now}: ${at(now)}. At turn ${last}: ${at(last)}.`;
      this.#canvas.setAttribute("aria-label", words);
    }
    if (last !== this.#told) {
      this.#told = last;
      this.#surface.draw();
    }
  }

  remove() {
    this.#surface.remove();
    this.#removeSigns();
  }

  #removeSigns() {
    this.#signs.forEach((sign) => sign.remove());
    this.#signs = [];
    this.#numbers.clear();
  }

  #changed() {
    this.#told = -1;
    this.#tell();
  }

  /** An entry for each kind that occurred. */
  #grown() {
    const counts = new Map();
    for (const { kind } of this.#player.story.marks) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    const kinds = Object.keys(this.#kinds).filter((kind) => counts.has(kind));
    if (kinds.join() !== this.#shown.join()) {
      this.#shown = kinds;
      this.#removeSigns();
      this.#legend.replaceChildren(...kinds.map((kind) => this.#entry(kind)));
    }
    for (const [kind, place] of this.#numbers) {
      place.textContent = String(counts.get(kind));
    }
    this.#changed();
  }

  /** A button that goes to the next event of its kind, and from the last to the first. @param {string} kind */
  #entry(kind) {
    const sign = element("canvas.sign", { "aria-hidden": "true" });
    const times = element("span.number");
    const button = element(
      "button.kind-of-mark",
      { type: "button", "data-kind": kind, title: `Go to the next ${this.#kinds[kind]}` },
      sign,
      element("span", {}, this.#kinds[kind]),
      times,
    );
    this.#numbers.set(kind, times);
    button.addEventListener("click", () => {
      const { story, turn } = this.#player;
      this.#player.show(story.nextMarked(turn, 1, kind) ?? story.nextMarked(-1, 1, kind) ?? turn);
    });
    const index = Object.keys(this.#kinds).indexOf(kind);
    this.#signs.push(
      new Surface(sign, (context, width, height, colour) =>
        drawMark(context, kind, index, width / 2, height / 2, 4, colour("ink")),
      ),
    );
    return element("li", {}, button);
  }

  /** @param {CanvasRenderingContext2D} context @param {number} width @param {number} height @param {Colour} colour */
  #draw(context, width, height, colour) {
    const { turns } = this.#player;
    /** @param {number} turn */
    const x = (turn) => THUMB / 2 + ((width - THUMB) * turn) / Math.max(turns, 1);
    const foot = height - ROW;
    const { at, values, range } = this.#lines();
    const [low, high] = range;
    /** @param {number} value */
    const y = (value) => TOP + (foot - 2 * TOP) * (1 - (value - low) / (high - low));
    context.strokeStyle = colour("line");
    context.strokeRect(THUMB / 2, foot + 0.5, width - THUMB, 0);
    const { turning = null } = this.#player.story.curve ?? {};
    if (turning !== null) {
      context.fillStyle = colour("line");
      context.fillRect(x(turning.since), 0, Math.max(2, x(turning.turn) - x(turning.since)), foot);
    }
    scoreLines(context, values, (k) => x(at[k] ?? k), y, colour);
    this.#drawMarks(context, x, height, colour);
  }

  /** What is drawn of the turns that may be told of: by seat, the chances at some turns, else the scores at each. */
  #lines() {
    const { story, known } = this.#player;
    const { curve, scores } = story;
    const at = curve?.turns ?? [];
    const count = curve === null ? known + 1 : at.filter((turn) => turn <= known).length;
    const values = (curve?.chances ?? scores).map((seat) => seat.slice(0, count));
    return { at, values, range: curve === null ? rangeOf(values) : [0, 1] };
  }

  /** @param {CanvasRenderingContext2D} context @param {(turn: number) => number} x @param {number} height @param {Colour} colour */
  #drawMarks(context, x, height, colour) {
    const { marks } = this.#player.story;
    const order = Object.keys(this.#kinds);
    /** @param {{seat: number | null}} mark */
    const fill = ({ seat }) => colour(seat === null ? "ink" : `seat-${seat}`);
    const crowded = marks.length * 4 * MARK > this.#canvas.clientWidth;
    if (crowded) {
      /** @type {(typeof marks)[]} */
      const columns = [];
      for (const mark of marks) {
        const at = Math.floor(x(mark.turn) / COLUMN);
        columns[at] ??= [];
        columns[at].push(mark);
      }
      const most = columns.reduce((tallest, { length }) => Math.max(tallest, length), 0);
      const tall = Math.min(MOST_BLOCK, (ROW - 2) / most);
      columns.forEach((column, at) => {
        column.forEach((mark, index) => {
          context.fillStyle = fill(mark);
          context.fillRect(at * COLUMN, height - (index + 1) * tall, COLUMN - 1, tall);
        });
      });
    }
    // A failure is never lost in the crowd.
    for (const mark of crowded ? marks.filter(({ kind }) => kind === "failure") : marks) {
      drawMark(context, mark.kind, order.indexOf(mark.kind), x(mark.turn), height - ROW / 2, MARK, fill(mark));
    }
  }
}
