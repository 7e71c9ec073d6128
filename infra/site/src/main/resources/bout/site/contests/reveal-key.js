/** The organiser reveals the results of a contest on the projector: one key for each stage. */

import { RequestFailed } from "../shared/api.js";
import { byId, show } from "../shared/dom.js";
import { keptToken } from "../shared/token.js";
import * as requests from "./contest-api.js";
import { nextToReveal } from "./contest-words.js";

/**
 * The page shows what is revealed when it asks for the contest the next time.
 *
 * @param {string} id of the contest
 * @param {() => Api.Contest | null} shown
 */
export function revealByKey(id, shown) {
  let asked = -1;
  document.addEventListener("keydown", async ({ key, ctrlKey, metaKey, altKey }) => {
    const contest = shown();
    const stage = contest === null ? -1 : nextToReveal(contest);
    if (key.toLowerCase() !== "r" || ctrlKey || metaKey || altKey || stage < 0 || stage === asked) {
      return;
    }
    // A key that is held is pressed again and again, before the page knows that the stage is revealed.
    asked = stage;
    try {
      await requests.change(id, { revealed: stage }, keptToken());
      show(byId("note"), null);
    } catch (failed) {
      if (!(failed instanceof RequestFailed)) {
        throw failed;
      }
      asked = -1;
      show(byId("note"), failed.message);
    }
  });
}
