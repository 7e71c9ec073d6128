/** A rating over matches, with its 95 % band. */

import { ratingText } from "../shared/rating.js";
import { drawing } from "../shared/svg.js";
import { wholeNumber } from "./standings-words.js";

const HEIGHT = 280;
const LEFT = 40;
const RIGHT = 12;
const TOP = 20;
const BOTTOM = 28;

/** 95 % of a normal distribution lie within this many standard deviations. */
const OF_95_PERCENT = 1.96;

/**
 * @typedef {{matches: number, rating: number, plusMinus: number, provisional: boolean, version: number}} Point
 * @typedef {Point & {high: number, low: number}} Band
 */

export class RatingChart {
  #host;
  /** @type {Point[]} */
  #history = [];
  #width = 0;

  /** @param {HTMLElement} host */
  constructor(host) {
    this.#host = host;
    new ResizeObserver(() => {
      if (host.clientWidth !== this.#width) {
        this.#draw();
      }
    }).observe(host);
  }

  /** @param {Point[]} history in chronological order */
  show(history) {
    this.#history = history;
    this.#draw();
  }

  #draw() {
    this.#width = this.#host.clientWidth;
    if (this.#history.length === 0 || this.#width === 0) {
      this.#host.replaceChildren();
      return;
    }
    const points = this.#history.map((point) => ({
      ...point,
      high: point.rating + OF_95_PERCENT * point.plusMinus,
      low: point.rating - OF_95_PERCENT * point.plusMinus,
    }));
    const last = points[points.length - 1];
    const lowest = Math.min(...points.map(({ low }) => low));
    const highest = Math.max(...points.map(({ high }) => high));
    const step = niceStep((highest - lowest) / 4);
    const from = Math.floor(lowest / step) * step;
    const to = Math.max(Math.ceil(highest / step) * step, from + step);
    const first = points[0].matches;
    /** @param {number} matches */
    const share = (matches) => (first === last.matches ? 1 : (matches - first) / (last.matches - first));
    /** @param {number} matches */
    const x = (matches) => round(LEFT + (this.#width - LEFT - RIGHT) * share(matches));
    /** @param {number} value */
    const y = (value) => round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - from) / (to - from)));
    /** @param {(point: Band) => number} of */
    const line = (of) => `M${points.map((point) => `${x(point.matches)} ${y(of(point))}`).join("L")}`;
    const band = `${line(({ high }) => high)}L${points
      .toReversed()
      .map((point) => `${x(point.matches)} ${y(point.low)}`)
      .join("L")}Z`;
    this.#host.replaceChildren(
      drawing(
        "svg",
        {
          viewBox: `0 0 ${this.#width} ${HEIGHT}`,
          width: this.#width,
          height: HEIGHT,
          role: "img",
          "aria-label":
            `Rating over matches. After ${wholeNumber(first)}: ${ratingText(points[0])}. ` +
            `After ${wholeNumber(last.matches)}: ${ratingText(last)}.`,
        },
        ...levels(from, to, step).flatMap((level) => [
          drawing("line.level", { x1: LEFT, x2: this.#width - RIGHT, y1: y(level), y2: y(level) }),
          drawing("text.at-end", { x: LEFT - 6, y: y(level) + 4 }, String(level)),
        ]),
        // The band of a single match has no area.
        first === last.matches
          ? drawing("line.whole-band", { x1: x(first), x2: x(first), y1: y(last.high), y2: y(last.low) })
          : drawing("path.band", { d: band }),
        drawing("path.mean", { d: line(({ rating }) => rating) }),
        ...versionsOf(points).flatMap(({ matches, version }) => [
          drawing("line.version", { x1: x(matches), x2: x(matches), y1: TOP, y2: HEIGHT - BOTTOM }),
          drawing("text", { x: Math.min(x(matches) + 4, this.#width - RIGHT - 20), y: TOP - 6 }, `v${version}`),
        ]),
        drawing("circle.mean-end", { cx: x(last.matches), cy: y(last.rating), r: 4 }),
        first === last.matches ? "" : drawing("text", { x: LEFT, y: HEIGHT - 8 }, `match ${wholeNumber(first)}`),
        drawing("text.at-end", { x: this.#width - RIGHT, y: HEIGHT - 8 }, `match ${wholeNumber(last.matches)}`),
      ),
    );
  }
}

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;

/** The first point of each version after the first. @param {Band[]} points */
const versionsOf = (points) => points.filter(({ version }, index) => index > 0 && version !== points[index - 1].version);

/** @param {number} from @param {number} to @param {number} step */
function levels(from, to, step) {
  const count = Math.min(Math.round((to - from) / step), 20);
  return Array.from({ length: count + 1 }, (_, index) => from + index * step);
}

/** 1, 2 or 5 times a power of ten. @param {number} least */
function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return power * ([1, 2, 5].find((each) => each * power >= least) ?? 10);
}
