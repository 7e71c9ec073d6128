/** Makes an animation of a match: a GIF, which every chat and every browser plays. Loaded when somebody asks for one. */

import { PAST_TURNS } from "./board.js";
import { number } from "../shared/numbers.js";
import { applyPalette, GIFEncoder, quantize } from "./gifenc/gifenc.js";

const WIDTH = 480;

/** A longer match skips turns. */
const MOST_FRAMES = 300;

/** A GIF has 256; one is kept for what has not changed. */
const COLOURS = 255;

/** From how many frames the colours are chosen, once for all. */
const SAMPLES = 6;

/** Browsers show frames that are meant to be shorter for 100 ms. */
const SHORTEST_MILLISECONDS = 20;

const LAST_MILLISECONDS = 2_000;

/** How long the page may not react. */
const BUSY_MILLISECONDS = 40;

/**
 * @param {object} match
 * @param {any} match.renderer of the game
 * @param {any} match.replay what the engine opened
 * @param {string[]} match.names of the players
 * @param {any[]} match.positions of the players in each turn, as far as they are known
 * @param {(name: string) => string} match.colour of the page's style sheet
 * @param {(share: number) => void} progress called now and then with a number from 0 to 1
 * @param {AbortSignal} signal ends it early
 * @returns {Promise<Blob | null>} `null` if it was ended early
 */
export async function animationOf(match, progress, signal) {
  const turns = framesOf(match.replay.turns);
  const frames = new Frames(match);
  const samples = Math.min(SAMPLES, turns.length);
  const palette = quantize(
    joined(Array.from({ length: samples }, (_, index) => frames.pixels(turns[Math.floor((index * turns.length) / samples)]))),
    COLOURS);
  // One more colour says that a pixel has not changed. Most have not, so the file is a fraction of the size.
  const same = palette.length;
  const table = [...palette, [0, 0, 0]];
  const gif = GIFEncoder();
  let before = null;
  const step = turns.length > 1 ? turns[1] - turns[0] : 1;
  const delay = Math.max(SHORTEST_MILLISECONDS, (1_000 * step) / match.renderer.pace);
  let free = performance.now();
  for (const [index, turn] of turns.entries()) {
    const colours = applyPalette(frames.pixels(turn), palette);
    gif.writeFrame(before === null ? colours : changed(colours, before, same), frames.width, frames.height, {
      palette: before === null ? table : undefined,
      delay: index === turns.length - 1 ? LAST_MILLISECONDS : delay,
      transparent: before !== null,
      transparentIndex: same,
      dispose: 1,
    });
    before = colours;
    if (performance.now() - free > BUSY_MILLISECONDS) {
      progress((index + 1) / turns.length);
      await new Promise((done) => setTimeout(done));
      if (signal.aborted) {
        return null;
      }
      free = performance.now();
    }
  }
  gif.finish();
  return new Blob([gif.bytes()], { type: "image/gif" });
}

/** The turns to show, evenly spaced, with the first and the last one. */
export function framesOf(last) {
  const step = Math.max(1, Math.ceil(last / (MOST_FRAMES - 1)));
  const turns = [];
  for (let turn = 0; turn < last; turn += step) {
    turns.push(turn);
  }
  return [...turns, last];
}

/** The pixels that differ from those of the frame before. */
function changed(colours, before, same) {
  return colours.map((colour, pixel) => (colour === before[pixel] ? same : colour));
}

function joined(parts) {
  const all = new Uint8ClampedArray(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Draws the board of a turn below the names and the score. */
class Frames {
  #match;
  #unit;
  #board;
  #frame;
  #line;

  constructor(match) {
    this.#match = match;
    const { columns, rows } = match.renderer.size(match.replay.picture(0));
    this.#unit = match.renderer.fields ? Math.max(1, Math.floor(WIDTH / columns)) : WIDTH / columns;
    this.#board = document.createElement("canvas");
    this.#board.width = Math.round(this.#unit * columns);
    this.#board.height = Math.round(this.#unit * rows);
    this.#line = Math.round(WIDTH / 18);
    const frame = document.createElement("canvas");
    frame.width = this.#board.width;
    frame.height = this.#board.height + this.#line;
    this.#frame = frame.getContext("2d", { willReadFrequently: true });
  }

  get width() {
    return this.#frame.canvas.width;
  }

  get height() {
    return this.#frame.canvas.height;
  }

  /** The pixels of a turn, four bytes each. */
  pixels(turn) {
    const { renderer, replay, names, positions, colour } = this.#match;
    const picture = replay.picture(turn);
    const past = positions.slice(Math.max(0, turn - PAST_TURNS), turn);
    renderer.draw(this.#board.getContext("2d"), picture, this.#unit, colour, null, past);
    const [first, second] = renderer.scores(picture).map((score) => number(score));
    const frame = this.#frame;
    frame.fillStyle = colour("card");
    frame.fillRect(0, 0, this.width, this.height);
    frame.drawImage(this.#board, 0, this.#line);
    frame.fillStyle = colour("ink");
    frame.font = `600 ${Math.round(this.#line * 0.6)}px system-ui, sans-serif`;
    frame.textBaseline = "middle";
    const half = this.width / 2 - this.#line;
    frame.textAlign = "left";
    frame.fillText(`${first}  ${names[0]}`, 6, this.#line / 2, half);
    frame.textAlign = "right";
    frame.fillText(`${names[1]}  ${second}`, this.width - 6, this.#line / 2, half);
    return frame.getImageData(0, 0, this.width, this.height).data;
  }
}
