/** Shows each bot's answer on the current turn, its duration, and its outcome. */

import { botName } from "../shared/bot-names.js";
import { element } from "../shared/dom.js";
import { duration, failureWords } from "../shared/words.js";

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
  #printed = null;

  /** @param players of the replay, `[{name, house}]` */
  constructor(host, title, player, renderer, players) {
    this.#host = host;
    this.#title = title;
    this.#player = player;
    this.#renderer = renderer;
    this.#players = players;
    player.addEventListener("turn", () => this.#turned());
    this.#turned();
  }

  /** Adds what bots printed: a function of seat and turn, from 0. @param {(seat: number, turn: number) => string | null} printed */
  set printed(printed) {
    this.#printed = printed;
    this.#turned();
  }

  #turned() {
    const { turn, picture, before, calls } = this.#player.moment;
    this.#title.textContent = turn === 0 ? "Before the first turn" : `Turn ${turn}`;
    if (turn === 0) {
      this.#host.replaceChildren(element("p.hint", {}, "No bot has been asked yet."));
      return;
    }
    this.#host.replaceChildren(...calls.map((call) => this.#answer(call, turn - 1, picture, before)));
  }

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

/** A long list scrolls. Without a mouse, that works only if the list can get the focus. */
function outcomesOf(outcomes) {
  const long = outcomes.length > UNSCROLLED;
  return element(
    long ? "ul.outcomes.long" : "ul.outcomes",
    long ? { tabindex: 0, "aria-label": "What the engine made of it" } : {},
    ...outcomes.map(({ text, refused }) => element(refused ? "li.refused" : "li", {}, text)),
  );
}

/** A failure without a measured time is not shown as a call of 0 ms. */
function timeOf({ failure, milliseconds }, house) {
  if (milliseconds > 0) {
    return failure === null ? duration(milliseconds) : `failed after ${duration(milliseconds)}`;
  }
  return failure === null && house ? "house bot" : "time not known";
}

const shortened = (text) => (text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS)} …`);
