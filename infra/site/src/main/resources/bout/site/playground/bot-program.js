/** The programs that a bot's code may be. */

/** Where a bot's function is looked for in code that is more than one expression. */
const NAMES = ["move", "Bot", "bot"];

/**
 * Most code is one function, which need not even have a name; what does not parse as one expression may be several
 * declarations.
 *
 * @param {string} before what runs before the code
 * @param {string} code of the bot
 * @returns `{asExpression, asDeclarations, linesBefore}`: two programs, and how many lines stand before the code in both
 */
export function botPrograms(before, code) {
  const linesBefore = before.split("\n").length;
  const named = NAMES.map((name) => `typeof ${name} === "function" ? ${name} : `).join("");
  return {
    asExpression: `${before}boutSandbox.play((\n${code}\n), ${linesBefore});`,
    asDeclarations: `${before}\n${code}\n;boutSandbox.play(${named}boutSandbox.lastDeclared(), ${linesBefore});`,
    linesBefore,
  };
}
