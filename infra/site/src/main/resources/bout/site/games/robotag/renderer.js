/** Draws RoboTag; `viewer/board.js` explains what a renderer is. The arena's lower left corner is (0, 0). */

import { number } from "../../shared/numbers.js";

/** @import { Ahead, Colour, GameEvent, Outcome } from "../../viewer/board.js" */

/**
 * @typedef {{x: number, y: number}} Thing
 * @typedef {Thing & {fuel: number}} Robot
 * @typedef {Thing & {value: number}} Item
 *
 * @typedef {object} Picture
 * @property {number} turn
 * @property {number} width
 * @property {number} height
 * @property {Robot[]} robots
 * @property {Item[]} fuelTanks
 * @property {Item[]} mines
 * @property {{seat: number, kind: string, value: number}[]} taken
 * @property {{ante: number, tagThreshold: number, mineThreshold: number, startFuel: number, maxFuel: number}} rules
 */

/** The radius of a robot's body, in units of the arena. */
const ROBOT = 3.4;

/** Between the arena and the edge of the board, so that a robot in a corner is shown whole, with the ring of its fuel. */
const MARGIN = 5;

/** How many turns a robot's trail goes back. */
const TRAIL = 14;

/** @param {Picture} picture */
export const size = ({ width, height }) => ({ columns: width + 2 * MARGIN, rows: height + 2 * MARGIN });
export const fields = false;
export const moving = true;
export const pace = 10;
export const kinds = { tag: "tag", fuel: "fuel tank", mine: "mine hit", empty: "out of fuel" };

export const legend = "Each line is a thing in the arena with its place; (0, 0) is the lower left corner.";

/** Where the robots are, in the board's units from its upper left corner. @param {Picture} picture */
export const positions = ({ robots, height }) => robots.map(({ x, y }) => [x + MARGIN, height - y + MARGIN]);

/** The turn of a tag is shown in slow motion. @param {Picture} picture @param {Picture} next */
export const tempo = (picture, next) => (isTag(next) && !isTag(picture) ? 0.3 : 1);

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Picture} picture
 * @param {number} unit
 * @param {Colour} colour
 * @param {Ahead<Picture> | null} ahead
 * @param {[number, number][][]} [past]
 */
export function draw(context, picture, unit, colour, ahead, past = []) {
  const { width, height } = picture;
  /** @returns {[number, number]} @param {Thing} thing */
  const place = ({ x, y }) => [(x + MARGIN) * unit, (height - y + MARGIN) * unit];
  drawArena(context, width, height, unit, colour);
  const left = ahead?.picture ?? picture;
  for (const mine of picture.mines) {
    const fades = ahead !== null && !has(left.mines, mine) ? ahead.progress : 0;
    drawMine(context, place(mine), picture.rules.mineThreshold, fades, unit, colour);
  }
  for (const tank of picture.fuelTanks) {
    const fades = ahead !== null && !has(left.fuelTanks, tank) ? ahead.progress : 0;
    drawTank(context, place(tank), tank.value, 1 - fades, unit, colour);
  }
  const robots = picture.robots.map((robot, index) =>
    ahead === null ? robot : between(robot, ahead.picture.robots[index], ahead.progress),
  );
  robots.forEach((robot, index) => {
    const [x, y] = place(robot);
    drawTrail(context, [...past.map((places) => places[index]), [x / unit, y / unit]], index, unit, colour);
  });
  robots.forEach((robot, index) => {
    const to = ahead?.picture.robots[index];
    const heading = headingOf(picture.robots[index], to, past.at(-1)?.[index], height) ?? angle(robot, robots[1 - index]);
    drawRobot(context, place(robot), robot, heading, picture.rules, index, unit, colour);
  });
  if (isTag(picture)) {
    drawSpark(context, middle(robots.map(place)), 1, unit, colour);
  } else if (ahead !== null && isTag(ahead.picture)) {
    drawSpark(context, middle(robots.map(place)), ahead.progress ** 3, unit, colour);
  }
}

/** A thing that was not taken stays where it was. @param {Thing[]} things @param {Thing} wanted */
const has = (things, { x, y }) => things.some((thing) => thing.x === x && thing.y === y);

/** @returns {[number, number]} @param {[number, number][]} places */
const middle = ([[x1, y1], [x2, y2]]) => [(x1 + x2) / 2, (y1 + y2) / 2];

/** On the screen, where y grows downwards. @param {Thing} from @param {Thing} to */
const angle = (from, to) => Math.atan2(from.y - to.y, to.x - from.x);

