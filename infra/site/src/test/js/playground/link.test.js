import { checkedSetUp } from "../../../main/resources/bout/site/playground/link.js";
import { equal } from "../check.js";

const setUp = {
  game: "tokens",
  seed: "7",
  options: { size: 12 },
  bots: [{ code: "function bot() {}", name: "x" }, { house: "lazy" }],
};

export default {
  "a set-up comes through as it was"() {
    equal(checkedSetUp(setUp), {
      game: "tokens",
      seed: "7",
      options: { size: 12 },
      bots: [{ code: "function bot() {}", name: "x" }, { house: "lazy" }],
    });
  },

  "whatever else a link holds is left out"() {
    const { bots, ...rest } = checkedSetUp({
      ...setUp,
      url: "https://example.org",
      bots: [{ house: "lazy", url: "x" }, setUp.bots[0]],
    });
    equal(Object.keys(rest), ["game", "seed", "options"]);
    equal(bots[0], { house: "lazy" });
  },

  "what is no set-up is undefined"() {
    for (const broken of [
      { game: 1 },
      { seed: 7 },
      { seed: "x".repeat(65) },
      { options: null },
      { options: "a" },
      { bots: [] },
      { bots: Array.from({ length: 9 }, () => ({ house: "lazy" })) },
      { bots: [{ code: "x" }, { house: "lazy" }] },
      { bots: [{ house: 1 }, { house: "lazy" }] },
    ]) {
      equal([broken, checkedSetUp({ ...setUp, ...broken })], [broken, undefined]);
    }
  },
};
