/** Draws Ajax Tiles; `viewer/board.js` explains what a renderer is. */

import { during, eased } from "../../viewer/motion.js";

/** @import { Ahead, Colour, GameEvent, Outcome } from "../../viewer/board.js" */

/**
 * @typedef {object} Picture
 * @property {number} turn
 * @property {string[][]} board by column: "" for an empty tile, else a letter of the legend
 * @property {[number, number] | null} tile where the last click was
 * @property {string | null} event what it did
 * @property {number[]} scores
 */

const columns = 24;
const rows = 12;

export const size = () => ({ columns, rows });
export const fields = true;
export const moving = true;
export const pace = 6;
export const kinds = { battle: "battle", nuke: "nuke" };
export const legend =
  "r is player 1’s, b player 2’s, n nuked, d contaminated, a dot for an empty tile. The first line is y = 0, and x runs to the right.";

/** @type {Record<string, string>} */
const COLOURS = { "": "ground", r: "seat-1", b: "seat-2", d: "ajax-tiles-contaminated", n: "ajax-tiles-nuked" };

/** @type {Record<string, string>} */
const EVENTS = {
  paint: "painted it",
  won: "painted it and won the battle",
  lost: "lost the battle for it",
  nuke: "nuked it",
  pass: "passed",
};

export const signs = "● contaminated · ✕ nuked";

/** @type {Record<string, string>} */
const KINDS = { won: "battle", lost: "battle", nuke: "nuke" };

/** Why a click on a tile does nothing. @type {Record<string, string>} */
const BARRED = {
  r: "the tile is player 1’s",
  b: "the tile is player 2’s",
  d: "the tile is contaminated",
  n: "the tile is nuked",
};

/** How far, in tiles, a change spreads before the next turn. */
const REACH = 9;

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Picture} picture
 * @param {number} unit
 * @param {Colour} colour
 * @param {Ahead<Picture> | null} ahead
 */
export function draw(context, picture, unit, colour, ahead) {
  context.clearRect(0, 0, columns * unit, rows * unit);
  for (let x = 0; x < columns; x++) {
    for (let y = 0; y < rows; y++) {
      drawTile(context, picture.board, x, y, 1, unit, colour);
    }
  }
  const tile = ahead === null ? picture.tile : ahead.picture.tile;
  if (ahead !== null) {
    drawChanges(context, picture.board, ahead, unit, colour);
  }
  if (tile !== null && inside(tile)) {
    const [x, y] = tile;
    const line = Math.max(2, unit * 0.1);
    context.strokeStyle = colour("ink");
    context.lineWidth = line;
    context.beginPath();
    context.roundRect(x * unit + line / 2, y * unit + line / 2, unit - line, unit - line, unit * 0.2);
    context.stroke();
  }
}

/** @param {number[]} place */
const inside = ([x, y]) => x >= 0 && x < columns && y >= 0 && y < rows;

/**
 * The change of owners spreads from the tile that was clicked on, and a nuke flashes.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {string[][]} board
 * @param {Ahead<Picture>} ahead
 * @param {number} unit
 * @param {Colour} colour
 */
function drawChanges(context, board, { picture, progress }, unit, colour) {
  const { tile, event } = picture;
  const [left, top] = tile ?? [columns / 2, rows / 2];
  for (let x = 0; x < columns; x++) {
    for (let y = 0; y < rows; y++) {
      if (picture.board[x][y] !== board[x][y]) {
        const begin = Math.min(0.6, Math.hypot(x - left, y - top) / REACH);
        const part = eased(during(progress, begin, begin + 0.4));
        if (part > 0) {
          drawTile(context, picture.board, x, y, part, unit, colour);
        }
      }
    }
  }
  if (event === "nuke") {
    context.globalAlpha = 1 - progress;
    context.fillStyle = colour("ajax-tiles-flash");
    context.beginPath();
    context.arc((left + 0.5) * unit, (top + 0.5) * unit, unit * (0.4 + 2.2 * eased(progress)), 0, 2 * Math.PI);
    context.fill();
    context.globalAlpha = 1;
  } else if (event === "won" || event === "lost") {
    context.globalAlpha = 1 - progress;
    context.strokeStyle = colour("ink");
    context.lineWidth = Math.max(1.5, unit * 0.12);
    context.beginPath();
    context.arc((left + 0.5) * unit, (top + 0.5) * unit, unit * (0.5 + 1.2 * eased(progress)), 0, 2 * Math.PI);
    context.stroke();
    context.globalAlpha = 1;
  }
}

/**
 * One tile. Neighbours of one owner join, so that a blob is one shape.
 *
 * @param {number} part how much of it is there, from 0 to 1
 * @param {CanvasRenderingContext2D} context
 * @param {string[][]} board
 * @param {number} x
 * @param {number} y
 * @param {number} unit
 * @param {Colour} colour
 */
function drawTile(context, board, x, y, part, unit, colour) {
  const tile = board[x][y];
  const joins = tile === "r" || tile === "b";
  /** @param {number} dx @param {number} dy */
  const same = (dx, dy) => joins && board[x + dx]?.[y + dy] === tile;
  const gap = Math.max(1, Math.round(unit * 0.05));
  const [west, east, north, south] = [same(-1, 0), same(1, 0), same(0, -1), same(0, 1)];
  const hide = ((1 - part) * unit) / 2;
  const left = x * unit + (west ? 0 : gap) + hide;
  const top = y * unit + (north ? 0 : gap) + hide;
  const right = (x + 1) * unit - (east ? 0 : gap) - hide;
  const bottom = (y + 1) * unit - (south ? 0 : gap) - hide;
  const round = unit * (joins ? 0.34 : 0.14);
  context.fillStyle = colour(COLOURS[tile]);
  context.beginPath();
  context.roundRect(left, top, right - left, bottom - top, [
    west || north ? 0 : round,
    east || north ? 0 : round,
    east || south ? 0 : round,
    west || south ? 0 : round,
  ]);
  context.fill();
  if (part === 1) {
    drawMark(context, tile, (x + 0.5) * unit, (y + 0.5) * unit, unit, colour);
  }
}

