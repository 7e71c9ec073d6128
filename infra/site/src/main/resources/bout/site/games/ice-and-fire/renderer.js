/** Draws A Code of Ice and Fire; `viewer/board.js` explains what a renderer is. */

import { during, eased } from "../../viewer/motion.js";

/** @import { Ahead, Colour, GameEvent, Outcome } from "../../viewer/board.js" */

/**
 * @typedef {{id: number, owner: number, level: number, x: number, y: number}} Unit
 * @typedef {{type: string, owner: number, x: number, y: number}} Building
 *
 * @typedef {object} Picture
 * @property {number} turn
 * @property {number} round
 * @property {string[]} rows
 * @property {[number, number][]} mineSpots
 * @property {Building[]} buildings
 * @property {Unit[]} units
 * @property {number[]} gold
 * @property {string[]} outcomes of the orders of the last turn
 */

const SIDE = 12;
/** The index of the owner of a cell. @type {Record<string, number>} */
const OWNERS = { O: 0, o: 0, X: 1, x: 1 };

const COST = [0, 10, 20, 30];

/** The HQ of each seat. */
const HQS = [
  [0, 0],
  [11, 11],
];

/** The outcome of an order: a text, and whether the order was refused. @type {Record<string, [string, boolean]>} */
const OUTCOMES = {
  wait: ["waited", false],
  msg: ["said", false],
  trained: ["trained", false],
  built: ["built", false],
  bounds: ["refused: there is no land", true],
  level: ["refused: levels are 1 to 3", true],
  "no-unit": ["refused: no such unit lives", true],
  "not-yours": ["refused: the unit is the opponent’s", true],
  unplayable: ["refused: not beside an own active cell", true],
  gold: ["refused: too little gold", true],
  occupied: ["refused: the cell is held", true],
  "not-owned": ["refused: the cell is not owned", true],
  "not-mine-spot": ["refused: no mine spot", true],
  "mine-spot": ["refused: a mine spot takes no tower", true],
  tired: ["refused: the unit acts once a turn", true],
  stuck: ["refused: no way towards it", true],
  unrecognised: ["no known command: the player is out", true],
  dropped: ["dropped: the match had ended, or another command is unknown", true],
};

export const size = () => ({ columns: SIDE, rows: SIDE });
export const fields = true;
export const moving = true;
export const pace = 3;
export const kinds = { hq: "HQ lost", lost: "units lost", building: "building lost" };

export const legend =
  "# void, a dot neutral land; O and o are active and inactive cells of player 1, X and x those of player 2. " +
  "Behind the cell: H an HQ, M a mine, T a tower, 1 to 3 a unit of that level, $ a free mine spot. The first line is y = 0, and " +
  "x runs to the right.";

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Picture} picture
 * @param {number} unit
 * @param {Colour} colour
 * @param {Ahead<Picture> | null} ahead
 */
export function draw(context, picture, unit, colour, ahead) {
  const side = SIDE * unit;
  context.fillStyle = colour("ice-and-fire-sea");
  context.fillRect(0, 0, side, side);
  const progress = ahead?.progress ?? 0;
  for (const shore of [true, false]) {
    forEachCell(picture.rows, (cell, x, y) => drawLand(context, picture.rows, cell, x, y, shore, unit, colour));
  }
  forEachCell(picture.rows, (cell, x, y) => {
    const next = ahead?.picture.rows[y][x] ?? cell;
    drawRealm(context, cell, x, y, next === cell ? 1 : 1 - progress, unit, colour);
    if (next !== cell) {
      drawRealm(context, next, x, y, progress, unit, colour);
    }
  });
  drawFrontier(context, picture.rows, unit, colour);
  for (const [x, y] of picture.mineSpots) {
    drawGold(context, x, y, unit, colour);
  }
  for (const building of picture.buildings) {
    drawBuilding(context, building, unit, colour);
  }
  const next = ahead?.picture.units ?? picture.units;
  for (const one of picture.units) {
    const lives = next.some(({ id }) => id === one.id);
    drawUnit(
      context,
      ahead === null ? one : between(one, ahead),
      lives ? 1 : 1 - during(progress, 0.3, 0.8),
      progress,
      unit,
      colour,
    );
    if (!lives) {
      drawClash(context, one, progress, unit, colour);
    }
  }
  for (const one of next.filter(({ id }) => !picture.units.some((each) => each.id === id))) {
    drawUnit(context, one, eased(progress), 0, unit, colour);
  }
}

/** @param {string[]} lines @param {(cell: string, x: number, y: number) => void} act */
function forEachCell(lines, act) {
  lines.forEach((line, y) => [...line].forEach((cell, x) => act(cell, x, y)));
}

/** @param {string} cell */
const ownerOf = (cell) => OWNERS[cell] ?? null;

