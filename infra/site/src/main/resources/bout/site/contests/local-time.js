/** The values of `datetime-local` fields, which are in the visitor's time zone. */

/** @param {string} value */
export const fromLocal = (value) => new Date(value).toISOString();

/** To the minute. @param {Date} time */
export const toLocal = (time) => new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
