import { contextOf } from "../shared/dom.js";

/** How many turns back a renderer knows where the players were. */
export const PAST_TURNS = 16;

/** What the players are called where nobody has a name. */
const SEATS = Array.from({ length: 8 }, (_, index) => `Player ${index + 1}`);

/** The latest pictures of a replay. Others need not be kept: the engine computes them again quickly. */
export class Pictures {
  #replay;
  #most;
  /** @type {Map<number, Engine.Picture>} */
  #kept = new Map();

  /**
   * @param {Engine.OpenedReplay} replay
   * @param {number} most how many pictures are kept
   */
  constructor(replay, most) {
    this.#replay = replay;
    this.#most = most;
  }

  /** What the engine opened. */
  get replay() {
    return this.#replay;
  }

  /** @param {number} turn */
  has(turn) {
    return this.#kept.has(turn);
  }

  /** @param {number} turn */
  at(turn) {
    let picture = this.#kept.get(turn);
    if (picture === undefined) {
      if (this.#kept.size >= this.#most) {
        const [oldest] = this.#kept.keys();
        this.#kept.delete(oldest);
      }
      picture = this.#replay.picture(turn);
      this.#kept.set(turn, picture);
    }
    return picture;
  }
}

/**
 * The next turn's picture, and the progress towards it, from 0 to 1.
 *
 * @template [P=Engine.Picture]
 * @typedef {{picture: P, progress: number}} Ahead
 */

/**
 * A game's board on a canvas: as wide as its place, sharp on every screen, and redrawn when its size, the screen or the
 * colours change.
 *
 * @typedef {object} Renderer the module `games/<game's id>/renderer.js`
 * @property {(picture: Engine.Picture) => {columns: number, rows: number}} size of the board in its own units
 * @property {boolean} fields whether these units are fields with visible edges, not just a measure
 * @property {number} pace turns per second at speed 1
 * @property {boolean} moving whether `draw` can show the transition from one turn to the next
 * @property {(
 *   context: CanvasRenderingContext2D, picture: Engine.Picture, unit: number, colour: Colour, ahead?: Ahead | null, past?: Places[],
 * ) => void} draw draws a picture; `unit` is the side of a field in pixels of the canvas, and `past` the positions of the turns before,
 *     as far as they are known. It uses of the context only what `Canvas.java` in `functions/pictures` knows, which draws boards
 *     for chats; `MatchPictureTest` notices others
 * @property {(picture: Engine.Picture) => Places} [positions] where the players are
 * @property {(turns: number) => number} [previewTurn] the turn whose board shows a match of so many turns best; by default the last
 * @property {(picture: Engine.Picture, next: Engine.Picture) => number} [tempo] how fast the transition between two turns is shown: 1,
 *     or less for slow motion
 * @property {(picture: Engine.Picture, names: string[]) => string} describe the picture in one or two sentences, for people who
 *     cannot see it
 * @property {(picture: Engine.Picture) => string} text the board as lines of text
 * @property {string} legend the meaning of the characters of `text`
 * @property {(picture: Engine.Picture) => number[]} scores of the seats in the game's own unit
 * @property {boolean} [scored] `false` if the scores say nothing before the end
 * @property {{unit: string, values: (picture: Engine.Picture) => number[]}} [charted] what the chart shows instead of the scores
 * @property {(picture: Engine.Picture, names: string[]) => SeatState[]} [states] how the players are, in a few words each
 * @property {string} [signs] the meaning of what is drawn and not obvious, in a few words
 * @property {Record<string, string>} kinds of events, with a word for each
 * @property {(picture: Engine.Picture, before: Engine.Picture, calls: Engine.Call[]) => GameEvent[]} events what happened between two
 *     consecutive pictures
 * @property {(move: unknown) => string} answer a stored move as text
 * @property {(call: Engine.Call, picture: Engine.Picture, before: Engine.Picture | null) => Outcome[]} outcomes the effects of an
 *     answer
 * @property {(result: {winner: number | null, reason: string}, names: string[]) => string | null} ending a sentence on how
 *     a match ended, or `null` for an unknown reason
 *
 * @typedef {(name: string) => string} Colour a colour of the page's style sheet
 * @typedef {[number, number][]} Places of the players, in the board's units from its upper left corner
 * @typedef {{text: string, out: boolean}} SeatState `out` if the player is no longer in the match
 * @typedef {{text: string, refused?: boolean}} Outcome
 * @typedef {object} GameEvent
 * @property {string} kind
 * @property {number | null} seat
 * @property {string} text follows the name of the seat's player, or stands alone if the seat is `null`
 * @property {number} [bonus] what a game's `sounds.js` wants to know besides
 */
export class Board {
  #canvas;
  #place;
  #renderer;
  #picture;
  /** @type {Ahead | null} */
  #ahead = null;
  /** @type {Places[]} */
  #past = [];
  #unit = 0;
  #colours = new Map();
  #style;
  #size;
  #looks;

  /**
   * @param {HTMLCanvasElement} canvas in its own element, whose width it may fill
   * @param {Renderer} renderer
   * @param {Engine.Picture} picture the first one that will be shown
   */
  constructor(canvas, renderer, picture) {
    this.#canvas = canvas;
    this.#place = /** @type {HTMLElement} */ (canvas.parentElement);
    this.#renderer = renderer;
    this.#picture = picture;
    this.#style = getComputedStyle(canvas);
    this.#size = new ResizeObserver(() => this.#fit());
    this.#size.observe(this.#place);
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
   * @param {Engine.Picture} picture
   * @param {Ahead | null} ahead the transition to the next turn
   * @param {Places[]} past the players' positions of the turns before
   */
  show(picture, ahead = null, past = []) {
    this.#picture = picture;
    this.#ahead = ahead;
    this.#past = past;
    if (this.#unit === 0) {
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

  /** A copy of the board, about this many pixels wide, without the transition to the next turn. @param {number} width */
  copy(width) {
    const { columns, rows } = this.#renderer.size(this.#picture);
    const unit = this.#renderer.fields ? Math.max(1, Math.round(width / columns)) : width / columns;
    const copy = document.createElement("canvas");
    copy.width = Math.round(unit * columns);
    copy.height = Math.round(unit * rows);
    this.#renderer.draw(contextOf(copy), this.#picture, unit, this.#colour, null, this.#past);
    return copy;
  }

  /** The colour with this name in the page's style sheet. @param {string} name */
  colour(name) {
    return this.#colour(name);
  }

  /** Stops observing. */
  remove() {
    this.#size.disconnect();
    this.#looks.abort();
  }

  /** @param {string} name */
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
    const width = this.#place.clientWidth - 2 * parseFloat(getComputedStyle(this.#place).paddingLeft);
    if (width <= 0) {
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
    if (this.#unit > 0) {
      this.#renderer.draw(contextOf(this.#canvas), this.#picture, this.#unit, this.#colour, this.#ahead, this.#past);
    }
  }
}
