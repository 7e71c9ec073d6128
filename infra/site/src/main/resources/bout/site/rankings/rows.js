/**
 * Table rows that narrow screens show as cards. That layout removes the table semantics, so explicit roles keep them
 * for screen readers.
 */

import { element } from "../shared/dom.js";

/** @param {string[][]} columns the class and the title of each */
export const headRow = (columns) =>
  element(
    "tr",
    { role: "row" },
    ...columns.map(([name, title]) => element(`th.${name}`, { role: "columnheader", scope: "col" }, title)),
  );

/**
 * @param {string[][]} columns as above
 * @param {(Node | string)[][]} cells the content of each
 */
export const bodyRow = (columns, cells) =>
  element(
    "tr",
    { role: "row" },
    ...columns.map(([name, title], index) => element(`td.${name}`, { role: "cell", "data-title": title }, ...cells[index])),
  );
