/** How many turns back a renderer knows where the players were. */
export const PAST_TURNS = 16;

/** What the players are called where nobody has a name. */
const SEATS = ["Player 1", "Player 2"];

/** The latest pictures of a replay. Others need not be kept: the engine computes them again quickly. */
export class Pictures {
  #replay;
  #most;
  #kept = new Map();

  /**
   * @param {any} replay what the engine opened
   * @param {number} most how many pictures are kept
   */
  constructor(replay, most) {
    this.#replay = replay;
    this.#most = most;
  }

  has(turn) {
    return this.#kept.has(turn);
  }

  at(turn) {
    let picture = this.#kept.get(turn);
    if (picture === undefined) {
      if (this.#kept.size >= this.#most) {
        this.#kept.delete(this.#kept.keys().next().value);
      }
      picture = this.#replay.picture(turn);
      this.#kept.set(turn, picture);
    }
    return picture;
  }
}

/**
 * A game's board on a canvas: as wide as its place, sharp on every screen, and redrawn when its size, the screen or the
 * colours change.
 *
 * A renderer is the module `games/<game's id>/renderer.js`. It exports
 *
 * - `size(picture)`, the board's `columns` and `rows` in its own units;
 * - `fields`, whether these units are fields with visible edges, not just a measure;
 * - `pace`, turns per second at speed 1;
 * - `moving`, whether `draw` can show the transition from one turn to the next;
 * - `draw(context, picture, unit, colour, ahead, past)`, which draws a picture; `unit` is the side of a field in pixels of the
 *   canvas, `colour(name)` a colour of the page's style sheet, `ahead` either `null` or the next turn's `picture` and the
 *   `progress` towards it, from 0 to 1, and `past` the `positions` of the turns before, as far as they are known. It uses of the
 *   context only what `Canvas.java` in `functions/pictures` knows, which draws boards for chats; `MatchPictureTest` notices others;
 * - optionally `positions(picture)`, where the players are, in the board's units from its upper left corner;
 * - optionally `previewTurn(turns)`, the turn whose board shows a match of so many turns best; otherwise it is the last;
 * - optionally `tempo(picture, next)`, how fast the transition between two turns is shown: 1, or less for slow motion;
 * - `describe(picture, names)`, the picture in one or two sentences with the names of the players, for people who cannot see it;
 * - `text(picture)`, the board as lines of text, and `legend`, the meaning of its characters;
 * - `scores(picture)`, the scores of seats 1 and 2 in the game's own unit;
 * - optionally `scored`, `false` if the scores say nothing before the end;
 * - optionally `signs`, the meaning of what is drawn and not obvious, in a few words;
 * - `kinds`, the kinds of events with a word for each, `{battle: "battle", ...}`;
 * - `events(picture, before, calls)`, what happened between two consecutive pictures: `[{kind, seat, text}]`; the text
 *   follows the name of the seat's player, or stands alone if the seat is `null`; the game's `sounds.js` may want more fields;
 * - `answer(move)`, a stored move as text;
 * - `outcomes(call, picture, before)`, the effects of an answer: `[{text, refused}]`;
 * - `ending(result, names)`, a sentence on how a match ended, or `null` for an unknown reason.
 */
export class Board {
  #canvas;
  #renderer;
  #picture = null;
  #ahead = null;
  #past = [];
  #unit = 0;
  #colours = new Map();
  #style;
  #size;
  #looks;

  /** @param {HTMLCanvasElement} canvas in its own element, whose width it may fill */
  constructor(canvas, renderer) {
    this.#canvas = canvas;
    this.#renderer = renderer;
    this.#style = getComputedStyle(canvas);
    this.#size = new ResizeObserver(() => this.#fit());
    this.#size.observe(canvas.parentElement);
    this.#looks = new AbortController();
    // Also reacts to a lower window, which keeps its width, and to another screen.
    addEventListener("resize", () => this.#fit(), { signal: this.#looks.signal });
    addEventListener("themechange", () => this.#recolour(), { signal: this.#looks.signal });
    for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)", "(prefers-contrast: more)"]) {
      matchMedia(query).addEventListener("change", () => this.#recolour(), { signal: this.#looks.signal });
    }
  }

  /**
   * Shows a picture from the engine.
   *
   * @param ahead the transition to the next turn, or `null`
   * @param past the players' positions of the turns before
   */
  show(picture, ahead = null, past = []) {
    const first = this.#picture === null;
    this.#picture = picture;
    this.#ahead = ahead;
    this.#past = past;
    if (first) {
      this.#fit();
    } else {
      this.#draw();
    }
  }

  /** Describes the canvas for people who cannot see it. @param {string[]} names of the players */
  describe(names = SEATS) {
    const description = this.#renderer.describe(this.#picture, names);
    this.#canvas.setAttribute("aria-label", description);
    return description;
  }

  /** A copy of the board, about this many pixels wide, without the transition to the next turn. */
  copy(width) {
    const { columns, rows } = this.#renderer.size(this.#picture);
    const unit = this.#renderer.fields ? Math.max(1, Math.round(width / columns)) : width / columns;
    const copy = document.createElement("canvas");
    copy.width = Math.round(unit * columns);
    copy.height = Math.round(unit * rows);
    this.#renderer.draw(copy.getContext("2d"), this.#picture, unit, this.#colour, null, this.#past);
    return copy;
  }

  /** The colour with this name in the page's style sheet. */
  colour(name) {
    return this.#colour(name);
  }

  /** Stops observing. */
  remove() {
    this.#size.disconnect();
    this.#looks.abort();
  }

  #colour = (name) => {
    let colour = this.#colours.get(name);
    if (colour === undefined) {
      colour = this.#style.getPropertyValue(`--${name}`).trim();
      this.#colours.set(name, colour);
    }
    return colour;
  };

  #recolour() {
    this.#colours.clear();
    this.#draw();
  }

  /** Gives the canvas exactly as many pixels as the screen has at its place; scaling would blur all edges. */
  #fit() {
    const place = this.#canvas.parentElement;
    const width = place.clientWidth - 2 * parseFloat(getComputedStyle(place).paddingLeft);
    if (this.#picture === null || width <= 0) {
      return;
    }
    const { columns, rows } = this.#renderer.size(this.#picture);
    const height = parseFloat(getComputedStyle(this.#canvas).maxHeight) || Infinity;
    const wide = Math.min(width, (height * columns) / rows) * devicePixelRatio;
    // A whole number of pixels per field, so that no edge between fields is blurred.
    this.#unit = this.#renderer.fields ? Math.max(1, Math.floor(wide / columns)) : wide / columns;
    this.#canvas.width = Math.round(this.#unit * columns);
    this.#canvas.height = Math.round(this.#unit * rows);
    this.#canvas.style.width = `${this.#canvas.width / devicePixelRatio}px`;
    this.#canvas.style.height = `${this.#canvas.height / devicePixelRatio}px`;
    this.#recolour();
  }

  #draw() {
    if (this.#picture !== null && this.#unit > 0) {
      this.#renderer.draw(this.#canvas.getContext("2d"), this.#picture, this.#unit, this.#colour, this.#ahead, this.#past);
    }
  }
}
