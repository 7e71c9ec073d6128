/** A match set up in the playground as the part of an address behind `#`, which no server is sent. */

const KEY = "p=";

/** A longer address is cut off by some programs that pass it on. */
export const LONGEST_LINK = 16_000;

/** As long as the API takes one. */
const LONGEST_SEED = 64;

/** More than any link holds that was made here; a small packed text can unpack to a very long one. */
const LONGEST_TEXT = 400_000;

async function through(bytes, stream, most = Infinity) {
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

/** The fragment for a set-up, without the `#`. */
export async function packed(setUp) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(setUp)), new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of bytes) {
    text += String.fromCharCode(byte);
  }
  return KEY + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The set-up of a fragment: `{game, bots, seed, options}`; `null` for one without, `undefined` for a broken one. */
export async function unpacked(fragment) {
  const text = fragment.replace(/^#/, "");
  if (!text.startsWith(KEY)) {
    return null;
  }
  try {
    const bytes = Uint8Array.from(
      atob(text.slice(KEY.length).replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
    const json = await through(bytes, new DecompressionStream("deflate-raw"), LONGEST_TEXT);
    return checkedSetUp(JSON.parse(new TextDecoder().decode(json)));
  } catch {
    return undefined;
  }
}

/** Only what a set-up has, each of the type that it has there: links come from strangers. `undefined` for what is none. */
export function checkedSetUp({ game, bots, seed, options }) {
  const isBot = ({ house, code, name }) => (typeof house === "string" || (typeof code === "string" && typeof name === "string"));
  if (typeof game !== "string" || typeof seed !== "string" || seed.length > LONGEST_SEED || !Array.isArray(bots) || bots.length !== 2 || !bots.every(isBot)
    || typeof options !== "object" || options === null) {
    return undefined;
  }
  return {
    game,
    seed,
    options,
    bots: bots.map(({ house, code, name }) => (house === undefined ? { code, name } : { house })),
  };
}
