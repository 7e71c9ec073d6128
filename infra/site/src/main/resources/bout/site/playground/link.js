/** Encodes a match set-up as the part of an address after `#`, which browsers do not send to servers. */

import { codePoints } from "../shared/dom.js";

/** @import { PlayingBot } from "./session.js" */

/**
 * @typedef {{game: string, seed: string, options: Record<string, unknown>, bots: PlayingBot[]}} SetUp of a match
 */

const KEY = "p=";

/** Some programs truncate longer addresses when passing them on. */
export const MAX_LINK_LENGTH = 16_000;

/** As many seats as a match can have. */
const MAX_BOTS = 8;

/** The API's limit. */
export const MAX_SEED_LENGTH = 64;

/** More than any link made here contains; a small compressed text can decompress to a very long one. */
const MAX_TEXT_LENGTH = 400_000;

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} stream @param {number} [most] */
async function through(bytes, stream, most = Infinity) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const chunks = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const chunk = read.value;
    length += chunk.length;
    if (length > most) {
      throw new RangeError("too long");
    }
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** The fragment for a set-up, without the `#`. @param {SetUp} setUp */
export async function packed(setUp) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(setUp)), new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of bytes) {
    text += String.fromCharCode(byte);
  }
  return KEY + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The set-up in a fragment; `null` if there is none, `undefined` if it is broken. @param {string} fragment */
export async function unpacked(fragment) {
  const text = fragment.replace(/^#/, "");
  if (!text.startsWith(KEY)) {
    return null;
  }
  try {
    const bytes = Uint8Array.from(atob(text.slice(KEY.length).replaceAll("-", "+").replaceAll("_", "/")), (character) =>
      character.charCodeAt(0),
    );
    const json = await through(bytes, new DecompressionStream("deflate-raw"), MAX_TEXT_LENGTH);
    return checkedSetUp(JSON.parse(new TextDecoder().decode(json)));
  } catch {
    return undefined;
  }
}

/**
 * Keeps only the fields of a set-up, and checks their types: links come from strangers.
 *
 * @param {SetUp} setUp
 * @returns {SetUp | undefined} `undefined` if invalid
 */
export function checkedSetUp({ game, bots, seed, options }) {
  /** @param {PlayingBot} bot */
  const isBot = ({ house, code, name, hand }) =>
    hand === true || typeof house === "string" || (typeof code === "string" && typeof name === "string");
  if (
    typeof game !== "string" ||
    typeof seed !== "string" ||
    codePoints(seed) > MAX_SEED_LENGTH ||
    !Array.isArray(bots) ||
    bots.length < 1 ||
    bots.length > MAX_BOTS ||
    !bots.every(isBot) ||
    typeof options !== "object" ||
    options === null
  ) {
    return undefined;
  }
  return {
    game,
    seed,
    options,
    bots: bots.map(({ house, code, name, hand }) =>
      hand === true ? { hand } : house === undefined ? { code, name } : { house },
    ),
  };
}
