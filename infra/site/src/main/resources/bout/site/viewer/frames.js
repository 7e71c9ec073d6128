/** The pictures of an animation or a video: the board of a turn below the names, the score and the turn. */

import { PAST_TURNS, Pictures } from "./board.js";
import { scoreText } from "../shared/numbers.js";
import { contextOf } from "../shared/dom.js";
import { seatMark } from "./marks.js";

/** @import { Colour, Places, Renderer } from "./board.js" */

/** The turns on both sides of a transition, and the next one. */
const KEPT_PICTURES = 3;

/** The height of the line above the board: a part of the board's shorter side, but at least so many pixels. */
const LINE = 1 / 16;
const LEAST_LINE = 24;

/** How many entries a line has above a match that is not one of two. */
const CELLS = 3;

/**
 * @typedef {object} FilmedMatch
 * @property {Renderer} renderer
 * @property {Engine.OpenedReplay} replay
 * @property {string[]} names of the players
 * @property {Places[]} positions of the players in each turn, as far as they are known
 * @property {Colour} colour
 */

/**
 * Lets the page react. Unlike those of timers, its pauses stay short while the tab is hidden.
 *
 * @returns {Promise<void>}
 */
export const pause = () =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });

export class Frames {
  #match;
  #pictures;
  #unit;
  #board;
  #frame;
  #line;
  #head;

  /**
   * @param {FilmedMatch} match
   * @param {number} width the most pixels of the board's width
   * @param {number} height the most pixels of its height
   * @param {boolean} video whether they are for a video, whose sides must be even numbers; else their pixels are read
   */
  constructor(match, width, height, video) {
    this.#match = match;
    this.#pictures = new Pictures(match.replay, KEPT_PICTURES);
    const { columns, rows } = match.renderer.size(match.replay.picture(0));
    const side = Math.min(width / columns, height / rows);
    this.#unit = match.renderer.fields ? Math.max(1, Math.floor(side)) : side;
    this.#board = document.createElement("canvas");
    this.#board.width = Math.round(this.#unit * columns);
    this.#board.height = Math.round(this.#unit * rows);
    this.#line = Math.max(LEAST_LINE, Math.round(Math.min(this.#board.width, this.#board.height) * LINE));
    this.#head = this.#line * (match.names.length === 2 ? 1 : Math.ceil((match.names.length + 1) / CELLS));
    const step = video ? 2 : 1;
    const frame = document.createElement("canvas");
    frame.width = Math.ceil(this.#board.width / step) * step;
    frame.height = Math.ceil((this.#board.height + this.#head) / step) * step;
    this.#frame = contextOf(frame, { willReadFrequently: !video });
  }

  get canvas() {
    return this.#frame.canvas;
  }

  /** The pixels of what was drawn last, four bytes each. */
  get pixels() {
    return this.#frame.getImageData(0, 0, this.canvas.width, this.canvas.height).data;
  }

  /** Draws a turn, or the transition to the next one. @param {number} turn @param {number} [progress] */
  draw(turn, progress = 0) {
    const { renderer, positions, colour } = this.#match;
    const picture = this.#pictures.at(turn);
    const ahead = progress > 0 && renderer.moving ? { picture: this.#pictures.at(turn + 1), progress } : null;
    const past = positions.slice(Math.max(0, turn - PAST_TURNS), turn);
    renderer.draw(contextOf(this.#board), picture, this.#unit, colour, ahead, past);
    this.#frame.fillStyle = colour("card");
    this.#frame.fillRect(0, 0, this.canvas.width, this.canvas.height);
    this.#frame.drawImage(this.#board, 0, this.#head);
    if (this.#match.names.length === 2) {
      this.#drawLine(renderer.scores(picture), turn);
    } else {
      this.#drawCells(picture, turn);
    }
  }

  /** The turn and the players, a few to a line; those who are out are grey. @param {Engine.Picture} picture @param {number} turn */
  #drawCells(picture, turn) {
    const { renderer, names, colour } = this.#match;
    const frame = this.#frame;
    const size = Math.round(this.#line * 0.56);
    const wide = this.canvas.width / CELLS;
    const states = renderer.states?.(picture, names) ?? [];
    const scores = renderer.scored === false ? [] : renderer.scores(picture).map(scoreText);
    frame.textBaseline = "middle";
    frame.textAlign = "left";
    for (const [index, text] of [`Turn ${turn}`, ...names].entries()) {
      const [x, middle] = [(index % CELLS) * wide + size / 2, (Math.floor(index / CELLS) + 0.5) * this.#line];
      const shift = index === 0 ? 0 : size * 1.1;
      if (index > 0) {
        seatMark(frame, index, x + size * 0.4, middle, size * 0.4, colour(`seat-${index}`));
      }
      frame.font = `${index === 0 ? 600 : 700} ${Math.round(size * 0.9)}px "Bout Text", system-ui, sans-serif`;
      frame.fillStyle = colour(index === 0 || states[index - 1]?.out ? "muted" : "ink");
      frame.fillText([text, scores[index - 1]].join(" ").trim(), x + shift, middle, wide - size - shift);
    }
  }

  /** @param {number[]} scores @param {number} turn */
  #drawLine(scores, turn) {
    const { names, colour } = this.#match;
    const frame = this.#frame;
    const { width } = this.canvas;
    const size = Math.round(this.#line * 0.56);
    const middle = this.#line / 2;
    const margin = this.#line * 0.3;
    frame.textBaseline = "middle";
    frame.textAlign = "center";
    frame.fillStyle = colour("muted");
    frame.font = `600 ${Math.round(size * 0.8)}px "Bout Text", system-ui, sans-serif`;
    const now = `Turn ${turn}`;
    frame.fillText(now, width / 2, middle);
    const half = width / 2 - frame.measureText(now).width / 2 - 2 * margin;
    frame.font = `700 ${size}px "Bout Text", system-ui, sans-serif`;
    for (const [index, score] of scores.entries()) {
      const [from, way] = index === 0 ? [margin, 1] : [width - margin, -1];
      frame.textAlign = index === 0 ? "left" : "right";
      frame.fillStyle = colour(`seat-${index + 1}-ink`);
      const points = scoreText(score);
      frame.fillText(points, from, middle);
      const used = frame.measureText(points).width + margin;
      frame.fillStyle = colour("ink");
      frame.fillText(names[index], from + way * used, middle, half - used);
    }
  }
}
