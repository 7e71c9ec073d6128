/** Draws Snakes; `viewer/board.js` explains what a renderer is. */

import { seatMark } from "../../viewer/marks.js";
import { during } from "../../viewer/motion.js";

/** @import { Ahead, Colour, GameEvent, SeatState } from "../../viewer/board.js" */

/**
 * @typedef {[number, number]} Cell x from the left, y from below
 *
 * @typedef {object} Snake
 * @property {Cell[]} body from the head
 * @property {number} health
 * @property {boolean} inPlay
 * @property {string} [out] why it is out
 * @property {number} [outInTurn]
 * @property {number | null} [outBy] the seat
 *
 * @typedef {object} Picture
 * @property {number} turn
 * @property {number} width
 * @property {number} height
 * @property {boolean} wrapped whether opposite edges are connected
 * @property {Snake[]} snakes by seat
 * @property {Cell[]} food
 * @property {Cell[]} hazards each as often as it counts
 */

/** Of a cell. */
const BODY = 0.7;
const HEAD = 0.46;

/** The tail gets thinner over so many steps, in so many parts of each, to this part of the body's width. */
const TAPERED = 2;
const PARTS = 6;
const TIP = 0.3;

/** How much of the transition to its last turn a snake is still whole, and how much of it is still seen then. */
const WHOLE = 0.55;
const GHOST = 0.25;

/** @type {Record<string, string>} */
const MOVES = { u: "up", d: "down", l: "left", r: "right" };

/** @param {Picture} picture */
export const size = ({ width, height }) => ({ columns: width, rows: height });
export const fields = true;
export const moving = true;
export const pace = 5;
/** The turns that a snake survived say nothing while it is in play. */
export const scored = false;
/** @param {number} turns */
export const previewTurn = (turns) => Math.floor(turns * 0.7);
export const kinds = { out: "snake out", eaten: "food eaten" };
export const signs = "Striped cells cost health. The mark behind a head is that of its player.";

export const legend =
  "A to H are the heads of players 1 to 8 and a to h their bodies, * is food, ~ a hazard, and a dot an empty cell. The last line is " +
  "y = 0, and x runs to the right.";

export const charted = {
  unit: "cells",
  /** @param {Picture} picture */
  values: ({ snakes }) => snakes.map(({ inPlay, body }) => (inPlay ? body.length : 0)),
};

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Picture} picture
 * @param {number} unit
 * @param {Colour} colour
 * @param {Ahead<Picture> | null} ahead
 */
export function draw(context, picture, unit, colour, ahead) {
  drawGround(context, picture, unit, colour);
  const progress = ahead?.progress ?? 0;
  const eaten = ahead === null ? [] : ahead.picture.snakes.map(({ body }) => body[0].join());
  for (const cell of picture.food) {
    drawFood(context, placeOf(picture, cell), eaten.includes(cell.join()) ? 1 - during(progress, 0.5, 1) : 1, unit, colour);
  }
  for (const [index, snake] of picture.snakes.entries()) {
    const next = ahead?.picture.snakes[index] ?? null;
    if (snake.inPlay) {
      const fades = next === null || next.inPlay ? 0 : during(progress, WHOLE, 1);
      drawSnake(context, picture, index, snake, next, progress, 1 - (1 - GHOST) * fades, unit, colour);
    } else if (snake.outInTurn === picture.turn) {
      drawSnake(context, picture, index, snake, null, 0, GHOST * (1 - progress), unit, colour);
    }
  }
  for (const { body, outInTurn } of picture.snakes) {
    if (outInTurn === picture.turn) {
      drawCross(context, placeOf(picture, within(picture, body)), 1 - progress, unit, colour);
    }
  }
}

