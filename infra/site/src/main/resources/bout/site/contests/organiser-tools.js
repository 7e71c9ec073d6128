/** What an organiser can do with a contest that is not over. */

import * as api from "../shared/api.js";
import { byId, element, show } from "../shared/dom.js";
import { keptToken } from "../shared/token.js";
import * as requests from "./contest-api.js";
import { isOver } from "./contest-words.js";
import { fromLocal, toLocal } from "./local-time.js";

/** @typedef {Api.Contest} Contest */

/** @param {string} id of the contest @param {(contest: Contest) => void} changed @returns what shows the tools for a contest */
export function offerTools(id, changed) {
  offer("postpone", () => requests.change(id, { deadline: fromLocal(byId("new-deadline").value) }, keptToken()));
  offer("disqualify", () => requests.disqualify(id, byId("disqualified").value, byId("disqualify-reason").value, keptToken()));
  offer("cancel", () => requests.change(id, { cancelled: byId("cancel-reason").value }, keptToken()));
  return showTools;

  /** @param {string} form @param {() => Promise<Contest>} request */
  function offer(form, request) {
    byId(form).addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const button = byId(form).querySelector("button");
      button.disabled = true;
      show(byId("tools-problem"), null);
      try {
        const contest = await request();
        byId(form).reset();
        changed(contest);
      } catch (failed) {
        if (!(failed instanceof api.RequestFailed)) {
          throw failed;
        }
        show(byId("tools-problem"), failed.message);
      } finally {
        button.disabled = false;
      }
    });
  }
}

/** @param {Contest} contest */
function showTools({ state, deadline, entries }) {
  const inside = entries.filter(({ out }) => out === null);
  byId("organiser").hidden = isOver(state);
  byId("postpone").hidden = state !== "open";
  byId("disqualify").hidden = inside.length === 0;
  const { value } = byId("disqualified");
  byId("disqualified").replaceChildren(
    ...inside.map(({ bot, name }) => element("option", { value: bot, selected: bot === value }, name)),
  );
  byId("new-deadline").value ||= toLocal(new Date(deadline));
}
