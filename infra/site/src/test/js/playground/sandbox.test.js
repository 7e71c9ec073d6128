import "../browser.js";
import { CodeProblem, withinCode } from "../../../main/resources/bout/site/playground/sandbox.js";
import { equal } from "../check.js";

const placed = (line, column, code) => {
  const slip = withinCode(new CodeProblem("SyntaxError: Unexpected token", line, column), code);
  return [slip.message, slip.line, slip.column];
};

const ENDS_EARLY = "SyntaxError: The code ends before a bracket is closed, or in the middle of a statement.";

export default {
  "a slip within the code stays where it is"() {
    equal(placed(2, 3, "a\nb c\nd"), ["SyntaxError: Unexpected token", 2, 3]);
    equal(placed(3, 1, "a\nb c\nd"), ["SyntaxError: Unexpected token", 3, 1]);
  },

  "a slip behind the code is at its end, whatever blank lines follow"() {
    equal(placed(4, 7, "a\nb c\nde"), [ENDS_EARLY, 3, 3]);
    equal(placed(4, 7, "a\nb c\n\n \n\n"), [ENDS_EARLY, 2, 4]);
  },

  "a slip without a place has none"() {
    equal(placed(null, null, "a"), ["SyntaxError: Unexpected token", null, null]);
  },
};
