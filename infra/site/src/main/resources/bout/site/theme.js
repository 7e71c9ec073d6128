/**
 * The site's typefaces, 40 KB, come after what the page shows, once the modules that it names are loaded, and are used from the next
 * page on, from the browser's cache. The first page keeps the system's typefaces: changing them would move everything once more.
 */
{
  const KEPT = "bout-typefaces";
  const FILES = ["fonts/text.woff2", "fonts/display.woff2"];

  const apply = () => document.documentElement.classList.add("typefaces");

  const loadedBefore = () => {
    try {
      return localStorage.getItem(KEPT) !== null;
    } catch {
      return false; // the browser forbids storage
    }
  };

  /** The browser's own load event does not wait for modules that a script imports later, such as the engine. */
  const modulesLoaded = () =>
    Promise.all(
      [...document.querySelectorAll("link[rel=modulepreload]")].map((link) => {
        const { href } = /** @type {HTMLLinkElement} */ (link);
        return (
          performance.getEntriesByName(href).length > 0 ||
          new Promise((done) => {
            link.addEventListener("load", done);
            link.addEventListener("error", done);
          })
        );
      }),
    );

  const load = async () => {
    await modulesLoaded();
    try {
      await Promise.all([...document.fonts].map((face) => face.load()));
    } catch {
      return; // the next page tries again
    }
    try {
      localStorage.setItem(KEPT, "loaded");
    } catch {
      // see above
    }
  };

  if (loadedBefore()) {
    for (const file of FILES) {
      const link = document.createElement("link");
      link.rel = "preload";
      link.as = "font";
      link.type = "font/woff2";
      link.crossOrigin = "anonymous";
      link.href = new URL(file, /** @type {HTMLScriptElement} */ (document.currentScript).src).href;
      document.head.append(link);
    }
    apply();
  } else {
    addEventListener("load", load);
  }
}

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

  /** @param {string} theme */
  const keep = (theme) => {
    try {
      localStorage.setItem(KEPT, theme);
    } catch {
      // see above
    }
  };

  /** The rules for dark mode, which then apply always, except on paper, or never. @type {CSSMediaRule[]} */
  const darkRules = [];

  /** @param {string} theme */
  const apply = (theme) => {
    const known = THEMES.includes(theme) ? theme : "";
    document.documentElement.dataset.theme = known;
    const media = known === "" ? DARK : known === "dark" ? "screen" : "not all";
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
    // The link to the content moves the focus only: some pages read what stands behind the `#` of their address.
    document.querySelector(".skip")?.addEventListener("click", (event) => {
      const content = document.querySelector("#content");
      if (content instanceof HTMLElement) {
        event.preventDefault();
        content.tabIndex = -1;
        content.focus();
      }
    });
  });
}
