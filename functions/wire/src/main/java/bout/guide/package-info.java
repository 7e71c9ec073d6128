/**
 * A game's guide for bot authors, published by the API and on the site: the text beside the game's classes, together
 * with the game's declaration and an example request made by the engine.
 */
package bout.guide;
