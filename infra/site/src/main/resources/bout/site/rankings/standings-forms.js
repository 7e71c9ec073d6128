/** The formats of the standings files, as far as pages need them. */

import { amount, author, below, fields, flag, list, maybe, named, NotAsExpected, number, text, time } from "../shared/shape.js";

const record = { wins: amount, draws: amount, losses: amount };

const rating = { rating: number, plusMinus: amount, provisional: flag, mu: number, sigma: number };

/** A game's ladder. */
export const ladder = fields({
  game: text,
  updatedAt: time,
  matches: amount,
  players: list(
    fields({
      ...record,
      ...rating,
      rank: amount,
      key: text,
      name: text,
      author,
      house: flag,
      version: amount,
      matches: amount,
      trend: number,
      calls: amount,
      failures: amount,
      last: (value, where) => list(text)(value ?? [], where),
    }),
  ),
});

/** A bot on a ladder. */
export const bot = fields({
  ...record,
  ...rating,
  updatedAt: time,
  key: text,
  name: text,
  author,
  house: flag,
  game: text,
  version: amount,
  active: flag,
  rank: maybe(amount),
  matches: amount,
  history: list(fields({ ...rating, at: time, matches: amount, version: amount })),
  opponents: list(fields({ ...record, key: text, name: maybe(text) })),
  calls: amount,
  failures: amount,
  failureKinds: named(amount),
  p50: maybe(number),
  p95: maybe(number),
  versions: list(fields({ ...record, ...rating, version: amount, until: time })),
  recent: list(
    fields({
      match: text,
      seat: amount,
      players: list(fields({ key: text, name: maybe(text) })),
      places: list(amount),
      failedSeat: maybe(amount),
      failureKind: maybe(text),
      scores: list(number),
      at: time,
      rated: flag,
      worthShowing: flag,
    }),
  ),
});

/** The list of tournaments. */
export const tournaments = fields({
  tournaments: list(
    fields({
      id: text,
      name: text,
      game: text,
      format: text,
      state: text,
      players: amount,
      played: amount,
      matches: amount,
      createdAt: time,
      leader: maybe(text),
      leaderKey: maybe(text),
    }),
  ),
});

/**
 * A tournament. Before the first match, the API's version has no table, while a file always has one.
 *
 * @param {unknown} value
 * @param {string} where
 */
export function tournament(value, where) {
  const { players } = fields({ players: list(fields({ name: text, key: maybe(text), author })) })(value, where);
  const player = below(players.length);
  const { columns } = fields({ columns: list(text) })(value, where);
  const place = fields({
    upper: maybe(player),
    lower: maybe(player),
    wins: list(amount, 2),
    draws: amount,
    winner: maybe(player),
    by: maybe(text),
  });
  const tournament = fields({
    id: text,
    name: text,
    game: text,
    format: text,
    ranking: text,
    seats: (value, at) => amount(value ?? 2, at),
    boards: amount,
    rounds: maybe(amount),
    seed: maybe(text),
    options: named((value) => value),
    now: (open, at) => list(fields({ match: text, board: amount, players: list(player) }))(open ?? [], at),
    state: text,
    played: amount,
    matches: amount,
    open: amount,
    failed: amount,
    createdAt: time,
    startedAt: maybe(time),
    finishedAt: maybe(time),
    updatedAt: maybe(time),
    valueTitle: maybe(text),
    anchor: maybe(player),
    table: list(
      fields({
        ...record,
        rank: maybe(amount),
        player,
        value: number,
        tieBreaks: list(maybe(number), columns.length),
        points: number,
        score: number,
        scoreAgainst: number,
        calls: amount,
        failures: amount,
        withdrawn: flag,
        annulled: flag,
        elo: maybe(number),
        interval95: maybe(number),
        superior: maybe(number),
      }),
    ),
    cross: maybe(list(list(maybe(fields({ ...record, score: number })), players.length), players.length)),
    pairings: maybe(
      list(
        fields({
          pairs: list(fields({ first: player, second: player, points: list(number, 2) })),
          bye: maybe(player),
        }),
      ),
    ),
    groups: maybe(
      list(
        fields({
          groups: list(fields({ players: list(player), points: list(number), through: maybe(list(player)), by: maybe(text) })),
          byes: list(player),
        }),
      ),
    ),
    bracket: maybe(list(list(place))),
    losers: maybe(list(list(place))),
  })(value, where);
  halving(tournament.bracket ?? [], 1, tournament.losers === null ? 0 : 2, `“bracket” of ${where}`);
  halving(tournament.losers ?? [], 2, 0, `“losers” of ${where}`);
  return { ...tournament, players, columns };
}

/**
 * How many places a round of a bracket has, of which the first round has so many.
 *
 * @param {number} first
 * @param {number} every after so many rounds there are half as many
 * @param {number} round from 0
 */
export const placesIn = (first, every, round) => Math.max(1, first / 2 ** Math.floor(round / every));

/**
 * Checks that the places of a bracket become half as many from round to round, or every two rounds, until there is one.
 *
 * @param {unknown[][]} bracket
 * @param {1 | 2} every
 * @param {number} finals how many rounds may follow in which there is one place, too
 * @param {string} where
 */
function halving(bracket, every, finals, where) {
  const places = bracket[0]?.length ?? 1;
  const rounds = every * (1 + Math.log2(places)) + finals;
  if (
    !Number.isInteger(rounds) ||
    bracket.length > rounds ||
    bracket.some(({ length }, round) => length !== placesIn(places, every, round))
  ) {
    const half = every === 1 ? "each round has half as many places as the one before" : "every second round halves the places";
    throw new NotAsExpected(where, `a bracket, in which ${half}`);
  }
}

/**
 * @typedef {ReturnType<typeof ladder>} LadderForm
 * @typedef {ReturnType<typeof bot>} RatedBot
 * @typedef {ReturnType<typeof tournaments>} Listed
 * @typedef {ReturnType<typeof tournament>} TournamentForm
 * @typedef {ReturnType<typeof pairMatches>} PairMatches
 */

/** A page of a tournament's matches. */
export const pairMatches = fields({
  matches: list(
    fields({
      id: text,
      board: amount,
      players: list(amount),
      status: text,
      result: maybe(fields({ places: list(number), scores: list(number) })),
      failedSeat: maybe(amount),
      failureKind: maybe(text),
    }),
  ),
  next: maybe(text),
});
