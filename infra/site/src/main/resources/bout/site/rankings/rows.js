/**
 * Rows of tables that a narrow screen shows as cards. There they are no table to the browser's layout, and only roles that
 * are said keep them one to a screen reader.
 */

import { element } from "../shared/dom.js";

/** @param {string[][]} columns the class and the title of each */
export const headRow = (columns) => element(
  "tr",
  { role: "row" },
  ...columns.map(([name, title]) => element(`th.${name}`, { role: "columnheader", scope: "col" }, title)));

/**
 * @param {string[][]} columns as above
 * @param {(Node | string)[][]} cells what is in each
 */
export const bodyRow = (columns, cells) => element(
  "tr",
  { role: "row" },
  ...columns.map(([name, title], index) => element(
    `td.${name}`, { "role": "cell", "data-title": title }, ...cells[index])));
