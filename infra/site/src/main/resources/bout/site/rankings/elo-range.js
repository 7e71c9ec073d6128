/** An Elo rating with its 95 % interval: as numbers, and as a bar on a scale shared by all rows of a table. */

import { drawing } from "../shared/svg.js";
import { element } from "../shared/dom.js";
import { wholeNumber } from "./standings-words.js";

/** The scale that fits all intervals. */
export function scaleOf(intervals) {
  const low = Math.min(...intervals.map((each) => each.low));
  const high = Math.max(...intervals.map((each) => each.high));
  return { low, width: Math.max(high - low, 1) };
}

/**
 * @param {{ elo: number, low: number, high: number }} interval
 * @param {{ low: number, width: number }} scale
 */
export function eloRange({ elo, low, high }, scale) {
  const x = (value) => (100 * (value - scale.low)) / scale.width;
  return element(
    "span.elo",
    { title: `With a likelihood of 95 % between ${wholeNumber(low)} and ${wholeNumber(high)}` },
    element(
      "span.elo-figures",
      {},
      element("b", {}, wholeNumber(elo)),
      element("span.fine", {}, ` ± ${wholeNumber((high - low) / 2)}`)),
    drawing(
      "svg.elo-bar",
      { "viewBox": "-3 0 106 12", "preserveAspectRatio": "none", "aria-hidden": "true" },
      drawing("line.elo-scale", { x1: 0, x2: 100, y1: 6, y2: 6 }),
      drawing("line.elo-interval", { x1: x(low), x2: x(high), y1: 6, y2: 6 }),
      drawing("line.elo-mark", { x1: x(elo), x2: x(elo), y1: 1, y2: 11 })));
}
