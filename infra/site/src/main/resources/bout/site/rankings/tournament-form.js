/** The form that creates a tournament. */

import * as api from "../shared/api.js";
import { houseName } from "../shared/bot-names.js";
import { byId, element, limited, show } from "../shared/dom.js";
import { showFailure } from "../shared/join-first.js";
import { untilDone } from "../shared/poll.js";
import { joinedPlayer, keepToken, keptToken } from "../shared/token.js";

const LIMIT = 100;

/** As in the API. */
const MAX_NAME_LENGTH = 40;

/** @param {string | null} problem */
const tell = (problem) => show(byId("form-problem"), problem);

/** Shows the form once its games are known. */
export async function offerForm() {
  const { games } = await untilDone(() => api.games(), tell);
  byId("game").replaceChildren(...games.map(({ id, name }) => element("option", { value: id }, name)));
  byId("token").value = keptToken();
  limited(byId("name"), MAX_NAME_LENGTH);
  // Whoever joined has a token without having seen it.
  byId("token-field").hidden = byId("token").value === "" || byId("token").value === joinedPlayer()?.token;
  byId("game").addEventListener("change", offerPlayers);
  unfoldInvalid(byId("form"));
  byId("form").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    create();
  });
  byId("form").hidden = false;
  await offerPlayers();
}

async function offerPlayers() {
  const game = byId("game").value;
  const [{ houseBots }, { bots }] = await untilDone(() => Promise.all([api.game(game), api.bots({ game, limit: LIMIT })]), tell);
  if (game !== byId("game").value) {
    return; // another game was chosen meanwhile
  }
  byId("choices").replaceChildren(
    ...bots
      .filter(({ active, proven, health }) => active && proven && health?.suspended !== true)
      .map(({ id, name }) => choice({ bot: id }, name)),
    ...houseBots.map(({ name }) => choice({ house: name }, `${houseName(name)} (house bot)`)),
  );
}

/** @param {Api.PlayerRequest} player @param {string} name */
function choice(player, name) {
  return element(
    "label",
    {},
    element("input", { type: "checkbox", name: "player", value: JSON.stringify(player) }),
    element("bdi", {}, name),
  );
}

/** @returns {Api.PlayerRequest[]} */
function players() {
  /** @type {NodeListOf<HTMLInputElement>} */
  const chosen = byId("choices").querySelectorAll("input:checked");
  /** @type {string} */
  const lines = byId("urls").value;
  const urls = lines
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return [...[...chosen].map(({ value }) => JSON.parse(value)), ...urls.map((url) => ({ url }))];
}

/** A browser cannot show what is wrong in a field that is folded. @param {HTMLElement} form */
export const unfoldInvalid = (form) =>
  form.addEventListener(
    "invalid",
    ({ target }) => {
      const fold = /** @type {Element} */ (target).closest("details");
      if (fold !== null) {
        fold.open = true;
      }
    },
    true,
  );

/** What is left empty has its default. @param {HTMLElement} place of the fields */
export function chosenSettings(place) {
  /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */
  const fields = place.querySelectorAll("input, select");
  return Object.fromEntries(
    [...fields]
      .filter(({ value }) => value !== "")
      .map(({ name, value, dataset }) => [name, "plain" in dataset ? JSON.parse(value) : value]),
  );
}

async function create() {
  const entered = players();
  if (entered.length < 2) {
    tell("A tournament needs at least two players.");
    return;
  }
  const body = {
    game: byId("game").value,
    name: byId("name").value.trim(),
    ...chosenSettings(byId("settings")),
    players: entered,
  };
  const token = byId("token").value.trim();
  byId("create").disabled = true;
  try {
    const { id } = await api.createTournament(body, token);
    keepToken(token);
    location.assign(`tournament.html?${new URLSearchParams({ id })}`);
  } catch (failed) {
    if (!(failed instanceof api.RequestFailed)) {
      throw failed;
    }
    showFailure(byId("form-problem"), failed, token);
    if (failed.needsToken) {
      byId("token-field").hidden = false;
      byId("token").focus();
    }
  } finally {
    byId("create").disabled = false;
  }
}
