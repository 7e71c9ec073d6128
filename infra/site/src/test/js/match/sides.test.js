import "../browser.js";
import { partsOf } from "../../../main/resources/bout/site/match/sides.js";
import { equal } from "../check.js";

export default {
  "each player has its part of all points"() {
    equal(partsOf([1, 3]), [0.25, 0.75]);
    equal(partsOf([2, 0, 2, 4]), [0.25, 0, 0.25, 0.5]);
  },

  "the parts are equal while nobody has a point, and one that is eliminated has none"() {
    equal(partsOf([0, 0]), [0.5, 0.5]);
    equal(partsOf([-1, 5]), [0, 1]);
  },
};
