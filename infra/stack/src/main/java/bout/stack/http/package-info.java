/** The requests and answers of the local front, its routes and its files. */
package bout.stack.http;
