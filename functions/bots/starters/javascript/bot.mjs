// A bot for every game of Bout; Node 18 or later, nothing to install: node bot.mjs [PORT]
import { createServer } from "node:http";

// Your strategy goes here: each function gets what Bout sent and returns the answer.
const strategies = {
  /** Clicks any empty tile. */
  "ajax-tiles"({ color, board }) {
    const empty = board.flatMap((column, x) => column.flatMap((tile, y) => (tile === "" ? [{ x, y }] : [])));
    return empty[Math.floor(Math.random() * empty.length)];
  },

  /** Walks to the nearest token and eats it. */
  tokens({ player1, board }) {
    const [x, y] = board[player1 ? "player1" : "player2"].pos;
    const left = board.tokens.flatMap((column, i) => column.flatMap((token, j) => (token ? [[i, j]] : [])));
    const [i, j] = nearest(left, ([i, j]) => Math.abs(i - x) + Math.abs(j - y));
    return { move: i > x ? "RIGHT" : i < x ? "LEFT" : j > y ? "DOWN" : j < y ? "UP" : "EAT" };
  },

  /** Hunts the enemy while it has less fuel, else fetches the nearest fuel tank. */
  robotag({ my, enemy, map }) {
    const distance = (thing) => Math.hypot(thing.x - my.x, thing.y - my.y);
    const target = my.fuel > enemy.fuel ? enemy : (nearest(map.fuelTanks, distance) ?? my);
    // A move costs dx² + dy² + 2, so this is the pace that gets furthest; up to 3 is allowed.
    const part = Math.SQRT2 / Math.max(distance(target), Math.SQRT2);
    return { dx: (target.x - my.x) * part, dy: (target.y - my.y) * part };
  },

  /** Sends every unit to the enemy's headquarters and trains new ones as near to it as it can. */
  "ice-and-fire"({ gold, income, rows, buildings, units }) {
    const hq = buildings.find(({ type, owner }) => type === "HQ" && owner === 1);
    const commands = units.filter(({ owner }) => owner === 0).map(({ id }) => `MOVE ${id} ${hq.x} ${hq.y}`);
    const border = [];
    rows.forEach((row, y) =>
      [...row].forEach((cell, x) => {
        const around = [rows[y - 1]?.[x], rows[y]?.[x + 1], rows[y + 1]?.[x], rows[y]?.[x - 1]];
        if (cell !== "#" && cell !== "O" && around.includes("O")) border.push({ x, y });
      }),
    );
    const place = nearest(border, ({ x, y }) => Math.abs(x - hq.x) + Math.abs(y - hq.y));
    if (gold >= 10 && income >= 0 && place) commands.push(`TRAIN 1 ${place.x} ${place.y}`);
    return { commands: commands.join(";") || "WAIT" };
  },
};

/** The thing at the smallest distance, undefined where there is none. */
function nearest(things, distance) {
  return things.reduce((best, thing) => (best && distance(best) <= distance(thing) ? best : thing), undefined);
}

// The rest is HTTP. The headers bout-match, bout-seat and bout-turn tell matches apart, should you want to remember.
async function answer(request) {
  let body = "";
  for await (const text of request.setEncoding("utf8")) body += text;
  const form = new URLSearchParams(body);
  const json = request.headers["content-type"].startsWith("application/json");
  return strategies[request.headers["bout-game"]](
    json ? JSON.parse(body) : { color: form.get("color"), board: JSON.parse(form.get("board")) },
  );
}

const host = process.env.HOST ?? "127.0.0.1";
const port = Number(process.argv[2] ?? process.env.PORT ?? 9000);
createServer(async (request, response) => {
  try {
    const text = JSON.stringify(await answer(request));
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) });
    response.end(text);
  } catch (error) {
    console.error(error);
    response.writeHead(500, { "Content-Type": "text/plain" }).end(String(error));
  }
}).listen(port, host, () => console.log(`listening at http://${host}:${port}/`));
