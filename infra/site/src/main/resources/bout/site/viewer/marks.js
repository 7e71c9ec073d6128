/** The marks of events: each kind has its own shape, so that nobody has to tell colours apart. */

/** @import { Renderer } from "./board.js" */

const TAU = 2 * Math.PI;

/** @typedef {(context: CanvasRenderingContext2D, x: number, y: number, size: number) => void} Shape */

/** @type {(...corners: [number, number][]) => Shape} */
const polygon =
  (...corners) =>
  (context, x, y, size) => {
    corners.forEach(([across, down], corner) => context[corner === 0 ? "moveTo" : "lineTo"](x + across * size, y + down * size));
    context.closePath();
  };

/** @type {Shape[]} */
const SHAPES = [
  (context, x, y, size) => {
    context.moveTo(x + 0.9 * size, y);
    context.arc(x, y, 0.9 * size, 0, TAU);
  },
  polygon([0, -1], [1, 0.85], [-1, 0.85]),
  polygon([0, -1.1], [1.1, 0], [0, 1.1], [-1.1, 0]),
  polygon([-0.8, -0.8], [0.8, -0.8], [0.8, 0.8], [-0.8, 0.8]),
  polygon([-1, -0.85], [1, -0.85], [0, 1]),
];

/**
 * The mark of a seat, as `style.css` draws it before the player's name.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {number} seat
 * @param {number} x
 * @param {number} y
 * @param {number} size half of its side
 * @param {string} colour
 */
export function seatMark(context, seat, x, y, size, colour) {
  context.fillStyle = colour;
  context.beginPath();
  SEAT_SHAPES[seat - 1](context, x, y, size);
  context.fill();
}

/** The same as in `style.css`. @type {Shape[]} */
const SEAT_SHAPES = [
  (context, x, y, size) => {
    context.moveTo(x + size, y);
    context.arc(x, y, size, 0, TAU);
  },
  polygon([-1, -1], [1, -1], [1, 1], [-1, 1]),
  polygon([0, -1], [1, 1], [-1, 1]),
  polygon([0, -1], [1, 0], [0, 1], [-1, 0]),
  polygon([-1, -1], [1, -1], [0, 1]),
  polygon(
    [-0.36, -1],
    [0.36, -1],
    [0.36, -0.36],
    [1, -0.36],
    [1, 0.36],
    [0.36, 0.36],
    [0.36, 1],
    [-0.36, 1],
    [-0.36, 0.36],
    [-1, 0.36],
    [-1, -0.36],
    [-0.36, -0.36],
  ),
  polygon([-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]),
  polygon([-0.5, -1], [0.5, -1], [1, 0], [0.5, 1], [-0.5, 1], [-1, 0]),
];

const FAILURE = polygon(
  [-1, -0.6],
  [-0.6, -1],
  [0, -0.4],
  [0.6, -1],
  [1, -0.6],
  [0.4, 0],
  [1, 0.6],
  [0.6, 1],
  [0, 0.4],
  [-0.6, 1],
  [-1, 0.6],
  [-0.4, 0],
);

/**
 * The kinds of a renderer and the one that all games share, each with its text, in display order.
 *
 * @param {Renderer} renderer
 * @returns {Record<string, string>}
 */
export const kindsOf = (renderer) => ({ ...renderer.kinds, failure: "failed call" });

/**
 * Draws the mark of the kind at this index in `kindsOf`; a failure is a cross.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {string} kind
 * @param {number} index
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 */
export function drawMark(context, kind, index, x, y, size, colour) {
  context.fillStyle = colour;
  context.beginPath();
  (kind === "failure" ? FAILURE : SHAPES[index % SHAPES.length])(context, x, y, size);
  context.fill();
}
