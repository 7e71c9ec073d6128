/** What an organiser can do with a contest. */

import * as api from "../shared/api.js";
import { byId, element, show } from "../shared/dom.js";
import { keptToken } from "../shared/token.js";
import * as requests from "./contest-api.js";
import { save } from "../viewer/share.js";
import { begun, isOver, nextToReveal } from "./contest-words.js";
import { fromLocal, toLocal } from "./local-time.js";
import { PlayAgain } from "./play-again.js";

/** @typedef {Api.Contest} Contest */

/** @param {string} id of the contest @param {(contest: Contest) => void} changed @returns what shows the tools for a contest */
export function offerTools(id, changed) {
  offer("postpone", () => requests.change(id, { deadline: fromLocal(byId("new-deadline").value) }, keptToken()));
  offer("disqualify", () => requests.disqualify(id, byId("disqualified").value, byId("disqualify-reason").value, keptToken()));
  offer("late", () =>
    requests.change(id, { late: { bot: byId("late-bot").value, reason: byId("late-reason").value } }, keptToken()),
  );
  offer("cancel", () => requests.change(id, { cancelled: byId("cancel-reason").value }, keptToken()));
  offer("reveal", () => requests.change(id, { revealed: Number(byId("reveal-go").dataset.stage) }, keptToken()));
  offer("again", (match) => requests.change(id, { again: { match, reason: byId("again-reason").value } }, keptToken()));
  offer("grades", async () => {
    const token = keptToken();
    const [grades, file] = await Promise.all([requests.grades(id, token), requests.gradesFile(id, token)]);
    save(new Blob([file], { type: "text/csv" }), "grades.csv");
    save(new Blob([JSON.stringify(grades, null, 2)], { type: "application/json" }), "grades.json");
    return null;
  });
  const again = new PlayAgain(attempt);
  return (/** @type {Contest} */ contest) => {
    showTools(contest);
    again.show(contest);
  };

  /** @param {string} form @param {(pressed: string) => Promise<Contest | null>} request gets the value of the button */
  function offer(form, request) {
    byId(form).addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const button = /** @type {HTMLButtonElement} */ (event.submitter ?? byId(form).querySelector("button"));
      await attempt(button, async () => {
        const contest = await request(button.value);
        byId(form).reset();
        if (contest !== null) {
          changed(contest);
        }
      });
    });
  }
}

/** Does what a button is for, and tells why it was refused. @param {HTMLButtonElement} button @param {() => Promise<void>} act */
async function attempt(button, act) {
  button.disabled = true;
  show(byId("tools-problem"), null);
  try {
    await act();
  } catch (failed) {
    if (!(failed instanceof api.RequestFailed)) {
      throw failed;
    }
    show(byId("tools-problem"), failed.message);
  } finally {
    button.disabled = false;
  }
}

/** @param {Contest} contest */
function showTools(contest) {
  const { id, state, deadline, entries, invitation, stages } = contest;
  const inside = entries.filter(({ out }) => out === null);
  const stage = nextToReveal(contest);
  byId("organiser").hidden = false;
  byId("invite").hidden = invitation === null || state !== "open";
  if (invitation !== null) {
    byId("invite-link").value = new URL(`contest.html?${new URLSearchParams({ id, invitation })}`, location.href).href;
  }
  byId("cancel").hidden = isOver(state);
  byId("reveal").hidden = stage < 0;
  byId("reveal-go").dataset.stage = String(stage);
  byId("reveal-go").textContent = `Reveal stage ${stage + 1}`;
  byId("postpone").hidden = state !== "open";
  byId("late").hidden = state === "open" || isOver(state) || stages.every(begun);
  byId("disqualify").hidden = isOver(state) || inside.length === 0;
  const { value } = byId("disqualified");
  // If the chosen one has gone, no other takes its place.
  byId("disqualified").replaceChildren(
    element("option", { value: "" }, "Choose a bot"),
    ...inside.map(({ bot, name }) => element("option", { value: bot, selected: bot === value }, name)),
  );
  byId("new-deadline").value ||= toLocal(new Date(deadline));
}
