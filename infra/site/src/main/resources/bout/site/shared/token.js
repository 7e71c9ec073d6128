/** The token by which a visitor asks for matches, kept until the tab is closed. */

const TOKEN = "bout-token";

/** The token that worked last in this tab, or "". */
export function keptToken() {
  try {
    return sessionStorage.getItem(TOKEN) ?? "";
  } catch {
    return ""; // the visitor lets no page keep anything; then each page asks
  }
}

export function keepToken(token) {
  try {
    sessionStorage.setItem(TOKEN, token);
  } catch {
    // As above.
  }
}
