/** A bot of the visitor's, with all that its owner can do. */

import * as api from "../shared/api.js";
import { lastMatches } from "../rankings/rating-marks.js";
import { avatar } from "../shared/avatar.js";
import { element, limited, show } from "../shared/dom.js";
import { formField, tellFields } from "../shared/form-field.js";
import { gameName } from "../shared/games.js";
import { botAddress } from "../shared/participants.js";
import { wait } from "../shared/poll.js";
import { ratingText } from "../shared/rating.js";
import { drawing } from "../shared/svg.js";
import { age, duration } from "../shared/words.js";
import { checkOutcome, kindOf, kindWords, lostWords, stateOf } from "./bot-words.js";
import { recordOf } from "./record.js";
import { connectPanel, startPanel } from "./start-panel.js";

/** @import { Lost, Record as BotRecord } from "./record.js" */

const CHECK_MILLISECONDS = 1_000;

/** A bot may take its time for each of the calls, and others may be before it. */
const MOST_LOOKS = 120;

const MAX_NAME_LENGTH = 40;
const MAX_URL_LENGTH = 2048;

/** Longer than a list of the API lags behind. */
const NEW_MILLISECONDS = 10_000;

export class BotCard {
  #bot;
  #token;
  /** @type {string | null} */
  #secret = null;
  #removed;
  #head = element("div.own-head");
  #state = element("p.own-state", { role: "status" });
  #standing = element("div.own-standing");
  #failure = element("p.own-failure", { hidden: true });
  #body;
  #toggle = element("button.plain.small.own-toggle", { type: "button", "aria-expanded": "false" });
  /** @type {Lost | null} */
  #lost = null;
  /** @type {BotRecord | null} */
  #record = null;
  #start = element("div");
  #startKey = "";
  #check = element("div.own-check", { role: "status" });
  #problem = element("p.problem", { role: "alert", hidden: true });
  #tools = element("p.own-tools");
  #more;
  #editing = element("div");
  #checkIt = button("Check it", () => this.#runCheck());
  #pause = button("Pause", () => this.#change({ active: !this.#bot.active }));
  #publish = button("Make it private", () =>
    this.#change({ visibility: this.#bot.visibility === "public" ? "private" : "public" }),
  );
  #checking = false;
  #madeAt = performance.now();

  element;

  /**
   * @param {Api.Bot} bot as its owner sees it
   * @param {string} token
   * @param {() => void} removed called after the bot was deleted
   */
  constructor(bot, token, removed) {
    this.#bot = bot;
    this.#token = token;
    this.#removed = removed;
    this.#more = element("details.own-more", {}, element("summary", {}, "Change"), this.#makeChanges(), this.#editing);
    this.#makeTools();
    this.#body = element(
      "div.own-body",
      { id: `body-${bot.id}`, hidden: true },
      this.#state,
      this.#start,
      this.#check,
      this.#problem,
      this.#tools,
      this.#more,
    );
    this.#toggle.setAttribute("aria-controls", this.#body.id);
    this.#toggle.addEventListener("click", () => {
      this.open = this.#body.hidden === true;
    });
    this.element = element(
      "li.card.own-bot",
      { id: bot.id },
      element("div.own-row", {}, this.#head, this.#standing, this.#toggle),
      this.#failure,
      this.#body,
    );
    this.open = kindOf(bot) === "url" && !bot.proven;
    this.#show(bot);
    this.ready = this.#showStanding();
  }

  /** Whether all that its owner can do is shown. @param {boolean} open */
  set open(open) {
    this.#body.hidden = !open;
    this.#toggle.setAttribute("aria-expanded", String(open));
  }

  /** What is known for comparing it with an earlier visit. */
  get known() {
    return { id: this.#bot.id, name: this.#bot.name, record: this.#record };
  }

  get id() {
    return this.#bot.id;
  }

  /** Whether a list that was just loaded may lack it. */
  get isNew() {
    return performance.now() - this.#madeAt < NEW_MILLISECONDS;
  }

  /** Moves the view and the focus to the bot. */
  lead() {
    this.open = true;
    this.element.scrollIntoView({ block: "start" });
    this.#head.querySelector("a")?.focus({ preventScroll: true });
  }

  /** Shows the secret of a bot that was just registered. @param {string} secret */
  set secret(secret) {
    this.#secret = secret;
    this.update(this.#bot);
  }

  /** Shows the bot as it is now. @param {Api.Bot} bot */
  update(bot) {
    this.#show(bot);
    this.ready = this.#showStanding();
  }

  /** @param {Api.Bot} bot */
  #show(bot) {
    this.#bot = bot;
    this.#toggle.setAttribute("aria-label", `Details of ${bot.name}`);
    const { mark, tone, text } = stateOf(bot);
    this.#head.replaceChildren(
      avatar(bot.id),
      element(
        "div.own-name",
        {},
        element("h2", {}, element("a", { href: botAddress(bot.game, bot.id) }, element("bdi", {}, bot.name))),
        element("span.hint", {}, `${gameName(bot.game)} · version ${bot.version} · ${kindWords(bot)}`),
      ),
      element(`span.mark.${tone}`, {}, mark),
    );
    show(this.#state, text);
    this.#showStart();
    if (!this.#checking) {
      this.#showCheck();
    }
    // The next step stands out.
    this.#checkIt.classList.toggle("plain", kindOf(bot) !== "url" || bot.proven);
    this.#pause.textContent = bot.active ? "Pause" : "Resume";
    this.#publish.textContent = bot.visibility === "public" ? "Make it private" : "Make it public";
  }

  /** Rating, record, and how the last match was lost that was lost by failing. What cannot be loaded is left as it is. */
  async #showStanding() {
    let record;
    try {
      record = await recordOf(this.#bot, this.#token, this.#lost);
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      return;
    }
    this.#record = record;
    this.#standing.replaceChildren(...(record === null ? [element("span.hint", {}, "Not rated yet")] : figuresOf(record)));
    this.#failure.hidden = record === null || record.lost === null;
    if (record !== null && record.lost !== null) {
      const { lost } = record;
      this.#lost = lost;
      this.#failure.replaceChildren(
        `${lostWords(record, lost)} `,
        element(
          "a",
          { href: `match.html?${new URLSearchParams({ id: lost.match, turn: String(lost.turn) })}` },
          `See turn ${lost.turn}`,
        ),
      );
    }
  }

  /** The panel is drawn again only if it changes, so that a selection or the focus in it survives. */
  #showStart() {
    const bot = this.#bot;
    const { id, url, proof } = bot;
    const atUrl = url !== undefined && proof !== undefined;
    const needed = atUrl ? !bot.proven || this.#secret !== null : kindOf(bot) === "connected" && !bot.online;
    const key = needed ? JSON.stringify([kindOf(bot), url, proof?.text, this.#secret]) : "";
    if (key !== this.#startKey) {
      this.#startKey = key;
      this.#start.replaceChildren(...(!needed ? [] : [atUrl ? startPanel({ id, url, proof }, this.#secret) : connectPanel(bot)]));
    }
  }

  #showCheck() {
    const { check } = this.#bot;
    // Asking a bot again for a turn of a match is shown on the match's page.
    if (check === null || check === undefined || check.finishedAt === null || check.match !== null) {
      this.#check.replaceChildren();
      return;
    }
    const { tone, text, advice } = checkOutcome(this.#bot, check);
    const key = check.id + text;
    if (this.#check.dataset.key === key) {
      return;
    }
    this.#check.dataset.key = key;
    this.#check.replaceChildren(
      element(
        `p.${tone === "good" ? "verified" : "problem"}`,
        {},
        element("strong", {}, text),
        advice === null ? null : ` ${advice}`,
      ),
      element(
        "details",
        { open: tone === "bad" && check.calls.length > 0 },
        element("summary", {}, `Requests and answers, ${age(check.finishedAt)}`),
        element("ol.asked", {}, ...check.calls.map(callRow)),
      ),
    );
  }

  #makeTools() {
    const { id, game } = this.#bot;
    const challenge = element(
      "a.button.plain.small",
      { href: `new.html?${new URLSearchParams({ game, p1: id })}` },
      "Start a match",
    );
    const edit =
      kindOf(this.#bot) === "published"
        ? element("a.button.plain.small", { href: `play.html?${new URLSearchParams({ game, bot: id })}` }, "Edit its code")
        : null;
    this.#tools.append(this.#checkIt, ...(edit === null ? [] : [edit]), challenge, this.#pause);
  }

  #makeChanges() {
    const atUrl = kindOf(this.#bot) === "url";
    return element(
      "p.own-tools",
      {},
      button("Rename", () => this.#edit("Name", "/name", this.#bot.name, {}, MAX_NAME_LENGTH)),
      ...(atUrl ? [button("Change the URL", () => this.#edit("URL", "/url", this.#bot.url ?? "", { type: "url" }))] : []),
      ...(kindOf(this.#bot) === "published"
        ? []
        : [
            button("New version", () =>
              this.#askFirst(
                "Announce a new version? The bot keeps its rating, with higher uncertainty, and its record starts again.",
                "It is a new version",
                () => this.#act((token) => api.renewBot(this.id, token)),
              ),
            ),
          ]),
      ...(atUrl
        ? [
            button("New secret", () =>
              this.#askFirst(
                "Make a new secret? Your bot refuses all calls until you start it with the new one.",
                "Make a new secret",
                () => this.#replaceSecret(),
              ),
            ),
          ]
        : []),
      this.#publish,
      button("Delete", () =>
        this.#askFirst("Delete this bot? This cannot be undone. Its matches stay.", "Delete it for good", () => this.#delete()),
      ),
    );
  }

  /** What closes a small form and gives the focus back to the button that opened it. */
  #closing() {
    const opener = document.activeElement;
    return () => {
      this.#editing.replaceChildren();
      if (opener instanceof HTMLElement) {
        opener.focus();
      }
    };
  }

  /**
   * A small form for one field.
   *
   * @param {string} label
   * @param {string} pointer
   * @param {string} value
   * @param {Record<string, string>} attributes
   */
  #edit(label, pointer, value, attributes, most = MAX_URL_LENGTH) {
    const input = limited(element("input", { required: true, autocomplete: "off", spellcheck: false, ...attributes }), most);
    input.value = value;
    const field = formField(`edit-${this.id}`, label, input);
    const save = element("button.small", { type: "submit" }, "Save");
    const cancel = element("button.plain.small", { type: "button" }, "Cancel");
    const form = element("form.editing", {}, field.element, element("p.own-tools", {}, save, cancel));
    const close = this.#closing();
    cancel.addEventListener("click", close);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const done = await this.#act((token) => api.changeBot(this.id, { [pointer.slice(1)]: input.value.trim() }, token), {
        [pointer]: field,
      });
      if (done) {
        close();
      }
    });
    this.#editing.replaceChildren(form);
    input.focus();
    input.select();
  }

  /** @param {string} question @param {string} answer @param {() => Promise<unknown>} act */
  #askFirst(question, answer, act) {
    const go = element("button.small", { type: "button" }, answer);
    const cancel = element("button.plain.small", { type: "button" }, "Cancel");
    const close = this.#closing();
    go.addEventListener("click", async () => {
      close();
      await act();
    });
    cancel.addEventListener("click", close);
    this.#editing.replaceChildren(element("p", {}, question), element("p.own-tools", {}, go, cancel));
    go.focus();
  }

  /** @param {Api.BotChange} change */
  #change(change) {
    return this.#act((token) => api.changeBot(this.id, change, token));
  }

  async #replaceSecret() {
    await this.#act(async (token) => {
      const bot = await api.replaceSecret(this.id, token);
      this.#secret = bot.secret;
      return bot;
    });
  }

  async #delete() {
    if (await this.#act((token) => api.deleteBot(this.id, token))) {
      this.element.remove();
      this.#removed();
    }
  }

  /**
   * Changes the bot, and shows it or the problem. Returns whether it worked.
   *
   * @param {(token: string) => Promise<Api.Bot>} action
   * @param {Record<string, ReturnType<typeof formField>>} fields
   */
  async #act(action, fields = {}) {
    const focused = document.activeElement;
    this.#busy(true);
    show(this.#problem, null);
    try {
      this.update(await action(this.#token));
      return true;
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      show(this.#problem, tellFields(failed, fields));
      return false;
    } finally {
      this.#busy(false);
      // A button that was disabled meanwhile has lost it.
      if (focused instanceof HTMLElement && document.activeElement === document.body) {
        focused.focus();
      }
    }
  }

  /** @param {boolean} busy */
  #busy(busy) {
    for (const button of this.element.querySelectorAll("button")) {
      button.disabled = busy;
    }
  }

  async #runCheck() {
    this.#checking = true;
    this.#checkIt.textContent = "Checking …";
    delete this.#check.dataset.key;
    this.#check.replaceChildren(element("p.note", {}, "Asking the bot for a few moves …"));
    const done = await this.#act(async (token) => {
      const { id } = await api.checkBot(this.id, token);
      for (let look = 0; look < MOST_LOOKS; look++) {
        const bot = await api.bot(this.id, token);
        if (bot.check?.id !== id || bot.check.finishedAt !== null) {
          return bot;
        }
        await wait(CHECK_MILLISECONDS);
      }
      throw new api.RequestFailed("The check has not finished yet. Look again in a few minutes.", null);
    });
    this.#checking = false;
    this.#checkIt.textContent = done ? "Check again" : "Check it";
    this.#showCheck();
  }
}

