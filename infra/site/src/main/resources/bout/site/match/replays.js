/** Replays that come from elsewhere than a match's record: a file of the visitor's, or an address. */

import * as api from "../shared/api.js";

/** Many times the largest replay that a match can have. */
const MAX_BYTES = 64 * 1024 * 1024;

/** A replay that cannot be had. The message is a sentence or two to show. */
export class NoReplay extends Error {
  name = "NoReplay";
}

/**
 * The document in a file, as it is or compressed by gzip.
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
    text = await new Response(
      zipped ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file).text();
  } catch (cause) {
    throw new NoReplay(`The file cannot be read: ${cause.message}.`);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new NoReplay(`The file is not a replay, for it is not JSON: ${cause.message}.`);
  }
}

/**
 * The document at an address of this site. Others are refused: what a page of this site may talk to is this site alone (its
 * Content-Security-Policy), so that no page, whatever went wrong in it, can tell anybody anything.
 *
 * @param {string} address
 * @throws {NoReplay}
 */
export async function fromAddress(address) {
  let url;
  try {
    url = new URL(address, location.href);
  } catch {
    throw new NoReplay(`“${address}” is no address.`);
  }
  if (url.origin !== location.origin) {
    throw new NoReplay(
      `This page reads replays from ${location.origin} only, not from “${address}”. `
        + "Download that one, and drop the file here.");
  }
  try {
    return await api.replay(url.pathname + url.search);
  } catch (failed) {
    if (failed instanceof api.RequestFailed) {
      throw new NoReplay(failed.message);
    }
    throw failed;
  }
}
