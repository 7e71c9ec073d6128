/** Draws Everybody Loves Tokens; `viewer/board.js` explains what a renderer is. */

import { during, eased } from "../../viewer/motion.js";

/** @import { Ahead, Colour, GameEvent, Outcome } from "../../viewer/board.js" */

/**
 * @typedef {{color: string, points: number}} Token
 *
 * @typedef {object} Picture
 * @property {number} turn
 * @property {number} size
 * @property {(Token | false)[][]} tokens by column
 * @property {{pos: number[], score: number}[]} players
 * @property {string | null} move the last one
 * @property {boolean} ate
 */

/** @type {Record<string, {name: string, letter: string, shape: string, style: string}>} */
const COLOURS = {
  "#FF0000": { name: "red", letter: "r", shape: "round", style: "tokens-red" },
  "#00FF00": { name: "green", letter: "g", shape: "square", style: "tokens-green" },
  "#0000FF": { name: "blue", letter: "b", shape: "diamond", style: "tokens-blue" },
};

/** @type {Record<string, string>} */
const MOVES = { UP: "went up", RIGHT: "went right", DOWN: "went down", LEFT: "went left", PASS: "passed" };

/** @param {Picture} picture */
export const size = (picture) => ({ columns: picture.size, rows: picture.size });
export const fields = true;
export const moving = true;
export const pace = 3;
/** At the end nearly all tokens are gone. @param {number} turns */
export const previewTurn = (turns) => Math.floor(turns / 2);
export const kinds = { eaten: "token eaten" };

export const legend =
  "1, 2 or 3 is a token's points and the letter behind it its colour (r, g or b); A and B are the players, " +
  "a dot is an empty cell. The first line is y = 0, and x runs to the right.";

/** Beside the middle of the cell, so that a token under a player is visible. */
const ASIDE = 0.09;

/** Two players on one cell are smaller and stand in its corners, so that both are seen whole. */
const SHARED_ASIDE = 0.23;
const SIZE = 0.4;
const SHARED_SIZE = 0.24;

/** @type {Record<string, number>} */
const HEADINGS = { UP: -Math.PI / 2, RIGHT: 0, DOWN: Math.PI / 2, LEFT: Math.PI };

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Picture} picture
 * @param {number} unit
 * @param {Colour} colour
 * @param {Ahead<Picture> | null} ahead
 */
export function draw(context, picture, unit, colour, ahead) {
  const side = picture.size * unit;
  context.fillStyle = colour("tokens-table");
  context.fillRect(0, 0, side, side);
  context.fillStyle = colour("tokens-cell");
  for (let x = 0; x < picture.size; x++) {
    for (let y = 0; y < picture.size; y++) {
      if ((x + y) % 2 === 0) {
        context.fillRect(x * unit, y * unit, unit, unit);
      }
    }
  }
  const progress = ahead?.progress ?? 0;
  const eater = ahead?.picture.ate ? mover(picture) : null;
  const bite = eater === null ? null : picture.players[eater - 1].pos.join();
  context.textAlign = "center";
  context.textBaseline = "middle";
  picture.tokens.forEach((column, x) =>
    column.forEach((token, y) => {
      if (token !== false) {
        const eaten = bite === `${x},${y}` ? eased(during(progress, 0.2, 0.8)) : 0;
        const under = picture.players.map(({ pos }) => pos[0] === x && pos[1] === y);
        drawToken(context, token, x, y, (under[0] || under[1] ? 0.8 : 1) * (1 - eaten), unit, colour);
      }
    }),
  );
  const nexts = picture.players.map(({ pos }, index) => (ahead === null ? pos : ahead.picture.players[index].pos));
  const places = picture.players.map(({ pos }, index) =>
    pos.map((from, axis) => from + (nexts[index][axis] - from) * eased(progress)),
  );
  const apart = Math.hypot(places[0][0] - places[1][0], places[0][1] - places[1][1]);
  picture.players.forEach(({ pos }, index) => {
    const heading = headingOf(picture, index, pos, nexts[index]);
    const open = eater === index + 1 ? Math.abs(Math.sin(progress * 3 * Math.PI)) : 0.35;
    drawPlayer(context, index, places[index], Math.max(0, 1 - apart), heading, open, unit, colour);
  });
  if (eater !== null && ahead !== null) {
    const gained = ahead.picture.players[eater - 1].score - picture.players[eater - 1].score;
    drawGain(context, gained, picture.players[eater - 1].pos, progress, eater, unit, colour);
  }
}

