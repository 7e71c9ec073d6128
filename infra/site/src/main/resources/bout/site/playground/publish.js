/** Puts a bot of the playground online: joins if necessary, publishes the code, and follows the bot to its first rated match. */

import * as api from "../shared/api.js";
import { JoinForm } from "../account/join-form.js";
import { untilKept } from "../account/recovery-code.js";
import { checkOutcome, kindOf } from "../account/bot-words.js";
import { element, limited, show } from "../shared/dom.js";
import { formField, tellFields } from "../shared/form-field.js";
import { warnOfTakenName } from "../shared/name-taken.js";
import { botAddress, opponents, outcomeOf, ownFirst } from "../shared/participants.js";
import { seen, wait } from "../shared/poll.js";
import { keptToken } from "../shared/token.js";
import { scoreBehind } from "../shared/words.js";
import { MAX_NAME_LENGTH } from "./bots.js";
import { CodeProblem, Sandbox } from "./sandbox.js";

const MAX_CODE_BYTES = 65_536;
const LIMIT = 100;
const LOOK_MILLISECONDS = 2_000;

const NEW = "";
const NAME_HINT = "Everyone sees it.";

/** @typedef {{name: string, code: string, tell: (problem: CodeProblem | null) => void}} OfferedBot */

export class Publish {
  #game;
  #offered;
  #origin;
  #body = element("div");
  #dialog = element("dialog.help.publish", { "aria-labelledby": "publish-title" });
  #opened = 0;

  /**
   * @param {{id: string}} game
   * @param {() => OfferedBot[]} offered the bots with code, the first seat's first
   * @param {string | null} origin the published bot that the visitor came to change
   */
  constructor(game, offered, origin) {
    this.#game = game;
    this.#offered = offered;
    this.#origin = origin;
    const close = element("button.plain.small.close", { type: "button", "aria-label": "Close" }, "✕");
    close.addEventListener("click", () => this.#dialog.close());
    this.#dialog.append(close, this.#body);
    this.#dialog.addEventListener("close", () => {
      this.#opened++;
    });
    document.body.append(this.#dialog);
  }

  async open() {
    this.#opened++;
    this.#say("Put this bot online", element("p.note", { role: "status" }, "One moment …"));
    this.#dialog.showModal();
    await this.#begin(keptToken());
  }

