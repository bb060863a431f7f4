/**
 * The home folder of an embedded store: its lock, its small files, the credentials of its process,
 * and the errors of the store. Input: a path. Output: a locked {@link
 * io.millrace.store.home.HomeFolder}, with which all other packages begin.
 */
package io.millrace.store.home;
