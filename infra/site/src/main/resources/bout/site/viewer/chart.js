/** The scores of a match as two lines. Seat 2's is dashed, so that nobody has to tell colours apart. */

import { element } from "../shared/dom.js";
import { Surface } from "./surface.js";

const LEFT = 38;
const TOP = 8;
const BOTTOM = 18;
const RIGHT = 6;

const number = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

export class Chart {
  #player;
  #names;
  #unit;
  #canvas;
  #surface;
  #values;

  /** @param {string} unit of the scores, such as "tiles" */
  constructor(host, player, names, unit) {
    this.#player = player;
    this.#names = names;
    this.#unit = unit;
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

  #turned() {
    const { turn, story: { scores } } = this.#player;
    if (turn < scores[0].length) {
      this.#values.replaceChildren(...scores.map((seat, index) => element(
        `span.seat.seat-${index + 1}`, {}, `${number.format(seat[turn])} ${this.#unit}`)));
    }
    this.#surface.draw();
  }

  #turnAt(x) {
    const width = this.#canvas.clientWidth - LEFT - RIGHT;
    return Math.round(((x - LEFT) / width) * this.#player.turns);
  }

  #draw(context, width, height, colour) {
    const { turn, turns, story: { scores } } = this.#player;
    if (scores[0].length === 0) {
      return;
    }
    const [low, high] = range(scores);
    const x = (k) => LEFT + ((width - LEFT - RIGHT) * k) / Math.max(turns, 1);
    const y = (score) => TOP + (height - TOP - BOTTOM) * (1 - (score - low) / (high - low));
    drawAxes(context, width, height, { low, high, turns, y, colour });
    scores.forEach((seat, index) => {
      context.strokeStyle = colour(`seat-${index + 1}`);
      context.lineWidth = 2;
      context.setLineDash(index === 0 ? [] : [5, 3]);
      context.beginPath();
      // More points than pixels would overlap.
      const stride = Math.max(1, Math.floor(seat.length / (2 * width)));
      for (let k = 0; k < seat.length; k += stride) {
        context.lineTo(x(k), y(seat[k]));
      }
      context.lineTo(x(seat.length - 1), y(seat.at(-1)));
      context.stroke();
    });
    context.setLineDash([]);
    context.strokeStyle = colour("ink");
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(x(turn), TOP);
    context.lineTo(x(turn), height - BOTTOM);
    context.stroke();
    this.#describe(scores, turn);
  }

  #describe(scores, turn) {
    const at = (k) => this.#names.map((name, index) => `${name} ${number.format(scores[index][k])}`).join(", ");
    const known = scores[0].length - 1;
    this.#canvas.setAttribute(
      "aria-label",
      `Score in ${this.#unit} over time. At turn ${Math.min(turn, known)}: ${at(Math.min(turn, known))}. `
        + `At turn ${known}: ${at(known)}.`);
  }
}

function range(scores) {
  let low = 0;
  let high = 1;
  for (const seat of scores) {
    for (const score of seat) {
      low = Math.min(low, score);
      high = Math.max(high, score);
    }
  }
  return [low, high];
}

function drawAxes(context, width, height, { low, high, turns, y, colour }) {
  context.strokeStyle = colour("line");
  context.fillStyle = colour("muted");
  context.lineWidth = 1;
  context.font = "11px system-ui, sans-serif";
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (const score of [low, (low + high) / 2, high]) {
    const level = Math.round(y(score)) + 0.5;
    context.beginPath();
    context.moveTo(LEFT, level);
    context.lineTo(width - RIGHT, level);
    context.stroke();
    context.fillText(number.format(score), LEFT - 6, level);
  }
  context.textBaseline = "alphabetic";
  context.textAlign = "left";
  context.fillText("0", LEFT, height - 4);
  context.textAlign = "right";
  context.fillText(`turn ${turns}`, width - RIGHT, height - 4);
}
