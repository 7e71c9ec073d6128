/** Which matches the start page shows. */

/**
 * @typedef {Pick<Api.Match, "id" | "status" | "worthShowing"> & Partial<Pick<Api.Match, "players" | "ladder" | "replay" | "live">> &
 *   {result: {places: number[], scores: number[]} | null}} Candidate what may be chosen
 *
 * @typedef {Candidate & Pick<Api.Match, "game" | "players" | "createdAt" | "failedSeat" | "failureKind"> &
 *   Partial<Pick<Api.Match, "turn">>} ListedMatch a match of the API's list, or of the start page's file, which says less
 */

/** A match is news for so long. */
const NEWS_MILLISECONDS = 86_400_000;

/** @param {Candidate} match */
const ofHouseBots = ({ players }) => players?.every(({ house }) => house !== undefined) ?? false;

/** How far apart the best two scores are, from 0 for a draw to 1. @param {Candidate} match */
function distance({ result }) {
  const [one, other = 0] = (result?.scores ?? [0]).toSorted((a, b) => b - a);
  const sum = Math.abs(one) + Math.abs(other);
  return sum === 0 ? 0 : Math.abs(one - other) / sum;
}

/**
 * The running matches with a board: that of a match that counts is hidden while another one is played on it.
 *
 * @template {Omit<Candidate, "players">} T
 * @param {T[]} matches
 */
export const canBeWatched = (matches) => matches.filter(({ status, live }) => status === "running" && live !== null);

/**
 * The finished matches that may be offered to people who did not ask for them; the API says which.
 *
 * @template {Omit<Candidate, "players">} T
 * @param {T[]} matches
 */
export const worthShowing = (matches) =>
  matches.filter((match) => match.status === "finished" && match.replay !== null && match.worthShowing);

/**
 * The matches of the last day in which every call was answered, the best for the large board first.
 *
 * @param {Api.Match[]} matches
 * @param {number} [now]
 */
export const alive = (matches, now = Date.now()) =>
  byInterest(
    worthShowing(matches).filter(
      ({ failures, finishedAt }) => failures.length === 0 && Date.parse(finishedAt ?? "") > now - NEWS_MILLISECONDS,
    ),
  );

/** Matches of people first, running ones before others, then the closest. @template {Candidate} T @param {T[]} matches */
export const byInterest = (matches) =>
  matches.toSorted(
    (one, other) =>
      Number(ofHouseBots(one)) - Number(ofHouseBots(other)) ||
      Number(other.status === "running") - Number(one.status === "running") ||
      distance(one) - distance(other),
  );

/**
 * The rows of the list: matches of house bots on a ladder, of which there are many, only if there are no others.
 *
 * @template {Candidate} T
 * @param {T[]} matches
 * @param {number} limit
 */
export function listed(matches, limit) {
  const others = matches.filter((match) => match.ladder !== true || !ofHouseBots(match));
  return (others.length === 0 ? matches : others).slice(0, limit);
}
