/**
 * What the editor knows about a game's requests and answers: names to complete, and their descriptions. All of it comes from
 * `games/<id>/fields.json`, which the build makes from the game's guide.
 */

/** Their members are completed by others. */
const NOT_OURS = new Set(["this", "super", "Array", "console", "JSON", "Map", "Math", "Number", "Object", "Set", "String"]);

/** What bots do with lists. */
const LIST_MEMBERS = {
  length: "how many entries it has",
  every: "whether all entries pass a test",
  filter: "the entries that pass a test",
  find: "the first entry that passes a test",
  findIndex: "the place of the first entry that passes a test",
  flatMap: "a list of what a function makes of each entry",
  forEach: "calls a function with each entry",
  includes: "whether it has this entry",
  indexOf: "the place of this entry, or -1",
  map: "a list of what a function makes of each entry",
  reduce: "combines all entries",
  some: "whether an entry passes a test",
};

/** A name, or a chain of names and indexes, then a dot and the beginning of another name. */
const MEMBER = /([A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*|\[[^\][]*\])*)\??\.([\w$]*)$/;
const NAME = /(?:^|[^\w$.])([A-Za-z_$][\w$]*)$/;
const STEP = /\??\.([A-Za-z_$][\w$]*)|\[[^\][]*\]/g;

const COMMENT = /^\s*(\/\/|\*)/;

/** Whether the line is within quotation marks at its end. @param {string} before */
const isInText = (before) => /(["'`])(?:(?!\1).)*$/.test(before.replaceAll(/\\./g, "").replaceAll(/(["'`])(?:(?!\1).)*\1/g, ""));

/** @returns {value is Record<string, unknown>} @param {unknown} value */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {Field[]} fields */
const described = (fields) => fields.map(({ name, type, meaning }) => `${name}: ${type}. ${meaning}`).join("\n");

/** The entry of a list that shows most of what an entry can be. @param {unknown[]} list */
const entryOf = (list) => list.find(isObject) ?? list.find((entry) => Array.isArray(entry) && entry.some(isObject)) ?? list[0];

/**
 * @typedef {{name: string, type: string, meaning: string}} Field its name is a path such as `map.width`
 * @typedef {{title: string | null, fields: Field[]}} Table
 * @typedef {{request: Table[], answer: Table[], example: {request: Record<string, unknown>, answer: unknown}}} Fields of `fields.json`
 */

export class Completion {
  #example;
  #ownCall;
  /** By name, the fields that have it. @type {Map<string, Field[]>} */
  #fields = new Map();
  #top;

  /**
   * @param {Fields} fields
   * @param {boolean} ownCall whether bots are called with parts of the request instead of the whole
   */
  constructor({ request, answer, example }, ownCall) {
    this.#example = example.request;
    this.#ownCall = ownCall;
    for (const { fields } of [...request, ...answer]) {
      for (const field of fields) {
        const name = field.name.slice(field.name.lastIndexOf(".") + 1);
        this.#fields.set(name, [...(this.#fields.get(name) ?? []), field]);
      }
    }
    this.#top = [
      ...new Set([...Object.keys(example.request), ...answer.flatMap(({ fields }) => fields.map(({ name }) => name))]),
    ];
  }

  /**
   * What may be meant.
   *
   * @param {string} before the line up to the cursor
   * @param {string} code all of it, which names the parameter of the bot's function
   * @param {boolean} asked whether the visitor pressed the key for it
   * @returns `{typed, options}`, the length of the name so far and what it can become; `null` for nothing
   */
  at(before, code, asked) {
    if (COMMENT.test(before) || isInText(before)) {
      return null;
    }
    const member = MEMBER.exec(before);
    if (member !== null) {
      const [, path, typed] = member;
      const options = this.#membersOf(path, code);
      return options.length === 0 ? null : { typed: typed.length, options };
    }
    const typed = NAME.exec(before)?.[1] ?? "";
    if ((typed === "" && !asked) || before.endsWith(".")) {
      return null;
    }
    return { typed: typed.length, options: this.#top.map((name) => this.#option(name)) };
  }

  /** The description of a field, or `null` if no field has this name. @param {string} name */
  about(name) {
    const fields = this.#fields.get(name);
    return fields === undefined ? null : described(fields);
  }

  /** @param {string} path @param {string} code */
  #membersOf(path, code) {
    const [first] = path.split(/[^\w$]/, 1);
    if (NOT_OURS.has(first)) {
      return [];
    }
    const value = this.#valueAt(first, path.slice(first.length), code);
    if (value === undefined) {
      // A variable of the bot's own, which can hold anything that was sent.
      return [...this.#fields.keys()].map((name) => this.#option(name));
    }
    if (Array.isArray(value)) {
      return Object.entries(LIST_MEMBERS).map(([label, info]) => ({ label, type: "method", info }));
    }
    return isObject(value) ? Object.keys(value).map((name) => this.#option(name)) : [];
  }

  /**
   * What the example has there, or `undefined` if that cannot be told.
   *
   * @param {string} first
   * @param {string} rest
   * @param {string} code
   */
  #valueAt(first, rest, code) {
    /** @type {unknown} */
    let value = Object.hasOwn(this.#example, first)
      ? this.#example[first]
      : this.#isRequest(first, code)
        ? this.#example
        : undefined;
    for (const [, name] of rest.matchAll(STEP)) {
      if (name === undefined) {
        value = Array.isArray(value) ? entryOf(value) : undefined;
      } else {
        value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
      }
    }
    return value;
  }

  /**
   * Whether the name is the parameter of a bot's function that takes the whole request.
   *
   * @param {string} name
   * @param {string} code
   */
  #isRequest(name, code) {
    const parameter = /(?:function\s*[\w$]*\s*\(\s*([\w$]+)\s*\)|(?:^|=)\s*\(?\s*([\w$]+)\s*\)?\s*=>)/.exec(code);
    return !this.#ownCall && (name === "request" || name === (parameter?.[1] ?? parameter?.[2]));
  }

  /** @param {string} name */
  #option(name) {
    const fields = this.#fields.get(name);
    const about = fields === undefined ? {} : { info: described(fields), detail: fields[0].type };
    return { label: name, type: "property", ...about };
  }
}
