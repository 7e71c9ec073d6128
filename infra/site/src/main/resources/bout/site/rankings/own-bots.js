/** The visitor's own bots in a tournament, which can leave it. */

import * as api from "../shared/api.js";
import { botName } from "../shared/bot-names.js";
import { byId, element } from "../shared/dom.js";
import { keptToken } from "../shared/token.js";

const MOST_BOTS = 100;

/** @param {{id: string, name: string, players: {name: string, key: string | null}[]}} tournament that is not over */
export async function offerToLeave(tournament) {
  const token = keptToken();
  if (token === "") {
    return;
  }
  let own;
  try {
    own = (await api.bots({ mine: true, limit: MOST_BOTS }, token)).bots;
  } catch (failed) {
    if (!(failed instanceof api.RequestFailed)) {
      throw failed;
    }
    // Whoever has a token of another Bout has no bots here; the page is complete without them.
    return;
  }
  const entered = own.filter(({ id }) => tournament.players.some(({ key }) => key === id));
  byId("own").replaceChildren(...entered.map((bot) => line(tournament, bot, token)));
  byId("own").hidden = entered.length === 0;
}

/** @param {{id: string, name: string}} tournament @param {Api.Bot} bot @param {string} token */
function line({ id, name }, bot, token) {
  const place = element("li");
  const called = element("bdi", {}, botName({ name: bot.name, key: bot.id }));
  if (bot.left?.includes(id)) {
    place.replaceChildren(called, " has left: it loses its remaining matches here.");
    return place;
  }
  /** @param {...(Node | string)} said */
  const stay = (...said) => {
    place.replaceChildren(called, ...said);
    leave.focus();
  };
  const leave = button("Leave the tournament", () => {
    const go = button("Leave it for good", async () => {
      go.disabled = true;
      try {
        const left = line({ id, name }, await api.changeBot(bot.id, { leaves: id }, token), token);
        left.tabIndex = -1;
        place.replaceWith(left);
        left.focus();
      } catch (failed) {
        if (!(failed instanceof api.RequestFailed)) {
          throw failed;
        }
        stay(" ", leave, element("span.problem", { role: "alert" }, ` ${failed.message}`));
      }
    });
    place.replaceChildren(
      called,
      " will lose its remaining matches here, and cannot come back. ",
      go,
      " ",
      button("Cancel", () => stay(" is yours. ", leave)),
    );
    go.focus();
  });
  place.replaceChildren(called, " is yours. ", leave);
  return place;
}

/** @param {string} label @param {() => void} act */
function button(label, act) {
  const made = element("button.plain.small", { type: "button" }, label);
  made.addEventListener("click", act);
  return made;
}
