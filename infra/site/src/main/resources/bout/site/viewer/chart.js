/** The scores of a match over its turns. */

import { element } from "../shared/dom.js";
import { number } from "../shared/numbers.js";
import { rangeOf, scoreLines } from "./score-lines.js";
import { Surface } from "./surface.js";

/** @import { Colour } from "./board.js" */
/** @import { Player } from "./player.js" */

/** Between an axis label and the lines. */
const GAP = 6;
const TOP = 8;
const BOTTOM = 18;
const RIGHT = 6;
const FONT = "11px system-ui, sans-serif";

export class Chart {
  #player;
  #names;
  #unit;
  #canvas;
  #surface;
  #values;
  #left = 0;

  /**
   * @param {HTMLElement} host
   * @param {Player} player
   * @param {string[]} names
   * @param {string} unit of the scores, such as "tiles"
   */
  constructor(host, player, names, unit) {
    this.#player = player;
    this.#names = names;
    this.#unit = player.renderer.charted?.unit ?? unit;
    this.#canvas = element("canvas.chart", { role: "img" });
    this.#values = element("p.scores");
    host.replaceChildren(this.#values, this.#canvas);
    this.#surface = new Surface(this.#canvas, (...place) => this.#draw(...place));
    this.#canvas.addEventListener("click", (event) => player.show(this.#turnAt(event.offsetX)));
    player.story.addEventListener("grown", () => this.#turned());
    player.addEventListener("turn", () => this.#turned());
    this.#turned();
  }

  remove() {
    this.#surface.remove();
  }

  get #scores() {
    return this.#player.story.scores;
  }

  #turned() {
    const {
      turn,
      story: { scores, turns },
    } = this.#player;
    if (turn <= turns) {
      this.#values.replaceChildren(
        ...scores.map((seat, index) => element(`span.seat.seat-${index + 1}`, {}, `${number(seat[turn])} ${this.#unit}`)),
      );
    }
    this.#describe();
    this.#surface.draw();
  }

  /** @param {number} x */
  #turnAt(x) {
    const width = this.#canvas.clientWidth - this.#left - RIGHT;
    return Math.round(((x - this.#left) / width) * this.#player.turns);
  }

  /** @param {CanvasRenderingContext2D} context @param {number} width @param {number} height @param {Colour} colour */
  #draw(context, width, height, colour) {
    const { turn, turns } = this.#player;
    const scores = this.#scores;
    if (scores.length === 0) {
      return;
    }
    const [low, high] = rangeOf(scores);
    context.font = FONT;
    // As wide as the widest label, which may be that of a value with thousands.
    const left = Math.max(...labels(low, high).map((text) => context.measureText(text).width)) + GAP;
    this.#left = left;
    /** @param {number} k */
    const x = (k) => left + ((width - left - RIGHT) * k) / Math.max(turns, 1);
    /** @param {number} score */
    const y = (score) => TOP + (height - TOP - BOTTOM) * (1 - (score - low) / (high - low));
    drawAxes(context, width, height, { left, low, high, turns, y, colour });
    scoreLines(context, scores, x, y, colour);
    context.strokeStyle = colour("ink");
    context.beginPath();
    context.moveTo(x(turn), TOP);
    context.lineTo(x(turn), height - BOTTOM);
    context.stroke();
  }

  #describe() {
    const { turn } = this.#player;
    const scores = this.#scores;
    if (scores.length === 0) {
      return;
    }
    /** @param {number} k */
    const at = (k) => this.#names.map((name, index) => `${name} ${number(scores[index][k])}`).join(", ");
    const known = scores[0].length - 1;
    this.#canvas.setAttribute(
      "aria-label",
      `Score in ${this.#unit} over time. At turn ${Math.min(turn, known)}: ${at(Math.min(turn, known))}. ` +
        `At turn ${known}: ${at(known)}.`,
    );
  }
}

/** The labels of the axis, from below. @param {number} low @param {number} high */
const labels = (low, high) => [low, (low + high) / 2, high].map((score) => number(score));

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} width
 * @param {number} height
 * @param {{left: number, low: number, high: number, turns: number, y: (score: number) => number, colour: Colour}} axes
 */
function drawAxes(context, width, height, { left, low, high, turns, y, colour }) {
  context.strokeStyle = colour("line");
  context.fillStyle = colour("muted");
  context.lineWidth = 1;
  context.textAlign = "right";
  context.textBaseline = "middle";
  labels(low, high).forEach((label, index) => {
    const level = Math.round(y(low + ((high - low) * index) / 2)) + 0.5;
    context.beginPath();
    context.moveTo(left, level);
    context.lineTo(width - RIGHT, level);
    context.stroke();
    context.fillText(label, left - GAP, level);
  });
  context.textBaseline = "alphabetic";
  context.textAlign = "left";
  context.fillText("0", left, height - 4);
  context.textAlign = "right";
  context.fillText(`turn ${turns}`, width - RIGHT, height - 4);
}
