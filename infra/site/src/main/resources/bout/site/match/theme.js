/** The colours of a page that does not follow its visitor's wish, but that of the page around it. */

const DARK = "(prefers-color-scheme: dark)";

/**
 * Shows the page in a colour scheme of its own.
 *
 * @param {"light" | "dark"} scheme
 */
export function useScheme(scheme) {
  document.documentElement.style.colorScheme = scheme;
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (rule instanceof CSSMediaRule && rule.conditionText === DARK) {
        rule.media.mediaText = scheme === "dark" ? "all" : "not all";
      }
    }
  }
}
