/**
 * The bots that a visitor has written for a game. Each is kept in the browser under its own key, so that no change to one bot, not
 * even in another tab, can lose another.
 */

import { cutTo } from "../shared/dom.js";

/** As in the API. */
export const MAX_NAME_LENGTH = 40;

/** Far more than any bot needs; a larger file is not one. */
export const MAX_CODE_LENGTH = 400_000;

const FORMAT = 1;

/**
 * @typedef {{name: string, code: string}} StoredBot
 * @typedef {StoredBot & {id: string}} OwnBot
 *
 * @typedef {object} Store keeps values by name
 * @property {() => string[]} names
 * @property {(name: string) => any} get a value as `JSON.parse` makes it, or `null`
 * @property {(name: string, value: unknown) => boolean} set says whether it worked
 * @property {(name: string) => void} remove
 */

/** A file that holds no bots. The message is a sentence to show. */
export class NoBots extends Error {
  name = "NoBots";
}

/** A name without what cannot be shown in one line; "" if nothing is left. @param {string} name */
export const tidied = (name) => cutTo(name.replaceAll(/[\p{C}\s]+/gu, " ").trim(), MAX_NAME_LENGTH).trim();

/** @returns {value is StoredBot} @param {{name?: unknown, code?: unknown} | null} value */
const isBot = (value) =>
  typeof value?.name === "string" && typeof value.code === "string" && value.code.length <= MAX_CODE_LENGTH;

/** Events: `change`, when the code of the bot `changed` changed, or when bots were added, renamed or removed. */
export class Bots extends EventTarget {
  #store;
  #draw;
  /** @type {Map<string, StoredBot>} */
  #bots = new Map();

  /** The id of the bot whose code changed; `null` when bots were added, renamed or removed. @type {string | null} */
  changed = null;

  /** Whether the browser has kept everything so far. */
  keepsAll = true;

  /**
   * @param {Store} store
   * @param {() => string} draw makes an id that no bot has
   */
  constructor(store, draw) {
    super();
    this.#store = store;
    this.#draw = draw;
    this.read();
  }

  /** Reads what is kept, which another tab may have changed. */
  read() {
    const before = this.#bots;
    this.#bots = new Map();
    for (const id of this.#store.names()) {
      const bot = this.#store.get(id);
      if (isBot(bot)) {
        this.#bots.set(id, bot);
      }
    }
    for (const [id, { code }] of this.#bots) {
      if (code !== (before.get(id)?.code ?? code)) {
        this.#changed(id);
      }
    }
    this.#changed(null);
  }