/**
 * Every kind of tile except red and empty has a mark, for people who cannot tell the colours apart.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {string} tile
 * @param {number} x
 * @param {number} y
 * @param {number} side
 * @param {Colour} colour
 */
function drawMark(context, tile, x, y, side, colour) {
  context.lineWidth = Math.max(1, side * 0.1);
  context.lineCap = "round";
  context.beginPath();
  if (tile === "b") {
    context.fillStyle = colour("seat-2-mark");
    context.rect(x - side * 0.12, y - side * 0.12, side * 0.24, side * 0.24);
    context.fill();
  } else if (tile === "n") {
    context.strokeStyle = colour("ajax-tiles-nuked-mark");
    const arm = side * 0.22;
    context.moveTo(x - arm, y - arm);
    context.lineTo(x + arm, y + arm);
    context.moveTo(x + arm, y - arm);
    context.lineTo(x - arm, y + arm);
    context.stroke();
  } else if (tile === "d") {
    context.fillStyle = colour("ajax-tiles-contaminated-mark");
    for (const [across, down] of [
      [-1, -1],
      [1, -1],
      [0, 0],
      [-1, 1],
      [1, 1],
    ]) {
      context.moveTo(x + across * side * 0.22, y + down * side * 0.22);
      context.arc(x + across * side * 0.22, y + down * side * 0.22, side * 0.065, 0, 2 * Math.PI);
    }
    context.fill();
  }
}

/** @param {Picture} picture @param {string[]} names */
export function describe(picture, names) {
  /** @type {Record<string, number>} */
  const counts = { "": 0, r: 0, b: 0, d: 0, n: 0 };
  for (const tile of picture.board.flat()) {
    counts[tile]++;
  }
  const owned =
    `${names[0]} owns ${tiles(counts.r)} and ${names[1]} ${tiles(counts.b)}; ${counts.n} nuked, ${counts.d} contaminated, ` +
    `${counts[""]} empty.`;
  if (picture.event === null) {
    return owned;
  }
  const mover = names[picture.turn % 2 === 1 ? 0 : 1];
  const where = picture.tile === null ? "a place off the board" : `x ${picture.tile[0]}, y ${picture.tile[1]}`;
  return `${owned} On the last turn ${mover} clicked on ${where} and ${EVENTS[picture.event]}.`;
}

/** @param {Picture} picture */
export const scores = (picture) => picture.scores;

/** @param {Picture} picture @param {Picture} before */
export function events(picture, before) {
  const { event, tile } = picture;
  const kind = KINDS[event ?? ""];
  if (kind === undefined || event === null || tile === null) {
    return [];
  }
  const [x, y] = tile;
  return [{ kind, seat: before.turn % 2 === 0 ? 1 : 2, text: `${WORDS[event](picture, before)} at x ${x}, y ${y}.` }];
}

/** @type {Record<string, (picture: Picture, before: Picture) => string>} */
const WORDS = {
  /** @param {Picture} picture @param {Picture} before */
  won: (picture, before) => `won a battle for ${tiles(changed(picture, before, (was, is) => was !== "" && is === ""))}`,
  lost: () => "lost a battle",
  /** @param {Picture} picture @param {Picture} before */
  nuke: (picture, before) =>
    `nuked a tile and contaminated ${tiles(changed(picture, before, (was, is) => was !== "d" && is === "d"))}`,
};

/** @param {Picture} picture @param {Picture} before @param {(was: string, is: string) => boolean} matters */
function changed(picture, before, matters) {
  return picture.board.flat().filter((is, index) => {
    const was = before.board[Math.floor(index / rows)][index % rows];
    return was !== is && matters(was, is);
  }).length;
}

/** @param {number[]} move */
export const answer = ([x, y]) => `x ${x}, y ${y}`;

/** @param {Engine.Call} call @param {Picture} picture @param {Picture} before */
export function outcomes(call, picture, before) {
  if (call.failure !== null) {
    return [{ text: "It loses at once.", refused: true }];
  }
  if (picture.event !== "pass") {
    return [{ text: `It ${EVENTS[picture.event ?? ""]}.`, refused: picture.event === "lost" }];
  }
  const [x, y] = /** @type {number[]} */ (call.move);
  const why = BARRED[before.board[x]?.[y]] ?? "the place is off the board";
  return [{ text: `Refused: ${why}, so it is a pass.`, refused: true }];
}

/** @param {Picture} picture */
export function text(picture) {
  const lines = [];
  for (let y = 0; y < rows; y++) {
    lines.push(picture.board.map((column) => column[y] || "·").join(" "));
  }
  return lines.join("\n");
}

/** @param {{winner: number | null, reason: string}} result @param {string[]} names */
export function ending({ winner, reason }, names) {
  switch (reason) {
    case "full":
      return "No empty tile was left.";
    case "turns":
      return "The last turn was played.";
    case "forfeit":
      return `${names[winner === 1 ? 1 : 0]} gave no move that could be read, and so lost at once.`;
    default:
      return null;
  }
}

/** @param {number} number */
const tiles = (number) => (number === 1 ? "1 tile" : `${number} tiles`);
