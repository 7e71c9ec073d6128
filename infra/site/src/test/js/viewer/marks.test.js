import { drawMark, kindsOf } from "../../../main/resources/bout/site/viewer/marks.js";
import { equal } from "../check.js";

/** The points through which a mark is drawn. */
function points(kind, index) {
  const drawn = [];
  const point = (x, y) => drawn.push([x, y].map((each) => Math.round(100 * each) / 100));
  const context = {
    beginPath() {},
    fill() {},
    closePath() {},
    moveTo: point,
    lineTo: point,
    arc: (x, _y, size) => point(x, size),
  };
  drawMark(context, kind, index, 0, 0, 1, "red");
  return JSON.stringify(drawn);
}

export default {
  "the failed call stands behind a game's own kinds"() {
    equal(kindsOf({ kinds: { battle: "battle", nuke: "nuke" } }), { battle: "battle", nuke: "nuke", failure: "failed call" });
  },

  "the first five kinds and the failed call have shapes of their own"() {
    const shapes = [0, 1, 2, 3, 4].map((index) => points("kind", index));
    equal(new Set([...shapes, points("failure", 2)]).size, 6);
  },
};