/** @param {BotRecord} record */
const figuresOf = (record) => [
  sparkline(record.line),
  element(
    "span.figure",
    {},
    element("b", {}, ratingText(record)),
    element("span.hint", {}, `rank ${record.rank} of ${record.players}`),
  ),
  element(
    "span.figure",
    {},
    element("b", {}, `${record.wins} – ${record.draws} – ${record.losses}`),
    element("span.hint", {}, "won, drawn, lost"),
  ),
  lastMatches(record.last),
];

/** Ratings as a thin line. @param {number[]} ratings */
function sparkline(ratings) {
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const points = ratings.map(
    (rating, index) =>
      `${(100 * index) / Math.max(1, ratings.length - 1)},${high === low ? 14 : 26 - (24 * (rating - low)) / (high - low)}`,
  );
  return drawing(
    "svg.sparkline",
    { viewBox: "0 0 100 28", preserveAspectRatio: "none", "aria-hidden": "true" },
    drawing("polyline", { points: points.join(" ") }),
  );
}

/** @param {string} label @param {() => void} act */
function button(label, act) {
  const made = element("button.plain.small", { type: "button" }, label);
  made.addEventListener("click", act);
  return made;
}

/** @param {Api.CheckedCall} call */
const callRow = ({ turn, seat, sent, came, milliseconds, passed, text }) =>
  element(
    "li",
    {},
    element(passed ? "strong.good" : "strong.bad", {}, passed ? "Good" : "Wrong"),
    ` seat ${seat}, turn ${turn}, ${duration(milliseconds)}: ${text}`,
    element("pre", { tabindex: 0, role: "group", "aria-label": "Request and answer" }, `${sent}\n→ ${came ?? "no answer"}`),
  );
