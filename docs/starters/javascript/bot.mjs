// A bot for every game of Bout; Node 18 or later, nothing to install: node bot.mjs [PORT]
import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";

// Your strategy goes here: each function gets what Bout sent and returns the answer.
const strategies = {
  /** Drops a disc into any column that is not full. */
  "connect-four"({ columns }) {
    const open = columns.flatMap((cells, column) => (cells.includes(0) ? [column] : []));
    return { column: open[Math.floor(Math.random() * open.length)] };
  },

  /** Clicks any empty tile. */
  "ajax-tiles"({ color, board }) {
    const empty = board.flatMap((column, x) => column.flatMap((tile, y) => (tile === "" ? [{ x, y }] : [])));
    return empty[Math.floor(Math.random() * empty.length)];
  },

  /** Eats the token under it, else takes a step at random. */
  tokens({ player1, board }) {
    const [x, y] = board[player1 ? "player1" : "player2"].pos;
    return { move: board.tokens[x][y] ? "EAT" : ["UP", "RIGHT", "DOWN", "LEFT"][Math.floor(Math.random() * 4)] };
  },

  /** Fetches one fuel tank after the other, then hunts the enemy. */
  robotag({ my, enemy, map }) {
    const target = map.fuelTanks[0] ?? enemy;
    const [dx, dy] = [target.x - my.x, target.y - my.y];
    // A move costs dx² + dy² + 2, so this is the pace that gets furthest; up to 3 is allowed.
    const part = Math.SQRT2 / Math.max(Math.hypot(dx, dy), Math.SQRT2);
    return { dx: dx * part, dy: dy * part };
  },

  /** Sends its units to the enemy's headquarters, in the other corner, and trains more while it can feed them. */
  "ice-and-fire"({ income, buildings: [home], units }) {
    const own = units.filter(({ owner }) => owner === 0);
    const commands = ["WAIT", ...own.map(({ id }) => `MOVE ${id} ${11 - home.x} ${11 - home.y}`)];
    if (income >= 0) commands.push(`TRAIN 1 ${Math.abs(home.x - 1)} ${home.y}`);
    return { commands: commands.join(";") };
  },

  /** Takes any step that leads neither off the board nor into a body. */
  battlesnake({ you: { head }, board: { width, height, snakes } }) {
    const steps = { up: [0, 1], down: [0, -1], left: [-1, 0], right: [1, 0] };
    const bodies = snakes.flatMap(({ body }) => body.slice(0, -1));
    const free = Object.keys(steps).filter((move) => {
      const [x, y] = [head.x + steps[move][0], head.y + steps[move][1]];
      return x >= 0 && x < width && y >= 0 && y < height && !bodies.some((cell) => cell.x === x && cell.y === y);
    });
    return { move: free[Math.floor(Math.random() * free.length)] ?? "up" };
  },
};

// The rest is HTTP. The headers bout-match, bout-seat and bout-turn tell matches apart, should you want to remember something.
// A registered bot has a secret. With BOUT_SECRET set to it, the bot answers only calls that Bout signed, and
// its answers prove to Bout that the bot is yours.
const { BOUT_SECRET: secret } = process.env;

/** The HMAC-SHA256 of a text with the secret, in base64. */
const mac = (text) => createHmac("sha256", Buffer.from(secret.replace("whsec_", ""), "base64")).update(text).digest("base64");

/** Whether Bout signed the call within the last 5 minutes (Standard Webhooks). */
function signed({ "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signatures = "" }, body) {
  const right = Buffer.from("v1," + mac(`${id}.${time}.${body}`));
  const equal = (came) => came.length === right.length && timingSafeEqual(came, right);
  return Math.abs(Date.now() / 1000 - time) <= 300 && signatures.split(" ").some((text) => equal(Buffer.from(text)));
}

const server = createServer(async (request, response) => {
  let body = "";
  for await (const text of request.setEncoding("utf8")) body += text;
  if (secret && !signed(request.headers, body)) {
    response.writeHead(401, { "Content-Type": "text/plain" });
    return response.end("not signed with BOUT_SECRET within the last 5 minutes");
  }
  const game = request.headers["bout-game"];
  const form = new URLSearchParams(body);
  try {
    const sent = game === "ajax-tiles" ? { color: form.get("color"), board: JSON.parse(form.get("board")) } : JSON.parse(body);
    const answer = JSON.stringify(strategies[game](sent));
    if (secret) response.setHeader("Bout-Proof", mac(request.headers["webhook-id"]));
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(answer) });
    response.end(answer);
  } catch (error) {
    console.error(`${request.headers["bout-match"]}, turn ${request.headers["bout-turn"]}:`, error);
    response.writeHead(500, { "Content-Type": "text/plain" }).end(String(error));
  }
});
const port = process.argv[2] ?? process.env.PORT ?? "9000";
const reasons = { EADDRINUSE: "already in use", ERR_SOCKET_BAD_PORT: "not a port number" };
try {
  await once(server.listen(Number(port), process.env.HOST ?? "127.0.0.1"), "listening");
  console.log(`listening on http://${server.address().address}:${server.address().port}/`);
} catch ({ code, message }) {
  console.error(`cannot listen on port ${port}: ${reasons[code] ?? message}`);
  process.exit(1);
}