/**
 * The direction of a robot's move, or of its last one; `null` if it has not moved.
 *
 * @param {Thing} from
 * @param {Thing | undefined} to
 * @param {[number, number] | undefined} before
 * @param {number} height
 */
function headingOf(from, to, before, height) {
  if (to !== undefined && (to.x !== from.x || to.y !== from.y)) {
    return angle(from, to);
  }
  if (before === undefined) {
    return null;
  }
  const last = { x: before[0] - MARGIN, y: height + MARGIN - before[1] };
  return last.x === from.x && last.y === from.y ? null : angle(last, from);
}

/**
 * The arena inside its wall, with a line every ten units.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {number} width
 * @param {number} height
 * @param {number} unit
 * @param {Colour} colour
 */
function drawArena(context, width, height, unit, colour) {
  const edge = MARGIN * unit;
  context.fillStyle = colour("robotag-wall");
  context.fillRect(0, 0, (width + 2 * MARGIN) * unit, (height + 2 * MARGIN) * unit);
  context.fillStyle = colour("robotag-floor");
  context.beginPath();
  context.roundRect(edge - unit, edge - unit, (width + 2) * unit, (height + 2) * unit, 2 * unit);
  context.fill();
  context.strokeStyle = colour("robotag-line");
  context.lineWidth = Math.max(1, unit * 0.12);
  context.beginPath();
  for (let x = 10; x < width; x += 10) {
    context.moveTo(edge + x * unit, edge);
    context.lineTo(edge + x * unit, edge + height * unit);
  }
  for (let y = 10; y < height; y += 10) {
    context.moveTo(edge, edge + y * unit);
    context.lineTo(edge + width * unit, edge + y * unit);
  }
  context.stroke();
}

/**
 * A spiked disc inside a dashed ring with its hit radius; while it goes off, the ring grows.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {[number, number]} place
 * @param {number} reach
 * @param {number} fades
 * @param {number} unit
 * @param {Colour} colour
 */
function drawMine(context, [x, y], reach, fades, unit, colour) {
  context.globalAlpha = 1 - fades;
  context.strokeStyle = colour("robotag-mine");
  context.lineWidth = Math.max(1, unit * 0.2);
  context.setLineDash([unit * 0.6, unit * 0.6]);
  context.beginPath();
  context.arc(x, y, reach * unit * (1 + 2 * fades), 0, 2 * Math.PI);
  context.stroke();
  context.setLineDash([]);
  context.fillStyle = colour("robotag-mine");
  context.beginPath();
  for (let spike = 0; spike < 16; spike++) {
    const far = (spike % 2 === 0 ? 1.7 : 1.05) * unit * (1 + fades);
    context.lineTo(x + far * Math.cos((spike * Math.PI) / 8), y + far * Math.sin((spike * Math.PI) / 8));
  }
  context.closePath();
  context.fill();
  context.fillStyle = colour("robotag-floor");
  context.beginPath();
  context.arc(x, y, 0.45 * unit, 0, 2 * Math.PI);
  context.fill();
  context.globalAlpha = 1;
}

/**
 * A canister with a bolt; the more fuel, the larger.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {[number, number]} place
 * @param {number} value
 * @param {number} part
 * @param {number} unit
 * @param {Colour} colour
 */
function drawTank(context, [x, y], value, part, unit, colour) {
  const half = (1 + value / 350) * unit * part;
  const high = half * 1.3;
  context.fillStyle = colour("robotag-fuel");
  context.beginPath();
  context.roundRect(x - half, y - high, 2 * half, 2 * high, half * 0.45);
  context.rect(x - half * 0.45, y - high - half * 0.4, half * 0.9, half * 0.5);
  context.fill();
  context.fillStyle = colour("robotag-floor");
  context.beginPath();
  context.moveTo(x + half * 0.25, y - high * 0.7);
  context.lineTo(x - half * 0.5, y + high * 0.12);
  context.lineTo(x, y + high * 0.12);
  context.lineTo(x - half * 0.25, y + high * 0.7);
  context.lineTo(x + half * 0.5, y - high * 0.12);
  context.lineTo(x, y - high * 0.12);
  context.closePath();
  context.fill();
}

/**
 * The last moves, fading with age.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {[number, number][]} places
 * @param {number} index
 * @param {number} unit
 * @param {Colour} colour
 */
