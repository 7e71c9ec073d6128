import { contextOf } from "../shared/dom.js";

/** @import { Colour } from "./board.js" */

/** A canvas that fills its place on the page and is sharp on every screen; for charts and marks. */
export class Surface {
  #canvas;
  #draw;
  #observer;
  #looks = new AbortController();
  #style;

  /**
   * @param {HTMLCanvasElement} canvas sized by its style sheet
   * @param {(context: CanvasRenderingContext2D, width: number, height: number, colour: Colour) => void} draw called whenever it must be
   *     redrawn, with sizes in CSS pixels
   */
  constructor(canvas, draw) {
    this.#canvas = canvas;
    this.#draw = draw;
    this.#style = getComputedStyle(canvas);
    this.#observer = new ResizeObserver(() => this.draw());
    this.#observer.observe(canvas);
    addEventListener("themechange", () => this.draw(), { signal: this.#looks.signal });
    for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)", "(prefers-contrast: more)"]) {
      matchMedia(query).addEventListener("change", () => this.draw(), { signal: this.#looks.signal });
    }
  }

  draw() {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (width === 0 || height === 0) {
      return;
    }
    const ratio = devicePixelRatio;
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.#canvas.width !== wide || this.#canvas.height !== high) {
      this.#canvas.width = wide;
      this.#canvas.height = high;
    }
    const context = contextOf(this.#canvas);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    this.#draw(context, width, height, (name) => this.#style.getPropertyValue(`--${name}`).trim());
  }

  /** Stops observing. */
  remove() {
    this.#observer.disconnect();
    this.#looks.abort();
  }
}
