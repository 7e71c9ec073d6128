/** Makes, when the site is built, the pages of it that follow from the games. None of it runs in a browser. */
package bout.pages;
