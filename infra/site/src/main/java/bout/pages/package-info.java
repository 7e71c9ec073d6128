/** Makes the site's pages when it is built. None of it runs in a browser. */
package bout.pages;