/**
 * An island, or the shore below it; every other cell is a little darker.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {string[]} lines
 * @param {string} cell
 * @param {number} x
 * @param {number} y
 * @param {boolean} shore
 * @param {number} unit
 * @param {Colour} colour
 */
function drawLand(context, lines, cell, x, y, shore, unit, colour) {
  if (cell === "#") {
    return;
  }
  /** @param {number} dx @param {number} dy */
  const sea = (dx, dy) => (lines[y + dy]?.[x + dx] ?? "#") === "#";
  const round = unit * 0.35;
  /** @param {number} dx @param {number} dy */
  const corner = (dx, dy) => (sea(dx, 0) && sea(0, dy) ? round : 0);
  context.fillStyle = colour(shore ? "ice-and-fire-shore" : (x + y) % 2 === 0 ? "ice-and-fire-grass" : "ice-and-fire-meadow");
  context.beginPath();
  context.roundRect(x * unit, (shore ? y + 0.11 : y) * unit, unit, unit, [
    corner(-1, -1),
    corner(1, -1),
    corner(1, 1),
    corner(-1, 1),
  ]);
  context.fill();
}

/**
 * The owner's colour; inactive cells are hatched.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {string} cell
 * @param {number} x
 * @param {number} y
 * @param {number} part
 * @param {number} unit
 * @param {Colour} colour
 */
function drawRealm(context, cell, x, y, part, unit, colour) {
  const owner = ownerOf(cell);
  if (owner === null || part <= 0) {
    return;
  }
  context.fillStyle = colour(`seat-${owner + 1}`);
  context.globalAlpha = 0.5 * part;
  if (cell === "O" || cell === "X") {
    context.fillRect(x * unit, y * unit, unit, unit);
  } else {
    for (let stripe = 0; stripe < 4; stripe++) {
      context.fillRect(x * unit, (y + stripe / 4) * unit, unit, unit / 8);
    }
  }
  context.globalAlpha = 1;
}

/**
 * The edges of both realms; player 2's is dashed.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {string[]} lines
 * @param {number} unit
 * @param {Colour} colour
 */
function drawFrontier(context, lines, unit, colour) {
  const inset = Math.max(1, unit * 0.05);
  context.lineWidth = Math.max(1.5, unit * 0.08);
  for (const owner of [0, 1]) {
    context.strokeStyle = colour(`seat-${owner + 1}-ink`);
    context.setLineDash(owner === 0 ? [] : [unit * 0.22, unit * 0.12]);
    context.beginPath();
    /** @param {string[]} lines */
    forEachCell(lines, (cell, x, y) => {
      if (ownerOf(cell) !== owner) {
        return;
      }
      /** @param {number} dx @param {number} dy */
      const other = (dx, dy) => ownerOf(lines[y + dy]?.[x + dx]) !== owner;
      const [left, top, right, bottom] = [x * unit, y * unit, (x + 1) * unit, (y + 1) * unit];
      /** @type {[boolean, number, number, number, number][]} */
      const edges = [
        [other(0, -1), left, top + inset, right, top + inset],
        [other(0, 1), left, bottom - inset, right, bottom - inset],
        [other(-1, 0), left + inset, top, left + inset, bottom],
        [other(1, 0), right - inset, top, right - inset, bottom],
      ];
      for (const [, x1, y1, x2, y2] of edges.filter(([shown]) => shown)) {
        context.moveTo(x1, y1);
        context.lineTo(x2, y2);
      }
    });
    context.stroke();
  }
  context.setLineDash([]);
}

/**
 * Nuggets, where a mine can be built.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} unit
 * @param {Colour} colour
 */
