/** The slider over all turns, with the marks of events above it and their legend below. */

import { element } from "../shared/dom.js";
import { drawMark, kindsOf } from "./marks.js";
import { Surface } from "./surface.js";

/** @import { Colour, Renderer } from "./board.js" */
/** @import { Player } from "./player.js" */

/** In CSS pixels; the style sheet gives the slider's thumb the same width. */
const THUMB = 18;
const LANE = 9;
const MARK = 3.4;

export class Timeline {
  #player;
  #kinds;
  #slider;
  #canvas;
  #surface;
  #legend;
  /** @type {string[]} */
  #shown = [];
  /** @type {Surface[]} */
  #signs = [];
  /** Where each kind that occurred says how often it did. @type {Map<string, HTMLElement>} */
  #numbers = new Map();

  /** @param {HTMLElement} host @param {HTMLElement} legend @param {Player} player @param {Renderer} renderer */
  constructor(host, legend, player, renderer) {
    this.#player = player;
    this.#kinds = kindsOf(renderer);
    this.#canvas = element("canvas.marks", { "aria-hidden": "true" });
    this.#slider = element("input.slider", { type: "range", min: 0, step: 1, value: 0, "aria-label": "Turn" });
    this.#legend = element("ul.kinds", { "aria-label": "What is marked" });
    // Room for all lanes from the start: the story is still being read, and nothing should move then.
    this.#canvas.style.height = `${Object.keys(this.#kinds).length * LANE + 4}px`;
    host.append(element("div.track", {}, this.#canvas, this.#slider));
    legend.prepend(this.#legend);
    this.#slider.addEventListener("input", () => player.show(this.#slider.valueAsNumber));
    this.#surface = new Surface(this.#canvas, (...place) => this.#draw(...place));
    player.story.addEventListener("grown", () => this.#grown());
    player.addEventListener("change", () => this.#changed());
    this.#changed();
  }

  /** Moves the slider to a turn. @param {number} turn */
  show(turn) {
    this.#slider.value = String(turn);
    this.#slider.setAttribute("aria-valuetext", `${turn} of ${this.#player.turns}`);
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
    this.#slider.max = String(this.#player.turns);
    this.show(this.#player.turn);
    this.#surface.draw();
  }

  /** A lane for each kind that occurred. */
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
    for (const [kind, number] of this.#numbers) {
      number.textContent = String(counts.get(kind));
    }
    this.#surface.draw();
  }

  /** A button that goes to the next event of its kind, and from the last to the first. @param {string} kind */
  #entry(kind) {
    const sign = element("canvas.sign", { "aria-hidden": "true" });
    const number = element("span.number");
    const button = element(
      "button.kind-of-mark",
      { type: "button", "data-kind": kind, title: `Go to the next ${this.#kinds[kind]}` },
      sign,
      element("span", {}, this.#kinds[kind]),
      number,
    );
    this.#numbers.set(kind, number);
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

  /** @param {CanvasRenderingContext2D} context @param {number} width @param {number} _height @param {Colour} colour */
  #draw(context, width, _height, colour) {
    const { story, turns } = this.#player;
    const order = Object.keys(this.#kinds);
    // In a long match, many turns share a pixel; draw one mark per seat and kind there.
    const drawn = new Set();
    for (const { turn, kind, seat } of story.marks) {
      const x = THUMB / 2 + ((width - THUMB) * turn) / Math.max(turns, 1);
      const place = `${Math.round(x)} ${kind} ${seat}`;
      if (!drawn.has(place)) {
        drawn.add(place);
        const y = this.#shown.indexOf(kind) * LANE + LANE / 2 + 1;
        drawMark(context, kind, order.indexOf(kind), x, y, MARK, colour(seat === null ? "ink" : `seat-${seat}`));
      }
    }
  }
}
