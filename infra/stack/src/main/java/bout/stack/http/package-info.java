/** The front's requests, routes and files. */
package bout.stack.http;