/**
 * Players look where they go; player 1 otherwise to the right, player 2 to the left.
 *
 * @param {Picture} picture
 * @param {number} index
 * @param {number[]} from
 * @param {number[]} to
 */
function headingOf(picture, index, from, to) {
  if (from.join() !== to.join()) {
    return Math.atan2(to[1] - from[1], to[0] - from[0]);
  }
  const moved = picture.turn > 0 && (picture.turn % 2 === 1 ? 0 : 1) === index ? HEADINGS[picture.move ?? ""] : undefined;
  return moved ?? (index === 0 ? 0 : Math.PI);
}

/**
 * Red is round, green square and blue a diamond, so that nobody has to tell the colours apart. The number is its points.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Token} token
 * @param {number} x
 * @param {number} y
 * @param {number} part
 * @param {number} unit
 * @param {Colour} colour
 */
function drawToken(context, token, x, y, part, unit, colour) {
  const { style, shape } = COLOURS[token.color];
  const half = unit * 0.33 * part;
  if (half < 1) {
    return;
  }
  context.save();
  context.translate((x + 0.5) * unit, (y + 0.5) * unit);
  outline(context, shape, half, half * 0.14);
  context.fillStyle = colour("tokens-shade");
  context.fill();
  outline(context, shape, half, 0);
  context.fillStyle = colour(style);
  context.fill();
  context.fillStyle = colour("tokens-ink");
  context.font = `700 ${half * 1.05}px "Bout Text", system-ui, sans-serif`;
  context.fillText(String(token.points), 0, half * 0.07);
  context.restore();
}

/** @param {CanvasRenderingContext2D} context @param {string} shape @param {number} half @param {number} down */
function outline(context, shape, half, down) {
  context.beginPath();
  if (shape === "round") {
    context.arc(0, down, half, 0, 2 * Math.PI);
  } else if (shape === "square") {
    context.roundRect(-half * 0.9, down - half * 0.9, half * 1.8, half * 1.8, half * 0.35);
  } else {
    const tip = half * 1.2;
    context.moveTo(0, down - tip);
    context.lineTo(tip, down);
    context.lineTo(0, down + tip);
    context.lineTo(-tip, down);
    context.closePath();
  }
}

/**
 * A face with a mouth towards its heading: round for player 1 and square for player 2.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {number} index
 * @param {number[]} place
 * @param {number} shared how much of its cell the other one takes: 1 on the same cell, 0 on another
 * @param {number} heading
 * @param {number} open
 * @param {number} unit
 * @param {Colour} colour
 */
