/** Draws Ajax Tiles; `viewer/board.js` explains what a renderer is. */

const columns = 24;
const rows = 12;

export const size = () => ({ columns, rows });
export const fields = true;
export const moving = false;
export const pace = 6;
export const kinds = { battle: "battle", nuke: "nuke" };
export const legend = "r red, b blue, n nuked, d contaminated, a dot for an empty tile. The first line is y = 0, and x runs to the right.";

const COLOURS = { "": "ground", "r": "seat-1", "b": "seat-2", "d": "ajax-tiles-contaminated", "n": "ajax-tiles-nuked" };

const EVENTS = {
  paint: "painted it",
  won: "painted it and won the battle",
  lost: "lost the battle for it",
  nuke: "nuked it",
  pass: "passed",
};

const KINDS = { won: "battle", lost: "battle", nuke: "nuke" };

/** Why a click on a tile does nothing. */
const BARRED = {
  r: "the tile is red’s",
  b: "the tile is blue’s",
  d: "the tile is contaminated",
  n: "the tile is nuked",
};

export function draw(context, picture, unit, colour) {
  const gap = Math.max(1, Math.round(unit * 0.05));
  context.clearRect(0, 0, columns * unit, rows * unit);
  for (let x = 0; x < columns; x++) {
    for (let y = 0; y < rows; y++) {
      drawTile(context, picture.board[x][y], x * unit + gap, y * unit + gap, unit - 2 * gap, colour);
    }
  }
  if (picture.tile !== null) {
    const [x, y] = picture.tile;
    const line = Math.max(2, unit * 0.1);
    context.strokeStyle = colour("ink");
    context.lineWidth = line;
    context.beginPath();
    context.roundRect(x * unit + line / 2, y * unit + line / 2, unit - line, unit - line, unit * 0.2);
    context.stroke();
  }
}

function drawTile(context, tile, left, top, side, colour) {
  context.fillStyle = colour(COLOURS[tile]);
  context.beginPath();
  context.roundRect(left, top, side, side, side * 0.16);
  context.fill();
  // Every kind of tile except red and empty has a mark, for people who cannot tell the colours apart.
  const middleX = left + side / 2;
  const middleY = top + side / 2;
  context.lineWidth = Math.max(1, side * 0.1);
  context.lineCap = "round";
  context.beginPath();
  if (tile === "b") {
    context.fillStyle = colour("seat-2-mark");
    context.rect(middleX - side * 0.14, middleY - side * 0.14, side * 0.28, side * 0.28);
    context.fill();
  } else if (tile === "n") {
    context.strokeStyle = colour("ajax-tiles-nuked-mark");
    const arm = side * 0.24;
    context.moveTo(middleX - arm, middleY - arm);
    context.lineTo(middleX + arm, middleY + arm);
    context.moveTo(middleX + arm, middleY - arm);
    context.lineTo(middleX - arm, middleY + arm);
    context.stroke();
  } else if (tile === "d") {
    context.fillStyle = colour("ajax-tiles-contaminated-mark");
    for (const [across, down] of [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]]) {
      context.moveTo(middleX + across * side * 0.24, middleY + down * side * 0.24);
      context.arc(middleX + across * side * 0.24, middleY + down * side * 0.24, side * 0.07, 0, 2 * Math.PI);
    }
    context.fill();
  }
}

export function describe(picture) {
  const counts = { "": 0, "r": 0, "b": 0, "d": 0, "n": 0 };
  for (const tile of picture.board.flat()) {
    counts[tile]++;
  }
  const owned = `Red owns ${tiles(counts.r)} and blue ${tiles(counts.b)}; ${counts.n} nuked, ${counts.d} contaminated, `
    + `${counts[""]} empty.`;
  if (picture.event === null) {
    return owned;
  }
  const mover = picture.turn % 2 === 1 ? "red" : "blue";
  const where = picture.tile === null ? "a place off the board" : `x ${picture.tile[0]}, y ${picture.tile[1]}`;
  return `${owned} On the last turn ${mover} clicked on ${where} and ${EVENTS[picture.event]}.`;
}

export const scores = (picture) => picture.scores;

export function events(picture, before) {
  const kind = KINDS[picture.event];
  if (kind === undefined) {
    return [];
  }
  const [x, y] = picture.tile;
  return [{ kind, seat: before.turn % 2 === 0 ? 1 : 2, text: `${WORDS[picture.event](picture, before)} at x ${x}, y ${y}.` }];
}

const WORDS = {
  won: (picture, before) => `won a battle for ${tiles(changed(picture, before, (was, is) => was !== "" && is === ""))}`,
  lost: () => "lost a battle",
  nuke: (picture, before) =>
    `nuked a tile and contaminated ${tiles(changed(picture, before, (was, is) => was !== "d" && is === "d"))}`,
};

function changed(picture, before, matters) {
  return picture.board.flat().filter((is, index) => {
    const was = before.board[Math.floor(index / rows)][index % rows];
    return was !== is && matters(was, is);
  }).length;
}

export const answer = ([x, y]) => `x ${x}, y ${y}`;

export function outcomes(call, picture, before) {
  if (call.failure !== null) {
    return [{ text: "It loses at once.", refused: true }];
  }
  if (picture.event !== "pass") {
    return [{ text: `It ${EVENTS[picture.event]}.`, refused: picture.event === "lost" }];
  }
  const [x, y] = call.move;
  const why = BARRED[before.board[x]?.[y]] ?? "the place is off the board";
  return [{ text: `Refused: ${why}, so it is a pass.`, refused: true }];
}

export function text(picture) {
  const lines = [];
  for (let y = 0; y < rows; y++) {
    lines.push(picture.board.map((column) => column[y] || "·").join(" "));
  }
  return lines.join("\n");
}

export function ending({ winner, reason }, names) {
  switch (reason) {
    case "full":
      return "No empty tile was left.";
    case "turns":
      return "The last turn was played.";
    case "forfeit":
      return `${names[2 - winner]} gave no move that could be read, and so lost at once.`;
    default:
      return null;
  }
}

const tiles = (number) => (number === 1 ? "1 tile" : `${number} tiles`);
