import { around, search } from "../../../main/resources/bout/site/docs/search.js";
import { equal } from "../check.js";

const SECTIONS = [
  { address: "site.html#links", page: "The site", title: "Links", text: "A signed call has a signature." },
  { address: "bots.html", page: "Writing a bot", title: "Writing a bot", text: "What a bot is sent." },
  { address: "bots.html#signature", page: "Writing a bot", title: "Signature", text: "The bytes that are signed." },
];

/** @param {string} query */
const found = (query) => search(SECTIONS, query).map((section) => section.address);

export default {
  "a title counts more than a text"() {
    equal(found("signature"), ["bots.html#signature", "site.html#links"]);
  },

  "all words have to be there, in any case and order"() {
    equal(found("BOT signed"), ["bots.html#signature"]);
    equal(found("bot zebra"), []);
  },

  "nothing is found without a word"() {
    equal(found("  "), []);
  },

  "a long text begins near the word"() {
    equal(around(`${"word ".repeat(20)}signature at the end`, "signature").startsWith("… word"), true);
    equal(around("A signature.", "signature"), "A signature.");
  },
};
