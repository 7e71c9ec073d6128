/** Large messages of a connected bot: line-text.test.js of the site has the rest, but no compiler. */

import { Parts, textsOf } from "/playground/line-text.js";
import { equal } from "./page.js";

const answerOf = (body) => ({ type: "answer", call: "c", reply: "r".repeat(300), status: 200, body });

const bytes = (text) => new TextEncoder().encode(text).length;

export default {
  "a large answer is split into parts that fit, and put together in any order"() {
    for (const body of [
      "x".repeat(65_536),
      '"'.repeat(65_536),
      "\n".repeat(65_536),
      "\u0001".repeat(65_536),
      "🤖".repeat(16_384),
    ]) {
      const texts = textsOf(answerOf(body), "id");
      equal(texts.length > 1 && texts.length <= 16, true);
      equal(
        texts.every((text) => bytes(text) <= 32_768),
        true,
      );
      equal(
        texts.every((text) => JSON.parse(text).reply === answerOf(body).reply),
        true,
      );
      const parts = new Parts();
      const taken = texts.toReversed().map((text) => parts.take(JSON.parse(text)));
      equal(
        taken.slice(0, -1).every((whole) => whole === null),
        true,
      );
      equal(taken.at(-1) === JSON.stringify(answerOf(body)), true);
    }
  },
};
