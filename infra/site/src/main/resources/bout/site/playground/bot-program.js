/** The programs that a bot's code can be. */

/** The names of a bot's function in code with several declarations. */
const NAMES = ["move", "Bot", "bot"];

/**
 * Most code is one function, possibly without a name. Code that does not parse as one expression may be several
 * declarations.
 *
 * @param {string} before runs before the code
 * @param {string} code of the bot
 * @returns `{asExpression, asDeclarations, linesBefore}`: two programs, and the number of lines before the code in both
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
