import { jsonText } from "../../../main/resources/bout/site/playground/json-text.js";
import { equal } from "../check.js";

export default {
  "what is short stays on one line"() {
    equal(jsonText({ my: { x: 1, y: 2.5 }, rules: null }), '{"my":{"x":1,"y":2.5},"rules":null}');
  },

  "a board has a line for each row, and everything else is indented"() {
    const row = Array.from({ length: 60 }, () => "r");
    equal(
      jsonText({ color: "r", board: [row, row] }),
      `{
  "color": "r",
  "board": [
    ${JSON.stringify(row)},
    ${JSON.stringify(row)}
  ]
}`,
    );
  },

  "what is laid out is still the same JSON"() {
    const value = { a: Array.from({ length: 30 }, (_, x) => ({ x, text: '"quoted" and long enough' })), b: [], c: {} };
    equal(JSON.parse(jsonText(value)), value);
  },
};
