/** Texts for matches. */

import { number, scoreText } from "./numbers.js";

/** @type {Record<string, string>} */
const STATUS = {
  queued: "Waiting",
  running: "Playing",
  finished: "Finished",
  failed: "Not played",
  cancelled: "Cancelled",
  "broken-off": "Part of a match",
};

/** @type {Record<string, string>} */
const FAILURES = {
  refused: "connection refused",
  unreachable: "unreachable",
  "name-not-found": "name not found",
  "address-not-allowed": "address not allowed",
  tls: "no secure connection",
  "time-out": "time-out",
  status: "wrong status",
  redirect: "redirect",
  "too-large": "answer too large",
  broken: "broken answer",
  "not-utf8": "answer not UTF-8",
  "not-expected": "answer not as expected",
  "not-legal": "move not legal",
  withdrawn: "bot withdrawn",
  "out-of-time": "time for the match used up",
};

/** How a bot lost by failing, in a few words. The same as `Failure.Kind.lost` in Java. */
/** @type {Record<string, string>} */
const LOST = {
  refused: "did not answer",
  unreachable: "did not answer",
  "name-not-found": "did not answer",
  "address-not-allowed": "did not answer",
  tls: "did not answer",
  "time-out": "too late",
  status: "error",
  redirect: "error",
  "too-large": "error",
  broken: "error",
  "not-utf8": "error",
  "not-expected": "invalid answer",
  "not-legal": "illegal move",
  withdrawn: "withdrawn",
  "out-of-time": "out of time",
};

/** @type {[number, Intl.RelativeTimeFormatUnit, number][]} up to how many seconds, in which unit, of how many seconds */
const AGES = [
  [60, "second", 1],
  [3600, "minute", 60],
  [86_400, "hour", 3600],
  [Infinity, "day", 86_400],
];

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const absolute = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

/** @param {string} status */
export const statusWord = (status) => STATUS[status] ?? status;

/** @param {string} kind */
export const failureWords = (kind) => FAILURES[kind] ?? kind;

/** How a match was lost by failing, such as "illegal move". @param {string | null} [kind] */
export const lostBy = (kind) => LOST[kind ?? ""] ?? "no valid move";

/**
 * The places where results count: whoever failed is last, even if the rules name no winner.
 *
 * @param {{places: number[]}} result
 * @param {number | null} [failedSeat]
 */
export const placesOf = ({ places }, failedSeat = null) =>
  failedSeat === null
    ? places
    : places.map((place, index) => (index === failedSeat - 1 ? places.length : place - Number(place > places[failedSeat - 1])));

/**
 * The seat that won where results count, or `null` if several share the first place.
 *
 * @param {{places: number[]} | null | undefined} result
 * @param {number | null} [failedSeat]
 */
export function winnerOf(result, failedSeat = null) {
  const places = result ? placesOf(result, failedSeat) : [];
  const first = places.indexOf(1);
  return first >= 0 && first === places.lastIndexOf(1) ? first + 1 : null;
}

/** "1st", "2nd" @param {number} place */
export const ordinal = (place) => ["1st", "2nd", "3rd"][place - 1] ?? `${place}th`;

/** As many names are written where space is small. */
const FEW_NAMES = 4;

/** Who plays: "A vs B", "A, B, C and 5 more". @param {string[]} names */
export function pairing(names) {
  if (names.length <= 2) {
    return names.join(" vs ");
  }
  return names.length <= FEW_NAMES
    ? enumerated(names)
    : `${names.slice(0, FEW_NAMES - 1).join(", ")} and ${names.length - FEW_NAMES + 1} more`;
}

/** "A, B and C" @param {string[]} names */
const enumerated = (names) => `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/**
 * Who has won, as a title.
 *
 * @param {{places: number[]}} result
 * @param {string[]} names
 * @param {number | null} [failedSeat]
 */
export function headline(result, names, failedSeat = null) {
  if (names.length === 1) {
    return `${names[0]} played alone`;
  }
  const winner = winnerOf(result, failedSeat);
  if (winner !== null) {
    return `${names[winner - 1]} wins`;
  }
  const places = placesOf(result, failedSeat);
  const first = names.filter((_, index) => places[index] === 1);
  return first.length === names.length ? "A draw" : `${enumerated(first)} share the first place`;
}

/**
 * The same as a sentence; the scores of more than two players stand beside their names.
 *
 * @param {{places: number[], scores: number[]}} result
 * @param {string[]} names
 * @param {number | null} [failedSeat]
 */
export const verdict = (result, names, failedSeat = null) =>
  `${headline(result, names, failedSeat)}${names.length > 2 ? "" : scoreBehind(result)}.`;

/** "12 : 7" @param {{scores: number[]}} result */
export const score = (result) => result.scores.map(scoreText).join(" : ");

/**
 * What follows the winner's name: ", 12 : 7", or nothing where nobody has a point, because 0 : 0 tells nothing.
 *
 * @param {{scores: number[]}} result
 */
export const scoreBehind = (result) => (result.scores.every((points) => points <= 0) ? "" : `, ${score(result)}`);

/** "1 turn", "2 turns" @param {number} amount @param {string} unit */
export const count = (amount, unit) => `${number(amount)} ${amount === 1 ? unit : `${unit}s`}`;

/** "the only turn", "all 2 turns" @param {number} amount @param {string} unit */
export const all = (amount, unit) => (amount === 1 ? `the only ${unit}` : `all ${count(amount, unit)}`);

/** The age of a time, such as "2 minutes ago". @param {string} time @param {number} [now] */
export function age(time, now = Date.now()) {
  const seconds = Math.max(0, (now - Date.parse(time)) / 1000);
  const [, unit, length] = /** @type {typeof AGES[0]} */ (AGES.find(([limit]) => seconds < limit));
  return relative.format(-Math.floor(seconds / length), unit);
}

/** @param {string} time */
export const date = (time) => absolute.format(new Date(time));

/** "850 ms", "12.3 s" or "4 min 5 s" @param {number} milliseconds */
export function duration(milliseconds) {
  if (milliseconds < 1000) {
    return `${milliseconds} ms`;
  }
  if (milliseconds < 60_000) {
    return `${number(milliseconds / 1000, 1, 1)} s`;
  }
  return `${Math.floor(milliseconds / 60_000)} min ${Math.floor((milliseconds % 60_000) / 1000)} s`;
}

/**
 * The players of a match: `[{name, ...}]`. Until they are shown, the record of a rated match has `null`.
 *
 * @param {{players: Api.Player[] | null, seats?: number}} match
 */
export const playersOf = ({ players, seats = 2 }) =>
  players ?? Array.from({ length: seats }, (_, index) => ({ name: `Player ${index + 1}` }));
