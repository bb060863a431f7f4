/** Rules that all documents of the repository follow: links, length, examples. */
package io.millrace.documents;
