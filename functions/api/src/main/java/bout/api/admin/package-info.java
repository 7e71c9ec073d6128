/** For admins: tokens and dead letters. */
package bout.api.admin;
