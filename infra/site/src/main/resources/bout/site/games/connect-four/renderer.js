/** Draws Connect Four; `viewer/board.js` explains what a renderer is. */

import { during } from "../../viewer/motion.js";

/** @import { Ahead, Colour, GameEvent, Outcome } from "../../viewer/board.js" */

/**
 * @typedef {object} Picture
 * @property {number} turn
 * @property {number[][]} columns from below, 0 for an empty cell
 * @property {number | null} column of the last disc
 * @property {[number, number][]} four the cells of a row of four
 */

const width = 7;
const height = 6;

export const size = () => ({ columns: width, rows: height });
export const fields = true;
export const moving = true;
export const pace = 2;
export const kinds = { four: "four in a row" };
export const legend =
  "A and B are the discs of player 1 and player 2, a dot is an empty cell. The last line is row 0, and columns run to the right.";

/** The part of a transition in which the disc falls. */
const FALL = 0.8;

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Picture} picture
 * @param {number} unit
 * @param {Colour} colour
 * @param {Ahead<Picture> | null} [ahead]
 */
export function draw(context, picture, unit, colour, ahead = null) {
  context.clearRect(0, 0, width * unit, height * unit);
  context.fillStyle = colour("connect-four-frame");
  context.fillRect(0, 0, width * unit, height * unit);
  for (let column = 0; column < width; column++) {
    for (let row = 0; row < height; row++) {
      drawCell(context, picture.columns[column][row], column, row, unit, colour);
    }
  }
  if (ahead !== null && ahead.picture.column !== null) {
    drawFall(context, ahead.picture, ahead.progress, unit, colour);
  }
  context.lineWidth = Math.max(2, unit * 0.08);
  context.strokeStyle = colour("ink");
  const marked = picture.four.length > 0 ? picture.four : last(picture);
  for (const [column, row] of marked) {
    circle(context, column, row, unit, unit * 0.4);
    context.stroke();
  }
}

/** The next disc falls behind the frame. @param {CanvasRenderingContext2D} context @param {Picture} next @param {number} progress @param {number} unit @param {Colour} colour */
function drawFall(context, next, progress, unit, colour) {
  const [[column, target]] = last(next);
  const row = height - (height - target) * during(progress, 0, FALL) ** 2;
  context.save();
  context.beginPath();
  for (let hole = target; hole < height; hole++) {
    const [x, y] = [(column + 0.5) * unit, (height - hole - 0.5) * unit];
    context.moveTo(x + unit * 0.4, y);
    context.arc(x, y, unit * 0.4, 0, 2 * Math.PI);
  }
  context.clip();
  drawCell(context, mover(next), column, row, unit, colour);
  context.restore();
}

/**
 * Player 2's discs have a mark, for people who cannot tell the colours apart.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {number} disc
 * @param {number} column
 * @param {number} row
 * @param {number} unit
 * @param {Colour} colour
 */
function drawCell(context, disc, column, row, unit, colour) {
  context.fillStyle = colour(disc === 0 ? "ground" : `seat-${disc}`);
  circle(context, column, row, unit, unit * 0.4);
  context.fill();
  if (disc === 2) {
    context.fillStyle = colour("seat-2-mark");
    const side = unit * 0.24;
    context.fillRect((column + 0.5) * unit - side / 2, (height - row - 0.5) * unit - side / 2, side, side);
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} column
 * @param {number} row
 * @param {number} unit
 * @param {number} radius
 */
function circle(context, column, row, unit, radius) {
  context.beginPath();
  context.arc((column + 0.5) * unit, (height - row - 0.5) * unit, radius, 0, 2 * Math.PI);
}

/** The cell of the last disc, in a list; an empty list if there is none. @param {Picture} picture */
function last({ columns: cells, column }) {
  return column === null ? [] : [[column, discsIn(cells[column]) - 1]];
}

/** @param {number[]} cells */
const discsIn = (cells) => cells.filter((disc) => disc !== 0).length;

/** @param {Picture} picture */
const mover = (picture) => (picture.turn % 2 === 1 ? 1 : 2);

/** @param {Picture} picture @param {string[]} names */
export function describe(picture, names) {
  const discs = picture.columns.flat().filter((disc) => disc !== 0).length;
  const now = `${discs === 1 ? "1 disc lies" : `${discs} discs lie`} on the board.`;
  if (picture.turn === 0) {
    return now;
  }
  const did =
    picture.column === null
      ? "gave no move"
      : `dropped a disc into column ${picture.column}${picture.four.length > 0 ? " and has four in a row" : ""}`;
  return `${now} On the last turn ${names[mover(picture) - 1]} ${did}.`;
}

/** A row of four ends the match, so until then the score is 0 : 0. */
export const scored = false;

/** @param {Picture} picture */
export const scores = (picture) => [1, 2].map((seat) => (picture.four.length > 0 && mover(picture) === seat ? 1 : 0));

/** @param {Picture} picture */
export function events(picture) {
  return picture.four.length === 0 ? [] : [{ kind: "four", seat: mover(picture), text: `has ${picture.four.length} in a row.` }];
}

/** @param {number} column */
export const answer = (column) => `column ${column}`;

/** @param {Engine.Call} call @param {Picture} picture */
export function outcomes(call, picture) {
  const { columns, column } = picture;
  return call.failure !== null || column === null
    ? [{ text: "It loses at once.", refused: true }]
    : [{ text: `It fell to row ${discsIn(columns[column]) - 1}.`, refused: false }];
}

/** @param {Picture} picture */
export function text(picture) {
  const lines = [];
  for (let row = height - 1; row >= 0; row--) {
    lines.push(picture.columns.map((cells) => "·AB"[cells[row]]).join(" "));
  }
  return lines.join("\n");
}

/** @param {{winner: number | null, reason: string}} result @param {string[]} names */
export function ending({ winner, reason }, names) {
  switch (reason) {
    case "four":
      return `${names[winner === 1 ? 0 : 1]} has four in a row.`;
    case "full":
      return "The board was full without four in a row.";
    case "forfeit":
      return `${names[winner === 1 ? 1 : 0]} gave no move that could be played, and so lost at once.`;
    default:
      return null;
  }
}
