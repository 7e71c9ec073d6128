import {
  FRAMES_PER_SECOND,
  firstEncodable,
  LAST_SECONDS,
  MOST_SECONDS,
  momentsOf,
  speedOf,
} from "../../../main/resources/bout/site/viewer/video-plan.js";
import { equal, near } from "../check.js";

const steady = () => 1;

const moments = (turns, pace, tempo = steady) => [...momentsOf(turns, pace, tempo)];

const lastFrames = LAST_SECONDS * FRAMES_PER_SECOND;

/** The format that a browser with these encoders is given, and what it was asked. */
async function chosen(...encoders) {
  const asked = [];
  const format = await firstEncodable(async (codec) => {
    asked.push(codec);
    return encoders.includes(codec);
  });
  return [format?.extension ?? null, asked];
}

export default {
  async "a browser that encodes H.264 makes MP4, one that encodes only VP9 makes WebM"() {
    equal(await chosen("avc", "vp9"), ["mp4", ["avc"]]);
    equal(await chosen("vp9"), ["webm", ["avc", "vp9"]]);
  },

  async "a browser that encodes neither makes nothing"() {
    equal(await chosen(), [null, ["avc", "vp9"]]);
  },

  "a short match plays at its own pace, a long one as fast as it must"() {
    equal([speedOf(10, 3), speedOf(90, 3), speedOf(91, 3), speedOf(300, 3), speedOf(300, 10), speedOf(0, 2)], [1, 1, 2, 4, 1, 1]);
    near(moments(60, 3).length, 20 * FRAMES_PER_SECOND + lastFrames, 1);
  },

  "no match fills more than the longest video"() {
    for (const turns of [1, 90, 300, 2_000]) {
      const frames = moments(turns, 3).length - lastFrames;
      equal(frames <= MOST_SECONDS * FRAMES_PER_SECOND + 1, true);
    }
  },

  "it starts with the set-up, moves only forward, and stays at the last turn"() {
    const shown = moments(5, 6);
    equal(shown[0], { turn: 0, progress: 0 });
    equal(
      shown.every(
        ({ turn, progress }, index) => index === 0 || turn + progress >= shown[index - 1].turn + shown[index - 1].progress,
      ),
      true,
    );
    equal(
      shown.slice(-lastFrames).every(({ turn, progress }) => turn === 5 && progress === 0),
      true,
    );
  },

  "slow motion takes longer, but not in a match that is played faster"() {
    const slowLast = (turns) => (turn) => (turn === turns - 1 ? 0.5 : 1);
    near(moments(6, 6, slowLast(6)).length - moments(6, 6).length, FRAMES_PER_SECOND / 6, 1);
    equal(moments(600, 6, slowLast(600)).length, moments(600, 6).length);
  },

  "a match without turns is a picture that stays"() {
    equal(moments(0, 6).length, lastFrames);
  },
};
