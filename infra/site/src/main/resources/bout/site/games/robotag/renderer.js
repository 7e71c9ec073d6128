/** Draws RoboTag; `viewer/board.js` explains what a renderer is. The arena's lower left corner is (0, 0). */

/** The radius of a robot's body, in units of the arena. */
const ROBOT = 1.4;

export const size = ({ width, height }) => ({ columns: width, rows: height });
export const fields = false;
export const moving = true;
export const pace = 10;
export const kinds = { tag: "tag", fuel: "fuel tank", mine: "mine hit", empty: "out of fuel" };

export const legend = "Each line is a thing in the arena with its place; (0, 0) is the lower left corner.";

export function draw(context, picture, unit, colour, ahead) {
  const height = picture.height * unit;
  /** @returns {[number, number]} */
  const place = ({ x, y }) => [x * unit, height - y * unit];
  context.fillStyle = colour("ground");
  context.fillRect(0, 0, picture.width * unit, height);
  for (const mine of picture.mines) {
    drawMine(context, place(mine), picture.rules.mineThreshold * unit, unit, colour);
  }
  for (const tank of picture.fuelTanks) {
    drawTank(context, place(tank), tank.value, unit, colour);
  }
  picture.robots.forEach((robot, index) => {
    const now = ahead === null ? robot : between(robot, ahead.picture.robots[index], ahead.progress);
    drawRobot(context, place(now), now, picture.rules, index, unit, colour);
  });
}

/** A cross in a circle with the mine's hit radius. */
function drawMine(context, [x, y], radius, unit, colour) {
  context.strokeStyle = colour("robotag-mine");
  context.lineWidth = Math.max(1, unit * 0.25);
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  for (const turn of [1, -1]) {
    context.moveTo(x - 0.7 * unit, y - 0.7 * turn * unit);
    context.lineTo(x + 0.7 * unit, y + 0.7 * turn * unit);
  }
  context.stroke();
}

/** A square; the more fuel, the larger. */
function drawTank(context, [x, y], value, unit, colour) {
  const half = (0.8 + value / 300) * unit;
  context.fillStyle = colour("robotag-fuel");
  context.fillRect(x - half, y - half, 2 * half, 2 * half);
}

/** A disc, for player 2 with a hole, inside a ring with the tag radius; the bar above it shows its fuel. */
function drawRobot(context, [x, y], { fuel }, { tagThreshold, startFuel, maxFuel }, index, unit, colour) {
  const own = colour(`seat-${index + 1}`);
  context.strokeStyle = own;
  context.fillStyle = own;
  context.lineWidth = Math.max(1, unit * 0.3);
  context.beginPath();
  context.arc(x, y, tagThreshold * unit, 0, 2 * Math.PI);
  context.stroke();
  context.beginPath();
  context.arc(x, y, ROBOT * unit, 0, 2 * Math.PI);
  context.fill();
  if (index === 1) {
    context.fillStyle = colour("seat-2-mark");
    context.beginPath();
    context.arc(x, y, 0.5 * unit, 0, 2 * Math.PI);
    context.fill();
    context.fillStyle = own;
  }
  context.fillRect(x - 4 * unit, y - 3.4 * unit, (8 * unit * fuel) / Math.max(maxFuel, startFuel, 1), unit);
}

export function describe(picture) {
  const [first, second] = picture.robots.map(
    ({ x, y, fuel }) => `has ${rounded(fuel)} fuel at x ${rounded(x)}, y ${rounded(y)}`);
  const now = `Player 1 ${first}; player 2 ${second}. ${picture.fuelTanks.length} fuel tanks and ${picture.mines.length} mines `
    + "are left.";
  const taken = picture.taken.map(({ seat, kind, value }) =>
    `player ${seat} ${kind === "fuel" ? `picked up ${value} fuel` : `hit a mine of ${value}`}`);
  return taken.length === 0 ? now : `${now} On the last turn ${taken.join(", and ")}.`;
}

/** A moving robot; `progress` is the part of the way behind it. */
export const between = (from, to, progress) => ({
  x: from.x + (to.x - from.x) * progress,
  y: from.y + (to.y - from.y) * progress,
  fuel: from.fuel + (to.fuel - from.fuel) * progress,
});

export const scores = (picture) => picture.robots.map(({ fuel }) => fuel);

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

function tags({ robots: [first, second], rules }, moved) {
  if (!moved || Math.sqrt((first.x - second.x) ** 2 + (first.y - second.y) ** 2) > rules.tagThreshold) {
    return [];
  }
  const winner = first.fuel > second.fuel ? 1 : second.fuel > first.fuel ? 2 : null;
  return [{ kind: "tag", seat: winner, text: winner === null ? "Both tagged each other." : "tagged the other robot." }];
}

export const answer = ([dx, dy]) => `dx ${rounded(dx)}, dy ${rounded(dy)} (${rounded(Math.hypot(dx, dy))} long)`;

export function outcomes(call, picture, before) {
  if (call.failure !== null) {
    return [{ text: "It ends the match without a winner.", refused: true }];
  }
  const [dx, dy] = call.move;
  const from = before.robots[call.seat - 1];
  const cost = dx * dx + dy * dy + before.rules.ante;
  if (cost > from.fuel) {
    return [{ text: `Refused: ${rounded(from.fuel)} fuel does not pay ${rounded(cost)}, so it stays.`, refused: true }];
  }
  const to = picture.robots[call.seat - 1];
  // A rounding difference is not a wall.
  const wall = Math.abs(to.x - from.x - dx) > 1e-9 || Math.abs(to.y - from.y - dy) > 1e-9;
  return [{
    text: `It went to x ${rounded(to.x)}, y ${rounded(to.y)} for ${rounded(cost)} fuel${wall ? ", stopped by a wall" : ""}.`,
    refused: false,
  }];
}

export function text(picture) {
  const at = ({ x, y }) => `(${rounded(x)}, ${rounded(y)})`;
  return [
    ...picture.robots.map((robot, index) => `player ${index + 1} ${at(robot)} fuel ${rounded(robot.fuel)}`),
    ...picture.fuelTanks.map((tank) => `fuel tank ${at(tank)} ${tank.value}`),
    ...picture.mines.map((mine) => `mine ${at(mine)} ${mine.value}`),
  ].join("\n");
}

export function ending({ winner, reason }, names) {
  switch (reason) {
    case "tag":
      return winner === null
        ? "The robots met with the same fuel."
        : `The robots met, and ${names[winner - 1]} had more fuel.`;
    case "out of fuel":
      return "Both robots ran out of fuel.";
    case "time expired":
      return "The last turn was played without a tag.";
    case "p1 error":
    case "p2 error":
      return `${names[reason === "p1 error" ? 0 : 1]} gave no move that the rules allow, which ends the match without a winner.`;
    default:
      return null;
  }
}

const rounded = (number) => Math.round(number * 10) / 10;
