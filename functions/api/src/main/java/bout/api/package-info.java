/** The HTTPS API. {@code openapi.yaml} describes it; {@link bout.api.Api} has the routes. */
package bout.api;
