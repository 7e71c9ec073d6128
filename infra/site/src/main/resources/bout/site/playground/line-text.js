/** Messages of a connected bot as texts, and back; `docs/connect.md` describes them. */

/** @import { LineAnswer } from "./lines.js" */

/** The largest message in bytes of UTF-8. */
const MAX_BYTES = 32_768;

/** What remains for the text of a part beside its other fields. */
const PART_BYTES = MAX_BYTES - 1_024;

const MAX_PARTS = 16;
const MAX_INCOMPLETE = 8;

/** The length of a text in UTF-8. @param {string} text */
function bytes(text) {
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return length;
}

/** The length of a character in UTF-8, as it stands in a JSON string. @param {string} character */
function escapedBytes(character) {
  const plain = character >= " " && character <= "~" && character !== '"' && character !== "\\";
  return plain ? 1 : bytes(JSON.stringify(character)) - 2;
}

/**
 * The texts to send for an answer: one, or its parts.
 *
 * @param {LineAnswer & {type: "answer", call: string, reply: string}} answer
 * @param {string} id
 */
export function textsOf(answer, id) {
  const text = JSON.stringify(answer);
  if (bytes(text) <= MAX_BYTES) {
    return [text];
  }
  const pieces = [];
  let piece = "";
  let size = 0;
  for (const character of text) {
    const needed = escapedBytes(character);
    if (size + needed > PART_BYTES) {
      pieces.push(piece);
      piece = "";
      size = 0;
    }
    piece += character;
    size += needed;
  }
  pieces.push(piece);
  return pieces.map((part, index) =>
    JSON.stringify({ type: "part", id, reply: answer.reply, index, of: pieces.length, text: part }),
  );
}

/** @typedef {{id: string, index: number, of: number, text: string}} Part of a message */

/** Puts parts together. */
export class Parts {
  /** @type {Map<string, (string | null)[]>} */
  #incomplete = new Map();

  /** Returns the text of the whole message once it is complete, and `null` before. @param {Part} part */
  take({ id, index, of, text }) {
    if (
      !(Number.isInteger(of) && of >= 1 && of <= MAX_PARTS && Number.isInteger(index) && index >= 0 && index < of) ||
      typeof text !== "string"
    ) {
      return null;
    }
    const pieces = this.#incomplete.get(id) ?? new Array(of).fill(null);
    this.#incomplete.set(id, pieces);
    if (this.#incomplete.size > MAX_INCOMPLETE) {
      const [oldest] = this.#incomplete.keys();
      this.#incomplete.delete(oldest);
    }
    if (pieces.length !== of) {
      return null;
    }
    pieces[index] = text;
    if (pieces.includes(null)) {
      return null;
    }
    this.#incomplete.delete(id);
    return pieces.join("");
  }
}

/**
 * The fields of a request's body, as bots in the page get them.
 *
 * @param {{headers: Record<string, string>, body: string}} request
 */
export function fieldsOfRequest({ headers, body }) {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  if (!type.startsWith("application/x-www-form-urlencoded")) {
    return JSON.parse(body);
  }
  /** @param {string} text */
  const decoded = (text) => decodeURIComponent(text.replaceAll("+", " "));
  return Object.fromEntries(
    body.split("&").map((pair) => {
      const equals = pair.indexOf("=");
      const value = decoded(pair.slice(equals + 1));
      return [decoded(pair.slice(0, equals)), /^[[{]/.test(value) ? JSON.parse(value) : value];
    }),
  );
}
