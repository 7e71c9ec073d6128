/** The scores of a match as lines, for the chart and for the slider. */

/** @import { Colour } from "./board.js" */

/** By seat, in pixels; two seats of one row differ also in lightness. */
const DASHES = [[], [5, 3], [1, 3], [9, 3], [9, 3, 2, 3], [3, 6], [12, 2, 2, 2, 2, 2], [2, 2]];

/** The lowest and the highest score that a chart of these has room for. @param {number[][]} scores */
export function rangeOf(scores) {
  let low = 0;
  let high = 1;
  for (const seat of scores) {
    for (const score of seat) {
      low = Math.min(low, score);
      high = Math.max(high, score);
    }
  }
  return [low, high];
}

/**
 * Draws the scores as lines. Each seat's is dashed in its own way, so that nobody has to tell colours apart.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {number[][]} scores by seat, then by turn
 * @param {(turn: number) => number} x
 * @param {(score: number) => number} y
 * @param {Colour} colour
 */
export function scoreLines(context, scores, x, y, colour) {
  context.lineWidth = 2;
  scores.forEach((seat, index) => {
    context.strokeStyle = colour(`seat-${index + 1}`);
    context.setLineDash(DASHES[index]);
    context.beginPath();
    const last = seat.length - 1;
    // More points than pixels would overlap.
    const stride = Math.max(1, Math.floor(last / (2 * (x(last) - x(0)))));
    for (let k = 0; k < last; k += stride) {
      context.lineTo(x(k), y(seat[k]));
    }
    context.lineTo(x(last), y(seat[last]));
    context.stroke();
  });
  context.setLineDash([]);
  context.lineWidth = 1;
}
