/** A seat that the visitor plays by hand: the board to click on, and a field for answers as text. */

import { element, show } from "../shared/dom.js";
import { Board } from "../viewer/board.js";

/** @import { PlaygroundGame } from "../shared/game-modules.js" */
/** @import { Renderer } from "../viewer/board.js" */

const SECOND = 1000;

/**
 * @typedef {{seat: number, turn: number, picture: Engine.Picture, problem: string | null}} Question `problem`: what was wrong with the
 *     answer before
 * @typedef {(asked: Question & {left: number}) => Promise<string | null>} Ask asks the visitor for a move, who has so many milliseconds
 *     left; `null` if the time is up
 */

export class Hand {
  #section;
  #renderer;
  #click;
  #canvas = element("canvas.board", { role: "img" });
  #title = element("h2", { id: "hand-title", tabindex: -1 }, "Your move");
  #note = element("p.hint");
  #time = element("span.hint", { "aria-hidden": "true" });
  #problem = element("p.problem", { role: "alert", hidden: true });
  #answer = element("input", { id: "hand-answer", autocomplete: "off", spellcheck: false, required: true });
  #form;
  /** @type {Board | null} */
  #board = null;
  /** @type {Engine.Picture | null} */
  #picture = null;
  #seat = 0;
  /** @type {((answer: string | null) => void) | null} */
  #done = null;
  #clock = 0;

  /**
   * @param {HTMLElement} section where it appears
   * @param {Engine.Game} game
   * @param {Renderer} renderer
   * @param {PlaygroundGame} own
   */
  constructor(section, game, renderer, own) {
    this.#section = section;
    this.#renderer = renderer;
    this.#click = own.click ?? null;
    this.#answer.value = JSON.stringify(game.exampleAnswer);
    this.#note.textContent = own.click === undefined ? game.answer : `${own.clickHint} Or type an answer: ${game.answer}`;
    this.#form = element(
      "form.hand",
      {},
      element("label", { for: "hand-answer" }, "Answer"),
      this.#answer,
      element("button.small", { type: "submit" }, "Move"),
      this.#time,
    );
    section.replaceChildren(this.#title, element("div.stage", {}, this.#canvas), this.#problem, this.#form, this.#note);
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#moved(this.#answer.value);
    });
    this.#canvas.addEventListener("click", (event) => this.#clicked(event));
    this.#canvas.classList.toggle("clickable", this.#click !== null);
  }

  /** Where the focus goes when the visitor's first move is asked for. */
  get title() {
    return this.#title;
  }

  /**
   * Asks the visitor for a move.
   *
   * @param {Question & {until: number}} asked `until`: when the time is up, as `performance.now()` counts
   * @returns {Promise<string | null>} the answer as JSON; `null` if the time is up
   */
  ask({ seat, turn, picture, until, problem }) {
    this.#section.hidden = false;
    this.#board ??= new Board(this.#canvas, this.#renderer, picture);
    this.#board.show(picture);
    this.#board.describe();
    this.#picture = picture;
    this.#seat = seat;
    this.#title.replaceChildren(element(`span.seat.seat-${seat}`, {}, `Player ${seat}`), `, your move ${turn + 1}`);
    show(this.#problem, problem);
    return new Promise((done) => {
      this.#done = done;
      this.#count(until);
    });
  }

  /** The match goes on, or has ended. */
  end() {
    clearInterval(this.#clock);
    this.#done = null;
    this.#section.hidden = true;
    this.#board?.remove();
    this.#board = null;
  }

  /** @param {number} until */
  #count(until) {
    const tell = () => {
      const left = Math.max(0, Math.ceil((until - performance.now()) / SECOND));
      this.#time.textContent = `${left} s left`;
      if (left === 0) {
        this.#moved(null);
      }
    };
    clearInterval(this.#clock);
    this.#clock = setInterval(tell, SECOND);
    tell();
  }

  /** @param {string | null} answer */
  #moved(answer) {
    const done = this.#done;
    this.#done = null;
    done?.(answer);
  }

  /** @param {MouseEvent} event */
  #clicked({ offsetX, offsetY }) {
    if (this.#click === null || this.#picture === null) {
      return;
    }
    const { columns, rows } = this.#renderer.size(this.#picture);
    const column = Math.floor((offsetX / this.#canvas.clientWidth) * columns);
    const row = Math.floor((offsetY / this.#canvas.clientHeight) * rows);
    if (column < 0 || column >= columns || row < 0 || row >= rows) {
      return; // on the border of the canvas
    }
    this.#moved(JSON.stringify(this.#click(column, row, this.#picture, this.#seat)));
  }
}
