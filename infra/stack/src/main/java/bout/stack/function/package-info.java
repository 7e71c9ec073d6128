/**
 * The functions of the local stack, as Lambda runs them: in this process or in processes of their own, behind Lambda's
 * limits.
 */
package bout.stack.function;
