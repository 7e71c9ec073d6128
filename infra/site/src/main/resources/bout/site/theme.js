/**
 * Applies the theme before the page is drawn, so it runs as a plain script between the style sheets and the body: the one in the
 * address (`theme`), or the one that the visitor chose, or the system's. "projector" is light, larger and stronger.
 */
{
  const KEPT = "bout-theme";
  const DARK = "(prefers-color-scheme: dark)";
  const THEMES = ["light", "dark", "projector"];

  const kept = () => {
    try {
      return localStorage.getItem(KEPT);
    } catch {
      return null; // the browser forbids storage; the choice then holds for one page
    }
  };

  const keep = (theme) => {
    try {
      localStorage.setItem(KEPT, theme);
    } catch {
      // see above
    }
  };

  /** The rules for dark mode, which then apply always or never. */
  const darkRules = [];

  const apply = (theme) => {
    const known = THEMES.includes(theme) ? theme : "";
    document.documentElement.dataset.theme = known;
    const media = known === "" ? DARK : known === "dark" ? "all" : "not all";
    for (const sheet of document.styleSheets) {
      for (const rule of sheet.cssRules) {
        if (rule instanceof CSSMediaRule && rule.conditionText === DARK) {
          darkRules.push(rule);
        }
      }
    }
    for (const rule of darkRules) {
      rule.media.mediaText = media;
    }
    dispatchEvent(new Event("themechange"));
  };

  const chosen = new URLSearchParams(location.search).get("theme") ?? kept() ?? "";
  if (THEMES.includes(chosen)) {
    apply(chosen);
  }

  document.addEventListener("DOMContentLoaded", () => {
    const choice = document.querySelector("#theme");
    if (choice instanceof HTMLSelectElement) {
      choice.value = THEMES.includes(chosen) ? chosen : "";
      choice.addEventListener("change", () => {
        keep(choice.value);
        apply(choice.value);
      });
    }
  });
}
