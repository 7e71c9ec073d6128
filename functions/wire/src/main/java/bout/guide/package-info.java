/** A game's guide for bot authors, published by the API and on the site. */
package bout.guide;
