/** Switches for parts of a game's picture: hides layers, or draws the players' paths. */

import { element } from "../shared/dom.js";
import { keep, kept } from "./storage.js";

/** @import { PlaygroundGame } from "../shared/game-modules.js" */
/** @import { Colour, Places, Renderer } from "../viewer/board.js" */

const WAYS = "Paths";

export class Layers {
  #parts;
  #places;
  #renderer;
  #off;
  /** @type {Places[]} */
  #ways = [];

  /**
   * @param {HTMLElement} host of the switches
   * @param {string} game its id
   * @param {Renderer} renderer
   * @param {PlaygroundGame} playground
   * @param {() => void} changed called when the choice changes
   */
  constructor(host, game, renderer, { layers = {}, places }, changed) {
    this.#parts = layers;
    this.#places = places;
    this.#renderer = renderer;
    this.#off = new Set(kept(game, "hidden") ?? [WAYS]);
    const names = [...Object.keys(layers), ...(places === undefined ? [] : [WAYS])];
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

  /** The game's renderer, without the hidden layers. @param {Engine.OpenedReplay} replay @returns {Renderer} */
  rendererFor(replay) {
    this.#ways = [];
    return { ...this.#renderer, draw: (...drawing) => this.#draw(replay, ...drawing) };
  }

  /** @param {Engine.OpenedReplay} replay @param {Parameters<Renderer["draw"]>} drawing */
  #draw(replay, ...[context, picture, unit, colour, ahead, past]) {
    const parts = Object.entries(this.#parts).filter(([name]) => this.#off.has(name));
    /** @param {Engine.Picture} whole */
    const without = (whole) => parts.reduce((left, [, leaveOut]) => leaveOut(left), whole);
    const next = ahead === null || ahead === undefined ? null : { ...ahead, picture: without(ahead.picture) };
    this.#renderer.draw(context, without(picture), unit, colour, next, past);
    if (this.#places !== undefined && !this.#off.has(WAYS)) {
      for (let turn = this.#ways.length; turn <= replay.turns; turn++) {
        this.#ways.push(this.#places(replay.picture(turn)));
      }
      this.#drawWays(context, picture.turn, unit, colour);
    }
  }

  /** @param {CanvasRenderingContext2D} context @param {number} turn @param {number} unit @param {Colour} colour */
  #drawWays(context, turn, unit, colour) {
    context.save();
    context.globalAlpha = 0.55;
    context.lineWidth = Math.max(1, unit * 0.35);
    context.lineJoin = "round";
    for (const seat of this.#ways[0].keys()) {
      context.strokeStyle = colour(`seat-${seat + 1}`);
      context.beginPath();
      this.#ways.slice(0, turn + 1).forEach((places) => {
        const [x, y] = places[seat];
        context.lineTo(x * unit, y * unit);
      });
      context.stroke();
    }
    context.restore();
  }
}
