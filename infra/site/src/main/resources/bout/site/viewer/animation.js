/** Makes an animation of a match: a GIF, which every chat and every browser plays. Loaded when somebody asks for one. */

import { Frames, pause } from "./frames.js";
import { applyPalette, GIFEncoder, quantize } from "./gifenc/gifenc.js";

/** @import { FilmedMatch } from "./frames.js" */

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
 * @param {FilmedMatch} match
 * @param {(share: number) => void} progress called now and then with a number from 0 to 1
 * @param {AbortSignal} signal ends it early
 * @returns {Promise<Blob | null>} `null` if it was ended early
 */
export async function animationOf(match, progress, signal) {
  const turns = framesOf(match.replay.turns);
  const frames = new Frames(match, WIDTH, Infinity, false);
  const { width, height } = frames.canvas;
  /** @param {number} turn */
  const pixels = (turn) => {
    frames.draw(turn);
    return frames.pixels;
  };
  const samples = Math.min(SAMPLES, turns.length);
  const palette = quantize(
    joined(Array.from({ length: samples }, (_, index) => pixels(turns[Math.floor((index * turns.length) / samples)]))),
    COLOURS,
  );
  // One more colour says that a pixel has not changed. Most have not, so the file is a fraction of the size.
  const same = palette.length;
  const table = [...palette, [0, 0, 0]];
  const gif = GIFEncoder();
  /** @type {Uint8Array | null} */
  let before = null;
  const step = turns.length > 1 ? turns[1] - turns[0] : 1;
  const delay = Math.max(SHORTEST_MILLISECONDS, (1_000 * step) / match.renderer.pace);
  let free = performance.now();
  for (const [index, turn] of turns.entries()) {
    const colours = applyPalette(pixels(turn), palette);
    gif.writeFrame(before === null ? colours : changed(colours, before, same), width, height, {
      palette: before === null ? table : undefined,
      delay: index === turns.length - 1 ? LAST_MILLISECONDS : delay,
      transparent: before !== null,
      transparentIndex: same,
      dispose: 1,
    });
    before = colours;
    if (performance.now() - free > BUSY_MILLISECONDS) {
      progress((index + 1) / turns.length);
      await pause();
      if (signal.aborted) {
        return null;
      }
      free = performance.now();
    }
  }
  gif.finish();
  return new Blob([gif.bytes()], { type: "image/gif" });
}

/** The turns to show, evenly spaced, with the first and the last one. @param {number} last */
export function framesOf(last) {
  const step = Math.max(1, Math.ceil(last / (MOST_FRAMES - 1)));
  const turns = [];
  for (let turn = 0; turn < last; turn += step) {
    turns.push(turn);
  }
  return [...turns, last];
}

/**
 * The pixels that differ from those of the frame before.
 *
 * @param {Uint8Array} colours
 * @param {Uint8Array} before
 * @param {number} same
 */
function changed(colours, before, same) {
  return colours.map((colour, pixel) => (colour === before[pixel] ? same : colour));
}

/** @param {Uint8ClampedArray[]} parts */
function joined(parts) {
  const all = new Uint8ClampedArray(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
