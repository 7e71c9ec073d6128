/** Random ids. `crypto.randomUUID` exists only on secure addresses, so not on a Bout in a local network. */

const BYTES = 16;

/** A new id of 32 hexadecimal digits. */
export const randomId = () =>
  [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
