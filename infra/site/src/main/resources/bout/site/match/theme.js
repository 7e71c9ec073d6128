/** Colour schemes for a page that follows the page around it, not the visitor's preference. */

const DARK = "(prefers-color-scheme: dark)";

/**
 * Sets the page's colour scheme.
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
