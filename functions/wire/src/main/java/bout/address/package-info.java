/** Rules for the URLs of bots: the text of a URL, and the addresses its name resolves to. */
package bout.address;
