/** Signing in with an OpenID provider. */
package bout.api.signin;
