/**
 * A game's board on a canvas: as wide as its place, sharp on every screen, and drawn again when its size, the screen or
 * the colours change.
 *
 * A renderer is the module `render/<game's id>.js`. It exports
 *
 * - `size(picture)`, the board's `columns` and `rows` in its own units;
 * - `draw(context, picture, unit, colour)`, which draws a picture; `unit` is the length of a side of a field in pixels
 *   of the canvas, and `colour(name)` is a colour of the page's style sheet;
 * - `describe(picture)`, the picture in a sentence or two, for those who do not see it;
 * - `text(picture)`, the board as lines of text, and `legend`, what its characters mean;
 * - `ending(result, names)`, a sentence on how a match ended, or `null` for a reason that it does not know.
 */
export class Board {
  #canvas;
  #renderer;
  #picture = null;

  constructor(canvas, renderer) {
    this.#canvas = canvas;
    this.#renderer = renderer;
    new ResizeObserver(() => this.#draw()).observe(canvas);
    for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)", "(prefers-contrast: more)"]) {
      matchMedia(query).addEventListener("change", () => this.#draw());
    }
  }

  /** Shows a picture of the engine. */
  show(picture) {
    this.#picture = picture;
    const { columns, rows } = this.#renderer.size(picture);
    this.#canvas.style.aspectRatio = `${columns} / ${rows}`;
    this.#canvas.setAttribute("aria-label", this.#renderer.describe(picture));
    this.#draw();
  }

  #draw() {
    const width = this.#canvas.clientWidth;
    if (this.#picture === null || width === 0) {
      return;
    }
    // A whole number of device pixels for each field, so that no edge between two fields is blurred.
    const { columns, rows } = this.#renderer.size(this.#picture);
    const unit = Math.max(1, Math.round((width * devicePixelRatio) / columns));
    this.#canvas.width = unit * columns;
    this.#canvas.height = unit * rows;
    const style = getComputedStyle(this.#canvas);
    this.#renderer.draw(
      this.#canvas.getContext("2d"), this.#picture, unit, (name) => style.getPropertyValue(`--${name}`).trim());
  }
}
