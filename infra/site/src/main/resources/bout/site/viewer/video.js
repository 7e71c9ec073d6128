/** Makes a video of a match with the browser's own encoder. Loaded when somebody asks for one. */

import { Frames, pause } from "./frames.js";
import {
  BufferTarget,
  CanvasSource,
  canEncodeVideo,
  Mp4OutputFormat,
  Output,
  QUALITY_HIGH,
  WebMOutputFormat,
} from "./mediabunny/mediabunny.js";
import { FRAMES_PER_SECOND, firstEncodable, momentsOf } from "./video-plan.js";

/** @import { FilmedMatch } from "./frames.js" */

const WIDTH = 1280;
const HEIGHT = 720;

/** How long the page may not react. */
const BUSY_MILLISECONDS = 40;

/**
 * @param {FilmedMatch} match
 * @param {(share: number) => void} progress called now and then with a number from 0 to 1
 * @param {AbortSignal} signal ends it early
 * @returns {Promise<{blob: Blob, extension: string, name: string} | null>} `null` if it was ended early
 * @throws {Error} if the browser cannot encode any of the formats
 */
export async function videoOf(match, progress, signal) {
  const frames = new Frames(match, WIDTH, HEIGHT, true);
  const { width, height } = frames.canvas;
  const format = await firstEncodable((codec) =>
    canEncodeVideo(/** @type {any} */ (codec), { width, height, quality: QUALITY_HIGH }),
  );
  if (format === null) {
    throw new Error("this browser encodes neither H.264 nor VP9; save a GIF instead");
  }
  const target = new BufferTarget();
  const output = new Output({ format: format.extension === "mp4" ? new Mp4OutputFormat() : new WebMOutputFormat(), target });
  const source = new CanvasSource(frames.canvas, { codec: /** @type {any} */ (format.codec), quality: QUALITY_HIGH });
  output.addVideoTrack(source, { frameRate: FRAMES_PER_SECOND });
  try {
    await output.start();
    if (!(await encoded(match, frames, source, progress, signal))) {
      return null;
    }
    await output.finalize();
    const file = /** @type {ArrayBuffer} */ (target.buffer);
    return { blob: new Blob([file], { type: output.format.mimeType }), extension: format.extension, name: format.name };
  } finally {
    if (output.state !== "finalized") {
      await output.cancel();
    }
  }
}

/**
 * Draws and encodes all frames; `false` if it was ended early.
 *
 * @param {FilmedMatch} match
 * @param {Frames} frames
 * @param {InstanceType<typeof CanvasSource>} source
 * @param {(share: number) => void} progress
 * @param {AbortSignal} signal
 */
async function encoded({ renderer, replay }, frames, source, progress, signal) {
  /** @param {number} turn */
  const tempo = (turn) => renderer.tempo?.(replay.picture(turn), replay.picture(turn + 1)) ?? 1;
  let index = 0;
  let free = performance.now();
  for (const { turn, progress: part } of momentsOf(replay.turns, renderer.pace, tempo)) {
    frames.draw(turn, part);
    await source.add(index / FRAMES_PER_SECOND, 1 / FRAMES_PER_SECOND);
    index++;
    if (performance.now() - free > BUSY_MILLISECONDS) {
      progress(replay.turns === 0 ? 1 : (turn + part) / replay.turns);
      await pause();
      free = performance.now();
    }
    if (signal.aborted) {
      return false;
    }
  }
  return true;
}
