/** Units of work of whole flows on embedded Artemis. */
package io.millrace.work;
