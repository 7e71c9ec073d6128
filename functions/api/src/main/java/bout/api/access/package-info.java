/** Who calls the API, what they may do, and how often. */
package bout.api.access;