  /** @param {string} title @param {...(Node | string)} content */
  #say(title, ...content) {
    this.#body.replaceChildren(element("h2", { id: "publish-title" }, title), ...content);
  }

  /** @param {string} token */
  async #begin(token) {
    const opened = this.#opened;
    try {
      const [, { bots }] = await Promise.all([api.me(token), api.bots({ game: this.#game.id, mine: true, limit: LIMIT }, token)]);
      if (opened === this.#opened) {
        this.#askName(
          token,
          bots.filter((bot) => kindOf(bot) === "published"),
        );
      }
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      if (opened !== this.#opened) {
        return;
      }
      if (failed.needsToken) {
        this.#askToJoin();
      } else {
        this.#say("Put this bot online", element("p.problem", { role: "alert" }, failed.message));
      }
    }
  }

  #askToJoin() {
    const form = new JoinForm("", (joined) => this.#welcome(joined));
    this.#say(
      "Join first",
      form.element,
      element("p.hint", {}, "Do you have a token already? Enter it at ", element("a", { href: "my-bots.html" }, "My bots"), "."),
    );
    form.focus();
  }

  /** @param {Api.IssuedKey} joined */
  async #welcome({ owner, token, recovery }) {
    if (recovery !== null) {
      const place = element("div");
      this.#say("Keep your recovery code", place);
      await untilKept(place, owner.name, recovery);
    }
    await this.#begin(token);
  }

  /** @param {string} token @param {Api.Bot[]} published */
  #askName(token, published) {
    const offered = this.#offered();
    const which = formField(
      "publish-which",
      "Bot",
      element("select", {}, ...offered.map(({ name }, index) => element("option", { value: index }, name))),
    );
    which.element.hidden = offered.length < 2;
    const place = formField(
      "publish-as",
      "As",
      element(
        "select",
        {},
        element("option", { value: NEW }, "a new bot"),
        ...published.map(({ id, name, version }) => element("option", { value: id }, `version ${version + 1} of ${name}`)),
      ),
    );
    place.element.hidden = published.length === 0;
    const name = formField(
      "publish-name",
      "Name",
      limited(element("input", { required: true, autocomplete: "off", spellcheck: false }), MAX_NAME_LENGTH),
      NAME_HINT,
    );
    const look = warnOfTakenName(name, NAME_HINT, () => this.#game.id);
    const open = element("input", { type: "checkbox", id: "publish-open" });
    const problem = element("p.problem", { role: "alert", hidden: true });
    const go = element("button", { type: "submit" }, "Put it online");
    const form = element(
      "form",
      {},
      which.element,
      place.element,
      name.element,
      element("p.check", {}, open, element("label", { for: "publish-open" }, "Everyone can read its code")),
      element(
        "p.hint",
        {},
        "This site stores the code and runs it. It plays on the leaderboard, also while your browser is closed.",
      ),
      problem,
      element("p.actions", {}, go),
    );
    const follow = () => {
      name.element.hidden = name.control.disabled = place.control.value !== NEW;
      open.checked = published.find(({ id }) => id === place.control.value)?.openSource ?? open.checked;
    };
    const suggest = () => {
      const bot = offered[which.control.selectedIndex];
      name.control.value = bot.name;
      // Whoever improves a bot usually wants to replace it.
      place.control.value = published.find(({ id, name: known }) => id === this.#origin || known === bot.name)?.id ?? NEW;
      follow();
      look();
    };
    which.control.addEventListener("change", suggest);
    place.control.addEventListener("change", follow);
    suggest();
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const bot = offered[which.control.selectedIndex];
      show(problem, null);
      go.disabled = true;
      go.textContent = "Putting it online …";
      try {
        const reason = await unfit(this.#game.id, bot);
        if (reason !== null) {
          bot.tell(reason.problem);
          show(problem, reason.text);
          return;
        }
        const before = published.find(({ id }) => id === place.control.value) ?? null;
        const settings = { code: bot.code, openSource: open.checked };
        const made =
          before === null
            ? await api.registerBot({ game: this.#game.id, name: name.control.value.trim(), ...settings }, token)
            : await api.changeBot(before.id, settings, token);
        this.#showOnline(made, token, before !== null && before.version === made.version);
      } catch (failed) {
        if (!(failed instanceof api.RequestFailed)) {
          throw failed;
        }
        show(problem, tellFields(failed, { "/name": name }));
      } finally {
        go.disabled = false;
        go.textContent = "Put it online";
      }
    });
    this.#say("Put this bot online", form);
    (name.element.hidden ? go : name.control).focus();
  }

  /** @param {Api.Bot} bot @param {string} token @param {boolean} isSame */
  #showOnline(bot, token, isSame) {
    const check = element("li.busy", {}, "Checking a few moves …");
    const match = element("li.busy", {}, "Its first rated match starts within a minute …");
    this.#say(
      `${bot.name} is online`,
      element(
        "div",
        { role: "status" },
        element(
          "ol.progress",
          {},
          element(
            "li.done",
            {},
            isSame ? `This code is online already, as version ${bot.version}.` : `Version ${bot.version} is stored.`,
          ),
          check,
          match,
        ),
      ),
      element(
        "p.next",
        {},
        element("a.button", { href: botAddress(bot.game, bot.id) }, "Its page"),
        element("a.button.plain", { href: "my-bots.html" }, "My bots"),
      ),
    );
    this.#body.querySelector("a")?.focus();
    const opened = this.#opened;
    this.#followCheck(bot, token, check, opened);
    this.#followMatch(bot, match, opened);
  }

  /** @param {Api.Bot} bot @param {string} token @param {HTMLElement} place @param {number} opened */
  async #followCheck({ id }, token, place, opened) {
    try {
      const asked = await api.checkBot(id, token);
      while (opened === this.#opened) {
        const bot = await api.bot(id, token);
        if (bot.check?.id === asked.id && bot.check.finishedAt !== null) {
          const { tone, text } = checkOutcome(bot, bot.check);
          place.className = tone === "good" ? "done" : "failed";
          const wrong = bot.check.calls.find(({ passed }) => !passed);
          place.replaceChildren(
            element("strong", {}, tone === "good" ? "Checked: " : "The check failed: "),
            text,
            ...(wrong === undefined ? [] : [` “${wrong.text}” Play a match here to find the mistake, and put it online again.`]),
          );
          return;
        }
        await wait(LOOK_MILLISECONDS);
      }
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      place.className = "failed";
      place.textContent = `It could not be checked. ${failed.message}`;
    }
  }

  /**
   * The bot's page is published after each of its rated matches, and is there when its ladder has the bot.
   *
   * @param {Api.Bot} bot
   * @param {HTMLElement} place
   * @param {number} opened
   */
  async #followMatch({ id, game, updatedAt }, place, opened) {
    while (opened === this.#opened) {
      let file = null;
      try {
        const { players } = await api.ladder(game);
        file = players.some(({ key }) => key === id) ? await api.standings(`bots/${id}`) : null;
      } catch (failed) {
        if (!(failed instanceof api.RequestFailed)) {
          throw failed;
        }
        // The next look will do: the bot plays in any case.
      }
      const first = file?.recent.findLast(({ at }) => Date.parse(at) > Date.parse(updatedAt));
      if (first !== undefined) {
        place.className = "done";
        place.replaceChildren(...matchWords(first));
        return;
      }
      await wait(LOOK_MILLISECONDS);
      await seen();
    }
  }
}

/** @param {BotFile.Document["recent"][0]} match */
function matchWords({ match, players, seat, places, scores }) {
  const outcome = outcomeOf(places, seat);
  const score = scoreBehind({ scores: ownFirst(scores, seat) });
  return [
    element("strong", {}, "First rated match: "),
    `${outcome === "draw" ? "a draw" : outcome}${score === "" ? "" : `${score},`} against `,
    ...opponents(players, seat),
    ". ",
    element("a", { href: `match.html?${new URLSearchParams({ id: match })}` }, "Watch it"),
  ];
}

/**
 * Why code cannot be published, or `null`: its size, or a mistake that keeps it from loading.
 *
 * @param {string} game
 * @param {OfferedBot} bot
 */
async function unfit(game, { code }) {
  const bytes = new TextEncoder().encode(code).length;
  if (bytes > MAX_CODE_BYTES) {
    return {
      text: `The code has ${bytes.toLocaleString("en")} bytes; the limit is ${MAX_CODE_BYTES.toLocaleString("en")}.`,
      problem: null,
    };
  }
  try {
    (await Sandbox.of(game, code)).end();
    return null;
  } catch (problem) {
    if (!(problem instanceof CodeProblem)) {
      throw problem;
    }
    return {
      text: `The code does not load. ${problem.line === null ? "" : `Line ${problem.line}: `}${problem.message}`,
      problem,
    };
  }
}
