import { avatarKey, hash } from "../../../main/resources/bout/site/shared/avatar.js";
import { equal } from "../check.js";

export default {
  "a face depends on the key alone, and on all of it"() {
    equal(hash("bot_01"), hash("bot_01"));
    const keys = Array.from({ length: 500 }, (_, index) => `bot_${index}`);
    // 10 colours, 4 heads, 4 antennas, 4 eyes, 3 mouths
    const faces = new Set(keys.map((key) => hash(key) % 1920));
    equal(faces.size > 400, true);
  },

  "a bot has the same face as a player of every match"() {
    equal([{ bot: "bot_1", name: "a" }, { house: "lazy", name: "b" }, { name: "c" }].map(avatarKey), [
      "bot_1",
      "house:lazy",
      "c",
    ]);
  },
};
