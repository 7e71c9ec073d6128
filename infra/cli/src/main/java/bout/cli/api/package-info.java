/** How commands call the API of a stack or a deployment. */
package bout.cli.api;
