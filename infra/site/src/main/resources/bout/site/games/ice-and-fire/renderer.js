/** Draws A Code of Ice and Fire; `viewer/board.js` explains what a renderer is. */

const SIDE = 12;
const COST = [0, 10, 20, 30];

/** The HQ of each seat. */
const HQS = [[0, 0], [11, 11]];

/** The outcome of an order: a text, and whether the order was refused. */
const OUTCOMES = {
  "wait": ["waited", false],
  "msg": ["said", false],
  "trained": ["trained", false],
  "built": ["built", false],
  "bounds": ["refused: there is no land", true],
  "level": ["refused: levels are 1 to 3", true],
  "no-unit": ["refused: no such unit lives", true],
  "not-yours": ["refused: the unit is the opponent’s", true],
  "unplayable": ["refused: not beside an own active cell", true],
  "gold": ["refused: too little gold", true],
  "occupied": ["refused: the cell is held", true],
  "not-owned": ["refused: the cell is not owned", true],
  "not-mine-spot": ["refused: no mine spot", true],
  "mine-spot": ["refused: a mine spot takes no tower", true],
  "tired": ["refused: the unit acts once a turn", true],
  "stuck": ["refused: no way towards it", true],
  "unrecognised": ["no known command: the player is out", true],
  "dropped": ["dropped: the match had ended, or another command is unknown", true],
};

export const size = () => ({ columns: SIDE, rows: SIDE });
export const fields = true;
export const moving = true;
export const pace = 3;
export const kinds = { hq: "HQ lost", lost: "units lost", building: "building lost" };

export const legend = "# void, a dot neutral land; O and o are active and inactive cells of player 1, X and x those of player 2. "
  + "Behind the cell: H an HQ, M a mine, T a tower, 1 to 3 a unit of that level, $ a free mine spot. The first line is y = 0, and "
  + "x runs to the right.";

export function draw(context, picture, unit, colour, ahead) {
  const side = SIDE * unit;
  context.clearRect(0, 0, side, side);
  const gap = Math.max(1, Math.round(unit * 0.03));
  picture.rows.forEach((row, y) => [...row].forEach((cell, x) => drawCell(context, cell, x, y, unit, gap, colour)));
  for (const [x, y] of picture.mineSpots) {
    drawMineSpot(context, x, y, unit, colour);
  }
  for (const building of picture.buildings) {
    drawBuilding(context, building, unit, colour);
  }
  for (const unitOnField of picture.units) {
    drawUnit(context, ahead === null ? unitOnField : between(unitOnField, ahead), unit, colour);
  }
}

/** Inactive cells are hatched. */
function drawCell(context, cell, x, y, unit, gap, colour) {
  if (cell === "#") {
    return;
  }
  const left = x * unit + gap;
  const top = y * unit + gap;
  const side = unit - 2 * gap;
  context.fillStyle = colour("ground");
  context.fillRect(left, top, side, side);
  if (cell === ".") {
    return;
  }
  context.fillStyle = colour(seatOf(cell));
  if (cell === "O" || cell === "X") {
    context.fillRect(left, top, side, side);
    return;
  }
  for (let stripe = 0; stripe < 4; stripe++) {
    context.fillRect(left, top + (stripe * side) / 4, side, side / 8);
  }
}

const seatOf = (cell) => (cell.toUpperCase() === "O" ? "seat-1" : "seat-2");

function drawMineSpot(context, x, y, unit, colour) {
  context.strokeStyle = colour("ink");
  context.lineWidth = Math.max(1, unit * 0.04);
  context.strokeRect((x + 0.3) * unit, (y + 0.3) * unit, unit * 0.4, unit * 0.4);
}

function drawBuilding(context, { type, x, y }, unit, colour) {
  context.fillStyle = colour("card");
  context.strokeStyle = colour("ink");
  context.lineWidth = Math.max(1, unit * 0.05);
  context.beginPath();
  if (type === "HQ") {
    context.rect((x + 0.15) * unit, (y + 0.15) * unit, unit * 0.7, unit * 0.7);
  } else if (type === "MINE") {
    context.rect((x + 0.3) * unit, (y + 0.3) * unit, unit * 0.4, unit * 0.4);
  } else {
    context.moveTo((x + 0.5) * unit, (y + 0.15) * unit);
    context.lineTo((x + 0.85) * unit, (y + 0.85) * unit);
    context.lineTo((x + 0.15) * unit, (y + 0.85) * unit);
    context.closePath();
  }
  context.fill();
  context.stroke();
  letter(context, type[0], x, type === "TOWER" ? y + 0.1 : y, unit * 0.34, unit, colour("ink"));
}

