/** Tables as files for spreadsheets: CSV as in RFC 4180, in UTF-8. */

import { save } from "../viewer/share.js";

/** Without it, spreadsheets take a file for one in the encoding of their system. */
const MARK = "\uFEFF";

/** A text that begins like this is a formula to a spreadsheet, and names come from strangers. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * The text of a file.
 *
 * @param {(string | number | boolean | null | undefined)[][]} rows the first one names the columns; `null` is an empty cell
 */
export const csv = (rows) => MARK + rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");

/** @param {string | number | boolean | null | undefined} value */
function cell(value) {
  if (typeof value !== "string") {
    return String(value ?? "");
  }
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Lets a button of the page save a table.
 *
 * @param {HTMLButtonElement} button
 * @param {string} name of the file, without its ending
 * @param {() => (string | number | boolean | null | undefined)[][]} rows as above, asked for at each click
 */
export function offerCsv(button, name, rows) {
  button.hidden = false;
  button.onclick = () => save(new Blob([csv(rows())], { type: "text/csv;charset=utf-8" }), `${name}.csv`);
}
