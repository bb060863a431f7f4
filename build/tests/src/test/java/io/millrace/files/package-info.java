/** Files of flows, in processes that are killed. */
package io.millrace.files;
