/** Lets the owner of a bot send it the request of the shown turn again, and compare the answers. */

import * as api from "../shared/api.js";
import { element, show } from "../shared/dom.js";
import { keepToken, keptToken } from "../shared/token.js";
import { duration } from "../shared/words.js";

const WAIT_MS = 1000;

/** A bot may take its whole time limit, and others may be before it in the queue. */
const MOST_WAITS = 120;

/** @typedef {{id: string, game: string, players: Api.Player[]}} AskedMatch finished, as the API describes it */

export class AskAgain {
  #host;
  #id;
  #turn = 0;
  /** @type {(string | null)[]} */
  #recorded = [];
  #token;
  #tokenField;
  #outcome = element("div.again", { role: "status" });
  #problem = element("p.problem", { role: "alert", hidden: true });
  #buttons;

  /**
   * @param {HTMLDetailsElement} host
   * @param {AskedMatch} match
   */
  constructor(host, { id, game, players }) {
    this.#host = host;
    this.#id = id;
    this.#token = element("input", {
      id: "again-token",
      type: "password",
      maxlength: 200,
      autocomplete: "off",
      spellcheck: false,
      "aria-describedby": "again-hint",
    });
    this.#token.value = keptToken();
    const tokenField = element("p.field", {}, element("label", { for: "again-token" }, "Token"), this.#token);
    // The browser of whoever joined has the token, so there is nothing to ask for.
    tokenField.hidden = this.#token.value !== "";
    this.#tokenField = tokenField;
    if (tokenField.hidden) {
      this.#openForOwner(game, players);
    }
    this.#buttons = players.map(({ bot, name }, index) => {
      if (bot === undefined) {
        return null;
      }
      const button = element(
        "button.plain.small",
        { type: "button" },
        "Ask ",
        element(`bdi.seat.seat-${index + 1}`, {}, name),
        " again",
      );
      button.addEventListener("click", () => this.#ask(bot, index + 1));
      return button;
    });
    host.replaceChildren(
      element("summary", {}, "Ask your bot again"),
      element(
        "p.hint",
        { id: "again-hint" },
        "Sends the request of this turn to the bot as it is now. Only its owner can do that, with " +
          "their token; a Bout on your own machine needs none.",
      ),
      tokenField,
      element("p.again-bots", {}, ...this.#buttons),
      this.#problem,
      this.#outcome,
    );
  }

  /**
   * Whoever owns one of the bots finds the button without opening anything.
   *
   * @param {string} game
   * @param {Api.Player[]} players
   */
  async #openForOwner(game, players) {
    try {
      const { bots } = await api.bots({ game, mine: true, limit: 100 }, this.#token.value);
      this.#host.open ||= bots.some(({ id }) => players.some(({ bot }) => bot === id));
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      // It can still be opened by hand.
    }
  }

  /**
   * Says which turn is shown.
   *
   * @param {number} turn as shown; the bots were asked for it as the turn before
   * @param {{seat: number, text: string}[]} answered for each call of the turn its `seat`, and the `text` of what came
   */
  show(turn, answered) {
    this.#recorded = this.#buttons.map((_, index) => answered.find(({ seat }) => seat === index + 1)?.text ?? null);
    this.#host.hidden = this.#buttons.every((button, index) => button === null || this.#recorded[index] === null);
    this.#buttons.forEach((button, index) => {
      if (button !== null) {
        button.hidden = this.#recorded[index] === null;
      }
    });
    if (turn !== this.#turn) {
      this.#outcome.replaceChildren();
      show(this.#problem, null);
    }
    this.#turn = turn;
  }

  /** @param {string} bot @param {number} seat */
  async #ask(bot, seat) {
    const turn = this.#turn;
    const before = this.#recorded[seat - 1];
    const token = this.#token.value.trim();
    this.#busy(true);
    show(this.#problem, null);
    this.#outcome.replaceChildren("Asking …");
    try {
      const asked = await api.askAgain(bot, { match: this.#id, turn: turn - 1, seat }, token);
      keepToken(token);
      const call = await this.#answer(bot, asked.id, token);
      if (turn === this.#turn) {
        this.#outcome.replaceChildren(comparison(before, call));
      }
    } catch (failed) {
      if (!(failed instanceof api.RequestFailed)) {
        throw failed;
      }
      this.#outcome.replaceChildren();
      show(this.#problem, failed.message);
      this.#tokenField.hidden = !failed.needsToken && this.#tokenField.hidden;
    } finally {
      this.#busy(false);
    }
  }

  /** The call, once it has been made. @param {string} bot @param {string} check @param {string} token */
  async #answer(bot, check, token) {
    for (let wait = 0; wait < MOST_WAITS; wait++) {
      const { check: last } = await api.bot(bot, token);
      if (last?.id !== check) {
        throw new api.RequestFailed(
          "Another check of the bot was requested in the meantime, or it has a new URL. Ask again.",
          null,
        );
      }
      if (last.finishedAt !== null) {
        return last.calls[0];
      }
      await new Promise((done) => {
        setTimeout(done, WAIT_MS);
      });
    }
    throw new api.RequestFailed("The request has not been sent yet. The bot's page will show the answer.", null);
  }

  /** @param {boolean} busy */
  #busy(busy) {
    for (const button of this.#buttons) {
      if (button !== null) {
        button.disabled = busy;
      }
    }
  }
}

/** @param {string | null} before @param {Api.CheckedCall} call */
function comparison(before, { came, milliseconds, passed, text }) {
  return element(
    "dl.facts",
    {},
    element("dt", {}, "Then"),
    element("dd", {}, element("code", {}, before)),
    element("dt", {}, "Now"),
    element(
      passed ? "dd" : "dd.refused",
      {},
      ...(came === null ? [] : [element("code", {}, came), " "]),
      `${text} (${duration(milliseconds)})`,
    ),
  );
}
