/** Draws Everybody Loves Tokens; `viewer/board.js` explains what a renderer is. */

const COLOURS = {
  "#FF0000": { name: "red", letter: "r", style: "tokens-red" },
  "#00FF00": { name: "green", letter: "g", style: "tokens-green" },
  "#0000FF": { name: "blue", letter: "b", style: "tokens-blue" },
};

const MOVES = { UP: "went up", RIGHT: "went right", DOWN: "went down", LEFT: "went left", PASS: "passed" };

export const size = (picture) => ({ columns: picture.size, rows: picture.size });
export const fields = true;
export const moving = true;
export const pace = 3;
export const kinds = { eaten: "token eaten" };

export const legend = "1, 2 or 3 is a token's points and the letter behind it its colour (r, g or b); A and B are the players, "
  + "a dot is an empty cell. The first line is y = 0, and x runs to the right.";

export function draw(context, picture, unit, colour, ahead) {
  const side = picture.size * unit;
  context.clearRect(0, 0, side, side);
  const gap = Math.max(1, Math.round(unit * 0.03));
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (let x = 0; x < picture.size; x++) {
    for (let y = 0; y < picture.size; y++) {
      context.fillStyle = colour("ground");
      context.fillRect(x * unit + gap, y * unit + gap, unit - 2 * gap, unit - 2 * gap);
      drawToken(context, picture.tokens[x][y], x, y, unit, colour);
    }
  }
  picture.players.forEach(({ pos }, index) => {
    const next = ahead === null ? pos : ahead.picture.players[index].pos;
    const [x, y] = pos.map((from, axis) => from + (next[axis] - from) * (ahead?.progress ?? 0));
    drawPlayer(context, index, x, y, unit, colour);
  });
}

/** Each token shows its points and its colour's letter, for people who cannot tell the colours apart. */
function drawToken(context, token, x, y, unit, colour) {
  if (token === false) {
    return;
  }
  const { letter, style } = COLOURS[token.color];
  context.fillStyle = colour(style);
  context.beginPath();
  context.arc((x + 0.5) * unit, (y + 0.5) * unit, unit * 0.38, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = colour("tokens-ink");
  context.font = `600 ${unit * 0.36}px system-ui, sans-serif`;
  context.fillText(`${token.points}${letter}`, (x + 0.5) * unit, (y + 0.53) * unit);
}

/**
 * Player 1 is the upper left corner of the frame and player 2 the lower right, so that both are visible on one cell.
 */
function drawPlayer(context, index, x, y, unit, colour) {
  const line = Math.max(2, unit * 0.15);
  const near = line / 2;
  const far = unit - line / 2;
  const reach = unit * 0.8;
  context.strokeStyle = colour(`seat-${index + 1}`);
  context.lineWidth = line;
  context.beginPath();
  if (index === 0) {
    context.moveTo(x * unit + near, y * unit + reach);
    context.lineTo(x * unit + near, y * unit + near);
    context.lineTo(x * unit + reach, y * unit + near);
  } else {
    context.moveTo(x * unit + far, y * unit + unit - reach);
    context.lineTo(x * unit + far, y * unit + far);
    context.lineTo(x * unit + unit - reach, y * unit + far);
  }
  context.stroke();
}

export function describe(picture) {
  const left = picture.tokens.flat().filter((token) => token !== false).length;
  const [first, second] = picture.players.map(({ score, pos }) => `${score} points at x ${pos[0]}, y ${pos[1]}`);
  const now = `Player 1 has ${first}; player 2 has ${second}; ${left === 1 ? "1 token is" : `${left} tokens are`} left.`;
  if (picture.turn === 0) {
    return now;
  }
  const mover = `player ${picture.turn % 2 === 1 ? 1 : 2}`;
  return `${now} On the last turn ${mover} ${moved(picture)}.`;
}

function moved({ move, ate }) {
  if (move === "EAT") {
    return ate ? "ate a token" : "found nothing to eat";
  }
  return MOVES[move] ?? "gave no move that could be read, which is a pass";
}

export const scores = (picture) => picture.players.map(({ score }) => score);

export function events(picture, before) {
  if (!picture.ate) {
    return [];
  }
  const seat = mover(before);
  const { points, color } = eaten(before, seat);
  const bonus = picture.players[seat - 1].score - before.players[seat - 1].score - points;
  return [{
    kind: "eaten",
    seat,
    text: `ate a ${COLOURS[color].name} token: ${points}${bonus > 0 ? ` and a bonus of ${bonus}` : ""}.`,
  }];
}

const mover = (before) => (before.turn % 2 === 0 ? 1 : 2);

function eaten(before, seat) {
  const [x, y] = before.players[seat - 1].pos;
  return before.tokens[x][y];
}

export const answer = (move) => move;

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
