/** The visitor's API token, stored until the tab is closed. */

const TOKEN = "bout-token";

/** The last token that worked in this tab, or "". */
export function keptToken() {
  try {
    return sessionStorage.getItem(TOKEN) ?? "";
  } catch {
    return ""; // the browser forbids storage; each page then asks again
  }
}

export function keepToken(token) {
  try {
    sessionStorage.setItem(TOKEN, token);
  } catch {
    // see above
  }
}
