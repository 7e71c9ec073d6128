/** One seat of the playground: the choice of a bot, and its code. */

import { messageOf } from "../shared/api.js";
import { houseName } from "../shared/bot-names.js";
import { element, limited, show } from "../shared/dom.js";
import { save } from "../viewer/share.js";
import { MAX_NAME_LENGTH, NoBots, takeOver } from "./bots.js";
import { Editor } from "./editor.js";
import { CodeProblem, isSlip, Sandbox } from "./sandbox.js";
import { MatchProblem } from "./session.js";
import { keep, kept } from "./storage.js";

/** @import { Bots, OwnBot } from "./bots.js" */
/** @import { Completion } from "./completion.js" */
/** @import { Samples } from "./samples.js" */
/** @import { PlayingBot } from "./session.js" */

const CHECK_MILLISECONDS = 700;
const MAX_FILE_BYTES = 4_000_000;
const SAMPLE_HINT = "Change it, and it becomes a bot of your own.";
/** The choice of the visitor at the seat. */
export const HAND = "hand:you";

const HAND_HINT = "You play by hand, with a minute for each move.";
const NOT_KEPT =
  "Your browser does not keep this bot: its storage is full, or switched off. Export it before you close the page.";

/** @typedef {{message: string, line: number | null, column: number | null}} Problem with code; the line and the column count from 1 */

export class Bench {
  #game;
  #samples;
  #bots;
  #seat;
  #choice;
  #hint;
  #name;
  #tools;
  #menu = element("details.menu");
  #problem;
  #undo;
  #place;
  #keys;
  /** @type {Editor | null} */
  #editor = null;
  #settled = Promise.resolve();
  /** Why the code of the selected bot is not here. @type {string | null} */
  #missing = null;
  #checked = 0;
  /** Code in the form of earlier versions of this page that could not be kept as bots, and so stays where it is. */
  #old = {};
  #changes = 0;
  /** @type {Completion | null} */
  #completion = null;
  #lineWrap = false;
  #vim = false;

