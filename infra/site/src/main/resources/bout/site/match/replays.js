/** Loads replays that do not belong to a match's record: from a visitor's file, or from an address. */

import * as api from "../shared/api.js";

/** Four times the size of the largest possible replay; `ReplayFile` has the same limit. */
const MAX_BYTES = 16 * 1024 * 1024;

/** A replay that cannot be loaded. The message is one or two sentences to show. */
export class NoReplay extends Error {
  name = "NoReplay";
}

/**
 * The document in a file, plain or compressed with gzip.
 *
 * @param {File} file
 * @throws {NoReplay}
 */
export async function fromFile(file) {
  if (file.size > MAX_BYTES) {
    throw new NoReplay(`The file has ${Math.ceil(file.size / 1e6)} MB; no replay is that large.`);
  }
  let text;
  try {
    const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
    const zipped = first === 0x1f && second === 0x8b;
    text = await textOf(zipped ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream());
  } catch (cause) {
    if (cause instanceof NoReplay) {
      throw cause;
    }
    throw new NoReplay(`The file cannot be read: ${api.messageOf(cause)}.`);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new NoReplay(`The file is not a replay, for it is not JSON: ${api.messageOf(cause)}.`);
  }
}

/**
 * The text of a stream of UTF-8, as long as it stays within the limit: a small compressed file can unpack to gigabytes.
 *
 * @param {ReadableStream<Uint8Array>} stream
 * @throws {NoReplay}
 */
async function textOf(stream) {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let text = "";
  let length = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length;
    if (length > MAX_BYTES) {
      await reader.cancel();
      throw new NoReplay(`The file unpacks to more than ${Math.floor(MAX_BYTES / 1e6)} MB; no replay is that large.`);
    }
    text += decoder.decode(read.value, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * The document at an address of this site. Other addresses are refused: the Content-Security-Policy lets pages talk to
 * this site only, so that no page can leak anything, whatever goes wrong in it.
 *
 * @param {string} address
 * @param {(problem: string | null) => void} tell as for `untilDone`
 * @throws {NoReplay}
 */
export async function fromAddress(address, tell) {
  let url;
  try {
    url = new URL(address, location.href);
  } catch {
    throw new NoReplay(`“${address}” is no address.`);
  }
  if (url.origin !== location.origin) {
    throw new NoReplay(
      `This page reads replays from ${location.origin} only, not from “${address}”. ` +
        "Download that one, and drop the file here.",
    );
  }
  try {
    // Most visits of the playground do without.
    const { untilDone } = await import("../shared/poll.js");
    return await untilDone(() => api.replay(url.pathname + url.search), tell, false);
  } catch (failed) {
    if (failed instanceof api.RequestFailed) {
      throw new NoReplay(failed.message);
    }
    throw failed;
  }
}
