/** One side of the playground: the choice of a bot, and its code. */

import { element, show } from "../shared/dom.js";
import { Editor } from "./editor.js";
import { keep, kept } from "./storage.js";
import { CodeProblem, Sandbox } from "./sandbox.js";

const CHECK_MILLISECONDS = 700;
const OWN = "own";
const EARLIER = "earlier";
const LINKED = "linked";
const LINKED_HINT = "Somebody else has written it. Once you change it, it is yours.";
const OWN_HINT = "Kept in this browser, and sent nowhere.";

export class Bench {
  #game;
  #samples;
  #seat;
  #choice;
  #hint;
  #problem;
  #place;
  #keys;
  #editor = null;
  #own = null;
  #earlier = null;
  #linked = null;
  #checked = null;
  #changes = 0;
  #lineWrap = false;
  #vim = false;

  /**
   * @param game as described by the engine
   * @param {import("./samples.js").Samples} samples of the game
   * @param {number} seat 1 or 2
   */
  constructor(game, samples, seat) {
    this.#game = game;
    this.#samples = samples;
    this.#seat = seat;
    const id = `bot-${seat}`;
    this.#choice = element("select", { id, "aria-describedby": `${id}-hint` });
    this.#hint = element("p.hint", { id: `${id}-hint` });
    this.#problem = element("p.problem", { role: "alert", hidden: true });
    this.#place = element("div.editor", { hidden: true });
    this.#keys = element("p.hint", { hidden: true }, "Tab indents. To leave the editor by the keyboard: Escape, then Tab.");
    this.element = element(
      "section.bench.card",
      { "aria-label": `Player ${seat}` },
      element(
        "p.chooser",
        {},
        element(`label.seat.seat-${seat}`, { for: id }, `Player ${seat}`),
        this.#choice,
      ),
      this.#hint,
      this.#problem,
      this.#place,
      this.#keys,
    );
    this.#choice.addEventListener("change", () => this.#chosen());
  }

