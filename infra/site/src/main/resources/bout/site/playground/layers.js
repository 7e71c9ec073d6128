/** Switches for parts of a game's picture: hides layers, or draws the players' paths. */

import { element } from "../shared/dom.js";
import { keep, kept } from "./storage.js";

const WAYS = "Paths";

export class Layers {
  #parts;
  #places;
  #renderer;
  #off;
  #replay = null;
  #ways = null;

  /**
   * @param {HTMLElement} host of the switches
   * @param {string} game its id
   * @param playground the module `games/<game>/playground.js`
   * @param changed called when the choice changes
   */
  constructor(host, game, renderer, { layers = {}, places = null }, changed) {
    this.#parts = layers;
    this.#places = places;
    this.#renderer = renderer;
    this.#off = new Set(kept(game, "hidden") ?? [WAYS]);
    const names = [...Object.keys(layers), ...(places === null ? [] : [WAYS])];
    host.hidden = names.length === 0;
    host.replaceChildren(
      element("legend", {}, "Show"),
      ...names.map((name) => {
        const box = element("input", { type: "checkbox", checked: !this.#off.has(name) });
        box.addEventListener("change", () => {
          this.#off[box.checked ? "delete" : "add"](name);
          keep([...this.#off], game, "hidden");
          changed();
        });
        return element("label", {}, box, ` ${name}`);
      }),
    );
  }

  /** The game's renderer, without the hidden layers. */
  rendererFor(replay) {
    this.#replay = replay;
    this.#ways = null;
    return { ...this.#renderer, draw: (...drawing) => this.#draw(...drawing) };
  }

  #draw(context, picture, unit, colour, ahead, past) {
    const parts = Object.entries(this.#parts).filter(([name]) => this.#off.has(name));
    const without = (whole) => parts.reduce((left, [, leaveOut]) => leaveOut(left), whole);
    const next = ahead === null || ahead === undefined ? null : { ...ahead, picture: without(ahead.picture) };
    this.#renderer.draw(context, without(picture), unit, colour, next, past);
    if (this.#places !== null && !this.#off.has(WAYS)) {
      this.#drawWays(context, picture.turn, unit, colour);
    }
  }

  #drawWays(context, turn, unit, colour) {
    this.#ways ??= Array.from({ length: this.#replay.turns + 1 }, (_, index) => this.#places(this.#replay.picture(index)));
    context.save();
    context.globalAlpha = 0.55;
    context.lineWidth = Math.max(1, unit * 0.35);
    context.lineJoin = "round";
    for (const seat of [1, 2]) {
      context.strokeStyle = colour(`seat-${seat}`);
      context.beginPath();
      this.#ways.slice(0, turn + 1).forEach((places) => {
        const [x, y] = places[seat - 1];
        context.lineTo(x * unit, y * unit);
      });
      context.stroke();
    }
    context.restore();
  }
}
