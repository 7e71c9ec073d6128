/** Motion that several games share. */

/** Starts and ends gently. @param {number} progress */
export const eased = (progress) => progress * progress * (3 - 2 * progress);

/**
 * The part of a movement that begins at `from` and ends at `to`, both parts of a transition; from 0 to 1.
 *
 * @param {number} progress
 * @param {number} from
 * @param {number} to
 */
export const during = (progress, from, to) => Math.min(1, Math.max(0, (progress - from) / (to - from)));