  /** The selected bot: `{house}` or `{code, name}`. */
  get bot() {
    const [kind, name] = this.#choice.value.split(":");
    if (kind === "house") {
      return { house: name };
    }
    const sample = kind === "sample" ? this.#samples.all.find(({ id }) => id === name) : undefined;
    return { code: this.#editor.code, name: sample?.name ?? (kind === LINKED ? "Linked bot" : "Your bot") };
  }

  /** The bot's display name. */
  get name() {
    const { house, name } = this.bot;
    return house ?? name;
  }

  /** Restores the state of the last visit; without one, selects `choice`: `sample:ID` or `house:NAME`. */
  async restore(choice) {
    const before = kept(this.#game.id, this.#seat);
    this.#own = typeof before?.own === "string" ? before.own : null;
    this.#earlier = typeof before?.earlier === "string" ? before.earlier : null;
    this.#linked = typeof before?.linked === "string" ? before.linked : null;
    this.#offer();
    await this.#choose(this.#has(before?.choice) ? before.choice : choice);
  }

  /**
   * Takes a bot from elsewhere: from the other seat, or from a link.
   *
   * Takes a bot from elsewhere: from the other seat, or from a link.
   *
   * @param {any} bot the name of a house bot as `house`, or its `code`
   * @param {boolean} linked it is someone else's, so it must not replace the visitor's own code
   */
  async seat({ house, code }, linked = false) {
    if (house !== undefined) {
      await this.#choose(this.#has(`house:${house}`) ? `house:${house}` : `house:${this.#game.houseBots[0].name}`);
      return;
    }
    for (const { id } of this.#samples.all) {
      if (await this.#samples.codeOf(id) === code) {
        await this.#choose(`sample:${id}`);
        return;
      }
    }
    if (linked && code !== this.#own) {
      this.#linked = code;
      this.#offer();
      await this.#choose(LINKED);
      return;
    }
    this.#takeAsOwn(code);
    this.#offer();
    await this.#choose(OWN);
  }

  set lineWrap(on) {
    this.#lineWrap = on;
    if (this.#editor !== null) {
      this.#editor.lineWrap = on;
    }
  }

  async setVim(on) {
    this.#vim = on;
    await this.#editor?.setVim(on);
  }

  /** Updates the editor after it was hidden. */
  refresh() {
    this.#editor?.refresh();
  }

  /** Shows or clears a problem with the bot's code. */
  tell(problem) {
    this.#changes++;
    if (problem === null) {
      show(this.#problem, null);
      this.#editor?.mark(null);
      return;
    }
    const { message, line, column } = problem;
    show(this.#problem, line === null ? message : `Line ${line}${column === null ? "" : `, column ${column}`}: ${message}`);
    this.#editor?.mark(line);
  }

  #has(choice) {
    return typeof choice === "string" && [...this.#choice.options].some(({ value }) => value === choice);
  }

  #offer() {
    const chosen = this.#choice.value;
    const own = [
      this.#own === null ? null : element("option", { value: OWN }, "Your code"),
      this.#earlier === null ? null : element("option", { value: EARLIER }, "Your earlier code"),
      this.#linked === null ? null : element("option", { value: LINKED }, "From the link"),
    ];
    const samples = this.#samples.all.map(({ id, name }) => element("option", { value: `sample:${id}` }, name));
    const houseBots = this.#game.houseBots.map(({ name }) => element("option", { value: `house:${name}` }, name));
    this.#choice.replaceChildren(
      ...own.filter((option) => option !== null),
      element("optgroup", { label: "Samples to start from" }, ...samples),
      element("optgroup", { label: "House bots" }, ...houseBots),
    );
    if (this.#has(chosen)) {
      this.#choice.value = chosen;
    }
  }

  async #choose(choice) {
    this.#choice.value = choice;
    await this.#chosen();
  }

  async #chosen() {
    const choice = this.#choice.value;
    const [kind, name] = choice.split(":");
    this.tell(null);
    const listed = kind === "house" ? this.#game.houseBots : this.#samples.all;
    const described = listed.find((bot) => (bot.id ?? bot.name) === name);
    show(this.#hint, kind === "house"
      ? described.description
      : described?.sentence ?? (kind === LINKED ? LINKED_HINT : OWN_HINT));
    this.#place.hidden = this.#keys.hidden = kind === "house";
    if (kind !== "house") {
      try {
        const mine = { [OWN]: this.#own, [EARLIER]: this.#earlier, [LINKED]: this.#linked };
        await this.#edit(mine[kind] ?? await this.#samples.codeOf(name), choice);
      } catch (failed) {
        this.tell({ message: failed.message, line: null, column: null });
        return;
      }
    }
    this.#keep();
  }

  async #edit(code, choice) {
    if (this.#editor === null) {
      this.#editor = await Editor.in(this.#place, `Code of player ${this.#seat}`, () => this.#edited());
      this.#editor.lineWrap = this.#lineWrap;
      await this.#editor.setVim(this.#vim);
    }
    if (this.#choice.value === choice) {
      this.#editor.code = code;
      this.#editor.refresh();
    }
  }

  /** The visitor changed the code, which makes it their own. */
  #edited() {
    if (this.#choice.value !== OWN) {
      this.#takeAsOwn(this.#editor.code);
      this.#offer();
      this.#choice.value = OWN;
      show(this.#hint, OWN_HINT);
    } else {
      this.#own = this.#editor.code;
    }
    this.#keep();
    clearTimeout(this.#checked);
    this.#checked = setTimeout(() => this.#check(), CHECK_MILLISECONDS);
  }

  /** Keeps the visitor's previous code for a while. */
  #takeAsOwn(code) {
    if (this.#own !== null && this.#own !== code && this.#choice.value !== EARLIER) {
      this.#earlier = this.#own;
    }
    this.#own = code;
  }

  /** Loads the code, so that a mistake is reported before a match starts. */
  async #check() {
    const change = ++this.#changes;
    let found = null;
    try {
      (await Sandbox.of(this.#game.id, this.#editor.code)).end();
    } catch (problem) {
      if (!(problem instanceof CodeProblem)) {
        throw problem;
      }
      found = problem;
    }
    if (change === this.#changes) {
      this.tell(found);
    }
  }

  #keep() {
    keep({ choice: this.#choice.value, own: this.#own, earlier: this.#earlier, linked: this.#linked }, this.#game.id, this.#seat);
  }
}
