import { fieldsOfRequest, Parts, textsOf } from "../../../main/resources/bout/site/playground/line-text.js";
import { equal } from "../check.js";

const answerOf = (body) => ({ type: "answer", call: "c", reply: "r".repeat(300), status: 200, body });

export default {
  "a small answer is one message"() {
    equal(textsOf(answerOf("[1]"), "id"), [JSON.stringify(answerOf("[1]"))]);
  },

  "parts that make no sense are ignored"() {
    const parts = new Parts();
    const part = (index, of, text = "x") => parts.take({ id: "i", index, of, text });
    equal(
      [part(0, 0), part(2, 2), part(0, 17), part(-1, 2), part(0.5, 2), part(0, 2, null)],
      [null, null, null, null, null, null],
    );
    equal([part(0, 2, "a"), part(1, 3), part(1, 2, "b")], [null, null, "ab"]);
  },

  "messages that are never completed are forgotten"() {
    const parts = new Parts();
    for (let other = 0; other < 9; other++) {
      parts.take({ id: `i${other}`, index: 0, of: 2, text: "a" });
    }
    equal(parts.take({ id: "i0", index: 1, of: 2, text: "b" }), null);
    equal(parts.take({ id: "i8", index: 1, of: 2, text: "b" }), "ab");
  },

  "bots get the same fields from JSON and from a form"() {
    equal(fieldsOfRequest({ headers: { "Content-Type": "application/json" }, body: '{"a":[1]}' }), { a: [1] });
    equal(
      fieldsOfRequest({
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "color=r&board=%5B%5B%22%22%2C%22b%22%5D%5D",
      }),
      { color: "r", board: [["", "b"]] },
    );
  },
};
