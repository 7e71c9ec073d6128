import { botPrograms } from "../../../main/resources/bout/site/playground/bot-program.js";
import { equal } from "../check.js";

const before = "first();\nsecond();\n";
const code = "const a = 1;\nfunction bot() {}";

export default {
  "the code begins on the line behind those that are counted, whichever program it is"() {
    const { asExpression, asDeclarations, linesBefore } = botPrograms(before, code);
    for (const program of [asExpression, asDeclarations]) {
      equal(program.split("\n").slice(linesBefore, linesBefore + 2), code.split("\n"));
    }
  },

  "a comment at the end of the code hides nothing behind it"() {
    for (const program of Object.values(botPrograms(before, "x // note")).slice(0, 2)) {
      equal(program.split("\n").at(-1).includes("boutSandbox.play") || program.split("\n").at(-1).startsWith("), "), true);
    }
  },
};
