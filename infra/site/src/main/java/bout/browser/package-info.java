/**
 * The engine as a module for browsers. TeaVM compiles this package, with the engine's own classes, to
 * {@code bout/site/engine.js}; pages import that file as they import any module.
 */
package bout.browser;