/** @param {CanvasRenderingContext2D} context @param {Picture} picture @param {number} unit @param {Colour} colour */
function drawGround(context, picture, unit, colour) {
  const { width, height, hazards, wrapped } = picture;
  context.fillStyle = colour("battlesnake-gap");
  context.fillRect(0, 0, width * unit, height * unit);
  context.fillStyle = colour("battlesnake-cell");
  const gap = Math.max(1, Math.round(unit * 0.05));
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) {
      context.fillRect(x * unit + gap / 2, y * unit + gap / 2, unit - gap, unit - gap);
    }
  }
  context.strokeStyle = colour("battlesnake-hazard");
  context.lineWidth = Math.max(1, unit * 0.07);
  context.beginPath();
  for (const cell of hazards) {
    const [x, y] = placeOf(picture, cell);
    for (const at of [0.25, 0.5, 0.75]) {
      context.moveTo((x - 0.5 + at) * unit, (y - 0.4) * unit);
      context.lineTo((x - 0.5 + at - 0.18) * unit, (y + 0.4) * unit);
    }
  }
  context.stroke();
  if (wrapped) {
    context.strokeStyle = colour("battlesnake-open");
    context.lineWidth = Math.max(2, unit * 0.12);
    context.setLineDash([unit * 0.3, unit * 0.2]);
    context.beginPath();
    context.rect(0, 0, width * unit, height * unit);
    context.stroke();
    context.setLineDash([]);
  }
}

/** The middle of a cell, in fields from the upper left corner. @param {Picture} picture @param {Cell} cell @returns {Cell} */
const placeOf = ({ height }, [x, y]) => [x + 0.5, height - y - 0.5];

/** The first cell of a body that is on the board. @param {Picture} picture @param {Cell[]} body */
const within = ({ width, height }, body) => body.find(([x, y]) => x >= 0 && x < width && y >= 0 && y < height) ?? body[0];

