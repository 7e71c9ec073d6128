// Serves a bot that was written for an original game in the browser; Node 18 or later, nothing to install:
//   node wrap.mjs tokens bot.js [PORT]    a constructor: function (player1) { this.yourMove = function (board) {...} }
//   node wrap.mjs robotag bot.js [PORT]   a function: function move(my, enemy, map) { return { dx: 1, dy: 2 }; }
// Each seat of each match has its own object, which is dropped when it was not called for a minute.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import vm from "node:vm";

const IDLE_MS = 60_000;
const MOST_SEATS = 10_000;
const DEFAULT_TIME_LIMIT_MS = 1000;
const REASONS = {
  EACCES: "permission denied",
  EADDRINUSE: "already in use",
  EISDIR: "it is a folder",
  ENOENT: "no such file",
  ERR_SOCKET_BAD_PORT: "not a port number",
};
const ITEM_VALUES = [50, 100, 150, 200, 250, 300];

/** For each game: how the bot's function becomes the object of one seat, and how to ask that object for a move. */
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
      // Fields of the original's map that a request lacks; the quantities are those of the start.
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
    value = run(`(${source.trimEnd().replace(/;+$/, "")}\n)`);
  } catch (error) {
    if (error?.name !== "SyntaxError") throw error;
    try {
      value = run(source);
    } catch (asProgram) {
      // The file is meant as an expression, so the first error is the one to mend.
      throw asProgram?.message?.includes("require a function name") ? error : asProgram;
    }
  }
  const declared = Object.keys(context).filter((name) => !given.includes(name));
  const found = [context.module.exports, ...names.map((name) => context[name]), value]
    .concat(declared.reverse().map((name) => context[name]))
    .find((candidate) => typeof candidate === "function");
  if (!found) {
    const message = `${file} has no function; expected a function expression, or a function that is declared, assigned or exported`;
    throw Object.assign(new Error(message), { noFunction: true });
  }
  return { found, context };
}

/** Ends with one sentence: a stack trace of this script would not help the author of a bot. */
function fail(text, status = 1) {
  console.error(`wrap.mjs: ${text}`);
  process.exit(status);
}

/** Where in the bot's file an error is, such as ", line 3", if its stack says so. */
function lineOf(error, file) {
  const [, line] = String(error?.stack).split(`${file}:`)[1]?.match(/^(\d+)/) ?? [];
  return line ? `, line ${line}` : "";
}

const [gameId, file, port = process.env.PORT ?? "9000", ...rest] = process.argv.slice(2);
const usage = `Usage: node wrap.mjs ${Object.keys(games).join("|")} FILE [PORT]`;
if (!gameId || !file || rest.length > 0) {
  fail(usage, 2);
}
if (!Object.hasOwn(games, gameId)) {
  fail(`Unknown game '${gameId}'. ${usage}`, 2);
}
const game = games[gameId];
let loaded;
try {
  loaded = load(file, game.names);
} catch (error) {
  fail(
    error?.syscall
      ? `cannot read ${file}: ${REASONS[error.code] ?? error.message}`
      : error?.noFunction
        ? error.message
        : `${file}${lineOf(error, file)}: ${error?.message ? `${error.name}: ${error.message}` : `throws ${error}`}`,
  );
}
const { found: bot, context } = loaded;
// The bot's context has its own Array and Object, so what it gets must be made there.
const parse = vm.runInContext("JSON.parse", context);
const call = new vm.Script("boutCall()");

/** Runs the bot's code, but no longer than its time limit: an endless loop would also block all other matches. */
function within(milliseconds, code) {
  context.boutCall = code;
  return call.runInContext(context, { timeout: milliseconds });
}

/** The bot of each seat of each match, the most recently called one last. */
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
try {
  await once(server.listen(Number(port), "127.0.0.1"), "listening");
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
} catch ({ code, message }) {
  fail(`cannot listen on port ${port}: ${REASONS[code] ?? message}`);
}
