/** The slider over all turns. What it stands on is loaded behind the board. */

import { element } from "../shared/dom.js";

/** @import { Renderer } from "./board.js" */
/** @import { Player } from "./player.js" */
/** @import { TimelineChart } from "./timeline-chart.js" */

/** In CSS pixels; the style sheet gives the slider's thumb the same width. */
export const THUMB = 18;

export class Timeline {
  #player;
  #slider;
  /** @type {TimelineChart | null} */
  #chart = null;
  #removed = false;

  /**
   * @param {HTMLElement} host
   * @param {HTMLElement} legend
   * @param {Player} player
   * @param {Renderer} renderer
   * @param {string[]} names of the players
   */
  constructor(host, legend, player, renderer, names) {
    this.#player = player;
    const canvas = element("canvas.marks", { role: "img", "aria-label": "Score over time" });
    const kinds = element("ul.kinds", { "aria-label": "What is marked" });
    this.#slider = element("input.slider", { type: "range", min: 0, step: 1, value: 0, "aria-label": "Turn" });
    host.append(element("div.track", {}, canvas, this.#slider));
    legend.prepend(kinds);
    this.#slider.addEventListener("input", () => player.show(this.#slider.valueAsNumber));
    player.addEventListener("change", () => this.#changed());
    this.#changed();
    const draw = async () => {
      const { TimelineChart } = await import("./timeline-chart.js");
      if (!this.#removed) {
        this.#chart = new TimelineChart(canvas, kinds, player, renderer, names);
      }
    };
    player.story.addEventListener("grown", draw, { once: true });
  }

  /** Moves the slider to a turn. @param {number} turn */
  show(turn) {
    this.#slider.value = String(turn);
    this.#slider.setAttribute("aria-valuetext", `${turn} of ${this.#player.turns}`);
  }

  remove() {
    this.#removed = true;
    this.#chart?.remove();
  }

  #changed() {
    this.#slider.max = String(this.#player.turns);
    this.show(this.#player.turn);
  }
}
