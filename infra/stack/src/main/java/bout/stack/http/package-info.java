/** The front's requests and answers, routes and files. */
package bout.stack.http;
