/** Where a bot's URL may lead: pure rules over a URL's text and over addresses, without any look-up. */
package bout.address;