function drawTrail(context, places, index, unit, colour) {
  const shown = places.slice(-TRAIL);
  context.strokeStyle = colour(`seat-${index + 1}`);
  context.lineCap = "round";
  for (let at = 1; at < shown.length; at++) {
    context.globalAlpha = (0.55 * at) / shown.length;
    context.lineWidth = unit * (0.4 + (1.2 * at) / shown.length);
    context.beginPath();
    context.moveTo(shown[at - 1][0] * unit, shown[at - 1][1] * unit);
    context.lineTo(shown[at][0] * unit, shown[at][1] * unit);
    context.stroke();
  }
  context.globalAlpha = 1;
  context.lineCap = "butt";
}

/**
 * A body on treads with eyes towards its heading: round for player 1, square for player 2. The thick ring is its fuel, the
 * thin one its reach.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {[number, number]} place
 * @param {Robot} robot
 * @param {number} heading
 * @param {Picture["rules"]} rules
 * @param {number} index
 * @param {number} unit
 * @param {Colour} colour
 */
function drawRobot(context, [x, y], { fuel }, heading, { tagThreshold, startFuel, maxFuel }, index, unit, colour) {
  const own = colour(`seat-${index + 1}`);
  context.strokeStyle = own;
  context.globalAlpha = 0.45;
  context.lineWidth = Math.max(1, unit * 0.15);
  context.beginPath();
  context.arc(x, y, tagThreshold * unit, 0, 2 * Math.PI);
  context.stroke();
  context.globalAlpha = 1;
  context.lineWidth = Math.max(1.5, unit * 0.75);
  context.beginPath();
  context.arc(
    x,
    y,
    (ROBOT + 0.95) * unit,
    -Math.PI / 2,
    -Math.PI / 2 + 2 * Math.PI * Math.min(1, fuel / Math.max(maxFuel, startFuel, 1)),
  );
  context.stroke();
  context.save();
  context.translate(x, y);
  context.rotate(heading);
  const body = ROBOT * unit;
  context.fillStyle = colour("robotag-tread");
  context.beginPath();
  context.roundRect(-body * 0.8, -body, body * 1.6, body * 0.5, body * 0.2);
  context.roundRect(-body * 0.8, body * 0.5, body * 1.6, body * 0.5, body * 0.2);
  context.fill();
  context.fillStyle = own;
  context.beginPath();
  if (index === 0) {
    context.arc(0, 0, body * 0.8, 0, 2 * Math.PI);
  } else {
    context.roundRect(-body * 0.75, -body * 0.75, body * 1.5, body * 1.5, body * 0.3);
  }
  context.fill();
  context.fillStyle = colour("robotag-eye");
  for (const side of [-1, 1]) {
    context.beginPath();
    context.arc(body * 0.32, side * body * 0.32, body * 0.24, 0, 2 * Math.PI);
    context.fill();
  }
  context.fillStyle = colour("robotag-tread");
  for (const side of [-1, 1]) {
    context.beginPath();
    context.arc(body * 0.4, side * body * 0.32, body * 0.11, 0, 2 * Math.PI);
    context.fill();
  }
  context.restore();
}

/**
 * A star where the robots meet.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {[number, number]} place
 * @param {number} size
 * @param {number} unit
 * @param {Colour} colour
 */
function drawSpark(context, [x, y], size, unit, colour) {
  if (size < 0.05) {
    return;
  }
  context.fillStyle = colour("robotag-spark");
  context.beginPath();
  for (let ray = 0; ray < 24; ray++) {
    const far = (ray % 2 === 0 ? (ray % 4 === 0 ? 6.5 : 4.5) : 1.9) * unit * size;
    context.lineTo(x + far * Math.cos((ray * Math.PI) / 12), y + far * Math.sin((ray * Math.PI) / 12));
  }
  context.closePath();
  context.fill();
  context.lineWidth = Math.max(1, unit * 0.25);
  context.strokeStyle = colour("robotag-tread");
  context.stroke();
}

/** @param {Picture} picture @param {string[]} names */
export function describe(picture, names) {
  const [first, second] = picture.robots.map(({ x, y, fuel }) => `has ${rounded(fuel)} fuel at x ${rounded(x)}, y ${rounded(y)}`);
  const now =
    `${names[0]} ${first}; ${names[1]} ${second}. ${picture.fuelTanks.length} fuel tanks and ${picture.mines.length} mines ` +
    "are left.";
  const taken = picture.taken.map(
    ({ seat, kind, value }) => `${names[seat - 1]} ${kind === "fuel" ? `picked up ${value} fuel` : `hit a mine of ${value}`}`,
  );
  return taken.length === 0 ? now : `${now} On the last turn ${taken.join(", and ")}.`;
}

