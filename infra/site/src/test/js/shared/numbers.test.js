import { number, optionName, optionValue, unitOf } from "../../../main/resources/bout/site/shared/numbers.js";
import { score } from "../../../main/resources/bout/site/shared/words.js";
import { equal } from "../check.js";

export default {
  "a sum of fractions shows no digits that nobody measured"() {
    equal(
      [1008.0239959999999, 0.1 + 0.2, 478, -3.25].map((value) => number(value)),
      ["1,008", "0.3", "478", "−3.3"],
    );
    equal(score({ scores: [478, 1008.0239959999999] }), "478 : 1,008");
  },

  "a player that is eliminated has nothing left, and no unit"() {
    equal(score({ scores: [12, -1] }), "12 : 0");
    equal([unitOf(12, "military power"), unitOf(-1, "military power")], ["military power", "eliminated"]);
  },

  "the digits behind the point can be fixed"() {
    equal([number(27, 1, 1), number(27.256, 2), number(1027.5, 0)], ["27.0", "27.26", "1,028"]);
  },

  "nothing is less than nothing"() {
    equal([number(-0.01), number(-0), number(-0.04, 1, 1)], ["0", "0", "0.0"]);
  },

  "options have names and values that people write"() {
    equal(["maxTurns", "mines", "everyNTurns"].map(optionName), ["Max turns", "Mines", "Every n turns"]);
    equal([0.30000000000000004, 1000, true, false, "torus"].map(optionValue), ["0.3", "1,000", "on", "off", "torus"]);
  },
};
