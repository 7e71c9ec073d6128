// Serves a bot that was written for an original game in the browser; Node 18 or later, nothing to install:
//   node wrap.mjs tokens bot.js [PORT]    a constructor: function (player1) { this.yourMove = function (board) {...} }
//   node wrap.mjs robotag bot.js [PORT]   a function: function move(my, enemy, map) { return { dx: 1, dy: 2 }; }
// Each seat of each match has an object of its own, which lives until nobody has called it for a minute.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import vm from "node:vm";

const IDLE_MS = 60_000;
const MOST_SEATS = 10_000;
const DEFAULT_TIME_LIMIT_MS = 1000;
const ITEM_VALUES = [50, 100, 150, 200, 250, 300];

/** For each game how the bot's function becomes the object of one seat, and how that is asked for a move. */
const games = {
  tokens: {
    names: [],
    seat: (Bot, { player1 }) => new Bot(player1),
    move: (bot, { board }) => ({ move: bot.yourMove(board) }),
  },
  robotag: {
    names: ["move"],
    seat: (move, { my, enemy, map }, seat) => {
      const starts = [my, enemy].map(({ x, y }) => [x, y]);
      // What the original's map carries beside what a request has; the quantities are those of the start.
      const more = {
        startPositions: seat === "1" ? starts : starts.reverse(),
        fuelQty: map.fuelTanks.length,
        mineQty: map.mines.length,
        fuelValues: ITEM_VALUES,
        mineValues: ITEM_VALUES,
        fuelSpread: 10,
        mineSpread: 5,
      };
      return { object: { move }, more: JSON.stringify(more) };
    },
    move({ object, more }, { my, enemy, map }) {
      // Copied for each call: a bot may change what it is given.
      Object.assign(map, parse(more));
      const { dx, dy } = object.move(my, enemy, map) ?? {};
      return { dx, dy };
    },
  },
};

/** Finds the bot in a file that is one function expression, or that declares, assigns or exports a function. */
function load(file, names) {
  const source = readFileSync(file, "utf8");
  const context = vm.createContext({ console, module: { exports: {} } });
  const given = Object.keys(context);
  const run = (text) => new vm.Script(text, { filename: file }).runInContext(context);
  let value;
  try {
    value = run(`(${source.trim().replace(/;+$/, "")}\n)`);
  } catch (error) {
    if (error.name !== "SyntaxError") throw error;
    value = run(source);
  }
  const declared = Object.keys(context).filter((name) => !given.includes(name));
  const found = [context.module.exports, ...names.map((name) => context[name]), value]
    .concat(declared.reverse().map((name) => context[name]))
    .find((candidate) => typeof candidate === "function");
  if (!found) throw new Error(`${file}: no function found; expected a function expression, or one that is declared`);
  return { found, context };
}

const [gameId, file, port = process.env.PORT ?? "9000"] = process.argv.slice(2);
const game = Object.hasOwn(games, gameId ?? "") ? games[gameId] : undefined;
if (!game || !file) {
  console.error(`use: node wrap.mjs ${Object.keys(games).join("|")} FILE [PORT]`);
  process.exit(2);
}
const { found: bot, context } = load(file, game.names);
// The bot's world has its own Array and Object; what it is given comes from there.
const parse = vm.runInContext("JSON.parse", context);
const call = new vm.Script("boutCall()");

/** Runs the bot's code, but not for longer than its time: an endless loop would stop all other matches too. */
function within(milliseconds, code) {
  context.boutCall = code;
  return call.runInContext(context, { timeout: milliseconds });
}

/** The bot of each seat of each match, the one that was called last at the end. */
const seats = new Map();

function forgetOld(now) {
  for (const [key, { calledAt }] of seats) {
    if (now - calledAt <= IDLE_MS && seats.size <= MOST_SEATS) break;
    seats.delete(key);
  }
}

function answer(headers, body) {
  const { "bout-match": match, "bout-seat": seat, "bout-game": asked = gameId } = headers;
  if (asked !== gameId) throw new Error(`this bot plays ${gameId}; the header Bout-Game says ${asked}`);
  if (!match || !seat) throw new Error("the headers Bout-Match and Bout-Seat are needed");
  const key = `${match}/${seat}`;
  const limit = Number(headers["bout-time-limit"]) || DEFAULT_TIME_LIMIT_MS;
  return within(limit, () => {
    const request = parse(body);
    const at = seats.get(key)?.at ?? game.seat(bot, request, seat);
    seats.delete(key);
    seats.set(key, { at, calledAt: Date.now() });
    forgetOld(Date.now());
    return JSON.stringify(game.move(at, request));
  });
}

const server = createServer(async (request, response) => {
  const reply = (status, type, text) =>
    response.writeHead(status, { "Content-Type": type, "Content-Length": Buffer.byteLength(text) }).end(text);
  try {
    let body = "";
    for await (const text of request.setEncoding("utf8")) body += text;
    reply(200, "application/json", answer(request.headers, body));
  } catch (error) {
    console.error(error);
    reply(500, "text/plain; charset=utf-8", String(error?.message ?? error));
  }
});
server.listen(Number(port), "127.0.0.1", () => console.log(`listening at http://127.0.0.1:${server.address().port}/`));
