/** Lets a bot of the playground play rated matches from this tab, until it is closed. */

import * as api from "../shared/api.js";
import { element, limited, show } from "../shared/dom.js";
import { botAddress } from "../shared/participants.js";
import { keptToken } from "../shared/token.js";
import { MAX_NAME_LENGTH } from "./bots.js";
import { Lines } from "./lines.js";
import { CodeProblem } from "./sandbox.js";
import { TabBot } from "./tab-bot.js";

/** @import { PlayingBot } from "./session.js" */

const LIMIT = 100;

export class Online {
  #place;
  #game;
  /** @type {Lines | null} */
  #lines = null;

  /**
   * @param {HTMLElement} place
   * @param {{id: string}} game
   */
  constructor(place, game) {
    this.#place = place;
    this.#game = game;
  }

  /**
   * Asks for a name and goes online; while it is online, only shows so.
   *
   * @param {PlayingBot} bot with code
   */
  open({ name = "", code = "" }) {
    this.#place.hidden = false;
    if (this.#lines !== null) {
      return;
    }
    const field = limited(
      element("input", {
        id: "online-name",
        value: name,
        required: true,
        autocomplete: "off",
        spellcheck: false,
      }),
      MAX_NAME_LENGTH,
    );
    const problem = element("p.problem", { role: "alert", hidden: true });
    const go = element("button.small", { type: "submit" }, "Go online");
    const cancel = button("Cancel", () => this.#close());
    const form = element(
      "form.online",
      {},
      element("label", { for: "online-name" }, "Play rated matches from this tab as"),
      field,
      go,
      cancel,
      problem,
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      show(problem, null);
      go.disabled = true;
      try {
        await this.#start(field.value.trim(), code);
      } catch (failed) {
        if (!(failed instanceof api.RequestFailed || failed instanceof CodeProblem || failed instanceof NotThis)) {
          throw failed;
        }
        tell(problem, failed);
      } finally {
        go.disabled = false;
      }
    });
    this.#place.replaceChildren(form);
    field.focus();
    field.select();
  }

  /** @param {string} name @param {string} code */
  async #start(name, code) {
    const bot = new TabBot(this.#game.id, code);
    await bot.load();
    try {
      const token = keptToken();
      const registered = await this.#registered(name, token);
      this.#run(
        registered,
        bot,
        new Lines(
          () => api.connectBot(registered.id, token),
          (request) => bot.ask(request),
          ({ match, ended }) => ended && bot.forget(match),
        ),
      );
    } catch (failed) {
      bot.end();
      throw failed;
    }
  }

  /** The visitor's connected bot of this name; the first time it is registered. @param {string} name @param {string} token */
  async #registered(name, token) {
    const { bots } = await api.bots({ game: this.#game.id, mine: true, limit: LIMIT }, token);
    const known = bots.find((bot) => bot.name === name);
    if (known !== undefined && known.kind !== "connected") {
      throw new NotThis(`You have a bot ${name} already that plays without this tab. Choose another name.`);
    }
    return known ?? api.registerBot({ game: this.#game.id, name, connected: true, visibility: "public" }, token);
  }

  /** @param {Api.Bot} registered @param {TabBot} bot @param {Lines} lines */
  #run(registered, bot, lines) {
    this.#lines = lines;
    const state = element("span", { role: "status" }, "connecting …");
    const problem = element("p.problem", { role: "alert", hidden: true });
    const tellState = () => {
      const played = bot.matches === 0 ? "waiting for matches" : `${bot.matches} ${bot.matches === 1 ? "match" : "matches"}`;
      const last = bot.lastMove === null ? "" : `, last move ${bot.lastMove} ms`;
      state.textContent = lines.online ? `online: ${played}${last}` : `offline. ${lines.problem ?? ""}`;
    };
    lines.addEventListener("state", tellState);
    const watch = setInterval(tellState, 1_000);
    this.#place.replaceChildren(
      element(
        "p.online",
        {},
        element("a", { href: botAddress(registered.game, registered.id) }, registered.name),
        " ",
        state,
        " ",
        button("Go offline", () => {
          lines.stop();
          this.#close();
        }),
        element("span.hint", {}, "It plays the code as it was when it went online, while this tab is open."),
      ),
      problem,
    );
    lines
      .run()
      .catch((failed) => {
        tell(problem, failed);
        this.#lines = null;
      })
      .finally(() => {
        clearInterval(watch);
        tellState();
        bot.end();
      });
  }

  #close() {
    this.#lines = null;
    this.#place.hidden = true;
    this.#place.replaceChildren();
  }
}

/** The name is taken by another kind of bot. */
class NotThis extends Error {}

/** @param {string} text @param {() => void} act */
function button(text, act) {
  const made = element("button.plain.small", { type: "button" }, text);
  made.addEventListener("click", act);
  return made;
}

/** @param {HTMLElement} place @param {Error} failed */
function tell(place, failed) {
  show(place, failed.message);
  if (failed instanceof api.RequestFailed && failed.needsToken) {
    place.append(" ", element("a", { href: "join.html" }, "Join first"), ", or use the invitation that you got.");
  }
}
