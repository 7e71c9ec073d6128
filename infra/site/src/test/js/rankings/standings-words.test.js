import {
  failuresOf,
  oneDecimal,
  percent,
  plainNumber,
  recordWords,
  wholeNumber,
} from "../../../main/resources/bout/site/rankings/standings-words.js";
import { equal } from "../check.js";

export default {
  "numbers have a minus sign, not a hyphen, and groups of three digits"() {
    equal([oneDecimal(27.25), oneDecimal(-0.5), wholeNumber(1027), wholeNumber(-1027)], ["27.3", "−0.5", "1,027", "−1,027"]);
  },

  "points have as many decimals as they need"() {
    equal([27, 27.5, 27.333, -0.5].map(plainNumber), ["27", "27.5", "27.33", "−0.5"]);
  },

  "no share is told as certain"() {
    equal([0, 0.004, 0.01, 0.5, 0.99, 0.996, 1].map(percent), ["< 1 %", "< 1 %", "1 %", "50 %", "99 %", "> 99 %", "> 99 %"]);
  },

  "a record is told in words"() {
    equal(recordWords({ wins: 1, draws: 0, losses: 2 }), "1 win, 0 draws, 2 losses");
    equal(recordWords({ wins: 3, draws: 1, losses: 1 }), "3 wins, 1 draw, 1 loss");
  },

  "failures are told beside the calls"() {
    equal(failuresOf({ failures: 12, calls: 4000 }), "12 of 4,000");
    equal(failuresOf({ failures: 0, calls: 4000 }), "none");
  },
};
