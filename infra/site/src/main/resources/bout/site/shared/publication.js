/** Follows a published file: loads it every few seconds, and redraws the page when it changed. */

import { RequestFailed } from "./api.js";
import { byId, show } from "./dom.js";
import { NotAsExpected } from "./shape.js";
import { seen, wait } from "./poll.js";
import { age } from "./words.js";

/** @import { Check } from "./shape.js" */

const REFRESH_MILLISECONDS = 3_000;

/**
 * Follows a file for the lifetime of the page. Shows problems in the page's element `problem`, beside what was drawn
 * last.
 *
 * @param {() => Promise<unknown>} load loads the current value, or `null`
 * @param {Check<T>} form
 * @param {(value: T | null) => void} draw
 * @param {string} what the file's content, as a phrase after "of"
 * @param {number} [milliseconds] between two requests
 * @template T
 */
export async function followPublication(load, form, draw, what, milliseconds = REFRESH_MILLISECONDS) {
  const problem = byId("problem");
  let drawn;
  for (;;) {
    await seen();
    try {
      const value = await load();
      const now = JSON.stringify(value);
      if (now !== drawn) {
        const checked = value === null ? null : form(value, what);
        keepingFocus(() => draw(checked));
        drawn = now;
      }
      tell(problem, null);
    } catch (failed) {
      if (!(failed instanceof RequestFailed) && !(failed instanceof NotAsExpected)) {
        throw failed;
      }
      byId("note").hidden = true;
      tell(problem, failed.message);
    }
    /** @type {NodeListOf<HTMLTimeElement>} */
    const times = document.querySelectorAll("time[data-ages]");
    for (const time of times) {
      time.textContent = age(time.dateTime);
    }
    await wait(milliseconds);
  }
}

/**
 * Does not repeat the same text, which a screen reader would read again.
 *
 * @param {HTMLElement} problem
 * @param {string | null} words
 */
function tell(problem, words) {
  if (words === null ? !problem.hidden : problem.textContent !== words) {
    show(problem, words);
  }
}

/** Redrawn elements with the same `data-same` count as the same element and keep the focus. @param {() => void} draw */
export function keepingFocus(draw) {
  const same = document.activeElement?.getAttribute("data-same") ?? undefined;
  draw();
  if (same !== undefined && document.activeElement === document.body) {
    /** @type {HTMLElement | null} */
    const again = document.querySelector(`[data-same="${CSS.escape(same)}"]`);
    again?.focus({ preventScroll: true });
  }
}
