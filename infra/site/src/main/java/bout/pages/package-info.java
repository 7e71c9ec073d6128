/** Generates the site's pages during the build. None of this code runs in a browser. */
package bout.pages;
