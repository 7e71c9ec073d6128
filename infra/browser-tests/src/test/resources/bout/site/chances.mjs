// Reads replays of finished matches, one line of JSON each, and writes for each game the Brier score of the chances that the match
// page shows: the mean of (p - y)² over matches and turns, of seat 1 where two play, else over all seats.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [site, turnsOfAMatch] = [process.argv[2], Number(process.argv[3] ?? 1)];
const load = (path) => import(pathToFileURL(`${site}/${path}`));
const [engine, { Chances, SURE_ROUNDS, winsOf }] = await Promise.all([load("engine.js"), load("match/chances.js")]);

const games = new Map();
for await (const line of createInterface({ input: process.stdin })) {
  const document = JSON.parse(line);
  const { game, result } = document;
  const [renderer, { chances: numbers }] = await Promise.all([
    load(`games/${game}/renderer.js`),
    load(`games/${game}/chances.js`),
  ]);
  const chances = new Chances(engine.openReplay(document).replay, result, renderer, numbers);
  const wins = winsOf(result.places);
  const score = games.get(game) ?? { matches: 0, turns: 0, sum: 0 };
  games.set(game, score);
  // Other turns in each match, so that a few of each are evenly spread over many matches.
  const first = (score.matches++ * 0.618034) % 1;
  for (let k = 0; k < turnsOfAMatch; k++) {
    const index = Math.floor(((first + k / turnsOfAMatch) % 1) * chances.length);
    for (let round = 0; round < SURE_ROUNDS; round++) {
      chances.playOut(index);
    }
    const errors = chances.at(index).map((chance, seat) => (chance - wins[seat]) ** 2);
    score.sum += errors.length === 2 ? errors[0] : errors.reduce((one, other) => one + other) / errors.length;
    score.turns++;
  }
}
for (const [game, { matches, turns, sum }] of games) {
  console.log(JSON.stringify({ game, matches, turns, brier: Number((sum / turns).toFixed(4)) }));
}