/** A disc with the unit's level; player 2's discs have an edge. */
function drawUnit(context, { owner, level, x, y }, unit, colour) {
  context.fillStyle = colour("card");
  context.strokeStyle = colour(owner === 0 ? "seat-1-ink" : "seat-2-ink");
  context.lineWidth = Math.max(1, unit * (owner === 0 ? 0.03 : 0.1));
  context.beginPath();
  context.arc((x + 0.5) * unit, (y + 0.5) * unit, unit * 0.3, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
  letter(context, String(level), x, y, unit * 0.4, unit, colour("ink"));
}

function letter(context, text, x, y, height, unit, ink) {
  context.fillStyle = ink;
  context.font = `600 ${height}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, (x + 0.5) * unit, (y + 0.53) * unit);
}

/** A moving unit; a unit that dies stays in place. */
function between(unit, { picture, progress }) {
  const next = picture.units.find(({ id }) => id === unit.id) ?? unit;
  return { ...unit, x: unit.x + (next.x - unit.x) * progress, y: unit.y + (next.y - unit.y) * progress };
}

const power = (picture, player) => picture.units
  .filter(({ owner }) => owner === player)
  .reduce((sum, { level }) => sum + COST[level], picture.gold[player]);

export const scores = (picture) => [0, 1].map((player) => power(picture, player));

export function events(picture, before) {
  return [1, 2].flatMap((seat) => [
    ...lostHq(picture, before, seat), ...lostUnits(picture, before, seat), ...lostBuildings(picture, before, seat)]);
}

function lostHq(picture, before, seat) {
  const [x, y] = HQS[seat - 1];
  const own = "OX"[seat - 1];
  const holds = ({ rows }) => rows[y][x].toUpperCase() === own;
  return holds(before) && !holds(picture) ? [{ kind: "hq", seat, text: "lost its HQ." }] : [];
}

function lostUnits(picture, before, seat) {
  const living = new Set(picture.units.map(({ id }) => id));
  const dead = before.units.filter(({ id, owner }) => owner === seat - 1 && !living.has(id));
  const levels = dead.map(({ level }) => level).join(", ");
  return dead.length === 0
    ? []
    : [{ kind: "lost", seat, text: `lost ${dead.length === 1 ? "a unit" : `${dead.length} units`} of level ${levels}.` }];
}

function lostBuildings(picture, before, seat) {
  const standing = new Set(picture.buildings.map(({ owner, x, y }) => `${owner} ${x} ${y}`));
  return before.buildings
    .filter(({ owner, x, y }) => owner === seat - 1 && !standing.has(`${owner} ${x} ${y}`))
    .map(({ type, x, y }) => ({ kind: "building", seat, text: `lost a ${type.toLowerCase()} at x ${x}, y ${y}.` }));
}

export const answer = (line) => (line === "" ? "an empty line" : line);

export function outcomes(call, picture) {
  if (call.failure !== null) {
    return [{ text: "It is out.", refused: true }];
  }
  const pieces = call.move.split(";").map((piece) => piece.trim());
  return picture.outcomes.map((outcome, index) => {
    const [words, refused] = OUTCOMES[outcome] ?? [outcome.replace(/^moved (\d+) (\d+)$/, "moved to x $1, y $2"), false];
    return { text: `${pieces[index] ?? ""} → ${words}`.trim(), refused };
  });
}

export function describe(picture) {
  const cells = picture.rows.join("");
  const players = [0, 1].map((player) => {
    const own = [...cells].filter((cell) => cell.toUpperCase() === "OX"[player]).length;
    const units = picture.units.filter(({ owner }) => owner === player);
    return `Player ${player + 1} has ${own} cells, ${units.length} units, ${picture.gold[player]} gold and a military power of `
      + `${power(picture, player)}`;
  });
  return `Round ${picture.round}. ${players.join(". ")}.`;
}

export function text(picture) {
  const things = new Map(picture.mineSpots.map(([x, y]) => [`${x} ${y}`, "$"]));
  for (const { type, x, y } of picture.buildings) {
    things.set(`${x} ${y}`, type[0]);
  }
  for (const { level, x, y } of picture.units) {
    things.set(`${x} ${y}`, String(level));
  }
  return picture.rows
    .map((row, y) => [...row].map((cell, x) => `${cell}${things.get(`${x} ${y}`) ?? " "}`).join(" ").trimEnd())
    .join("\n");
}

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
