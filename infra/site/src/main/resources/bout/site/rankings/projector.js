/** The form of a page for a room: large, over the whole width, without what nobody there needs. */

import { byId } from "../shared/dom.js";

/** Takes it where the address says so, and lets the page's link `projector` lead there and back. */
export function offerProjector() {
  const address = new URL(location.href);
  const on = address.searchParams.has("projector");
  document.documentElement.classList.toggle("projector", on);
  if (on) {
    address.searchParams.delete("projector");
  } else {
    address.searchParams.set("projector", "");
  }
  const link = byId("projector");
  link.href = address.href;
  link.textContent = on ? "Back to the page" : "For a projector";
}
