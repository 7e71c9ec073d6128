/** Shows each bot's answer on the current turn, its duration, and its outcome. */

import { botName } from "../shared/bot-names.js";
import { element } from "../shared/dom.js";
import { duration, failureWords } from "../shared/words.js";

/** @import { Outcome, Renderer } from "./board.js" */
/** @import { Player } from "./player.js" */

/** @typedef {(seat: number, turn: number) => string | null} Printed what bots printed, by seat and turn, from 0 */

/** An answer can be very long. */
const SHOWN_CHARACTERS = 600;

/** How many outcomes are shown without scrolling. */
const UNSCROLLED = 8;

export class Answers {
  #host;
  #title;
  #player;
  #renderer;
  #players;
  /** @type {Printed | null} */
  #printed = null;
  #width = 0;

  /**
   * @param {HTMLElement} host
   * @param {HTMLElement} title
   * @param {Player} player
   * @param {Renderer} renderer
   * @param {Replay.Player[]} players of the replay
   */
  constructor(host, title, player, renderer, players) {
    this.#host = host;
    this.#title = title;
    this.#player = player;
    this.#renderer = renderer;
    this.#players = players;
    player.addEventListener("turn", () => this.#turned());
    this.#turned();
  }

  /** @param {Printed} printed */
  set printed(printed) {
    this.#printed = printed;
    this.#turned();
  }

  #turned() {
    const { turn, picture, before, calls } = this.#player.moment;
    this.#title.textContent = turn === 0 ? "Before the first turn" : `Turn ${turn}`;
    this.#host.replaceChildren(
      ...(turn === 0
        ? [element("p.hint", {}, "No bot has moved yet.")]
        : calls.map((call) => this.#answer(call, turn - 1, picture, before))),
    );
    this.#keepPlace();
  }

  /** Keeps the place of the longest answers so far: what is below would jump up and down from turn to turn. */
  #keepPlace() {
    const { offsetWidth, style } = this.#host;
    if (offsetWidth !== this.#width) {
      this.#width = offsetWidth;
      style.minHeight = "";
    }
    style.minHeight = `${Math.ceil(this.#host.getBoundingClientRect().height)}px`;
  }

  /** @param {Engine.Call} call @param {number} turn @param {Engine.Picture} picture @param {Engine.Picture | null} before */
  #answer(call, turn, picture, before) {
    const player = this.#players[call.seat - 1];
    const printed = this.#printed?.(call.seat, turn) ?? null;
    return element(
      "div.answer",
      {},
      element(
        "p.asked",
        {},
        element(`bdi.seat.seat-${call.seat}`, {}, botName(player)),
        element("span.time", {}, timeOf(call, player.house !== undefined)),
      ),
      call.failure === null
        ? element("p.said", {}, element("code", {}, shortened(this.#renderer.answer(call.move))))
        : element("p.said.refused", {}, element("strong", {}, failureWords(call.failure.kind)), ` ${call.failure.text}`),
      call.note ? element("p.bot-note", {}, element("span.hint", {}, "Note "), element("bdi", {}, call.note)) : null,
      outcomesOf(this.#renderer.outcomes(call, picture, before)),
      printed === null
        ? null
        : element(
            "div.printed",
            {},
            element("p.hint", {}, "Printed; only you see this"),
            element("pre", { tabindex: 0, role: "group", "aria-label": `What ${botName(player)} printed` }, printed),
          ),
    );
  }
}

/** A long list scrolls. Without a mouse, that works only if the list can get the focus. @param {Outcome[]} outcomes */
function outcomesOf(outcomes) {
  const long = outcomes.length > UNSCROLLED;
  return element(
    long ? "ul.outcomes.long" : "ul.outcomes",
    long ? { tabindex: 0, "aria-label": "What the engine made of it" } : {},
    ...outcomes.map(({ text, refused }) => element(refused ? "li.refused" : "li", {}, text)),
  );
}

/** A failure without a measured time is not shown as a call of 0 ms. @param {Engine.Call} call @param {boolean} house */
function timeOf({ failure, milliseconds }, house) {
  if (milliseconds > 0) {
    return failure === null ? duration(milliseconds) : `failed after ${duration(milliseconds)}`;
  }
  return failure === null && house ? "house bot" : "time not known";
}

/** @param {string} text */
const shortened = (text) => (text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS)} …`);
