/**
 * The engine as a JavaScript module. TeaVM compiles this package and the engine to {@code bout/site/engine.js}, which
 * pages import like any module.
 */
package bout.browser;
