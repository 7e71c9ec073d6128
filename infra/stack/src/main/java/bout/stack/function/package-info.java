/** The functions of the local stack, in this process, behind Lambda's limits. */
package bout.stack.function;
