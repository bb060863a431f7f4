/** Reference pages and JSON Schemas, generated from the declarations of nodes and settings. */
package io.millrace.reference;
