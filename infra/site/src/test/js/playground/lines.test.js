import "../browser.js";
import { pauseBefore } from "../../../main/resources/bout/site/playground/lines.js";
import { equal } from "../check.js";

export default {
  "the wait before an attempt doubles up to half a minute, and lies in its upper half"() {
    equal(
      [1, 2, 3, 7, 8, 1000].map((attempt) => pauseBefore(attempt, () => 1)),
      [500, 1000, 2000, 32_000, 32_000, 32_000],
    );
    equal(
      [1, 7].map((attempt) => pauseBefore(attempt, () => 0)),
      [250, 16_000],
    );
  },
};
