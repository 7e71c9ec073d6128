/** Small pictures in the rows of a leaderboard. */

import { element } from "../shared/dom.js";
import { drawing } from "../shared/svg.js";

/**
 * A rating as a bar.
 *
 * @param {number} rating
 * @param {number[]} range the least and the greatest value
 */
export function ratingBar(rating, [lowest, highest]) {
  /** @param {number} value */
  const x = (value) => (100 * (value - lowest)) / (highest - lowest);
  return drawing(
    "svg.rating-bar",
    { viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
    drawing("rect.rating-scale", { x: 0, y: 0, width: 100, height: 8 }),
    drawing("rect.rating-value", { x: 0, y: 0, width: Math.max(1, x(rating)), height: 8 }),
  );
}

/** @type {Record<string, string>} */
const ENDED = { win: "won", draw: "drawn", loss: "lost" };

/** The last matches as dots, which differ in form as well as in colour; the newest is the last. @param {string[]} last */
export function lastMatches(last) {
  const ended = last.map((each) => ENDED[each]).filter((word) => word !== undefined);
  return ended.length === 0
    ? element("span.fine", {}, "–")
    : element(
        "span.dots",
        { title: ended.join(", ") },
        element("span.unseen", {}, ended.join(", ")),
        ...ended.map((word) => element(`span.dot.${word}`, { "aria-hidden": "true" })),
      );
}
