/** The visitor's own bots. */

import * as api from "../shared/api.js";
import { copied } from "../shared/copy.js";
import { byId, element, show } from "../shared/dom.js";
import { formField } from "../shared/form-field.js";
import { loadGames } from "../shared/games.js";
import { number } from "../shared/numbers.js";
import { seen, untilDone, wait } from "../shared/poll.js";
import { SESSION, forgetTokens, keepPlayer, keptToken } from "../shared/token.js";
import { BotCard } from "./bot-card.js";
import { BotForm } from "./bot-form.js";
import { revokeKey } from "./owner-api.js";
import { keepVisit, sinceWords, visitBefore } from "./since.js";
import { whoAmI } from "./who.js";

/** What the visitor does here shows at once; only health checks and other tabs change bots besides. */
const REFRESH_MILLISECONDS = 15_000;
const LIMIT = 100;

/** The ratings come with the bots, so that nothing moves, unless they take longer. */
const PATIENCE_MILLISECONDS = 1_500;

/** The owner on a local stack that needs no tokens. */
const LOCAL = "local";

/** @param {string | null} problem */
const tell = (problem) => show(byId("problem"), problem);

/** @type {Map<string, BotCard>} by the bot's id */
const cards = new Map();

function askForToken() {
  show(byId("note"), null);
  const field = formField(
    "token",
    "Your token",
    element("input", { type: "password", required: true, maxlength: 200, autocomplete: "off", spellcheck: false }),
  );
  const form = byId("token-form");
  byId("token-place").replaceChildren(field.element);
  if (keptToken() !== "") {
    field.tell("The token that this browser kept no longer works.");
    byId("have-token").open = true;
  }
  form.addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const token = field.control.value.trim();
    byId("token-go").disabled = true;
    const me = await whoAmI(token, tell);
    byId("token-go").disabled = false;
    if (me === null) {
      field.tell("This token does not work.");
      field.control.focus();
      return;
    }
    keepPlayer({ token, name: me.name });
    location.reload();
  });
  byId("stranger").hidden = false;
}

/** "2 of 5 bots", from the limits of the token and what of them is used. @param {Api.Me} me */
const limitsOf = ({ quotas, used }) =>
  [
    limit("bots", quotas.bots, used.bots),
    limit("open matches", quotas.openMatches, used.openMatches),
    limit("matches today", quotas.matchesPerDay, used.matchesPerDay),
  ]
    .filter((words) => words !== null)
    .join(" · ");

/** @param {string} what @param {number | null} most @param {number | null} used */
const limit = (what, most, used) =>
  !most ? null : used === null ? `up to ${number(most)} ${what}` : `${number(used)} of ${number(most)} ${what}`;

/** @param {Api.Me} me */
function showMe(me) {
  // On one's own machine nobody has to join, so nobody has a name.
  byId("me").replaceChildren(
    ...(me.id === LOCAL
      ? ["This Bout is open: everyone on this machine can do everything."]
      : ["You are ", element("strong", {}, element("bdi", {}, me.name)), ". ", limitsOf(me)]),
  );
  byId("keyed").hidden = token === "";
  if (token === SESSION) {
    byId("copying").hidden = true;
    byId("forget").textContent = "Sign out";
  }
}

/** @param {Api.Bot} bot @param {string} token */
function cardOf(bot, token) {
  const card = new BotCard(bot, token, () => {
    cards.delete(bot.id);
    showEmpty();
  });
  cards.set(bot.id, card);
  return card;
}

/** @param {Api.Bot[]} bots @param {string} token */
function showBots(bots, token) {
  const list = byId("bots");
  const ids = new Set(bots.map(({ id }) => id));
  for (const [id, card] of cards) {
    // The API's list lags a little behind.
    if (!ids.has(id) && !card.isNew) {
      card.element.remove();
      cards.delete(id);
    }
  }
  bots.forEach((bot, index) => {
    const known = cards.get(bot.id);
    if (known === undefined) {
      list.insertBefore(cardOf(bot, token).element, list.children[index] ?? null);
    } else {
      known.update(bot);
    }
  });
  showEmpty();
}

/** Shows a bot that was just registered, with its secret. @param {Api.BotWithSecret} bot @param {string} token */
function showNew({ secret, ...bot }, token) {
  const card = cardOf(bot, token);
  card.secret = secret;
  byId("bots").prepend(card.element);
  showEmpty();
  offerForm(false);
  card.lead();
}

function showEmpty() {
  byId("empty").hidden = cards.size > 0;
}

/** @param {boolean} open */
function offerForm(open) {
  byId("add").hidden = !open;
  byId("add-bot").setAttribute("aria-expanded", String(open));
}

const before = visitBefore();

function showSince() {
  const bots = [...cards.values()].map(({ known }) => known);
  byId("since").hidden = before === null || bots.length === 0;
  if (before !== null) {
    byId("since").replaceChildren(...sinceWords(before, bots));
  }
  keepVisit(before, bots);
}

/** @param {string} token */
async function follow(token) {
  for (;;) {
    const { bots } = await untilDone(() => api.bots({ mine: true, limit: LIMIT }, token), tell);
    showBots(bots, token);
    const ready = Promise.all([...cards.values()].map((card) => card.ready)).then(showSince);
    if (byId("owner").hidden) {
      await Promise.race([ready, wait(PATIENCE_MILLISECONDS)]);
      if (cards.size === 1) {
        [...cards.values()][0].open = true;
      }
      offerForm(cards.size === 0 || location.hash === "#add");
      show(byId("note"), null);
      byId("owner").hidden = false;
    }
    await wait(REFRESH_MILLISECONDS);
    await seen();
  }
}

byId("add-bot").addEventListener("click", () => {
  offerForm(byId("add").hidden);
  if (!byId("add").hidden) {
    byId("new-bot").elements.namedItem("kind")[0].focus();
  }
});
byId("copy-key").addEventListener("click", async () => {
  byId("copy-key").textContent = (await copied(keptToken()))
    ? "Copied: keep it like a password"
    : "The browser does not let it be copied";
});
async function forget() {
  tell(null);
  try {
    const session = token === SESSION ? await whoAmI(token, tell) : null;
    if (session?.key) {
      await revokeKey(session.id, session.key, token);
    }
    forgetTokens();
    location.reload();
  } catch (failed) {
    if (!(failed instanceof api.RequestFailed)) {
      throw failed;
    }
    tell(failed.message);
  }
}

byId("forget").addEventListener("click", async () => {
  // Who signed in comes back by signing in.
  if (token === SESSION) {
    await forget();
  } else {
    byId("forgetting").hidden = false;
    byId("forget-now").focus();
  }
});
byId("forget-not").addEventListener("click", () => {
  byId("forgetting").hidden = true;
  byId("forget").focus();
});
byId("forget-now").addEventListener("click", forget);

const token = keptToken();
const me = await whoAmI(token, tell);
if (me === null) {
  askForToken();
} else {
  const games = await loadGames(tell);
  showMe(me);
  new BotForm(games, token, (bot) => showNew(bot, token));
  await follow(token);
}
