/** Small HTML pages by which chats show what an address is about. */
package bout.api.share;
