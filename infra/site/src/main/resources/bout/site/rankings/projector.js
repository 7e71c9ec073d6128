/** Projector mode: large letters, and only what an audience needs. */

import { byId } from "../shared/dom.js";

/** Turns it on if the address says so, and makes the page's link `projector` toggle it. */
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
