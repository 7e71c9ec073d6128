/** What a video of a match consists of: its format, and the moments that its frames show. */

import { Clock } from "./clock.js";

export const FRAMES_PER_SECOND = 30;

/** A longer match is played faster. */
export const MOST_SECONDS = 30;

/** How long the end stays. */
export const LAST_SECONDS = 2;

/** The best first: nearly everything plays MP4 with H.264, but not every browser may make it. */
export const FORMATS = [
  { codec: "avc", extension: "mp4", name: "MP4" },
  { codec: "vp9", extension: "webm", name: "WebM" },
];

/**
 * The best format that the browser can make.
 *
 * @param {(codec: string) => Promise<boolean>} canEncode
 * @returns {Promise<{codec: string, extension: string, name: string} | null>} `null` if it can make none
 */
export async function firstEncodable(canEncode) {
  for (const format of FORMATS) {
    if (await canEncode(format.codec)) {
      return format;
    }
  }
  return null;
}

/** How many times faster than its own pace a match is shown: 1, 2, 4 and so on. @param {number} turns @param {number} pace */
export function speedOf(turns, pace) {
  let speed = 1;
  while (turns > MOST_SECONDS * pace * speed) {
    speed *= 2;
  }
  return speed;
}

/**
 * The moment of each frame.
 *
 * @param {number} turns the last turn
 * @param {number} pace turns per second at speed 1
 * @param {(turn: number) => number} tempo of the transition from a turn to the next; less than 1 is slow motion
 * @returns {Iterable<{turn: number, progress: number}>}
 */
export function* momentsOf(turns, pace, tempo) {
  const clock = new Clock(turns, pace);
  clock.speed = speedOf(turns, pace);
  while (!clock.atEnd) {
    yield { turn: clock.turn, progress: clock.progress };
    clock.advance((1_000 / FRAMES_PER_SECOND) * (clock.speed === 1 ? tempo(clock.turn) : 1));
  }
  for (let frame = 0; frame < LAST_SECONDS * FRAMES_PER_SECOND; frame++) {
    yield { turn: turns, progress: 0 };
  }
}
