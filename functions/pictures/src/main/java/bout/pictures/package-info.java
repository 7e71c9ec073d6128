/**
 * Draws the picture that chats show beside the address of a match: the board at its end, as the site draws it, with
 * names and scores.
 *
 * <p>{@link bout.pictures.Boards} runs the site's own renderer of the game in the sandbox of published bots, on a
 * canvas that only writes down its calls. {@link bout.pictures.Canvas} carries them out with Java 2D. Text is drawn
 * from the outlines of a typeface of ours: Lambda's Java has no fonts, nor the libraries that Java's own need.
 */
package bout.pictures;
