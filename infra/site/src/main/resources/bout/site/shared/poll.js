/** Keeps pages up to date by polling, only while the page is visible. */

import { RequestFailed } from "./api.js";

/** Between two attempts. */
export const RETRY_MILLISECONDS = 4_000;

/** @param {number} milliseconds */
export const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * Resolves when the page is visible.
 *
 * @returns {Promise<void>}
 */
export const seen = () =>
  new Promise((done) => {
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
 * The result of an action with the API, retried until it succeeds.
 *
 * @param {() => Promise<T>} action
 * @param {(problem: string | null) => void} tell called with the problem after a failure, and with `null` after success
 * @param {boolean} [always] also after a refusal, which otherwise is thrown
 * @template T
 */
export async function untilDone(action, tell, always = true) {
  for (;;) {
    try {
      const done = await action();
      tell(null);
      return done;
    } catch (failed) {
      if (!(failed instanceof RequestFailed) || !(always || failed.passing)) {
        throw failed;
      }
      tell(failed.message);
    }
    await wait(RETRY_MILLISECONDS);
    await seen();
  }
}