function drawGold(context, x, y, unit, colour) {
  context.fillStyle = colour("ice-and-fire-gold");
  context.strokeStyle = colour("ice-and-fire-outline");
  context.lineWidth = Math.max(1, unit * 0.03);
  for (const [across, down, size] of [
    [0.38, 0.6, 0.13],
    [0.62, 0.6, 0.13],
    [0.5, 0.44, 0.14],
  ]) {
    context.beginPath();
    context.arc((x + across) * unit, (y + down) * unit, size * unit, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
}

/** The outlines of buildings, in parts of a cell. @type {Record<string, [number, number][]>} */
const HOUSES = {
  HQ: [
    [0.1, 0.88],
    [0.1, 0.3],
    [0.22, 0.3],
    [0.22, 0.42],
    [0.34, 0.42],
    [0.34, 0.16],
    [0.44, 0.16],
    [0.44, 0.26],
    [0.56, 0.26],
    [0.56, 0.16],
    [0.66, 0.16],
    [0.66, 0.42],
    [0.78, 0.42],
    [0.78, 0.3],
    [0.9, 0.3],
    [0.9, 0.88],
  ],
  MINE: [
    [0.12, 0.85],
    [0.28, 0.42],
    [0.5, 0.24],
    [0.72, 0.42],
    [0.88, 0.85],
  ],
  TOWER: [
    [0.3, 0.88],
    [0.34, 0.44],
    [0.22, 0.44],
    [0.22, 0.16],
    [0.34, 0.16],
    [0.34, 0.27],
    [0.44, 0.27],
    [0.44, 0.16],
    [0.56, 0.16],
    [0.56, 0.27],
    [0.66, 0.27],
    [0.66, 0.16],
    [0.78, 0.16],
    [0.78, 0.44],
    [0.66, 0.44],
    [0.7, 0.88],
  ],
};

/**
 * A castle for the HQ, a hill with a gallery for a mine, and a tower.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Building} building
 * @param {number} unit
 * @param {Colour} colour
 */
function drawBuilding(context, { type, owner, x, y }, unit, colour) {
  /** @type {(across: number, down: number) => [number, number]} */
  const at = (across, down) => [(x + across) * unit, (y + down) * unit];
  context.fillStyle = colour("ice-and-fire-wall");
  context.strokeStyle = colour("ice-and-fire-outline");
  context.lineWidth = Math.max(1, unit * 0.05);
  context.lineJoin = "round";
  context.beginPath();
  for (const [across, down] of HOUSES[type]) {
    context.lineTo(...at(across, down));
  }
  context.closePath();
  context.fill();
  context.stroke();
  // The gate in the owner's colour
  context.fillStyle = colour(`seat-${owner + 1}`);
  context.beginPath();
  const [left, top] = at(0.4, type === "TOWER" ? 0.5 : 0.58);
  context.roundRect(left, top, unit * 0.2, (y + 0.86) * unit - top, [unit * 0.1, unit * 0.1, 0, 0]);
  context.fill();
  if (type === "HQ") {
    context.beginPath();
    context.moveTo(...at(0.5, 0.16));
    context.lineTo(...at(0.5, 0.0));
    context.lineTo(...at(0.74, 0.08));
    context.closePath();
    context.fill();
  }
}

/** The radius of a unit's body by its level. */
const BODY = [0, 0.24, 0.29, 0.34];

/**
 * A head over a body: the stronger, the larger, with its level. Player 1's bodies are round, player 2's square.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Unit} unit
 * @param {number} part
 * @param {number} progress
 * @param {number} unit
 * @param {Colour} colour
 */
function drawUnit(context, { owner, level, x, y }, part, progress, unit, colour) {
  const size = BODY[level] * unit * part;
  if (size < 1) {
    return;
  }
  const step = Math.abs(Math.sin(progress * 2 * Math.PI)) * 0.06 * unit;
  const middle = (x + 0.5) * unit;
  const foot = (y + 0.84) * unit - step;
  context.fillStyle = colour("ice-and-fire-shadow");
  context.beginPath();
  context.ellipse(middle, (y + 0.86) * unit, size * 1.05, size * 0.32, 0, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = colour(`seat-${owner + 1}`);
  context.strokeStyle = colour("ice-and-fire-edge");
  context.lineWidth = Math.max(1, unit * 0.045);
  context.beginPath();
  context.roundRect(
    middle - size,
    foot - size * 1.7,
    size * 2,
    size * 1.7,
    owner === 0 ? [size, size, size * 0.3, size * 0.3] : size * 0.2,
  );
  context.fill();
  context.stroke();
  context.beginPath();
  if (owner === 0) {
    context.arc(middle, foot - size * 1.95, size * 0.55, 0, 2 * Math.PI);
  } else {
    context.roundRect(middle - size * 0.5, foot - size * 2.45, size, size, size * 0.12);
  }
  context.fill();
  context.stroke();
  context.fillStyle = colour("ice-and-fire-edge");
  context.font = `800 ${size * 1.25}px "Bout Text", system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(String(level), middle, foot - size * 0.72);
}

/**
 * A star where a unit dies.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Unit} unit
 * @param {number} progress
 * @param {number} unit
 * @param {Colour} colour
 */
function drawClash(context, { x, y }, progress, unit, colour) {
  const size = unit * 0.5 * Math.sin(progress * Math.PI);
  context.fillStyle = colour("ice-and-fire-gold");
  context.beginPath();
  for (let ray = 0; ray < 16; ray++) {
    const far = ray % 2 === 0 ? size : size * 0.45;
    context.lineTo(
      (x + 0.5) * unit + far * Math.cos((ray * Math.PI) / 8),
      (y + 0.5) * unit + far * Math.sin((ray * Math.PI) / 8),
    );
  }
  context.closePath();
  context.fill();
}

/** A marching unit; a unit that dies stays in place. @param {Unit} unit @param {Ahead<Picture>} ahead */
function between(unit, { picture, progress }) {
  const next = picture.units.find(({ id }) => id === unit.id) ?? unit;
  const way = eased(progress);
  return { ...unit, x: unit.x + (next.x - unit.x) * way, y: unit.y + (next.y - unit.y) * way };
}

/** @param {Picture} picture @param {number} player */
const power = (picture, player) =>
  picture.units.filter(({ owner }) => owner === player).reduce((sum, { level }) => sum + COST[level], picture.gold[player]);

/** @param {Picture} picture */
export const scores = (picture) => [0, 1].map((player) => power(picture, player));

/** @param {Picture} picture @param {Picture} before */
export function events(picture, before) {
  return [1, 2].flatMap((seat) => [
    ...lostHq(picture, before, seat),
    ...lostUnits(picture, before, seat),
    ...lostBuildings(picture, before, seat),
  ]);
}

/** @param {Picture} picture @param {Picture} before @param {number} seat */
function lostHq(picture, before, seat) {
  const [x, y] = HQS[seat - 1];
  const own = "OX"[seat - 1];
  /** @param {Picture} picture */
  const holds = ({ rows }) => rows[y][x].toUpperCase() === own;
  return holds(before) && !holds(picture) ? [{ kind: "hq", seat, text: "lost its HQ." }] : [];
}

/** @param {Picture} picture @param {Picture} before @param {number} seat */
function lostUnits(picture, before, seat) {
  const living = new Set(picture.units.map(({ id }) => id));
  const dead = before.units.filter(({ id, owner }) => owner === seat - 1 && !living.has(id));
  const levels = dead.map(({ level }) => level).join(", ");
  return dead.length === 0
    ? []
    : [{ kind: "lost", seat, text: `lost ${dead.length === 1 ? "a unit" : `${dead.length} units`} of level ${levels}.` }];
}

/** @param {Picture} picture @param {Picture} before @param {number} seat */
function lostBuildings(picture, before, seat) {
  const standing = new Set(picture.buildings.map(({ owner, x, y }) => `${owner} ${x} ${y}`));
  return before.buildings
    .filter(({ owner, x, y }) => owner === seat - 1 && !standing.has(`${owner} ${x} ${y}`))
    .map(({ type, x, y }) => ({ kind: "building", seat, text: `lost a ${type.toLowerCase()} at x ${x}, y ${y}.` }));
}

/** @param {string} line */
export const answer = (line) => (line === "" ? "an empty line" : line);

/** @param {Engine.Call} call @param {Picture} picture */
export function outcomes(call, picture) {
  if (call.failure !== null) {
    return [{ text: "It is out.", refused: true }];
  }
  const pieces = String(call.move)
    .split(";")
    .map((piece) => piece.trim());
  return picture.outcomes.map((outcome, index) => {
    const [words, refused] = OUTCOMES[outcome] ?? [outcome.replace(/^moved (\d+) (\d+)$/, "moved to x $1, y $2"), false];
    return { text: `${pieces[index] ?? ""} → ${words}`.trim(), refused };
  });
}

/** @param {Picture} picture @param {string[]} names */
export function describe(picture, names) {
  const cells = picture.rows.join("");
  const players = [0, 1].map((player) => {
    const own = [...cells].filter((cell) => cell.toUpperCase() === "OX"[player]).length;
    const units = picture.units.filter(({ owner }) => owner === player);
    return (
      `${names[player]} has ${own} cells, ${units.length} units, ${picture.gold[player]} gold and a military power of ` +
      `${power(picture, player)}`
    );
  });
  return `Round ${picture.round}. ${players.join(". ")}.`;
}

/** @param {Picture} picture */
export function text(picture) {
  const things = new Map(picture.mineSpots.map(([x, y]) => [`${x} ${y}`, "$"]));
  for (const { type, x, y } of picture.buildings) {
    things.set(`${x} ${y}`, type[0]);
  }
  for (const { level, x, y } of picture.units) {
    things.set(`${x} ${y}`, String(level));
  }
  return picture.rows
    .map((row, y) =>
      [...row]
        .map((cell, x) => `${cell}${things.get(`${x} ${y}`) ?? " "}`)
        .join(" ")
        .trimEnd(),
    )
    .join("\n");
}

/** @param {{winner: number | null, reason: string}} result @param {string[]} names */
export function ending({ winner, reason }, names) {
  const loser = winner === null ? null : names[2 - winner];
  switch (reason) {
    case "hq":
      return `The HQ of ${loser} was taken.`;
    case "turns":
      return "All 100 rounds were played; gold and the price of the living units decided.";
    case "command":
      return `${loser} gave no line of known commands, and was out.`;
    case "timeout":
      return `${loser} did not answer in time, and was out.`;
    default:
      return null;
  }
}
