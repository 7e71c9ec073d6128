/** Which matches the start page shows. */

const ofHouseBots = ({ players }) => players?.every(({ house }) => house !== undefined) ?? false;

/** How far apart the scores are, from 0 for a draw to 1. */
function distance({
  result: {
    scores: [one, other],
  },
}) {
  const sum = Math.abs(one) + Math.abs(other);
  return sum === 0 ? 0 : Math.abs(one - other) / sum;
}

/** The running matches with a board: that of a match that counts is hidden while another one is played on it. */
export const canBeWatched = (matches) => matches.filter(({ status, live }) => status === "running" && live !== null);

/** The finished matches that may be offered to people who did not ask for them; the API says which. */
export const worthShowing = (matches) =>
  matches.filter((match) => match.status === "finished" && match.replay !== null && match.worthShowing);

/**
 * The match for the large board: a running one, else the closest one that is worth showing; those of people first. `null` if
 * there is none.
 */
export function featured(matches) {
  const running = canBeWatched(matches);
  const finished = worthShowing(matches).sort((one, other) => distance(one) - distance(other));
  const [best = null] = [...running, ...finished].sort((one, other) => Number(ofHouseBots(one)) - Number(ofHouseBots(other)));
  return best;
}

/** The rows of the list: matches of house bots on a ladder, of which there are many, only if there are no others. */
export function listed(matches, limit) {
  const others = matches.filter((match) => match.ladder !== true || !ofHouseBots(match));
  return (others.length === 0 ? matches : others).slice(0, limit);
}