  /** All bots, by name. @returns {OwnBot[]} */
  get all() {
    return [...this.#bots]
      .map(([id, { name, code }]) => ({ id, name, code }))
      .sort((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
  }

  /** A bot, or `null`. @param {string} id @returns {OwnBot | null} */
  find(id) {
    const bot = this.#bots.get(id);
    return bot === undefined ? null : { id, ...bot };
  }

  /** The bot with this code, or `null`. @param {string} code */
  withCode(code) {
    return this.all.find((bot) => bot.code === code) ?? null;
  }

  /** Adds a bot, under a similar name if this one is taken. Returns its id. @param {string} name @param {string} code */
  add(name, code) {
    const id = this.#draw();
    this.#keep(id, { name: this.#free(tidied(name) || "My bot"), code });
    this.#changed(null);
    return id;
  }

  /** Puts a bot that was removed back. @param {OwnBot} bot */
  restore({ id, name, code }) {
    this.#keep(id, { name, code });
    this.#changed(null);
  }

  /**
   * Returns the name that it got: another one if a different bot has it, and the old one for an empty name.
   *
   * @param {string} id
   * @param {string} name
   */
  rename(id, name) {
    const bot = this.#known(id);
    const wanted = tidied(name);
    if (wanted !== "" && wanted !== bot.name) {
      this.#keep(id, { ...bot, name: this.#free(wanted) });
      this.#changed(null);
    }
    return this.#known(id).name;
  }

  /** Returns whether the browser has kept the code. @param {string} id @param {string} code */
  write(id, code) {
    const kept = this.#keep(id, { ...this.#known(id), code });
    this.#changed(id);
    return kept;
  }

  /** Removes a bot and returns it. @param {string} id */
  remove(id) {
    const removed = { id, ...this.#known(id) };
    this.#bots.delete(id);
    this.#store.remove(id);
    this.#changed(null);
    return removed;
  }

  /** All bots of the game as the text of a file. @param {string} game */
  exported(game) {
    return JSON.stringify({ format: FORMAT, game, bots: this.all.map(({ name, code }) => ({ name, code })) }, null, 2);
  }

  /**
   * Adds the bots of a file: a script, or what `exported` wrote. A bot that is there already, with the same name and code, is not
   * added again.
   *
   * @param {string} game
   * @param {string} file its name
   * @param {string} text its content
   * @returns {string[]} the ids of the bots
   * @throws {NoBots}
   */
  import(game, file, text) {
    return read(game, file, text).map(
      ({ name, code }) => this.all.find((bot) => bot.name === tidied(name) && bot.code === code)?.id ?? this.add(name, code),
    );
  }

  /** @param {string} id */
  #known(id) {
    const bot = this.#bots.get(id);
    if (bot === undefined) {
      throw new Error(`there is no bot ${id}`);
    }
    return bot;
  }

  /** @param {string} id @param {StoredBot} bot */
  #keep(id, bot) {
    this.#bots.set(id, bot);
    const kept = this.#store.set(id, bot);
    this.keepsAll &&= kept;
    return kept;
  }

  /** @param {string} name */
  #free(name) {
    const taken = new Set(this.all.map((bot) => bot.name));
    let free = name;
    for (let number = 2; taken.has(free); number++) {
      free = `${cutTo(name, MAX_NAME_LENGTH - 1 - String(number).length)} ${number}`;
    }
    return free;
  }

  /** @param {string | null} id */
  #changed(id) {
    this.changed = id;
    this.dispatchEvent(new Event("change"));
  }
}

/** @param {string} game @param {string} file @param {string} text @returns {StoredBot[]} */
function read(game, file, text) {
  if (!file.toLowerCase().endsWith(".json")) {
    if (text.length > MAX_CODE_LENGTH || text.trim() === "") {
      throw new NoBots(`${file} is ${text.trim() === "" ? "empty" : "too long"}.`);
    }
    return [{ name: file.replace(/\.[^.]*$/, ""), code: text }];
  }
  let content;
  try {
    content = JSON.parse(text);
  } catch {
    throw new NoBots(`${file} is not JSON.`);
  }
  if (content?.format !== FORMAT || !Array.isArray(content.bots) || !content.bots.every(isBot)) {
    throw new NoBots(`${file} holds no bots.`);
  }
  if (content.game !== game) {
    throw new NoBots(`${file} holds bots for another game: ${String(content.game).slice(0, 40)}.`);
  }
  return content.bots;
}

/**
 * Takes over what earlier versions of this page kept for a seat: the visitor's own code, the code before it, and code from a link.
 *
 * @param {Bots} bots
 * @param {Record<string, unknown> | null} kept with `choice`, `own`, `earlier` and `linked`
 * @returns {string | null} the choice at the seat in its present form
 */
export function takeOver(bots, kept) {
  const names = { own: "My bot", earlier: "My earlier bot", linked: "Linked bot" };
  let choice = typeof kept?.choice === "string" ? kept.choice : null;
  for (const [kind, name] of Object.entries(names)) {
    const code = kept?.[kind];
    if (typeof code === "string") {
      const id = bots.withCode(code)?.id ?? bots.add(name, code);
      if (choice === kind) {
        choice = `mine:${id}`;
      }
    }
  }
  return choice;
}
