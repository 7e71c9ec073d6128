/** Reads template.yaml: the resources of the application, with every name and reference resolved. */
package bout.cloud.template;
