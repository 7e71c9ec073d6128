/** Tells where the feed of a page is: browsers and feed readers look for it in the head, people for a link. */

import { byId, element } from "../shared/dom.js";

/**
 * @param {string} address of an Atom feed of this site
 * @param {string} title of what it tells about
 */
export function offerFeed(address, title) {
  byId("feed").href = address;
  document.head.querySelector("link[rel=alternate]")?.remove();
  document.head.append(element("link", { rel: "alternate", type: "application/atom+xml", title, href: address }));
}