function drawPlayer(context, index, [x, y], shared, heading, open, unit, colour) {
  const aside = (index === 0 ? -1 : 1) * (ASIDE + (SHARED_ASIDE - ASIDE) * shared);
  const size = unit * (SIZE + (SHARED_SIZE - SIZE) * shared);
  context.save();
  context.translate((x + 0.5 + aside) * unit, (y + 0.5 + aside) * unit);
  // Upside down towards the left, so that the eye stays above the mouth.
  context.rotate(heading);
  if (Math.abs(heading) > Math.PI / 2) {
    context.scale(1, -1);
  }
  const jaw = 0.12 + 0.6 * open;
  context.lineWidth = Math.max(1, unit * 0.045);
  context.strokeStyle = colour("tokens-table");
  context.fillStyle = colour(`seat-${index + 1}`);
  context.beginPath();
  if (index === 0) {
    context.moveTo(-size * 0.1, 0);
    context.arc(0, 0, size, jaw, 2 * Math.PI - jaw);
  } else {
    const bite = Math.tan(jaw) * size;
    context.moveTo(-size * 0.1, 0);
    context.lineTo(size, bite);
    context.lineTo(size, size);
    context.lineTo(-size, size);
    context.lineTo(-size, -size);
    context.lineTo(size, -size);
    context.lineTo(size, -bite);
  }
  context.closePath();
  context.fill();
  context.stroke();
  context.fillStyle = colour("tokens-eye");
  context.beginPath();
  context.arc(size * 0.12, -size * 0.5, size * 0.27, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = colour("tokens-pupil");
  context.beginPath();
  context.arc(size * 0.2, -size * 0.5, size * 0.13, 0, 2 * Math.PI);
  context.fill();
  context.restore();
}

/**
 * The points, bonus included, rise from where the token was.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {number} gained
 * @param {number[]} place
 * @param {number} progress
 * @param {number} seat
 * @param {number} unit
 * @param {Colour} colour
 */
function drawGain(context, gained, [x, y], progress, seat, unit, colour) {
  context.globalAlpha = 1 - during(progress, 0.6, 1);
  context.font = `800 ${unit * 0.42}px "Bout Text", system-ui, sans-serif`;
  context.lineWidth = Math.max(2, unit * 0.1);
  context.strokeStyle = colour("tokens-table");
  context.fillStyle = colour(`seat-${seat}-ink`);
  const height = (y + 0.35 - 0.5 * eased(progress)) * unit;
  const at = Math.max(unit * 0.25, height);
  context.strokeText(`+${gained}`, (x + 0.5) * unit, at);
  context.fillText(`+${gained}`, (x + 0.5) * unit, at);
  context.globalAlpha = 1;
}

/** @param {Picture} picture @param {string[]} names */
export function describe(picture, names) {
  const left = picture.tokens.flat().filter((token) => token !== false).length;
  const [first, second] = picture.players.map(({ score, pos }) => `${score} points at x ${pos[0]}, y ${pos[1]}`);
  const now = `${names[0]} has ${first}; ${names[1]} has ${second}; ${left === 1 ? "1 token is" : `${left} tokens are`} left.`;
  if (picture.turn === 0) {
    return now;
  }
  const mover = names[picture.turn % 2 === 1 ? 0 : 1];
  return `${now} On the last turn ${mover} ${moved(picture)}.`;
}

/** @param {Picture} picture */
function moved({ move, ate }) {
  if (move === "EAT") {
    return ate ? "ate a token" : "found nothing to eat";
  }
  return MOVES[move ?? ""] ?? "gave no move that could be read, which is a pass";
}

/** @param {Picture} picture */
export const scores = (picture) => picture.players.map(({ score }) => score);

/** @param {Picture} picture @param {Picture} before */
export function events(picture, before) {
  const seat = mover(before);
  const token = eaten(before, seat);
  if (!picture.ate || token === false) {
    return [];
  }
  const { points, color } = token;
  const bonus = picture.players[seat - 1].score - before.players[seat - 1].score - points;
  return [
    {
      kind: "eaten",
      seat,
      bonus,
      text: `ate a ${COLOURS[color].name} token: ${points}${bonus > 0 ? ` and a bonus of ${bonus}` : ""}.`,
    },
  ];
}

/** @param {Picture} before */
const mover = (before) => (before.turn % 2 === 0 ? 1 : 2);

/** @param {Picture} before @param {number} seat */
function eaten(before, seat) {
  const [x, y] = before.players[seat - 1].pos;
  return before.tokens[x][y];
}

/** @param {string} move */
export const answer = (move) => move;

/** @param {Engine.Call} call @param {Picture} picture @param {Picture} before */
export function outcomes(call, picture, before) {
  if (call.failure !== null) {
    return [{ text: "It is a pass.", refused: true }];
  }
  if (call.move === "PASS") {
    return [];
  }
  if (call.move === "EAT") {
    const [event] = events(picture, before);
    return event === undefined
      ? [{ text: "Refused: no token is there.", refused: true }]
      : [{ text: `It ${event.text}`, refused: false }];
  }
  const [from, to] = [before, picture].map(({ players }) => players[call.seat - 1].pos);
  return from.join() === to.join()
    ? [{ text: "Refused: the board ends there, so it stays.", refused: true }]
    : [{ text: `It went to x ${to[0]}, y ${to[1]}.`, refused: false }];
}

/** @param {Picture} picture */
export function text(picture) {
  const lines = [];
  for (let y = 0; y < picture.size; y++) {
    const cells = [];
    for (let x = 0; x < picture.size; x++) {
      const token = picture.tokens[x][y];
      const players = ["A", "B"].filter((_, index) => picture.players[index].pos[0] === x && picture.players[index].pos[1] === y);
      cells.push(`${token === false ? "·" : `${token.points}${COLOURS[token.color].letter}`}${players.join("")}`.padEnd(4));
    }
    lines.push(cells.join("").trimEnd());
  }
  return lines.join("\n");
}

/** @param {{winner: number | null, reason: string}} result */
export function ending({ reason }) {
  switch (reason) {
    case "all-eaten":
      return "All tokens were eaten.";
    case "idle":
      return "For too long no token was eaten.";
    default:
      return null;
  }
}