/** A moving robot; `progress` is the part of the way behind it. @param {Robot} from @param {Robot} to @param {number} progress */
export const between = (from, to, progress) => ({
  x: from.x + (to.x - from.x) * progress,
  y: from.y + (to.y - from.y) * progress,
  fuel: from.fuel + (to.fuel - from.fuel) * progress,
});

/** @param {Picture} picture */
export const scores = (picture) => picture.robots.map(({ fuel }) => fuel);

/** @param {Picture} picture @param {Picture} before @param {Engine.Call[]} calls */
export function events(picture, before, calls) {
  const taken = picture.taken.map(({ seat, kind, value }) => ({
    kind,
    seat,
    text: kind === "fuel" ? `picked up ${value} fuel.` : `hit a mine of ${value}.`,
  }));
  const empty = [1, 2]
    .filter((seat) => picture.robots[seat - 1].fuel === 0 && before.robots[seat - 1].fuel > 0)
    .map((seat) => ({ kind: "empty", seat, text: "ran out of fuel." }));
  // The engine tags only after both have moved.
  const moved = calls.every(({ failure }) => failure === null);
  return [...tags(picture, moved), ...taken, ...empty];
}

/** @param {Picture} picture */
const isTag = ({ robots: [first, second], rules }) =>
  Math.sqrt((first.x - second.x) ** 2 + (first.y - second.y) ** 2) <= rules.tagThreshold;

/** @param {Picture} picture @param {boolean} moved */
function tags(picture, moved) {
  if (!moved || !isTag(picture)) {
    return [];
  }
  const [first, second] = picture.robots;
  const winner = first.fuel > second.fuel ? 1 : second.fuel > first.fuel ? 2 : null;
  return [{ kind: "tag", seat: winner, text: winner === null ? "Both tagged each other." : "tagged the other robot." }];
}

/** @param {number[]} move */
export const answer = ([dx, dy]) => `dx ${rounded(dx)}, dy ${rounded(dy)} (${rounded(Math.hypot(dx, dy))} long)`;

/** @param {Engine.Call} call @param {Picture} picture @param {Picture} before */
export function outcomes(call, picture, before) {
  if (call.failure !== null) {
    return [{ text: "It ends the match.", refused: true }];
  }
  const [dx, dy] = /** @type {number[]} */ (call.move);
  const from = before.robots[call.seat - 1];
  const cost = dx * dx + dy * dy + before.rules.ante;
  if (cost > from.fuel) {
    return [{ text: `Refused: ${rounded(from.fuel)} fuel does not pay ${rounded(cost)}, so it stays.`, refused: true }];
  }
  const to = picture.robots[call.seat - 1];
  // A rounding difference is not a wall.
  const wall = Math.abs(to.x - from.x - dx) > 1e-9 || Math.abs(to.y - from.y - dy) > 1e-9;
  return [
    {
      text: `It went to x ${rounded(to.x)}, y ${rounded(to.y)} for ${rounded(cost)} fuel${wall ? ", stopped by a wall" : ""}.`,
      refused: false,
    },
  ];
}

/** @param {Picture} picture */
export function text(picture) {
  /** @param {Thing} thing */
  const at = ({ x, y }) => `(${rounded(x)}, ${rounded(y)})`;
  return [
    ...picture.robots.map((robot, index) => `player ${index + 1} ${at(robot)} fuel ${rounded(robot.fuel)}`),
    ...picture.fuelTanks.map((tank) => `fuel tank ${at(tank)} ${tank.value}`),
    ...picture.mines.map((mine) => `mine ${at(mine)} ${mine.value}`),
  ].join("\n");
}

/** @param {{winner: number | null, reason: string}} result @param {string[]} names */
export function ending({ winner, reason }, names) {
  switch (reason) {
    case "tag":
      return winner === null ? "The robots met with the same fuel." : `The robots met, and ${names[winner - 1]} had more fuel.`;
    case "out of fuel":
      return "Both robots ran out of fuel.";
    case "time expired":
      return "The last turn was played without a tag.";
    case "p1 error":
    case "p2 error":
      return `${names[reason === "p1 error" ? 0 : 1]} gave no valid move, which ends the match.`;
    default:
      return null;
  }
}

/** @param {number} value */
const rounded = (value) => number(value);
