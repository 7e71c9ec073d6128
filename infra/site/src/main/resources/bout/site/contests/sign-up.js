/** The visitor's own bots in a contest: enters and withdraws them. */

import * as api from "../shared/api.js";
import { byId, element, show } from "../shared/dom.js";
import { formField, tellFields } from "../shared/form-field.js";
import { gameName } from "../shared/games.js";
import { showFailure } from "../shared/join-first.js";
import { untilDone } from "../shared/poll.js";
import { keepingFocus } from "../shared/publication.js";
import { keptToken } from "../shared/token.js";
import * as requests from "./contest-api.js";
import { isOver } from "./contest-words.js";

/** @typedef {Api.Contest} Contest */

const MOST_BOTS = 100;

/** Whether it can be entered now. @param {Api.Bot} bot */
const canPlay = ({ active, proven }) => active && proven;

export class SignUp {
  #id;
  #invitation;
  #changed;
  #select = element("select");
  #field = formField("bot", "Bot", this.#select);
  /** @type {Contest | null} */
  #contest = null;
  /** @type {Api.Bot[] | null} `null` until they are loaded, and for who has not joined */
  #bots = null;
  /** @type {api.RequestFailed | null} why they cannot be loaded */
  #failed = null;

  /** @param {string} id of the contest @param {string | null} invitation from its link @param {(contest: Contest) => void} changed */
  constructor(id, invitation, changed) {
    this.#id = id;
    this.#invitation = invitation;
    this.#changed = changed;
    byId("bot-place").append(this.#field.element);
    this.#select.addEventListener("change", () => this.#nameButton());
    // In another tab a bot may have been written, or somebody may have joined.
    document.addEventListener("visibilitychange", () => !document.hidden && this.load());
    byId("enter").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.#send(byId("enter-go"), () => requests.enter(this.#id, this.#entry(), keptToken()));
    });
  }

  #entry() {
    const bot = this.#select.value;
    return this.#invitation === null ? { bot } : { bot, invitation: this.#invitation };
  }

  /** Loads the visitor's bots. */
  async load() {
    const token = keptToken();
    /** @param {string | null} problem */
    const tell = (problem) => show(byId("sign-up-problem"), problem);
    try {
      this.#bots = (await untilDone(() => api.bots({ mine: true, limit: MOST_BOTS }, token), tell, false)).bots;
      this.#failed = null;
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      tell(null);
      this.#bots = null;
      this.#failed = failed;
    }
    const contest = this.#contest;
    if (contest !== null) {
      keepingFocus(() => this.show(contest));
    }
  }

  /** @param {Contest} contest */
  show(contest) {
    this.#contest = contest;
    const { state, game, entries, perOwner } = contest;
    const own = (this.#bots ?? []).filter((bot) => bot.game === game);
    const inside = own.filter(({ id }) => entries.some(({ bot, out }) => bot === id && out === null));
    const others = own.filter((bot) => !inside.includes(bot)).sort((one, other) => Number(canPlay(other)) - Number(canPlay(one)));
    const open = state === "open";
    byId("sign-up").hidden = isOver(state) || (!open && inside.length === 0);
    byId("own").replaceChildren(...inside.map((bot) => this.#entered(bot, open)));
    const full = inside.length >= perOwner;
    const invited = !contest.onlyInvited || this.#invitation !== null;
    byId("enter").hidden = !open || full || !invited || others.length === 0;
    this.#offer(others);
    this.#note(own, others, full && open);
    if (open && !invited && this.#failed === null) {
      show(byId("sign-up-note"), "Only invited people enter bots: open the link that the organiser has given you.");
    }
  }

  /** @param {Api.Bot[]} others */
  #offer(others) {
    const { value } = this.#select;
    this.#select.replaceChildren(...others.map(({ id, name }) => element("option", { value: id, selected: id === value }, name)));
    this.#field.element.hidden = others.length < 2 && !this.#select.matches("[aria-invalid]");
    this.#nameButton();
  }

  #nameButton() {
    byId("enter-go").replaceChildren("Enter ", element("bdi", {}, this.#select.selectedOptions[0]?.text ?? ""));
  }

  /** What to do instead. @param {Api.Bot[]} own @param {Api.Bot[]} others @param {boolean} full */
  #note(own, others, full) {
    const note = byId("sign-up-note");
    show(note, null);
    if (this.#failed !== null) {
      showFailure(note, this.#failed, keptToken());
    } else if (this.#bots !== null && own.length === 0 && this.#contest !== null) {
      const { game } = this.#contest;
      show(note, "");
      note.append(
        "You have no bot for ",
        element("span", { "data-game": game }, gameName(game)),
        " yet. ",
        element("a", { href: `play.html?${new URLSearchParams({ game })}` }, "Write one in the playground"),
        ", or ",
        element("a", { href: "my-bots.html" }, "register one that runs elsewhere"),
        ".",
      );
    } else if (full && others.length > 0) {
      show(note, "To enter another bot, withdraw one first.");
    }
  }

  /** A bot that takes part. Once the contest is closed, it cannot come back. @param {Api.Bot} bot @param {boolean} open */
  #entered({ id, name }, open) {
    const place = element("li", {}, element("span", {}, element("bdi", {}, name), " takes part."), " ");
    const send = (/** @type {HTMLButtonElement} */ button) =>
      this.#send(button, () => requests.withdraw(this.#id, id, keptToken()));
    const withdraw = button("Withdraw", () => {
      if (open) {
        send(withdraw);
      } else {
        const go = button("Withdraw for good", () => send(go));
        place.replaceChildren(
          element("span", {}, element("bdi", {}, name), " will play in no further stage, and cannot come back."),
          " ",
          go,
        );
        go.focus();
      }
    });
    withdraw.dataset.same = `withdraw ${id}`;
    place.append(withdraw);
    return place;
  }

  /** @param {HTMLButtonElement} button @param {() => Promise<Contest>} request */
  async #send(button, request) {
    button.disabled = true;
    show(byId("sign-up-problem"), null);
    this.#field.tell(null);
    try {
      this.#changed(await request());
      byId("sign-up-title").focus();
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      this.#field.element.hidden = failed.parts.length === 0 && this.#select.options.length < 2;
      const rest = tellFields(failed, { "/bot": this.#field });
      if (rest !== null) {
        showFailure(byId("sign-up-problem"), failed, keptToken());
      }
    } finally {
      button.disabled = false;
    }
  }
}

/** @param {string} label @param {() => void} act */
function button(label, act) {
  const made = element("button.plain.small", { type: "button" }, label);
  made.addEventListener("click", act);
  return made;
}