  /**
   * @param {Engine.Game} game as described by the engine
   * @param {import("./samples.js").Samples} samples of the game
   * @param {import("./bots.js").Bots} bots of the visitor
   * @param {number} seat from 1
   */
  constructor(game, samples, bots, seat) {
    this.#game = game;
    this.#samples = samples;
    this.#bots = bots;
    this.#seat = seat;
    const id = `bot-${seat}`;
    this.#choice = element("select", { id, "aria-describedby": `${id}-hint` });
    this.#hint = element("p.hint", { id: `${id}-hint` });
    this.#name = limited(
      element("input.bot-name", {
        id: `bot-name-${seat}`,
        "aria-label": `Name of player ${seat}’s bot`,
        autocomplete: "off",
        spellcheck: false,
        hidden: true,
      }),
      MAX_NAME_LENGTH,
    );
    this.#problem = element("p.problem", { role: "alert", hidden: true });
    this.#undo = element("p.note.undo", { role: "status", hidden: true });
    this.#place = element("div.editor", { hidden: true });
    this.#keys = element("p.hint.keys-hint", { hidden: true }, "Ctrl+Space completes. Escape, then Tab, leaves the editor.");
    this.#tools = this.#toolsOfBot();
    this.element = element(
      "section.bench.card",
      { "aria-label": `Player ${seat}` },
      element(
        "div.chooser",
        {},
        element(`label.seat.seat-${seat}`, { for: id }, `Player ${seat}`),
        this.#choice,
        this.#name,
        this.#menu,
      ),
      this.#hint,
      this.#problem,
      this.#undo,
      this.#place,
      this.#keys,
    );
    this.#choice.addEventListener("change", () => this.#chosen());
    this.#name.addEventListener("change", () => {
      const mine = this.#mine;
      this.#name.value = mine === null ? "" : this.#bots.rename(mine.id, this.#name.value);
    });
    // Otherwise Enter would start a match.
    this.#name.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        this.#name.blur();
      }
    });
    bots.addEventListener("change", () => this.#botsChanged(bots.changed));
  }

  /** Resolves when what was selected last is here: the code of a sample, or the editor, may still be on its way. */
  get settled() {
    return this.#settled;
  }

  /**
   * The selected bot.
   *
   * @returns {PlayingBot}
   * @throws MatchProblem if its code could not be loaded
   */
  get bot() {
    const [kind, name] = this.#choice.value.split(":");
    if (kind === "hand") {
      return { hand: true, name: "You" };
    }
    if (kind === "house") {
      return { house: name };
    }
    if (this.#missing !== null || this.#editor === null) {
      throw new MatchProblem(`Player ${this.#seat} cannot play: ${this.#missing ?? "its code is not here yet."}`);
    }
    const named = kind === "sample" ? this.#samples.find(name) : this.#mine;
    return { code: this.#editor.code, name: named?.name };
  }

  /** The bot's display name. */
  get name() {
    const { house, name } = this.bot;
    return house === undefined ? (name ?? "") : houseName(house);
  }

  /** What is selected: `mine:ID`, `sample:ID`, `house:NAME` or `hand:you`. */
  get choice() {
    return this.#choice.value;
  }

  /** Selects a bot, if there is such a bot. @param {string} choice */
  async choose(choice) {
    if (this.#has(choice)) {
      await this.#choose(choice);
    }
  }

  /** Restores the state of the last visit; without one, selects `choice`. @param {string} choice */
  async restore(choice) {
    const before = kept(this.#game.id, this.#seat);
    const chosen = takeOver(this.#bots, before);
    this.#old = this.#bots.keepsAll ? {} : before;
    this.#offer();
    await this.#choose(this.#has(chosen) ? chosen : choice);
  }

  /**
   * Takes a bot from elsewhere, such as a link. Code that the visitor does not have yet becomes a further bot.
   *
   * @param {PlayingBot} bot
   */
  async seat({ house, code = "", name = "", hand }) {
    if (hand) {
      await this.#choose(HAND);
      return;
    }
    if (house !== undefined) {
      await this.#choose(this.#has(`house:${house}`) ? `house:${house}` : `house:${this.#game.houseBots[0].name}`);
      return;
    }
    const sample = await this.#samples.withCode(code);
    if (sample !== null) {
      await this.#choose(`sample:${sample}`);
      return;
    }
    await this.#choose(`mine:${this.#bots.withCode(code)?.id ?? this.#bots.add(name, code)}`);
  }

  /** @param {Completion | null} completion */
  set completion(completion) {
    this.#completion = completion;
    if (this.#editor !== null) {
      this.#editor.completion = completion;
    }
  }

  /** @param {boolean} on */
  set lineWrap(on) {
    this.#lineWrap = on;
    if (this.#editor !== null) {
      this.#editor.lineWrap = on;
    }
  }

  /** @param {boolean} on */
  async setVim(on) {
    this.#vim = on;
    await this.#editor?.setVim(on);
  }

  /** Updates the editor after it was hidden. */
  refresh() {
    this.#editor?.refresh();
  }

  /** Shows or clears a problem with the bot's code. @param {Problem | null} problem */
  tell(problem) {
    this.#changes++;
    if (problem === null) {
      show(this.#problem, null);
      this.#editor?.mark(null);
      return;
    }
    const { message } = problem;
    const { line, column } = problem.line === null && isSlip(problem) ? (this.#editor?.mistake ?? problem) : problem;
    show(this.#problem, line === null ? message : `Line ${line}${column === null ? "" : `, column ${column}`}: ${message}`);
    this.#editor?.mark(line, message);
  }

  /**
   * Marks the line that failed in a match; a mistake in the code as it is now goes before that.
   *
   * @param {string} code that played
   * @param {number | null} line
   * @param {string} text
   * @returns whether the code that played is still here
   */
  markPlayed(code, line, text) {
    const editor = this.#editor;
    const here = editor !== null && !this.#place.hidden && editor.code === code;
    if (here && this.#problem.hidden) {
      editor.mark(line, text);
    }
    return here;
  }

  /** The visitor's own bot that is selected, or `null`. */
  get #mine() {
    const [kind, id] = this.#choice.value.split(":");
    return kind === "mine" ? this.#bots.find(id) : null;
  }

  /** @returns {choice is string} @param {string | null} choice */
  #has(choice) {
    return typeof choice === "string" && [...this.#choice.options].some(({ value }) => value === choice);
  }

  #offer() {
    const chosen = this.#choice.value;
    const mine = this.#bots.all.map(({ id, name }) => element("option", { value: `mine:${id}` }, name));
    const samples = this.#samples.all.map(({ id, name }) => element("option", { value: `sample:${id}` }, name));
    const houseBots = this.#game.houseBots.map(({ name }) => element("option", { value: `house:${name}` }, houseName(name)));
    this.#choice.replaceChildren(
      ...(mine.length === 0 ? [] : [element("optgroup", { label: "Your bots" }, ...mine)]),
      element("optgroup", { label: "Samples to start from" }, ...samples),
      element("optgroup", { label: "House bots" }, ...houseBots),
      element("optgroup", { label: "A person" }, element("option", { value: HAND }, "You, by hand")),
    );
    if (this.#has(chosen)) {
      this.#choice.value = chosen;
    }
  }

  /** Here, at another seat, or in another tab. @param {string | null} id */
  #botsChanged(id) {
    if (id === null) {
      const chosen = this.#choice.value;
      this.#offer();
      this.#menuShown();
      if (chosen !== "" && !this.#has(chosen)) {
        this.#choose(`sample:${this.#samples.all[0].id}`);
      }
    } else if (this.#mine?.id === id && this.#editor !== null) {
      this.#editor.code = this.#mine.code;
    }
  }

  /** @param {string} choice */
  async #choose(choice) {
    this.#choice.value = choice;
    await this.#chosen();
  }

  /** One choice after another, so that the last one stays. */
  #chosen() {
    this.#settled = this.#settled.then(() => this.#seatChosen());
    return this.#settled;
  }

  async #seatChosen() {
    const choice = this.#choice.value;
    const [kind, name] = choice.split(":");
    this.tell(null);
    this.#missing = null;
    show(this.#hint, this.#hintOf(kind, name));
    this.#menuShown();
    const noCode = kind === "house" || kind === "hand";
    this.#place.hidden = this.#keys.hidden = noCode;
    if (!noCode) {
      try {
        await this.#edit(this.#mine?.code ?? (await this.#samples.codeOf(name)), choice);
      } catch (failed) {
        const message = messageOf(failed);
        this.#missing = message;
        this.tell({ message, line: null, column: null });
        return;
      }
    }
    this.#keep();
  }

  /** @param {string} kind @param {string} name */
  #hintOf(kind, name) {
    switch (kind) {
      case "mine":
        return null;
      case "hand":
        return HAND_HINT;
      case "house":
        return this.#game.houseBots.find((bot) => bot.name === name)?.description ?? null;
      default:
        return `${this.#samples.find(name).sentence} ${SAMPLE_HINT}`;
    }
  }

  /** @param {string} code @param {string} choice */
  async #edit(code, choice) {
    const editor = this.#editor ?? (await this.#newEditor());
    if (this.#choice.value === choice) {
      editor.code = code;
      editor.refresh();
    }
  }

  async #newEditor() {
    const editor = await Editor.in(this.#place, `Code of player ${this.#seat}`, () => this.#edited(editor));
    this.#editor = editor;
    editor.completion = this.#completion;
    editor.lineWrap = this.#lineWrap;
    await editor.setVim(this.#vim);
    return editor;
  }

  /** The visitor changed the code; a sample becomes a bot of their own. @param {Editor} editor */
  #edited(editor) {
    const { code } = editor;
    let isKept = true;
    if (this.#mine === null) {
      const { name } = this.#samples.find(this.#choice.value.replace(/^sample:/, ""));
      const id = this.#bots.add(`My ${name}`, code);
      this.#choice.value = `mine:${id}`;
      show(this.#hint, null);
      this.#menuShown();
      isKept = this.#bots.write(id, code);
    } else {
      isKept = this.#bots.write(this.#mine.id, code);
    }
    show(this.#undo, isKept ? null : NOT_KEPT);
    this.#keep();
    this.#checkSoon(editor);
  }

  /** @param {Editor} editor */
  #checkSoon(editor) {
    clearTimeout(this.#checked);
    this.#checked = setTimeout(() => (editor.choosing ? this.#checkSoon(editor) : this.#check(editor)), CHECK_MILLISECONDS);
  }

  /** Loads the code, so that a mistake is reported before a match starts. @param {Editor} editor */
  async #check(editor) {
    const change = ++this.#changes;
    /** @type {CodeProblem | null} */
    let found = null;
    try {
      (await Sandbox.of(this.#game.id, editor.code)).end();
    } catch (problem) {
      if (!(problem instanceof CodeProblem)) {
        throw problem;
      }
      found = problem;
    }
    // Without a problem, before or now, the mark of a turn that was played meanwhile stays.
    if (change === this.#changes && (found !== null || !this.#problem.hidden)) {
      this.tell(found);
    }
  }

  #keep() {
    keep({ ...this.#old, choice: this.#choice.value }, this.#game.id, this.#seat);
  }

  // What can be done with bots

  /** Builds the menu, and returns the buttons that need a bot of the visitor's own. */
  #toolsOfBot() {
    /** @param {string} name @param {() => void} act */
    const button = (name, act) => {
      const made = element("button.plain.small", { type: "button" }, name);
      made.addEventListener("click", () => {
        this.#menu.open = false;
        show(this.#undo, null);
        act();
      });
      return made;
    };
    /** @param {string} name @param {(mine: OwnBot) => void} act */
    const withMine = (name, act) =>
      button(name, () => {
        const mine = this.#mine;
        if (mine !== null) {
          act(mine);
        }
      });
    const ofMine = [
      withMine("Copy this bot", ({ name, code }) => this.#choose(`mine:${this.#bots.add(name, code)}`)),
      withMine("Export this bot", ({ name, code }) =>
        save(new Blob([code], { type: "text/javascript" }), `${fileName(name)}.js`),
      ),
      withMine("Remove this bot", (mine) => this.#remove(mine)),
    ];
    const files = element("input", {
      type: "file",
      accept: ".js,.json,text/javascript,application/json",
      multiple: true,
      hidden: true,
      "aria-label": `Files with bots for player ${this.#seat}`,
    });
    files.addEventListener("change", () => this.#import(files));
    const all = button("Export all bots", () =>
      save(new Blob([this.#bots.exported(this.#game.id)], { type: "application/json" }), `bout-bots-${this.#game.id}.json`),
    );
    this.#menu.append(
      element("summary", { "aria-label": `Bots of player ${this.#seat}: new, copy, export, import, remove` }, "Bots"),
      element(
        "div.menu-items",
        {},
        button("New bot", () => this.#new()),
        ...ofMine,
        all,
        button("Import …", () => files.click()),
        files,
      ),
    );
    // Like any menu, it closes when something else is used.
    this.#menu.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !this.#menu.contains(relatedTarget)) {
        this.#menu.open = false;
      }
    });
    this.#menu.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.#menu.open) {
        this.#menu.open = false;
        this.#menu.querySelector("summary")?.focus();
      }
    });
    return { ofMine, all };
  }

  #menuShown() {
    const mine = this.#mine;
    this.#name.hidden = mine === null;
    this.#name.value = mine?.name ?? "";
    for (const tool of this.#tools.ofMine) {
      tool.hidden = mine === null;
    }
    this.#tools.all.hidden = this.#bots.all.length === 0;
  }

  /** The first sample is for looking at; a new bot begins with next to nothing. */
  async #new() {
    const blank = this.#samples.find("blank");
    await this.#choose(`mine:${this.#bots.add("My bot", await this.#samples.codeOf(blank.id))}`);
    this.#name.focus();
    this.#name.select();
  }

  /** @param {OwnBot} bot */
  #remove(bot) {
    const removed = this.#bots.remove(bot.id);
    const undo = element("button.link", { type: "button" }, "Undo");
    undo.addEventListener("click", () => {
      this.#bots.restore(removed);
      show(this.#undo, null);
      this.#choose(`mine:${removed.id}`);
    });
    this.#undo.hidden = false;
    this.#undo.replaceChildren(element("bdi", {}, removed.name), " is removed. ", undo);
  }

  /** @param {HTMLInputElement} files */
  async #import(files) {
    try {
      /** @type {string | null} */
      let last = null;
      for (const file of files.files ?? []) {
        if (file.size > MAX_FILE_BYTES) {
          throw new NoBots(`${file.name} is too long.`);
        }
        last = this.#bots.import(this.#game.id, file.name, await file.text()).at(-1) ?? last;
      }
      if (last !== null) {
        await this.#choose(`mine:${last}`);
      }
    } catch (problem) {
      if (!(problem instanceof NoBots)) {
        throw problem;
      }
      show(this.#problem, problem.message);
    } finally {
      files.value = "";
    }
  }
}

/** @param {string} name */
const fileName = (name) =>
  name
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "")
    .toLowerCase() || "bot";
