/**
 * The HTTPS API. {@code openapi.yaml} beside this package says what it answers; {@link bout.api.Api} has the routes.
 */
package bout.api;
