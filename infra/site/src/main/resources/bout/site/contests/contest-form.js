/** The form that creates a contest. */

import * as api from "../shared/api.js";
import { chosenSettings, unfoldInvalid } from "../rankings/tournament-form.js";
import { houseName } from "../shared/bot-names.js";
import { byId, element, limited, show } from "../shared/dom.js";
import { showFailure } from "../shared/join-first.js";
import { untilDone } from "../shared/poll.js";
import { keptToken } from "../shared/token.js";
import * as requests from "./contest-api.js";
import { contestAddress } from "./contest-words.js";
import { fromLocal, toLocal } from "./local-time.js";

/** As in the API. */
const MAX_NAME_LENGTH = 40;
const MAX_TEXT_LENGTH = 5_000;

/** @param {string | null} problem */
const tell = (problem) => show(byId("form-problem"), problem);

/** Shows the form once its games are known. */
export async function offerForm() {
  const { games } = await untilDone(() => api.games(), tell);
  byId("game").replaceChildren(...games.map(({ id, name }) => element("option", { value: id }, name)));
  limited(byId("name"), MAX_NAME_LENGTH);
  limited(byId("text"), MAX_TEXT_LENGTH);
  byId("deadline").min = toLocal(new Date());
  byId("two-stages").addEventListener("change", showStages);
  byId("game").addEventListener("change", offerOpponents);
  byId("form").addEventListener("change", showOpponents);
  byId("webhook-secret").value = drawSecret();
  byId("webhook-format").addEventListener("change", () => {
    byId("webhook-signed").hidden = byId("webhook-format").value !== "standard";
  });
  unfoldInvalid(byId("form"));
  byId("form").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    create();
  });
  byId("form").hidden = false;
  await offerOpponents();
}

/** Their fields. @returns {any[]} */
const stages = () => [...byId("form").querySelectorAll("fieldset")];

/** The house bots of the chosen game, the weakest first. */
async function offerOpponents() {
  const game = byId("game").value;
  const { houseBots } = await untilDone(() => api.game(game), tell);
  if (game === byId("game").value) {
    for (const stage of stages()) {
      stage
        .querySelector("[name=house]")
        .replaceChildren(
          element("option", { value: "" }, "none"),
          ...houseBots.map(({ name }) => element("option", { value: name }, houseName(name))),
        );
    }
  }
}

/** All play against one opponent in a gauntlet only. */
function showOpponents() {
  for (const stage of stages()) {
    const isGauntlet = stage.querySelector("[name=format]").value === "gauntlet";
    for (const field of stage.querySelectorAll(".gauntlet")) {
      field.hidden = !isGauntlet;
      if (!isGauntlet) {
        field.querySelector("select, input").value = "";
      }
    }
  }
}

/** The second stage has the same fields as the first. */
function showStages() {
  const second =
    document.getElementById("stage-2") ??
    byId("stage-1").parentElement.insertBefore(another(), byId("two-stages").closest("p").nextSibling);
  // A browser also looks for mistakes in fields that are hidden, but not in those that are disabled.
  second.hidden = second.disabled = !byId("two-stages").checked;
}

function another() {
  const copy = byId("stage-1").cloneNode(true);
  copy.id = "stage-2";
  copy.querySelector("legend").textContent = "Stage 2";
  for (const name of ["id", "for", "aria-describedby"]) {
    for (const each of copy.querySelectorAll(`[${name}]`)) {
      each.setAttribute(name, `${each.getAttribute(name)}-2`);
    }
  }
  for (const field of copy.querySelectorAll("input, select")) {
    field.value = field.name === "format" ? "knockout" : "";
  }
  return copy;
}

/** The secret of a webhook, drawn here so that it can be read before the contest is created. */
const drawSecret = () => `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))}`;

/** What the request says of the webhook. */
function webhook() {
  const url = byId("webhook").value.trim();
  const webhookFormat = byId("webhook-format").value;
  const signed = webhookFormat === "standard" ? { webhookSecret: byId("webhook-secret").value } : {};
  return url === "" ? {} : { webhook: url, webhookFormat, ...signed };
}

async function create() {
  tell(null);
  byId("create").disabled = true;
  const token = keptToken();
  const owners = byId("owners")
    .value.split(",")
    .map((/** @type {string} */ owner) => owner.trim())
    .filter((/** @type {string} */ owner) => owner !== "");
  const stages = byId("two-stages").checked ? ["stage-1", "stage-2"] : ["stage-1"];
  try {
    const { id } = await requests.create(
      {
        game: byId("game").value,
        name: byId("name").value.trim(),
        text: byId("text").value.trim(),
        deadline: fromLocal(byId("deadline").value),
        perOwner: Number(byId("per-owner").value),
        stages: stages.map((stage) => chosenSettings(byId(stage))),
        ...(byId("hidden-results").checked ? { reveal: "by-organiser" } : {}),
        ...(byId("own-ladder").checked ? { ladder: true } : {}),
        ...(byId("only-invited").checked ? { onlyInvited: true } : {}),
        ...(owners.length > 0 ? { owners } : {}),
        ...webhook(),
      },
      token,
    );
    location.assign(contestAddress(id));
  } catch (failed) {
    if (!(failed instanceof api.RequestFailed)) {
      throw failed;
    }
    showFailure(byId("form-problem"), failed, token);
  } finally {
    byId("create").disabled = false;
  }
}
