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

/** Whether the line is within quotation marks at its end. */
const isInText = (before) => /(["'`])(?:(?!\1).)*$/.test(before.replaceAll(/\\./g, "").replaceAll(/(["'`])(?:(?!\1).)*\1/g, ""));

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The entry of a list that shows most of what an entry can be. */
const entryOf = (list) => list.find(isObject) ?? list.find((entry) => Array.isArray(entry) && entry.some(isObject)) ?? list[0];

export class Completion {
  #example;
  #ownCall;
  /** By name, the fields that have it: `{name, type, meaning}`. */
  #fields = new Map();
  #top;

  /**
   * @param {any} fields of `fields.json`: `{request, answer, example}`; the first two are lists of tables `{title, fields}`, each
   *     field `{name, type, meaning}` with a path such as `map.width` as its name
   * @param {boolean} ownCall whether bots are called with parts of the request instead of the whole
   */
  constructor({ request, answer, example }, ownCall) {
    this.#example = example.request;
    this.#ownCall = ownCall;
    for (const { fields } of [...request, ...answer]) {
      for (const field of fields) {
        const name = field.name.split(".").at(-1);
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

  /** The description of a field, or `null` if no field has this name. */
  about(name) {
    const fields = this.#fields.get(name);
    return fields === undefined ? null : fields.map(({ name: path, type, meaning }) => `${path}: ${type}. ${meaning}`).join("\n");
  }

  #membersOf(path, code) {
    const [first] = /^[\w$]+/.exec(path);
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

  /** What the example has there, or `undefined` if that cannot be told. */
  #valueAt(first, rest, code) {
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

  /** Whether the name is the parameter of a bot's function that takes the whole request. */
  #isRequest(name, code) {
    const parameter = /(?:function\s*[\w$]*\s*\(\s*([\w$]+)\s*\)|(?:^|=)\s*\(?\s*([\w$]+)\s*\)?\s*=>)/.exec(code);
    return !this.#ownCall && (name === "request" || name === (parameter?.[1] ?? parameter?.[2]));
  }

  #option(name) {
    const info = this.about(name);
    return { label: name, type: "property", ...(info === null ? {} : { info, detail: this.#fields.get(name)[0].type }) };
  }
}
