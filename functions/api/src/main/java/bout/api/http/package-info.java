/** Requests and responses: reading bodies, queries and pages. */
package bout.api.http;
