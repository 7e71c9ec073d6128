/** How pages follow what changes: by asking again after a while, and only while somebody looks. */

import { RequestFailed } from "./api.js";

export const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * Resolves when the page is looked at.
 *
 * @returns {Promise<void>}
 */
export const seen = () => new Promise((done) => {
  const look = () => {
    if (!document.hidden) {
      document.removeEventListener("visibilitychange", look);
      done();
    }
  };
  document.addEventListener("visibilitychange", look);
  look();
});

/**
 * What an action with the API gives, tried until it succeeds.
 *
 * @param {() => Promise<T>} action
 * @param {(problem: string | null) => void} tell is given why it failed, and `null` once it has not
 * @param {number} milliseconds between two tries
 * @template T
 */
export async function untilDone(action, tell, milliseconds) {
  for (;;) {
    try {
      const done = await action();
      tell(null);
      return done;
    } catch (failed) {
      if (!(failed instanceof RequestFailed)) {
        throw failed;
      }
      tell(failed.message);
    }
    await wait(milliseconds);
    await seen();
  }
}