/** A berry with a leaf. @param {CanvasRenderingContext2D} context @param {Cell} place @param {number} part @param {number} unit @param {Colour} colour */
function drawFood(context, [x, y], part, unit, colour) {
  if (part < 0.05) {
    return;
  }
  context.fillStyle = colour("battlesnake-food");
  circle(context, x * unit, (y + 0.05) * unit, unit * 0.25 * part);
  context.fillStyle = colour("battlesnake-leaf");
  context.beginPath();
  context.moveTo(x * unit, (y - 0.14 * part) * unit);
  context.lineTo((x + 0.2 * part) * unit, (y - 0.34 * part) * unit);
  context.lineTo((x + 0.04 * part) * unit, (y - 0.3 * part) * unit);
  context.closePath();
  context.fill();
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} radius */
function circle(context, x, y, radius) {
  context.beginPath();
  context.moveTo(x + radius, y);
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

/**
 * A body that gets thinner towards its tail, and a head with eyes. Seats 5 to 8 have a line along the body, so that nobody has to
 * tell eight colours apart.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Picture} picture
 * @param {number} index of the seat, from 0
 * @param {Snake} snake
 * @param {Snake | null} next in the next turn
 * @param {number} progress
 * @param {number} opacity
 * @param {number} unit
 * @param {Colour} colour
 */
function drawSnake(context, picture, index, snake, next, progress, opacity, unit, colour) {
  const pieces = piecesOf(picture, snake.body, next?.body ?? null, progress);
  const total = pieces.reduce((sum, piece) => sum + piece.length - 1, 0);
  context.globalAlpha = opacity;
  context.lineCap = "round";
  context.lineJoin = "round";
  for (const [style, width] of [[`seat-${index + 1}`, BODY], ...(index < 4 ? [] : [["battlesnake-mark", BODY * 0.18]])]) {
    context.strokeStyle = colour(String(style));
    let left = total;
    for (const piece of pieces) {
      left -= piece.length - 1;
      // Parts that overlap would be seen through each other.
      stroke(context, piece, opacity < 1 ? TAPERED : left, Number(width), unit);
    }
  }
  const [head, neck] = [pieces[0][0], pieces[0][1] ?? pieces[0][0]];
  drawHead(context, index, head, headingOf(snake, next, head, neck), unit, colour);
  // Where the head has just come from it would be hidden.
  const mark = pieces[0].length > 2 && next !== null ? between(pieces[0][1], pieces[0][2], progress) : pieces[0][1];
  if (mark !== undefined) {
    seatMark(context, index + 1, mark[0] * unit, mark[1] * unit, unit * 0.17, colour("battlesnake-mark"));
  }
  context.globalAlpha = 1;
}

/** The last steps of the tail get thinner. @param {CanvasRenderingContext2D} context @param {Cell[]} piece @param {number} left steps behind this piece @param {number} width @param {number} unit */
function stroke(context, piece, left, width, unit) {
  const whole = Math.max(0, Math.min(piece.length - 1, piece.length - 1 + left - TAPERED));
  context.lineWidth = width * unit;
  context.beginPath();
  context.moveTo(piece[0][0] * unit, piece[0][1] * unit);
  for (const [x, y] of piece.slice(0, whole + 1)) {
    context.lineTo(x * unit, y * unit);
  }
  context.stroke();
  for (let step = whole; step < piece.length - 1; step++) {
    for (let part = 0; part < PARTS; part++) {
      const behind = left + piece.length - 1 - step - part / PARTS;
      const from = between(piece[step], piece[step + 1], part / PARTS);
      const to = between(piece[step], piece[step + 1], (part + 1) / PARTS);
      context.lineWidth = width * unit * (TIP + ((1 - TIP) * behind) / TAPERED);
      context.beginPath();
      context.moveTo(from[0] * unit, from[1] * unit);
      context.lineTo(to[0] * unit, to[1] * unit);
      context.stroke();
    }
  }
}

/**
 * The places along a body from the head on. Where it goes over an edge of the board, a piece ends beyond the edge, and another one
 * begins beyond the opposite edge.
 *
 * @param {Picture} picture
 * @param {Cell[]} body
 * @param {Cell[] | null} next the body in the next turn
 * @param {number} progress
 */
function piecesOf(picture, body, next, progress) {
  const cells = body.map((cell) => placeOf(picture, cell));
  const along = next === null ? cells : [placeOf(picture, next[0]), ...cells];
  /** @type {Cell[][]} */
  const pieces = [[along[0]]];
  for (const [from, to] of along.slice(1).map((cell, index) => [along[index], cell])) {
    const [x, y] = [to[0] - from[0], to[1] - from[1]];
    if (Math.abs(x) > 1 || Math.abs(y) > 1) {
      pieces[pieces.length - 1].push([from[0] - Math.sign(x), from[1] - Math.sign(y)]);
      pieces.push([[to[0] + Math.sign(x), to[1] + Math.sign(y)], to]);
    } else if (x !== 0 || y !== 0) {
      pieces[pieces.length - 1].push(to);
    }
  }
  return next === null ? pieces : moved(pieces, progress, tailMoves(body));
}

/** The tail stays for a turn after the snake has eaten. @param {Cell[]} body */
const tailMoves = (body) => body.length < 2 || body[body.length - 1].join() !== body[body.length - 2].join();

/**
 * Takes the part of a step that is not yet done from the head, and what is done from the tail.
 *
 * @param {Cell[][]} pieces
 * @param {number} progress
 * @param {boolean} tail whether the tail moves, too
 */
function moved(pieces, progress, tail) {
  const [first] = pieces;
  // Over an edge, the head is shown leaving in the first half, and coming in the second.
  const wraps = pieces.length > 1 && first.length === 2;
  if (wraps) {
    const [, second] = pieces;
    pieces[0] = [between(first[1], first[0], progress), first[1]];
    second[0] = between(second[1], second[0], progress);
    pieces.splice(0, 2, ...(progress < 0.5 ? [second, pieces[0]] : [pieces[0], second]));
  } else if (first.length > 1) {
    first[0] = between(first[1], first[0], progress);
  }
  const last = pieces[pieces.length - 1];
  if (tail && last.length > 1) {
    last[last.length - 1] = between(last[last.length - 1], last[last.length - 2], progress);
  }
  return pieces;
}

/** @param {Cell} from @param {Cell} to @param {number} progress @returns {Cell} */
const between = (from, to, progress) => [from[0] + (to[0] - from[0]) * progress, from[1] + (to[1] - from[1]) * progress];

/** Where it looks: where it goes, or came from; up at the start. @param {Snake} snake @param {Snake | null} next @param {Cell} head @param {Cell} neck */
function headingOf(snake, next, head, neck) {
  const [x, y] = [head[0] - neck[0], head[1] - neck[1]];
  if (x !== 0 || y !== 0) {
    return Math.atan2(y, x);
  }
  const [from, to] = next === null ? [snake.body[1] ?? snake.body[0], snake.body[0]] : [snake.body[0], next.body[0]];
  return from.join() === to.join() ? -Math.PI / 2 : Math.atan2(from[1] - to[1], to[0] - from[0]);
}

/** @param {CanvasRenderingContext2D} context @param {number} index @param {Cell} place @param {number} heading @param {number} unit @param {Colour} colour */
function drawHead(context, index, [x, y], heading, unit, colour) {
  const radius = unit * HEAD;
  context.save();
  context.translate(x * unit, y * unit);
  context.rotate(heading);
  context.fillStyle = colour(`seat-${index + 1}`);
  context.beginPath();
  context.roundRect(-radius, -radius * 0.9, radius * 2, radius * 1.8, [radius * 0.55, radius * 0.9, radius * 0.9, radius * 0.55]);
  context.fill();
  for (const side of [-1, 1]) {
    context.fillStyle = colour("battlesnake-eye");
    circle(context, radius * 0.3, side * radius * 0.48, radius * 0.3);
    context.fillStyle = colour("battlesnake-pupil");
    circle(context, radius * 0.4, side * radius * 0.48, radius * 0.15);
  }
  context.restore();
}

/** Where a snake went out. @param {CanvasRenderingContext2D} context @param {Cell} place @param {number} opacity @param {number} unit @param {Colour} colour */
function drawCross(context, [x, y], opacity, unit, colour) {
  context.globalAlpha = opacity;
  context.lineCap = "round";
  for (const [style, width] of [
    ["battlesnake-cell", 0.26],
    ["ink", 0.12],
  ]) {
    context.strokeStyle = colour(String(style));
    context.lineWidth = Number(width) * unit;
    context.beginPath();
    for (const way of [-1, 1]) {
      context.moveTo((x - 0.28) * unit, (y - 0.28 * way) * unit);
      context.lineTo((x + 0.28) * unit, (y + 0.28 * way) * unit);
    }
    context.stroke();
  }
  context.globalAlpha = 1;
}

/** Slower where a snake goes out. @param {Picture} picture @param {Picture} next */
export const tempo = (picture, next) =>
  next.snakes.some(({ inPlay }, index) => !inPlay && picture.snakes[index].inPlay) ? 0.5 : 1;

/**
 * Why a snake is out, as the end of a sentence.
 *
 * @param {Snake} snake
 * @param {number} seat its own
 * @param {(seat: number) => string} nameOf
 */
function why({ out, outBy = null }, seat, nameOf) {
  const other = outBy === null || outBy === seat ? "another snake" : nameOf(outBy);
  switch (out) {
    case "hazard":
      return "lost its health in a hazard";
    case "out-of-health":
      return "starved";
    case "wall-collision":
      return "left the board";
    case "snake-self-collision":
      return "ran into itself";
    case "snake-collision":
      return `ran into ${other}`;
    case "head-collision":
      return `met the head of ${other}`;
    default:
      return `is out (${out})`;
  }
}

/** @param {Picture} picture @param {string[]} names @returns {SeatState[]} */
export const states = ({ snakes }, names) =>
  snakes.map((snake, index) => ({
    out: !snake.inPlay,
    text: snake.inPlay
      ? `length ${snake.body.length} · health ${snake.health}`
      : `turn ${snake.outInTurn}: ${why(snake, index + 1, (seat) => names[seat - 1])}`,
  }));

/** @param {Picture} picture @param {string[]} names */
export function describe(picture, names) {
  const snakes = picture.snakes.map((snake, index) =>
    snake.inPlay
      ? `${names[index]} has length ${snake.body.length} and health ${snake.health}, head at x ${snake.body[0][0]}, y ${snake.body[0][1]}`
      : `${names[index]} is out since turn ${snake.outInTurn}`,
  );
  const { length } = picture.food;
  const hazards = picture.hazards.length === 0 ? "" : ` ${new Set(picture.hazards.map(String)).size} cells are hazards.`;
  return `${snakes.join("; ")}. There ${length === 1 ? "is 1 piece" : `are ${length} pieces`} of food.${hazards}`;
}

/** @param {Picture} picture */
export const scores = ({ turn, snakes }) => snakes.map(({ inPlay, outInTurn }) => (inPlay ? turn : (outInTurn ?? turn)));

/** @param {Picture} picture @param {Picture} before @returns {GameEvent[]} */
export const events = (picture, before) =>
  picture.snakes.flatMap((snake, index) => {
    const seat = index + 1;
    if (!before.snakes[index].inPlay) {
      return [];
    }
    return snake.inPlay
      ? ate(before, snake)
        ? [{ kind: "eaten", seat, text: "ate." }]
        : []
      : [{ kind: "out", seat, text: `${why(snake, seat, (other) => `player ${other}`)} and is out.` }];
  });

/** @param {Picture} before @param {Snake} snake */
const ate = ({ food }, { body }) => food.some((cell) => cell.join() === body[0].join());

/** @param {string} move */
export const answer = (move) => MOVES[move] ?? move;

/** @param {Engine.Call} call @param {Picture} picture */
export function outcomes(call, picture) {
  const snake = picture.snakes[call.seat - 1];
  const [x, y] = snake.body[0];
  return [
    ...(call.failure === null ? [] : [{ text: "It goes straight on.", refused: true }]),
    snake.inPlay
      ? { text: `Its head is at x ${x}, y ${y}.`, refused: false }
      : { text: `It ${why(snake, call.seat, (seat) => `player ${seat}`)}.`, refused: true },
  ];
}

/** @param {Picture} picture */
export function text({ width, height, snakes, food, hazards }) {
  const rows = Array.from({ length: height }, () => Array.from({ length: width }, () => "·"));
  /** @param {Cell[]} cells @param {string} sign */
  const set = (cells, sign) => {
    for (const [x, y] of cells) {
      if (rows[y]?.[x] !== undefined) {
        rows[y][x] = sign;
      }
    }
  };
  set(hazards, "~");
  set(food, "*");
  for (const part of ["body", "head"]) {
    snakes.forEach(({ inPlay, body }, index) => {
      if (inPlay) {
        const letter = String.fromCharCode(65 + index);
        set(part === "head" ? body.slice(0, 1) : body.slice(1), part === "head" ? letter : letter.toLowerCase());
      }
    });
  }
  return rows
    .reverse()
    .map((row) => row.join(" "))
    .join("\n");
}

/** @param {{winner: number | null, reason: string}} result @param {string[]} names */
export function ending({ winner, reason }, names) {
  switch (reason) {
    case "last":
      if (names.length === 1) {
        return "The match ends when the snake is out.";
      }
      return winner === null ? "The last snakes went out in the same turn." : "All other snakes are out.";
    case "turns":
      return "The turns are used up, and the longest snake wins.";
    default:
      return null;
  }
}
